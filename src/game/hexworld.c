// SPDX-License-Identifier: MIT
// Links to the HexWorld board, which carry a game of Hex behind their #:
//
//   https://hexworld.org/board/#11c1,a2:sf7g8,h4:rw
//                               |  | |       |
//                               |  | |       the cursor stood here; the rest of the game follows
//                               |  | moves, :s swap-pieces, :S swap-sides, :p pass,
//                               |  |        :rb :rw Black, White resigns, :fb :fw forfeits
//                               |  c1 red and blue, r9 turned, n numbered, m mirrored: looks only
//                               columns, or columns x rows: 13x10
//
// The bare part behind the # is read, too. Set-up is said by moves and passes there, so a record
// with set-up stones is written as such.
#include "game/coord.h"
#include "game/formats.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *word;
    Move move;
    int side; // who is named, -1 for whose turn it is
    const char *result;
} specials[] = {
    {":s", MOVE_SWAP_PIECES, -1, NULL},
    {":S", MOVE_SWAP_SIDES, -1, NULL},
    {":p", MOVE_PASS, -1, NULL},
    {":rb", MOVE_RESIGN, SIDE_BLACK, "W+Resign"},
    {":rw", MOVE_RESIGN, SIDE_WHITE, "B+Resign"},
    {":fb", MOVE_RESIGN, SIDE_BLACK, "W+Forfeit"},
    {":fw", MOVE_RESIGN, SIDE_WHITE, "B+Forfeit"},
};

typedef struct HexworldLink {
    const char *at, *end;
    RecordLine moves;
    Error *err;
} HexworldLink;

static bool fail(const HexworldLink *link, const char *what) {
    int rest = link->end - link->at < 20 ? (int)(link->end - link->at) : 20;
    return error_set(link->err, "at '%.*s': %s", rest, link->at, what);
}

static int read_number(HexworldLink *link) {
    int value = 0;
    for (; link->at < link->end && isdigit((unsigned char)*link->at); link->at++)
        value = value < 1000 ? value * 10 + (*link->at - '0') : value;
    return value;
}

// Size and looks, up to the comma. HexWorld ignores what it does not know there, and so do we.
static bool read_head(HexworldLink *link, const RecordHints *hints) {
    int width = read_number(link), height = width;
    if (width && link->at < link->end && *link->at == 'x') {
        link->at++;
        height = read_number(link);
    }
    const GameType *hex = record_format_game(hints, RECORD_HEXWORLD);
    if (!hex)
        return error_set(link->err, "a HexWorld link is a game of Hex, which is not played here");
    if (!width || !height)
        return error_set(link->err,
                         "this is no HexWorld link: behind the # stand a size and moves, "
                         "as in #11,a2:sf7");
    const char *comma = memchr(link->at, ',', (size_t)(link->end - link->at));
    link->at = comma ? comma : link->end;
    link->moves.record = record_start(hints, hex, NULL, width, height, link->err);
    return link->moves.record != NULL;
}

static bool read_special(HexworldLink *link) {
    size_t left = (size_t)(link->end - link->at);
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        size_t length = strlen(specials[i].word);
        if (length > left || memcmp(link->at, specials[i].word, length) != 0)
            continue;
        if (specials[i].side >= 0)
            link->moves.side = (Side)specials[i].side;
        if (specials[i].result)
            record_set_text(&link->moves.record->result, specials[i].result);
        record_line_add(&link->moves, specials[i].move);
        link->at += length;
        return true;
    }
    return fail(link, "not a move; the words are :s :S :p :rb :rw :fb :fw");
}

static bool read_cell(HexworldLink *link) {
    size_t length = record_line_cell(&link->moves, link->at, (size_t)(link->end - link->at));
    link->at += length;
    return length || fail(link, "not a cell of the board");
}

Record *hexworld_parse(const char *text, size_t length, const RecordHints *hints, Error *err) {
    HexworldLink link = {.at = text, .end = text + length, .err = err};
    const char *hash = length ? memchr(text, '#', length) : NULL;
    if (hash)
        link.at = hash + 1;
    while (link.at < link.end && isspace((unsigned char)*link.at))
        link.at++;
    while (link.at < link.end && (isspace((unsigned char)link.end[-1]) || !link.end[-1]))
        link.end--;
    bool good = read_head(&link, hints);
    if (good)
        link.moves.node = link.moves.record->root;
    while (good && link.at < link.end) {
        if (*link.at == ',')
            link.at++;
        else if (link.moves.node->move == MOVE_RESIGN)
            good = fail(&link, "nothing follows a resignation");
        else
            good = *link.at == ':' ? read_special(&link) : read_cell(&link);
    }
    return record_done(link.moves.record, good);
}

