// SPDX-License-Identifier: MIT
#include "match/tune_file.h"

#include "base/file.h"
#include "base/memory.h"
#include "match/tune_params.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char first_line[] = "tune 1\n", last_line[] = "results\n";

// --- the head ---

#define AT(field) offsetof(TuneHead, field)
// In the order in which they stand there.
static const Option head_rows[] = {
    {"game", OPTION_TEXT, AT(game), "NAME", 0, 0, ""},
    {"rule", OPTION_TEXT, AT(rule), "NAME", 0, 0, ""},
    {"size", OPTION_TEXT, AT(size), "15x15", 0, 0, ""},
    {"player", OPTION_TEXT, AT(player), "SPEC", 0, 0, ""},
    {"openings", OPTION_TEXT, AT(openings), "even|KEY", 0, 0, ""},
    {"nodes", OPTION_INT, AT(nodes), "N", 1, INT64_MAX, ""},
    {"games", OPTION_INT, AT(games), "N", 2, INT64_MAX, ""},
    {"rate", OPTION_TEXT, AT(rate), "R", 0, 0, ""},
    {"seed", OPTION_INT, AT(spsa.seed), "N", 0, INT64_MAX, ""},
    {"param", OPTION_LIST, AT(params), "NAME=...", 0, 0, ""},
    {0},
};

void tune_head_free(TuneHead *head) {
    options_free(head_rows, head);
    *head = (TuneHead){.nodes = 0};
}

static void print_row(const TuneHead *head, const Option *row, Text *out) {
    const char *place = (const char *)head + row->offset;
    if (row->kind == OPTION_LIST) {
        for (size_t i = 0; i < head->spsa.count; i++) {
            text_addf(out, "%s ", row->name);
            tune_param_print(&head->spsa.params[i], out);
            text_add(out, head->spsa.params[i].whole ? " whole\n" : " real\n");
        }
        return;
    }
    text_addf(out, "%s ", row->name);
    if (row->kind == OPTION_INT)
        text_addf(out, "%" PRId64, *(const int64_t *)place);
    else
        text_add(out, *(char *const *)place);
    text_add_char(out, '\n');
}

static void print_head(const TuneHead *head, Text *out) {
    text_add(out, first_line);
    for (const Option *row = head_rows; row->name; row++)
        print_row(head, row, out);
    text_add(out, last_line);
}

// "RAZOR_MARGIN=120:40:300:20 whole", as it was printed.
static bool read_param(const char *text, SpsaParam *param, Error *err) {
    char *copy = mem_copy_text(text), *blank = strrchr(copy, ' ');
    bool whole = blank && strcmp(blank, " whole") == 0;
    bool ok = whole || (blank && strcmp(blank, " real") == 0);
    if (ok) {
        *blank = 0;
        // A table of this one alone: its name and bounds were checked when the file was begun.
        TunableTable table = {.count = 1, .game = "the file"};
        char *name = mem_copy_text(copy);
        name[strcspn(name, "=")] = 0;
        table.rows[0] = (Tunable){name, 0, -TUNABLE_LIMIT, whole};
        ok = tune_param_parse(&table, copy, param, err);
        free(name);
    } else {
        error_set(err, "'%.60s' is no parameter", text);
    }
    free(copy);
    return ok;
}

// The numbers behind the texts.
static bool settle_head(TuneHead *head, Error *err) {
    Spsa *spsa = &head->spsa;
    if (!head->game || !head->rule || !head->size || !head->player || !head->openings ||
        !head->rate || !head->nodes || !head->games || head->games % 2 || !head->params.count)
        return error_set(err, "its head is not complete");
    if (!text_to_double(head->rate, &spsa->rate) || !(spsa->rate > 0) || spsa->rate > SPSA_RATE_MAX)
        return error_set(err, "'rate %.40s' is no number above 0, up to %d", head->rate,
                         SPSA_RATE_MAX);
    if (head->params.count > SPSA_PARAMS_MAX)
        return error_set(err, "%zu parameters are too many", head->params.count);
    spsa->count = head->params.count;
    spsa->steps = head->games / 2;
    for (size_t i = 0; i < spsa->count; i++)
        if (!read_param(head->params.items[i], &spsa->params[i], err))
            return false;
    return true;
}

// Takes the head off `*text`, which it cuts into lines; it ends with the last line, which is there.
static bool parse_head(char **text, TuneHead *head, Error *err) {
    char *line = *text + strlen(first_line);
    *head = (TuneHead){.nodes = 0};
    while (strncmp(line, last_line, strlen(last_line)) != 0) {
        char *end = strchr(line, '\n');
        assert(end);
        *end = 0;
        char *blank = strchr(line, ' ');
        if (!blank)
            return error_set(err, "'%.60s' is no row of its head", line);
        *blank = 0;
        if (!option_set(head_rows, head, line, blank + 1, err))
            return false;
        line = end + 1;
    }
    *text = line + strlen(last_line);
    return settle_head(head, err);
}

// --- the log ---

void tune_log_free(TuneLog *log) {
    tune_head_free(&log->head);
    free(log->pairs);
    *log = (TuneLog){.count = 0};
}

int tune_pair_result(TunePair pair) {
    int result = 0;
    for (int i = 0; i < 2; i++)
        result += (pair.games[i] == 'w') - (pair.games[i] == 'l');
    return result;
}

