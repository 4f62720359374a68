// SPDX-License-Identifier: MIT
// Opening lists from files: a line at a time, or a record at a time.
#include "match/openings_private.h"

#include "base/file.h"
#include "game/coord.h"
#include "game/notation.h"
#include "game/sgf.h"

#include <stdlib.h>
#include <string.h>

typedef struct ListReader {
    Openings *openings;
    RecordHints *board; // what is known of it so far
    const char *path;
    size_t line;
    Text others; // boards of lines that were passed over, for the sentence when nothing is left
    Error *err;
} ListReader;

static bool refuse(ListReader *reader, const char *why) {
    return error_set(reader->err, "%.150s:%zu: %s", reader->path, reader->line, why);
}

static bool add(ListReader *reader, Position *position, const Error *why) {
    Error over = {""};
    if (!position)
        return refuse(reader, why->text);
    return openings_add(reader->openings, position, &over) || refuse(reader, over.text);
}

// --- rule|size|moves|side|source ---

static const GameType *game_of_rule(const RecordHints *board, const char *rule) {
    for (const GameType *const *game = board->games; *game; game++)
        if (game_rule_index(*game, rule) >= 0)
            return *game;
    return NULL;
}

// Is this line's board the match's? An open board becomes it.
static bool board_matches(RecordHints *board, const GameType *game, const char *rule, int width,
                          int height) {
    if ((board->game && board->game != game) || (board->rule && strcmp(board->rule, rule) != 0) ||
        (board->width && (board->width != width || board->height != height)))
        return false;
    board->game = game;
    board->rule = game->rules[game_rule_index(game, rule)].name;
    board->width = width;
    board->height = height;
    return true;
}

static bool read_fields(ListReader *reader, char *line) {
    char *fields[5] = {line};
    size_t count = 1;
    for (char *bar = strchr(line, '|'); bar && count < 5; bar = strchr(fields[count - 1], '|')) {
        *bar = 0;
        fields[count++] = bar + 1;
    }
    if (count < 4)
        return refuse(reader, "an opening is a line rule|size|moves|side to move|source");
    for (size_t i = 0; i < 4; i++)
        fields[i] = text_trim(fields[i]);
    RecordHints *board = reader->board;
    const GameType *game = game_of_rule(board, fields[0]);
    int width, height;
    if (!game)
        return refuse(reader, "the first field is no rule that is known");
    if (!size_parse(fields[1], &width, &height))
        return refuse(reader, "the second field is no size such as 15 or 11x9");
    bool black = text_same(fields[3], "b"), white = text_same(fields[3], "w");
    if (!black && !white)
        return refuse(reader, "the fourth field is the side to move, b or w");
    if (!board_matches(board, game, fields[0], width, height)) {
        Text other = {0};
        text_addf(&other, "%s|%s ", fields[0], fields[1]);
        if (!strstr(text_chars(&reader->others), other.chars))
            text_add(&reader->others, other.chars);
        text_free(&other);
        return true;
    }
    Error why = {""};
    Position *position = position_parse(game, board->rule, width, height, fields[2],
                                        black ? SIDE_BLACK : SIDE_WHITE, &why);
    return add(reader, position, &why);
}

// --- 0,0, 1,-1, 2,3 ---

static bool is_offsets(const char *line) {
    return line[strspn(line, "0123456789+-, \t")] == 0 && strchr(line, ',');
}

// The next number of the line; false when there is none.
static bool take_number(const char **at, long *number) {
    *at += strspn(*at, " \t,");
    char *end;
    *number = strtol(*at, &end, 10);
    bool any = end != *at;
    *at = end;
    return any;
}

static bool read_offsets(ListReader *reader, const char *line) {
    openings_settle_board(reader->board);
    const RecordHints *board = reader->board;
    Position *position = position_new(board->game, board->rule, board->width, board->height, NULL);
    Error why = {""};
    for (long x, y; position && take_number(&line, &x);) {
        bool whole = take_number(&line, &y) && labs(x) <= BOARD_MAX && labs(y) <= BOARD_MAX;
        int column = board->width / 2 + (int)x, row = board->height / 2 + (int)y;
        bool inside =
            whole && column >= 0 && row >= 0 && column < board->width && row < board->height;
        if (!whole)
            error_set(&why, "offsets from the centre come in twos, column,row");
        else if (!inside)
            error_set(&why, "%ld,%ld from the centre is off the board", x, y);
        if (!inside || !position_play(position, move_at(column, row), &why)) {
            position_free(position);
            position = NULL;
        }
    }
    return add(reader, position, &why);
}

