// SPDX-License-Identifier: MIT
// Reading suites; suite_run.c runs them.
#include "lab/suite.h"

#include "base/file.h"
#include "base/memory.h"
#include "game/coord.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD_RULE, FIELD_SIZE, FIELD_POSITION, FIELD_SIDE, FIELD_EXPECT, FIELD_SOURCE, FIELDS };

// What may stand in the fifth field, and what stands behind its colon.
static const struct {
    const char *word;
    SuiteKind kind;
    enum { NOTHING, CELLS, REASONS, WIN_OR_NONE, RESULTS } behind;
    bool may_be_empty;
} expectations[] = {
    {"forbidden:", SUITE_FORBIDDEN, REASONS, false},
    {"legal:", SUITE_LEGAL, CELLS, false},
    {"allforbidden:", SUITE_ALL_FORBIDDEN, REASONS, true},
    {"vcf:", SUITE_VCF, WIN_OR_NONE, false},
    {"win", SUITE_WIN, NOTHING, false},
    {"loss", SUITE_LOSS, NOTHING, false},
    {"best:", SUITE_BEST, CELLS, false},
    {"result:", SUITE_RESULT, RESULTS, false},
};

static const char accepted[] =
    "forbidden:f8=33, legal:f8, allforbidden:..., vcf:win|none, win, loss, best:h8,g9 and "
    "result:black|white|draw|none";

static bool is_reason(const char *word) {
    static const char *const reasons[] = {"any",  "6",    "44",    "33",
                                          "6+44", "6+33", "44+33", "6+44+33"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(word, reasons[i]) == 0)
            return true;
    return false;
}

// "f8=33,k5=44" or "h8,g9", cut up in place.
static bool read_points(SuiteTest *test, char *list, bool reasons, Error *err) {
    char *rest = list;
    for (char *word; (word = strtok_r(rest, ",", &rest));) {
        SuitePoint point = {.cell = MOVE_NONE};
        char *equals = strchr(word, '=');
        if (equals)
            *equals++ = 0;
        if (!move_parse(test->position, text_trim(word), &point.cell, err))
            return false;
        if (!move_is_stone(point.cell))
            return error_set(err, "'%.40s' is no point of the board", word);
        if (reasons && (!equals || !is_reason(equals)))
            return error_set(err,
                             "'%.40s' needs a reason behind it: =6, =44, =33, some of them joined "
                             "in that order by +, or =any",
                             word);
        if (!reasons && equals)
            return error_set(err, "'%.40s' needs no reason", word);
        if (equals)
            snprintf(point.reason, sizeof point.reason, "%s", equals);
        *MEM_MORE(test->points, test->point_count, test->point_capacity) = point;
    }
    return true;
}

// What stands behind the colon of an expectation, in `argument`, which is cut up.
static bool read_argument(SuiteTest *test, size_t row, char *argument, Error *err) {
    switch (expectations[row].behind) {
    case NOTHING:
        return !*argument || error_set(err, "nothing stands behind '%s'", expectations[row].word);
    case CELLS:
    case REASONS:
        if (!*argument && !expectations[row].may_be_empty)
            return error_set(err, "a point is missing behind '%s'", expectations[row].word);
        if (test->kind != SUITE_BEST && test->position->to_move != SIDE_BLACK)
            return error_set(err, "forbidden points are Black's: the side must be b");
        return read_points(test, argument, expectations[row].behind == REASONS, err);
    case WIN_OR_NONE:
        test->want_win = strcmp(argument, "win") == 0;
        return test->want_win || strcmp(argument, "none") == 0 ||
               error_set(err, "'vcf:' takes win or none, not '%.40s'", argument);
    case RESULTS:
        for (Result r = RESULT_NONE; r <= RESULT_DRAW; r++)
            if (strcmp(argument, result_name(r)) == 0) {
                test->want_result = r;
                return true;
            }
        return error_set(err, "'result:' takes black, white, draw or none, not '%.40s'", argument);
    }
    return false;
}

