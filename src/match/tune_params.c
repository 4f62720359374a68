// SPDX-License-Identifier: MIT
#include "match/tune_params.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10, PARTS = 4 };
static const double WHOLE_STEP = 0.5; // the least that moves a whole number from one to the next

void tune_number_print(double number, Text *out) {
    char word[40];
    for (int digits = 10; digits <= 17; digits++) {
        snprintf(word, sizeof word, "%.*g", digits, number);
        if (strtod(word, NULL) == number)
            break;
    }
    text_add(out, word);
}

void tune_param_print(const SpsaParam *param, Text *out) {
    const double parts[PARTS] = {param->start, param->least, param->most, param->step};
    text_add(out, param->name);
    for (int i = 0; i < PARTS; i++) {
        text_add_char(out, i ? ':' : '=');
        tune_number_print(parts[i], out);
    }
}

// --- the name ---

// How many letters must be changed, put in or left out to make one word of the other (Levenshtein).
static size_t distance(const char *a, const char *b) {
    size_t row[SPSA_NAME + 1], length = strlen(b);
    assert(length <= SPSA_NAME);
    for (size_t i = 0; i <= length; i++)
        row[i] = i;
    for (; *a; a++) {
        size_t corner = row[0]++;
        for (size_t i = 1; i <= length; i++) {
            size_t changed = corner + (*a != b[i - 1]);
            size_t other = (row[i] < row[i - 1] ? row[i] : row[i - 1]) + 1;
            corner = row[i];
            row[i] = changed < other ? changed : other;
        }
    }
    return row[length];
}

static const Tunable *find(const TunableTable *table, const char *name, Error *err) {
    const Tunable *nearest = NULL;
    size_t least = SIZE_MAX;
    if (strlen(name) >= SPSA_NAME) {
        error_set(err, "no number to tune has so long a name as '%.60s'", name);
        return NULL;
    }
    for (size_t i = 0; i < table->count; i++) {
        size_t away = distance(name, table->rows[i].name);
        if (away < least) {
            least = away;
            nearest = &table->rows[i];
        }
    }
    if (nearest && !least)
        return nearest;
    error_set(err, "%s has no number '%.60s' to tune%s%s; `tengen tune list` shows them",
              table->game, name, nearest ? "; the nearest is " : "", nearest ? nearest->name : "");
    return NULL;
}

// --- its numbers ---

// Cuts the next part off `*rest`, up to a colon; NULL where there is none.
static char *next_part(char **rest) {
    char *part = *rest;
    if (!part)
        return NULL;
    char *colon = strchr(part, ':');
    *rest = colon ? colon + 1 : NULL;
    if (colon)
        *colon = 0;
    return part;
}

static bool read_parts(const char *name, char *rest, double *parts[PARTS], bool given[PARTS],
                       Error *err) {
    for (int i = 0; i < PARTS; i++) {
        const char *part = next_part(&rest);
        given[i] = part && *part;
        if (given[i] && (!text_to_double(part, parts[i]) || fabs(*parts[i]) > TUNABLE_LIMIT))
            return error_set(err, "%s=START:LEAST:MOST:STEP takes numbers, not '%.40s'", name,
                             part);
    }
    return !rest || error_set(err, "%s=START:LEAST:MOST:STEP takes four numbers, not '%.40s' too",
                              name, rest);
}

static bool check(const SpsaParam *param, const Tunable *tunable, Error *err) {
    const char *name = param->name;
    if (param->least < tunable->least)
        return error_set(err, "%s cannot be less than %g, not %g", name, tunable->least,
                         param->least);
    if (!(param->least < param->most))
        return error_set(err, "%s needs bounds, the smaller first, as in %s=%g:LEAST:MOST", name,
                         name, param->start);
    if (param->start < param->least || param->start > param->most)
        return error_set(err, "%s starts at %g, which is not within %g and %g", name, param->start,
                         param->least, param->most);
    if (param->whole && (floor(param->least) != param->least || floor(param->most) != param->most))
        return error_set(err, "%s is a whole number, and so are its bounds, not %g and %g", name,
                         param->least, param->most);
    if (!(param->step > 0) || param->step > param->most - param->least)
        return error_set(err, "%s takes a step of more than 0 and at most %g, not %g", name,
                         param->most - param->least, param->step);
    return true;
}

static double with_digits(double number, int digits) {
    char word[40];
    snprintf(word, sizeof word, "%.*g", digits, number);
    return strtod(word, NULL);
}

// What was not given follows from what was. The usual value may be a float's: six digits of it.
static void complete(SpsaParam *param, const Tunable *tunable, const bool given[PARTS]) {
    if (!given[0])
        param->start = tunable->whole ? tunable->usual : with_digits(tunable->usual, 6);
    if (!given[1]) {
        param->least = fmin(fmax(tunable->least, 0), param->start);
        param->least = tunable->whole ? floor(param->least) : param->least;
    }
    if (!given[2])
        param->most = tunable->whole ? ceil(2 * param->start) : 2 * param->start;
    if (!given[3]) {
        param->step = with_digits((param->most - param->least) / STEPS, 3);
        param->step = param->whole ? fmax(param->step, WHOLE_STEP) : param->step;
    }
}

bool tune_param_parse(const TunableTable *table, const char *text, SpsaParam *param, Error *err) {
    char *name = mem_copy_text(text), *equals = strchr(name, '=');
    bool given[PARTS], ok = false;
    *param = (SpsaParam){.step = 0};
    if (equals)
        *equals = 0;
    const Tunable *tunable = find(table, name, err);
    if (tunable) {
        memcpy(param->name, name, strlen(name) + 1);
        param->whole = tunable->whole;
        double *parts[PARTS] = {&param->start, &param->least, &param->most, &param->step};
        ok = read_parts(name, equals ? equals + 1 : NULL, parts, given, err);
        if (ok) {
            complete(param, tunable, given);
            ok = check(param, tunable, err);
        }
    }
    free(name);
    return ok;
}

bool tune_params_parse(const TunableTable *table, const TextList *texts, Spsa *spsa, Error *err) {
    spsa->count = 0;
    if (!texts->count)
        return error_set(err, "which numbers? --param NAME=START:LEAST:MOST:STEP says one, and "
                              "`tengen tune list` shows all");
    for (size_t i = 0; i < texts->count; i++) {
        SpsaParam param;
        if (!tune_param_parse(table, texts->items[i], &param, err))
            return false;
        for (size_t k = 0; k < spsa->count; k++)
            if (strcmp(spsa->params[k].name, param.name) == 0)
                return error_set(err, "%s is given twice", param.name);
        spsa->params[spsa->count++] = param; // no more than the table has
    }
    return true;
}
