// SPDX-License-Identifier: MIT
// Plain move lists, as people type them and books print them:
//
//   renju 15                       game or rule, and size; may be missing
//   B:h8,i9;W:g7 to-move:w         stones that stand already, and whose turn it is; may be missing
//   1. i8 2. h7                    moves, with or without numbers
//   j9, g9  # a comment
//   h10g8                          or run together
//
// Black begins and sides alternate; `swap-pieces`, `swap-sides`, `put-two`, `pass` and `resign` are
// words among the moves.
#include "game/coord.h"
#include "game/formats.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOVES_A_LINE = 10 };

typedef struct List {
    const char *at, *end;
    int line;
    bool lines; // there is more than one: errors say which
    Text word;
    const RecordHints *hints;
    RecordLine moves;
    Error *err;
} List;

static bool is_gap(char c) {
    return c == ',' || c == ' ' || (c >= '\t' && c <= '\r') || !c;
}

static bool fail(const List *list, const char *word, const char *what) {
    char where[24] = "";
    if (list->lines)
        snprintf(where, sizeof where, "line %d: ", list->line);
    return error_set(list->err, "%s'%.40s' %s", where, word, what);
}

static bool fail_cell(const List *list, const char *word) {
    char what[96];
    snprintf(what, sizeof what, "is not a move; cells run from a1 to %c%d",
             'a' + list->moves.record->width - 1, list->moves.record->height);
    return fail(list, word, what);
}

// The next word, NULL at the end. Stones (B:h8,i9;W:g7) are one word, commas and all.
static char *next_word(List *list) {
    for (; list->at < list->end && (is_gap(*list->at) || *list->at == '#'); list->at++) {
        if (*list->at == '#')
            for (; list->at + 1 < list->end && list->at[1] != '\n'; list->at++)
                ;
        list->line += *list->at == '\n';
    }
    if (list->at == list->end)
        return NULL;
    bool stones = list->at + 1 < list->end && list->at[1] == ':';
    text_clear(&list->word);
    for (; list->at < list->end && *list->at != '#'; list->at++) {
        if (is_gap(*list->at) && !(stones && *list->at == ','))
            break;
        text_add_char(&list->word, *list->at);
    }
    return list->word.chars;
}

// --- the first words ---

typedef struct Header {
    const GameType *game;
    const char *rule;
    int width, height;
} Header;

// A game's or a rule's name. What a rule's name says of the game is said, too.
static bool read_name(const List *list, const char *word, Header *header) {
    for (size_t i = 0; list->hints->games[i]; i++) {
        const GameType *game = list->hints->games[i];
        bool known = text_same(word, game->name);
        for (const RuleInfo *rule = game->rules; rule->name; rule++)
            if (text_same(word, rule->name)) {
                header->rule = rule->name;
                known = true;
            }
        if (known) {
            header->game = game;
            return true;
        }
    }
    return false;
}

// Reads names and a size as far as they go; `*word` is the first that is neither, or NULL.
static bool read_header(List *list, char **word) {
    Header header = {0};
    for (*word = next_word(list); *word; *word = next_word(list))
        if (!read_name(list, *word, &header) &&
            !(header.game && !header.width && size_parse(*word, &header.width, &header.height)))
            break;
    list->moves.record =
        record_start(list->hints, header.game, header.rule, header.width, header.height, list->err);
    return list->moves.record != NULL;
}

// --- stones and turn ---

static bool read_stones(List *list, char *word) {
    uint8_t taken[BOARD_CELLS] = {0};
    Cell value = CELL_EMPTY;
    for (char *at = word; at;) {
        char *next = strpbrk(at, ",;");
        bool new_colour = next && *next == ';';
        if (next)
            *next++ = '\0';
        if (*at && at[1] == ':') {
            char colour = (char)tolower((unsigned char)*at);
            if (colour != 'b' && colour != 'w')
                return fail(list, at, "is no stones; write B:h8,i9;W:g7");
            value = colour == 'b' ? CELL_BLACK : CELL_WHITE;
            at += 2;
        }
        Move cell;
        if (*at) { // B: alone means none
            if (!record_cell(list->moves.record, at, &cell))
                return fail_cell(list, at);
            if (taken[cell]++)
                return fail(list, at, "is occupied twice; each point holds one stone");
            record_add_stone(list->moves.record->root, cell, value);
        }
        if (new_colour && *next && next[1] != ':')
            return fail(list, next, "needs its colour; write B:h8,i9;W:g7");
        at = next;
    }
    return true;
}

static Side side_from_stones(const RecordNode *root) {
    int more = 0;
    for (size_t i = 0; i < root->stone_count; i++)
        more += root->stones[i].value == CELL_BLACK ? 1 : -1;
    return more > 0 ? SIDE_WHITE : SIDE_BLACK;
}

