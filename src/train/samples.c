// SPDX-License-Identifier: MIT
#include "train/samples.h"

#include "base/file.h"
#include "base/memory.h"
#include "game/coord.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// --- a game and its line ---

void sample_add(SampleGame *game, SampleMove move) {
    assert(move.choice_count <= SAMPLE_CHOICES);
    *MEM_MORE(game->moves, game->count, game->capacity) = move;
}

void sample_free(SampleGame *game) {
    free(game->moves);
    *game = (SampleGame){0};
}

double sample_came(const SampleGame *game, Side side) {
    return game->result == RESULT_DRAW ? 0.5 : game->result == side_wins(side);
}

static const char result_letters[] = {
    [RESULT_NONE] = '?', [RESULT_BLACK] = 'b', [RESULT_WHITE] = 'w', [RESULT_DRAW] = 'd'};

static void print_choices(const SampleBoard *board, const SampleMove *move, Text *out) {
    for (int i = 0; i < move->choice_count; i++) {
        const SampleChoice *choice = &move->choices[i];
        char word[COORD_CHARS];
        text_addf(out, "%c%s:%d", i ? ',' : '(',
                  coord_print(board->game, board->height, choice->move, word), choice->percent);
    }
    if (move->choice_count)
        text_add_char(out, ')');
}

void sample_print(const SampleBoard *board, const SampleGame *game, Text *out) {
    text_add_char(out, result_letters[game->result]);
    for (size_t i = 0; i < game->count; i++) {
        const SampleMove *move = &game->moves[i];
        char word[COORD_CHARS];
        text_add_char(out, ' ');
        text_add(out, coord_print(board->game, board->height, move->move, word));
        if (move->judged)
            text_addf(out, "%c%d", move->best ? '=' : '~', move->score);
        print_choices(board, move, out);
    }
    text_add_char(out, '\n');
}

// Cuts the start of a word off, up to one of `ends`, into `part`.
static bool cut(const char **word, const char *end, const char *ends, char *part, size_t room) {
    size_t length = 0;
    while (*word + length < end && !strchr(ends, (*word)[length]))
        length++;
    if (length >= room)
        return false;
    memcpy(part, *word, length);
    part[length] = 0;
    *word += length;
    return true;
}

static bool cut_cell(const SampleBoard *board, const char **word, const char *end, const char *ends,
                     Move *cell) {
    char part[COORD_CHARS];
    return cut(word, end, ends, part, sizeof part) &&
           coord_parse(board->game, board->width, board->height, part, cell);
}

static bool cut_number(const char **word, const char *end, const char *ends, int64_t least,
                       int64_t most, int64_t *number) {
    char part[8];
    return cut(word, end, ends, part, sizeof part) && text_to_int(part, number) &&
           *number >= least && *number <= most;
}

// "(h6:61,g7:22)", up to the end.
static bool parse_choices(const SampleBoard *board, const char *word, const char *end,
                          SampleMove *move) {
    while (*word != ')') {
        SampleChoice *choice = &move->choices[move->choice_count];
        int64_t percent;
        if (move->choice_count == SAMPLE_CHOICES || word++ == end ||
            !cut_cell(board, &word, end, ":", &choice->move) || word++ == end ||
            !cut_number(&word, end, ",)", 1, 100, &percent) || word == end)
            return false;
        choice->percent = (uint8_t)percent;
        move->choice_count++;
    }
    return word + 1 == end;
}

static bool parse_word(const SampleBoard *board, const char *word, size_t length,
                       SampleMove *move) {
    const char *end = word + length;
    int64_t score;
    *move = (SampleMove){.judged = false};
    if (!cut_cell(board, &word, end, "=~", &move->move))
        return false;
    if (word == end)
        return true;
    move->judged = true;
    move->best = *word++ == '=';
    if (!cut_number(&word, end, "(", INT16_MIN, INT16_MAX, &score))
        return false;
    move->score = (int16_t)score;
    return word == end || parse_choices(board, word, end, move);
}

bool sample_parse(const SampleBoard *board, const char *line, SampleGame *game, Error *err) {
    bool taken[BOARD_CELLS] = {false};
    const char *letter = *line ? memchr(result_letters + 1, *line, 3) : NULL;
    game->count = 0;
    if (!letter || (line[1] && line[1] != ' '))
        return error_set(err, "a game begins with b, w or d, not '%.20s'", line);
    game->result = (Result)(letter - result_letters);
    for (line++; *line;) {
        size_t length = strcspn(++line, " ");
        SampleMove move;
        if (!parse_word(board, line, length, &move))
            return error_set(err, "'%.*s' is no stone on this board, such as h8 or h8=-31",
                             length < 40 ? (int)length : 40, line);
        if (taken[move.move])
            return error_set(err, "two stones on '%.*s'", (int)length, line);
        taken[move.move] = true;
        sample_add(game, move);
        line += length;
    }
    return true;
}

// --- writing ---

struct SampleWriter {
    int file;
    char *path;
};

// Reads what is there: how many whole lines of games, and where the last one ends. False when it
// was begun with another head.
static bool survey(FILE *stream, const Text *head, int64_t *games, off_t *end) {
    size_t matched = 0;
    off_t at = 0;
    *games = 0;
    *end = 0;
    for (int c; (c = getc(stream)) != EOF;) {
        at++;
        if (matched < head->length) {
            if (c != head->chars[matched])
                return false;
            if (++matched == head->length)
                *end = at;
        } else if (c == '\n') {
            *end = at;
            ++*games;
        }
    }
    return true;
}