static bool has_head(const Text *text) {
    const char *chars = text_chars(text);
    char after[sizeof last_line + 1] = "\n";
    strcat(after, last_line);
    return text_starts(chars, first_line) && strstr(chars, after);
}

static bool is_score(char letter) {
    return letter == 'w' || letter == 'd' || letter == 'l';
}

// *whole gets the length of the text up to its last whole line.
static bool parse_log(Text *text, TuneLog *log, size_t *whole, Error *err) {
    char *at = text->chars;
    if (!parse_head(&at, &log->head, err))
        return false;
    for (char *end; (end = strchr(at, '\n')); at = end + 1) {
        if (end - at != 2 || !is_score(at[0]) || !is_score(at[1]) ||
            (int64_t)log->count == log->head.spsa.steps)
            return error_set(err, "pair %zu, '%.*s', is no result of two games", log->count + 1,
                             end - at < 40 ? (int)(end - at) : 40, at);
        *MEM_MORE(log->pairs, log->count, log->capacity) = (TunePair){{at[0], at[1]}};
    }
    *whole = (size_t)(at - text->chars);
    return true;
}

bool tune_file_parse(const char *path, Text *text, TuneLog *log, size_t *whole, Error *err) {
    Error why = {""};
    if (!has_head(text))
        return error_set(err, "%.200s is no file of `tengen tune`", path);
    // What follows a NUL byte is not of ours.
    if (strlen(text->chars) != text->length)
        return error_set(err, "%.200s: there are bytes in it that are no text", path);
    return parse_log(text, log, whole, &why) || error_set(err, "%.200s: %.250s", path, why.text);
}

bool tune_file_read(const char *path, TuneLog *log, Error *err) {
    Text text = {0};
    size_t whole;
    *log = (TuneLog){.count = 0};
    bool ok = file_read(path, &text, err) && tune_file_parse(path, &text, log, &whole, err);
    text_free(&text);
    if (!ok)
        tune_log_free(log);
    return ok;
}

// --- writing ---

struct TuneFile {
    int file;
    char *path;
};

static bool fail(const TuneFile *file, Error *err) {
    return error_set(err, "cannot write %.200s: %s", file->path, strerror(errno));
}

// Says in which line the file's head differs from ours.
static bool compare_heads(const char *path, const TuneHead *was, const TuneHead *is, Error *err) {
    Text old = {0}, new = {0};
    print_head(was, &old);
    print_head(is, &new);
    const char *a = old.chars, *b = new.chars;
    bool same = true;
    while (same && *a && *b) {
        int left = (int)strcspn(a, "\n"), right = (int)strcspn(b, "\n");
        same = left == right && memcmp(a, b, (size_t)left) == 0;
        if (!same)
            error_set(err, "%.150s was begun with '%.*s', not '%.*s'; another file can be given",
                      path, left < 80 ? left : 80, a, right < 80 ? right : 80, b);
        a += left + 1;
        b += right + 1;
    }
    text_free(&old);
    text_free(&new);
    return same;
}

// An empty file, or one whose head was never finished.
static bool begin(TuneFile *file, TuneHead *head, TuneLog *log, bool *broken, Error *err) {
    Text text = {0};
    size_t whole;
    print_head(head, &text);
    *broken = ftruncate(file->file, 0) != 0 || !file_write_all(file->file, text.chars, text.length);
    bool ok = (!*broken || fail(file, err)) && tune_file_parse(file->path, &text, log, &whole, err);
    text_free(&text);
    return ok;
}

static bool is_begun(const Text *text) {
    size_t known = strlen(first_line) < text->length ? strlen(first_line) : text->length;
    return has_head(text) || memcmp(text_chars(text), first_line, known) != 0;
}

static bool take_up(TuneFile *file, TuneHead *head, bool seed_open, TuneLog *log, bool *broken,
                    Error *err) {
    if (flock(file->file, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, "another program is writing to %.200s", file->path);
    Text text = {0};
    size_t whole = 0;
    bool ok = file_read(file->path, &text, err);
    if (ok && !is_begun(&text)) {
        ok = begin(file, head, log, broken, err);
    } else if (ok) {
        ok = tune_file_parse(file->path, &text, log, &whole, err);
        if (ok && seed_open)
            head->spsa.seed = log->head.spsa.seed;
        ok = ok && compare_heads(file->path, &log->head, head, err);
        *broken = ok && ftruncate(file->file, (off_t)whole) != 0;
        ok = ok && (!*broken || fail(file, err));
    }
    text_free(&text);
    return ok;
}

TuneFile *tune_file_open(const char *path, TuneHead *head, bool seed_open, TuneLog *log,
                         bool *broken, Error *err) {
    TuneFile *file = mem_new(sizeof *file);
    *log = (TuneLog){.count = 0};
    *broken = false;
    file->path = mem_copy_text(path);
    file->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file->file < 0)
        *broken = !fail(file, err);
    else if (take_up(file, head, seed_open, log, broken, err))
        return file;
    tune_log_free(log);
    tune_file_close(file, NULL);
    return NULL;
}

bool tune_file_add(TuneFile *file, TunePair pair, Error *err) {
    const char line[] = {pair.games[0], pair.games[1], '\n'};
    assert(is_score(line[0]) && is_score(line[1]));
    return file_write_all(file->file, line, sizeof line) || fail(file, err);
}

bool tune_file_close(TuneFile *file, Error *err) {
    bool ok = file->file < 0 || close(file->file) == 0 || fail(file, err);
    free(file->path);
    free(file);
    return ok;
}