static bool read_turn(List *list, const char *word) {
    const char *side = strchr(word, ':') + 1;
    if (!text_same(side, "b") && !text_same(side, "w"))
        return fail(list, word, "names no side; write to-move:b or to-move:w");
    list->moves.side = tolower((unsigned char)*side) == 'b' ? SIDE_BLACK : SIDE_WHITE;
    list->moves.record->root->to_move = (int)list->moves.side;
    return true;
}

// --- moves ---

// Cells run together, h8i9g7, or a single one.
static bool read_cells(List *list, const char *word) {
    for (size_t length, left = strlen(word); left; word += length, left -= length)
        if (!(length = record_line_cell(&list->moves, word, left)))
            return false;
    return true;
}

static bool read_move(List *list, const char *word) {
    const char *at = word;
    while (isdigit((unsigned char)*at))
        at++;
    if (at > word && *at == '.') { // a move's number
        while (*at == '.')
            at++;
        word = at;
        if (!*word)
            return true;
    }
    Move move;
    if (!record_move(list->moves.record, word, &move))
        return read_cells(list, word) || fail_cell(list, word);
    record_line_add(&list->moves, move);
    return true;
}

static bool read_word(List *list, char *word) {
    bool fresh = list->moves.node == list->moves.record->root;
    if (fresh && text_starts(word, "to-move:"))
        return read_turn(list, word);
    if (!(word[0] && word[1] == ':'))
        return read_move(list, word);
    if (!fresh || list->moves.record->root->stone_count)
        return fail(list, word, "comes too late; stones are set up once, before the first move");
    char first[24];
    snprintf(first, sizeof first, "%s", word); // read_stones() cuts the word up
    if (!read_stones(list, word))
        return false;
    if (!list->moves.record->root->stone_count)
        return fail(list, first, "names no stone; write - for the empty board");
    if (list->moves.record->root->to_move < 0)
        list->moves.side = side_from_stones(list->moves.record->root);
    return true;
}

Record *movelist_parse(const char *text, size_t length, const RecordHints *hints, Error *err) {
    List list = {.at = text, .end = text + length, .line = 1, .hints = hints, .err = err};
    const char *newline = length ? memchr(text, '\n', length) : NULL;
    list.lines = newline && newline + 1 < list.end;
    char *word;
    bool good = read_header(&list, &word);
    if (good)
        list.moves.node = list.moves.record->root;
    for (; good && word; word = good ? next_word(&list) : NULL)
        good = read_word(&list, word);
    text_free(&list.word);
    return record_done(list.moves.record, good);
}

// --- writing ---

static void write_stones(const Record *record, Text *out) {
    const RecordNode *root = record->root;
    char word[COORD_CHARS];
    for (Cell value = CELL_BLACK; value <= CELL_WHITE; value++) {
        size_t found = 0;
        text_add(out, value == CELL_BLACK ? "B:" : ";W:");
        for (size_t i = 0; i < root->stone_count; i++)
            if (root->stones[i].value == value)
                text_addf(out, "%s%s", found++ ? "," : "",
                          coord_print(record->type, record->height, root->stones[i].cell, word));
    }
    text_add_char(out, '\n');
}

static void write_move(const Record *record, Move move, size_t *written, Text *out) {
    char word[COORD_CHARS];
    if (*written)
        text_add_char(out, *written % MOVES_A_LINE ? ' ' : '\n');
    text_add(out, coord_print_move(record->type, record->height, move, word));
    ++*written;
}

// Whose turn it is before the first move, by what will be written so far.
static Side write_start(const Record *record, Text *out) {
    const RecordNode *root = record->root, *first = root;
    bool stones = false;
    for (size_t i = 0; i < root->stone_count; i++)
        stones |= root->stones[i].value != CELL_EMPTY;
    if (stones)
        write_stones(record, out);
    Side side = stones ? side_from_stones(root) : SIDE_BLACK;
    while (first && first->move == MOVE_NONE)
        first = first->first_child;
    int stated = root->move == MOVE_NONE ? root->to_move : -1;
    int turn = stated >= 0 ? stated : first ? (int)first->side : (int)side;
    if (stated >= 0 || turn != (int)side)
        text_addf(out, "to-move:%c\n", turn == SIDE_BLACK ? 'b' : 'w');
    return (Side)turn;
}

bool movelist_print(const Record *record, Text *out, Error *err) {
    text_addf(out, "%s %d", record->type->rules[record->rule].name, record->width);
    if (record->width != record->height)
        text_addf(out, "x%d", record->height);
    text_add_char(out, '\n');
    Side side = write_start(record, out);
    size_t written = 0;
    for (const RecordNode *node = record->root; node; node = node->first_child) {
        if (node != record->root && node->stone_count)
            return error_set(err, "a move list cannot hold stones set up in mid-game; SGF can");
        if (node->move == MOVE_NONE)
            continue;
        if (node->side != side) // out of turn: the other one passed
            write_move(record, MOVE_PASS, &written, out);
        write_move(record, node->move, &written, out);
        side = record_side_after(node->move, node->side);
    }
    if (written)
        text_add_char(out, '\n');
    return true;
}
