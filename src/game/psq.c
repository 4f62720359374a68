// SPDX-License-Identifier: MIT
// Piskvork's PSQ, in which Gomocup keeps its games.
//
//   Piskvorky 15x15, 11:11, 0      columns x rows, the players' levels, which of them began
//   8,8,0                          column, row from 1 at the top left; milliseconds
//   9,7,1504
//   pbrain-one.exe                 the players, in tournaments only
//   pbrain-two.exe
//   0                              why it ended: 0 properly, -1 not known, others are errors
//   1,Renju                        who won, and the rule: not Piskvork's, but found in the wild
//
// The last number of the first line is 0 or 1: the index of the player who began, *not* a rule.
// Piskvork names no rule at all, so one that matters must come from the caller. The last two lines
// are kept as properties PQ and PR of the root.
#include "base/memory.h"
#include "game/formats.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAIL_LINES = 3 }; // two names and the ending

#define BLANKS       " \t"
#define RULE_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- "

typedef struct Psq {
    const char *at, *end;
    int line; // number of the one just read
    Text word;
    Record *record;
    Error *err;
} Psq;

// The next line that is not blank, trimmed; NULL at the end.
static char *next_line(Psq *psq) {
    while (psq->at < psq->end) {
        const char *stop = memchr(psq->at, '\n', (size_t)(psq->end - psq->at));
        if (!stop)
            stop = psq->end;
        text_clear(&psq->word);
        for (const char *c = psq->at; c < stop; c++)
            text_add_char(&psq->word, *c ? *c : ' ');
        text_add(&psq->word, "");
        psq->at = stop < psq->end ? stop + 1 : stop;
        psq->line++;
        char *line = psq->word.length ? text_trim(psq->word.chars) : "";
        if (*line)
            return line;
    }
    return NULL;
}

// Up to four digits, blanks around them allowed; moves *at behind them.
static bool read_number(const char **at, int *number) {
    const char *c = *at + strspn(*at, BLANKS);
    int value = 0, digits = 0;
    for (; *c >= '0' && *c <= '9' && digits < 4; c++, digits++)
        value = value * 10 + (*c - '0');
    *at = c + strspn(c, BLANKS);
    *number = value;
    return digits > 0;
}

static bool read_char(const char **at, char wanted) {
    if (**at != wanted)
        return false;
    ++*at;
    return true;
}

static bool read_header(Psq *psq, const RecordHints *hints, bool *second_began) {
    const char *line = next_line(psq);
    int width, height, level, began = 0;
    const char *at = line ? line + strlen("Piskvorky") : "";
    if (!line || !text_starts(line, "Piskvorky") || !read_number(&at, &width) ||
        !read_char(&at, 'x') || !read_number(&at, &height))
        return error_set(psq->err, "this is no PSQ: its first line is like "
                                   "'Piskvorky 15x15, 11:11, 0'");
    // The rest may be missing; what stands there has the form of Piskvork's.
    if (*at && (!read_char(&at, ',') || !read_number(&at, &level) || !read_char(&at, ':') ||
                !read_number(&at, &level) || !read_char(&at, ',') || !read_number(&at, &began) ||
                *at || began > 1))
        return error_set(psq->err,
                         "line %d: behind the size come levels and who began, "
                         "as in ', 11:11, 0'",
                         psq->line);
    const GameType *gomoku = record_format_game(hints, RECORD_PSQ);
    if (!gomoku)
        return error_set(psq->err, "a PSQ is a game of Gomoku, which is not played here");
    psq->record = record_start(hints, gomoku, NULL, width, height, psq->err);
    *second_began = began == 1;
    return psq->record != NULL;
}

typedef struct PsqMove {
    int x, y; // from 1
    int64_t time;
} PsqMove;

// "8,9" or "8,9,1504": is it a move at all?
static bool looks_like_move(const char *line, PsqMove *move) {
    move->time = 0;
    if (!read_number(&line, &move->x) || !read_char(&line, ',') || !read_number(&line, &move->y))
        return false;
    if (!*line)
        return true;
    if (!read_char(&line, ','))
        return false;
    line += strspn(line, BLANKS);
    return text_to_int(line, &move->time);
}

static bool read_moves(Psq *psq, char **line) {
    RecordNode *node = psq->record->root;
    Side side = SIDE_BLACK;
    PsqMove move;
    for (; (*line = next_line(psq)) && looks_like_move(*line, &move); side = side_other(side)) {
        int x = move.x, y = move.y;
        if (x < 1 || y < 1 || x > psq->record->width || y > psq->record->height)
            return error_set(psq->err,
                             "line %d: '%.40s' is off the board; points run from 1,1 to %d,%d",
                             psq->line, *line, psq->record->width, psq->record->height);
        node = record_add(psq->record, node, move_at(x - 1, y - 1), side);
        node->time_ms = move.time > 0 ? move.time : 0;
    }
    return true;
}

static void keep_property(Record *record, const char *name, const char *value) {
    RecordProperty property = {
        .name = mem_copy_text(name), .values = mem_new_array(1, sizeof(char *)), .value_count = 1};
    property.values[0] = mem_copy_text(value);
    record_add_property(record->root, property);
}

// "1,Renju": the index of the rule in *rule, -1 when it is such a line with a rule of others'.
static bool looks_like_rule(const Record *record, const char *line, int *rule) {
    int winner;
    if (!read_number(&line, &winner) || !read_char(&line, ',') || !isalpha((unsigned char)*line))
        return false;
    *rule = -1;
    for (int i = 0; record->type->rules[i].name; i++)
        if (text_same(line, record->type->rules[i].name))
            *rule = i;
    return line[strspn(line, RULE_LETTERS)] == '\0';
}