// --- writing ---

static const char *special_word(Move move, Side side, bool forfeit) {
    if (move == MOVE_RESIGN)
        return side == SIDE_BLACK ? (forfeit ? ":fb" : ":rb") : (forfeit ? ":fw" : ":rw");
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].move == move)
            return specials[i].word;
    return "";
}

typedef struct HexworldEnding {
    bool known, forfeit;
    Side loser;
} HexworldEnding;

// RE[B+R...], RE[W+F...], RE[W+T...]: given up, or lost without a chain on the board.
static HexworldEnding read_result(const char *result) {
    HexworldEnding ending = {0};
    if (!result || (*result != 'B' && *result != 'W') || result[1] != '+' || !result[2])
        return ending;
    ending.forfeit = result[2] == 'F' || result[2] == 'T';
    ending.known = ending.forfeit || result[2] == 'R';
    ending.loser = *result == 'B' ? SIDE_WHITE : SIDE_BLACK;
    return ending;
}

static void write_move(const Record *record, Move move, Side mover, Side *turn, bool forfeit,
                       Text *out) {
    char word[COORD_CHARS];
    if (mover != *turn && move != MOVE_RESIGN)
        text_add(out, ":p");
    text_add(out, move_is_stone(move) ? coord_print(record->type, record->height, move, word)
                                      : special_word(move, mover, forfeit));
    *turn = record_side_after(move, mover);
}

// Stones in turn while both colours have some, then passes in between.
static bool write_setup(const Record *record, Side *turn, Text *out, Error *err) {
    const RecordNode *root = record->root;
    size_t next[2] = {0, 0}, count = root->stone_count;
    for (size_t i = 0; i < count; i++)
        if (root->stones[i].value == CELL_EMPTY)
            return error_set(err, "a HexWorld link cannot hold points set up as empty; SGF can");
    for (;;) {
        bool any = false;
        for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
            size_t *at = &next[side];
            while (*at < count && root->stones[*at].value != side_cell(side))
                ++*at;
            if (*at == count)
                continue;
            write_move(record, root->stones[(*at)++].cell, side, turn, false, out);
            any = true;
        }
        if (!any)
            break;
    }
    if (root->to_move >= 0 && root->move == MOVE_NONE && root->to_move != (int)*turn) {
        text_add(out, ":p");
        *turn = (Side)root->to_move;
    }
    return true;
}

bool hexworld_print(const Record *record, Text *out, Error *err) {
    if (!(record->type->formats & 1u << RECORD_HEXWORLD))
        return error_set(err, "a HexWorld link holds games of Hex, not of %s", record->type->name);
    text_addf(out, "https://hexworld.org/board/#%d", record->width);
    if (record->width != record->height)
        text_addf(out, "x%d", record->height);
    text_add(out, "c1");
    size_t head = out->length;
    text_add_char(out, ',');
    Side turn = SIDE_BLACK;
    HexworldEnding ending = read_result(record->result);
    bool resigned = false;
    if (!write_setup(record, &turn, out, err))
        return false;
    for (const RecordNode *node = record->root; node && !resigned; node = node->first_child) {
        if (node != record->root && node->stone_count)
            return error_set(err, "a HexWorld link cannot hold stones set up in mid-game; SGF can");
        if (node->move == MOVE_PUT_TWO)
            return error_set(err, "a HexWorld link cannot hold a choice to put two; SGF can");
        if (node->move == MOVE_NONE)
            continue;
        write_move(record, node->move, node->side, &turn, ending.forfeit, out);
        resigned |= node->move == MOVE_RESIGN;
    }
    if (ending.known && !resigned)
        write_move(record, MOVE_RESIGN, ending.loser, &turn, ending.forfeit, out);
    if (out->length == head + 1) // no moves: HexWorld leaves the comma out
        out->length = head;
    text_add_char(out, '\n');
    return true;
}