// What the system said when it could not read or write.
static bool fail(const char *what, const char *path, Error *err) {
    return error_set(err, "cannot %s %.200s: %s", what, path, strerror(errno));
}

static bool take_up(SampleWriter *writer, const Text *head, int64_t *games, bool *broken,
                    Error *err) {
    if (flock(writer->file, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, "another program is writing to %.200s", writer->path);
    FILE *stream = fopen(writer->path, "rb");
    if (!stream)
        return fail("read", writer->path, err);
    off_t end;
    bool same = survey(stream, head, games, &end);
    bool failed = ferror(stream);
    fclose(stream);
    if (failed)
        return fail("read", writer->path, err);
    *broken = same;
    if (!same)
        return error_set(err,
                         "%.200s was begun in another way; its second line says how, and another "
                         "file can be given",
                         writer->path);
    return (ftruncate(writer->file, end) == 0 &&
            (end > 0 || file_write_all(writer->file, head->chars, head->length))) ||
           fail("write", writer->path, err);
}

SampleWriter *samples_write(const char *path, const SampleBoard *board, const char *made_by,
                            int64_t *games, bool *broken, Error *err) {
    Error why = {""};
    FILE *begun = file_open(path, &why); // a pipe would be waited for
    *broken = begun || (errno != EINVAL && errno != ENXIO);
    if (!*broken) {
        error_set(err, "%s", why.text);
        return NULL;
    }
    if (begun)
        fclose(begun);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) {
        fail("write", path, err);
        return NULL;
    }
    SampleWriter *writer = mem_new(sizeof *writer);
    writer->file = file;
    writer->path = mem_copy_text(path);
    Text head = {0};
    text_addf(&head, "samples %s %s %dx%d\nmade by %s\n", board->game->name,
              board->game->rules[board->rule].name, board->width, board->height, made_by);
    bool ok = take_up(writer, &head, games, broken, err);
    text_free(&head);
    if (ok)
        return writer;
    samples_close(writer, NULL);
    return NULL;
}

bool samples_add(SampleWriter *writer, const char *lines, size_t length, Error *err) {
    return file_write_all(writer->file, lines, length) || fail("write", writer->path, err);
}

bool samples_close(SampleWriter *writer, Error *err) {
    bool ok = close(writer->file) == 0 || fail("write", writer->path, err);
    free(writer->path);
    free(writer);
    return ok;
}

// --- reading ---

struct SampleReader {
    FILE *stream;
    char *path;
    SampleBoard board;
    Text line;
    size_t number;
};

// Whole lines only: what has no LF is what a sudden end left.
static bool next_whole_line(SampleReader *reader) {
    char block[4096];
    text_clear(&reader->line);
    while (fgets(block, sizeof block, reader->stream)) {
        text_add(&reader->line, block);
        char *last = &reader->line.chars[reader->line.length ? reader->line.length - 1 : 0];
        if (reader->line.length && *last == '\n') {
            *last = 0;
            reader->number++;
            return true;
        }
    }
    return false;
}

static bool read_board(SampleReader *reader, const GameType *const *games, Error *err) {
    char *save, *words[5] = {NULL};
    if (next_whole_line(reader))
        for (int i = 0; i < 5; i++)
            words[i] = strtok_r(i ? NULL : reader->line.chars, " ", &save);
    bool good = words[3] && !words[4] && strcmp(words[0], "samples") == 0;
    SampleBoard *board = &reader->board;
    board->game = good ? game_named(games, words[1]) : NULL;
    if (!board->game)
        return error_set(err,
                         "%.200s is no sample file; it would begin with a line such as "
                         "samples gomoku freestyle 15x15",
                         reader->path);
    const GameType *game = board->game;
    board->rule = game_rule_index(game, words[2]);
    if (board->rule < 0 || !size_parse(words[3], &board->width, &board->height) ||
        !game_size_fits(game, board->width, board->height, NULL))
        return error_set(err, "%.200s: there is no %s %.40s on a board of %.40s", reader->path,
                         game->name, words[2], words[3]);
    if (!next_whole_line(reader) || !text_starts(reader->line.chars, "made by "))
        return error_set(err, "%.200s does not say how it was made", reader->path);
    return true;
}

SampleReader *samples_read(const char *path, const GameType *const *games, Error *err) {
    SampleReader *reader = mem_new(sizeof *reader);
    reader->path = mem_copy_text(path);
    reader->stream = file_open(path, err);
    if (reader->stream && read_board(reader, games, err))
        return reader;
    samples_end(reader);
    return NULL;
}

const SampleBoard *samples_board(const SampleReader *reader) {
    return &reader->board;
}

bool samples_next(SampleReader *reader, SampleGame *game, Error *err) {
    if (!next_whole_line(reader)) {
        if (ferror(reader->stream))
            fail("read", reader->path, err);
        return false;
    }
    Error why = {""};
    return sample_parse(&reader->board, reader->line.chars, game, &why) ||
           error_set(err, "%.200s:%zu: %.250s", reader->path, reader->number, why.text);
}

SamplePlace samples_place(const SampleReader *reader) {
    return (SamplePlace){ftello(reader->stream), reader->number};
}

bool samples_go_on(SampleReader *reader, SamplePlace place, Error *err) {
    if (place.offset == 0)
        return true;
    reader->number = (size_t)place.line;
    return fseeko(reader->stream, (off_t)place.offset, SEEK_SET) == 0 ||
           fail("read", reader->path, err);
}

void samples_end(SampleReader *reader) {
    if (!reader)
        return;
    if (reader->stream)
        fclose(reader->stream);
    text_free(&reader->line);
    free(reader->path);
    free(reader);
}