// --- lines ---

static bool read_line(ListReader *reader, char *line) {
    line = text_trim(line);
    if (!*line || *line == '#')
        return true;
    if (strchr(line, '|'))
        return read_fields(reader, line);
    if (is_offsets(line))
        return read_offsets(reader, line);
    openings_settle_board(reader->board);
    const RecordHints *board = reader->board;
    Error why = {""};
    Position *position =
        position_parse(board->game, board->rule, board->width, board->height, line, -1, &why);
    return add(reader, position, &why);
}

static bool read_lines(ListReader *reader, Text *text) {
    bool ok = true;
    for (char *line = text->chars; line && ok;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        reader->line++;
        ok = read_line(reader, line);
        line = end ? end + 1 : NULL;
    }
    return ok;
}

// --- records ---

static bool read_record(ListReader *reader, RecordFormat format, const char *text, size_t length) {
    Error why = {""};
    Record *record = record_parse(format, text, length, reader->board, &why);
    if (!record)
        return refuse(reader, why.text);
    // The first record says what board all are on; the next ones must not contradict it.
    reader->board->game = record->type;
    reader->board->rule = record->type->rules[record->rule].name;
    reader->board->width = record->width;
    reader->board->height = record->height;
    Position *position = record_replay(record, &why);
    record_free(record);
    return add(reader, position, &why);
}

static bool read_trees(ListReader *reader, const Text *text) {
    const char *counted = text->chars, *end = text->chars + text->length;
    const char *tree = strchr(text->chars, '(');
    bool ok;
    reader->line = 1;
    do {
        for (; counted < (tree ? tree : end); counted++)
            reader->line += *counted == '\n';
        ok = tree ? read_record(reader, RECORD_SGF, tree, (size_t)(end - tree))
                  : refuse(reader, "there is no game in this SGF file");
        tree = ok ? sgf_next_tree(tree, (size_t)(end - tree)) : NULL;
    } while (tree);
    return ok;
}

static bool read_text(ListReader *reader, Text *text) {
    RecordFormat format;
    if (!record_format_of(reader->path, &format) || format == RECORD_TEXT)
        return read_lines(reader, text);
    reader->line = 1;
    return format == RECORD_SGF ? read_trees(reader, text)
                                : read_record(reader, format, text->chars, text->length);
}

Openings *openings_parse(const char *path, const char *bytes, size_t count, RecordHints *board,
                         OpeningKind kind, Error *err) {
    Text text = {0};
    text_add_bytes(&text, bytes, count);
    text_add_char(&text, '\n');
    for (size_t i = 0; i < text.length; i++)
        if (!text.chars[i])
            text.chars[i] = ' ';
    Openings *openings = openings_new(kind);
    ListReader reader = {.openings = openings, .board = board, .path = path, .err = err};
    bool ok = read_text(&reader, &text);
    if (ok && !openings->count)
        ok =
            reader.others.length
                ? error_set(err,
                            "%.150s has no opening for this match; those in it are for %.*s (moves "
                            "alone, as in h8 i9, fit any rule)",
                            path, (int)reader.others.length - 1, reader.others.chars)
                : error_set(err, "there is no opening in %.150s", path);
    text_free(&text);
    text_free(&reader.others);
    if (!ok) {
        openings_free(openings);
        return NULL;
    }
    openings_settle_board(board);
    openings->board = *board;
    return openings;
}

Openings *openings_read(const char *path, RecordHints *board, OpeningKind kind, Error *err) {
    Text text = {0};
    RecordFormat format = RECORD_TEXT;
    record_format_of(path, &format);
    Openings *openings =
        file_read(path, &text, err) && record_decode(format, &text, err)
            ? openings_parse(path, text_chars(&text), text.length, board, kind, err)
            : NULL;
    text_free(&text);
    return openings;
}