static bool too_much(Psq *psq) {
    return error_set(psq->err,
                     "line %d: behind the moves stand two names, a number and perhaps a line such "
                     "as '1,Renju', no more",
                     psq->line);
}

// The line behind the number. A rule of another program is kept and not interpreted.
static bool read_rule(Psq *psq, const RecordHints *hints, const char *line) {
    Record *record = psq->record;
    int rule;
    if (!looks_like_rule(record, line, &rule))
        return too_much(psq);
    if (rule >= 0 && hints->rule && rule != record->rule)
        return error_set(psq->err, "contradiction: the record is played by the rule '%s', not '%s'",
                         record->type->rules[rule].name, hints->rule);
    if (rule >= 0)
        record->rule = rule;
    keep_property(record, "PR", line);
    return true;
}

// Names and ending, each of which may be missing. `line` is the first of them.
static bool read_tail(Psq *psq, const RecordHints *hints, const char *line, bool second_began) {
    char *tail[TAIL_LINES] = {0};
    size_t count = 0;
    bool good = true, ruled = false;
    for (; good && line; line = next_line(psq)) {
        PsqMove move;
        if (looks_like_move(line, &move))
            good = error_set(psq->err, "line %d: a move behind the players' names", psq->line);
        else if (count < TAIL_LINES)
            tail[count++] = mem_copy_text(line);
        else {
            good = ruled ? too_much(psq) : read_rule(psq, hints, line);
            ruled = true;
        }
    }
    int64_t code = -1;
    size_t names = count;
    if (count && text_to_int(tail[count - 1], &code))
        names--;
    if (good && names == TAIL_LINES)
        good = error_set(psq->err, "line %d: '%.40s' is not a number for the ending", psq->line,
                         tail[TAIL_LINES - 1]);
    if (good) {
        Record *record = psq->record;
        char **fields[] = {second_began ? &record->white : &record->black,
                           second_began ? &record->black : &record->white};
        for (size_t i = 0; i < names; i++)
            record_set_text(fields[i], strcmp(tail[i], "?") == 0 ? NULL : tail[i]);
        char word[24];
        snprintf(word, sizeof word, "%" PRId64, code);
        if (names < count && code != -1) // not known is what we write when there is none
            keep_property(record, "PQ", word);
    }
    for (size_t i = 0; i < count; i++)
        free(tail[i]);
    return good;
}

Record *psq_parse(const char *text, size_t length, const RecordHints *hints, Error *err) {
    Psq psq = {.at = text, .end = text + length, .err = err};
    bool second_began = false;
    char *line = NULL;
    bool good = read_header(&psq, hints, &second_began) && read_moves(&psq, &line) &&
                read_tail(&psq, hints, line, second_began);
    text_free(&psq.word);
    return record_done(psq.record, good);
}

// --- writing ---

static void blank_out(char *text, const char *these) {
    while (*(text += strcspn(text, these)))
        *text = ' ';
}

// A name on a line of its own, which must not look like a move; "?" when there is none. Tells
// whether there is one.
static bool write_name(const char *name, Text *out) {
    char *copy = mem_copy_text(name ? name : "");
    PsqMove move;
    blank_out(copy, "\n\r");
    char *plain = text_trim(copy);
    if (looks_like_move(plain, &move))
        blank_out(plain, ",");
    bool known = *plain && strcmp(plain, "?") != 0;
    text_addf(out, "%s\n", known ? plain : "?");
    free(copy);
    return known;
}

static bool write_moves(const Record *record, Text *out, Error *err) {
    Side side = SIDE_BLACK;
    bool began = false;
    for (const RecordNode *node = record->root; node; node = node->first_child) {
        if (node->stone_count)
            return error_set(err, "PSQ cannot hold set-up stones; SGF and move lists can");
        if (node->move == MOVE_PASS)
            return error_set(err, "PSQ cannot hold a pass; SGF and move lists can");
        if (!move_is_stone(node->move))
            continue; // comments, an opening's choices, a resignation: the stones stay as they are
        if (node->side != side && began)
            return error_set(err, "PSQ cannot hold two moves of %s in a row; SGF can",
                             side_name(node->side));
        if (node->side != side)
            return error_set(err, "PSQ cannot hold a game that White begins; SGF can");
        text_addf(out, "%d,%d,%" PRId64 "\n", move_x(node->move) + 1, move_y(node->move) + 1,
                  node->time_ms > 0 ? node->time_ms : 0);
        side = side_other(side);
        began = true;
    }
    return true;
}

bool psq_print(const Record *record, Text *out, Error *err) {
    if (!(record->type->formats & 1u << RECORD_PSQ))
        return error_set(err, "PSQ holds games of Gomoku, not of %s", record->type->name);
    text_addf(out, "Piskvorky %dx%d, 11:11, 0\n", record->width, record->height);
    if (!write_moves(record, out, err))
        return false;
    // A rule that came with the record may be no rule, or another one than it has by now.
    const char *code = record_property(record->root, "PQ");
    const char *rule = record_property(record->root, "PR");
    int index;
    bool ruled =
        rule && looks_like_rule(record, rule, &index) && (index < 0 || index == record->rule);
    Text names = {0};
    bool named = write_name(record->black, &names);
    named = write_name(record->white, &names) || named || ruled;
    if (named)
        text_add(out, text_chars(&names));
    text_free(&names);
    int64_t number = -1; // not the word itself: "07" would be read back as 7
    if (code)
        text_to_int(code, &number);
    text_addf(out, "%" PRId64 "\n", number);
    if (ruled)
        text_addf(out, "%s\n", rule);
    return true;
}