static bool read_expect(SuiteTest *test, const char *field, Error *err) {
    char *words = mem_copy_text(field);
    char *facts = strchr(words, ';');
    if (facts)
        *facts++ = 0;
    test->facts = mem_copy_text(facts ? facts : "");
    char *expect = text_trim(words);
    test->expect = mem_copy_text(expect);
    bool good = false, known = false;
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations && !known; i++) {
        const char *word = expectations[i].word;
        bool colon = word[strlen(word) - 1] == ':';
        if (colon ? !text_starts(expect, word) : strcmp(expect, word) != 0)
            continue;
        known = true;
        test->kind = expectations[i].kind;
        good = read_argument(test, i, expect + strlen(word), err);
    }
    if (!known)
        error_set(err, "nothing can be expected as '%.60s'; there are %s", expect, accepted);
    free(words);
    return good;
}

static bool read_position(SuiteTest *test, char *const fields[FIELDS], const Registry *registry,
                          Error *err) {
    const char *rule = fields[FIELD_RULE], *side = fields[FIELD_SIDE];
    const GameType *game = registry_game(registry, rule, NULL);
    if (!game || game_rule_index(game, rule) < 0)
        return error_set(err,
                         "there is no rule '%.40s'; there are freestyle, standard, renju, caro, "
                         "caro-exact and hex",
                         rule);
    int width, height;
    if (!size_parse(fields[FIELD_SIZE], &width, &height))
        return error_set(err, "'%.40s' is no size; sizes are 15 or 7x8, columns x rows",
                         fields[FIELD_SIZE]);
    if (strcmp(side, "b") != 0 && strcmp(side, "w") != 0)
        return error_set(err, "'%.40s' is no side; sides are b and w", side);
    test->position = position_parse(game, rule, width, height, fields[FIELD_POSITION],
                                    *side == 'b' ? SIDE_BLACK : SIDE_WHITE, err);
    return test->position;
}

// Cuts a line into its six fields, each trimmed. The source may hold bars of its own.
static bool split_fields(char *line, char *fields[FIELDS], Error *err) {
    int count = 0;
    for (char *from = line; from; count++) {
        char *bar = count < FIELD_SOURCE ? strchr(from, '|') : NULL;
        if (bar)
            *bar++ = 0;
        fields[count] = text_trim(from);
        from = bar;
    }
    return count == FIELDS ||
           error_set(err, "a test has six fields, rule|size|position|side|expect|source, not %d",
                     count);
}

static void test_free(SuiteTest *test) {
    position_free(test->position);
    free(test->points);
    free(test->expect);
    free(test->facts);
    free(test->source);
}

static bool read_test(SuiteTest *test, const Registry *registry, char *line, Error *err) {
    char *fields[FIELDS];
    if (!split_fields(line, fields, err))
        return false;
    test->source = mem_copy_text(fields[FIELD_SOURCE]);
    if (read_position(test, fields, registry, err) && read_expect(test, fields[FIELD_EXPECT], err))
        return true;
    test_free(test);
    return false;
}

bool suite_parse(Suite *suite, const Registry *registry, const char *text, Error *err) {
    char *copy = mem_copy_text(text), *rest = copy;
    bool good = true;
    for (size_t number = 1; rest; number++) {
        // A comment takes the whole line: sources hold # of their own ("collection#173").
        char *line = text_trim(strsep(&rest, "\n"));
        if (!*line || *line == '#')
            continue;
        SuiteTest test = {.line = number};
        Error why = {""};
        good = read_test(&test, registry, line, &why) ||
               error_set(err, "line %zu: %s", number, why.text);
        if (!good)
            break;
        *MEM_MORE(suite->tests, suite->count, suite->capacity) = test;
    }
    free(copy);
    return good;
}

bool suite_read(Suite *suite, const Registry *registry, const char *path, Error *err) {
    Text text = {0};
    bool good = file_read(path, &text, err);
    Error why = {""};
    if (good && !suite_parse(suite, registry, text_chars(&text), &why))
        good = error_set(err, "%s, %s", path, why.text);
    text_free(&text);
    return good;
}

void suite_free(Suite *suite) {
    for (size_t i = 0; i < suite->count; i++)
        test_free(&suite->tests[i]);
    free(suite->tests);
    *suite = (Suite){0};
}
