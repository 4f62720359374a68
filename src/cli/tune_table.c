// SPDX-License-Identifier: MIT
#include "cli/tune.h"

#include "base/json.h"
#include "base/memory.h"
#include "match/tune_games.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Where it stands after all that is known.
static void stand(const TuneLog *log, double *values) {
    TuneWay *way = mem_new(sizeof *way);
    tune_way_begin(way, &log->head.spsa);
    for (size_t i = 0; i < log->count; i++)
        tune_way_add(way, log->pairs[i]);
    memcpy(values, tune_way_now(way), log->head.spsa.count * sizeof *values);
    free(way);
}

// As a player takes it: a whole number, or six digits.
static double settled(const SpsaParam *param, double value) {
    if (param->whole)
        return round(value);
    Text word = {0};
    text_addf(&word, "%.6g", value);
    double read = strtod(word.chars, NULL);
    text_free(&word);
    return read;
}

static void add_spec(const TuneLog *log, const double *values, Text *out) {
    double taken[SPSA_PARAMS_MAX];
    for (size_t i = 0; i < log->head.spsa.count; i++)
        taken[i] = settled(&log->head.spsa.params[i], values[i]);
    tune_games_spec(&log->head, taken, out);
}

// Pairs in which one player scored more than the other: only they teach anything.
static size_t told_apart(const TuneLog *log) {
    size_t count = 0;
    for (size_t i = 0; i < log->count; i++)
        count += tune_pair_result(log->pairs[i]) != 0;
    return count;
}

// A word as a shell takes it.
static void add_word(Text *out, const char *word) {
    bool plain = strcspn(word, " \t\"'\\$`&|;<>()*?[]#~") == strlen(word);
    text_addf(out, plain ? " %s" : " '%s'", word);
}

static void add_match(const TuneLog *log, const double *values, Text *out) {
    const TuneHead *head = &log->head;
    Text spec = {0};
    add_spec(log, values, &spec);
    text_addf(out, "tengen match --rule %s --size %s --nodes %" PRId64 " --sprt 0,10 --player",
              head->rule, head->size, head->nodes);
    add_word(out, spec.chars);
    text_add(out, " --player");
    add_word(out, head->player);
    text_add_char(out, '\n');
    text_free(&spec);
}

void tune_table_print(const TuneLog *log, Text *out) {
    const TuneHead *head = &log->head;
    double values[SPSA_PARAMS_MAX];
    int wide = 0;
    stand(log, values);
    for (size_t i = 0; i < head->spsa.count; i++) {
        int length = (int)strlen(head->spsa.params[i].name);
        wide = length > wide ? length : wide;
    }
    text_addf(out,
              "%zu of %" PRId64 " games, %s %s, %" PRId64 " nodes a move; %zu of %zu pairs told "
              "the players apart\n\n%-*s %10s %10s %10s %8s   %s\n",
              2 * log->count, head->games, head->rule, head->size, head->nodes, told_apart(log),
              log->count, wide, "", "start", "now", "change", "steps", "bounds");
    for (size_t i = 0; i < head->spsa.count; i++) {
        const SpsaParam *param = &head->spsa.params[i];
        double change = values[i] - param->start;
        int digits = param->step >= 1 ? 1 : 3;
        text_addf(out, "%-*s %10.6g %10.*f %+10.*f %+8.2f   %g .. %g\n", wide, param->name,
                  param->start, digits, values[i], digits, change, change / param->step,
                  param->least, param->most);
    }
    text_add_char(out, '\n');
    add_match(log, values, out);
}

void tune_table_json(const TuneLog *log, Text *out) {
    const TuneHead *head = &log->head;
    double values[SPSA_PARAMS_MAX];
    Text spec = {0};
    stand(log, values);
    add_spec(log, values, &spec);
    Json json = json_line(out);
    json_put_int(&json, "games", 2 * (int64_t)log->count);
    json_put_int(&json, "of", head->games);
    json_put_text(&json, "rule", head->rule);
    json_put_text(&json, "size", head->size);
    json_put_int(&json, "nodes", head->nodes);
    json_put_int(&json, "told_apart", (int64_t)told_apart(log));
    json_put_text(&json, "player", spec.chars);
    json_put_array(&json, "params");
    for (size_t i = 0; i < head->spsa.count; i++) {
        const SpsaParam *param = &head->spsa.params[i];
        json_begin_object(&json);
        json_put_text(&json, "name", param->name);
        json_put_number(&json, "start", param->start, 6);
        json_put_number(&json, "now", values[i], 6);
        json_put_number(&json, "least", param->least, 6);
        json_put_number(&json, "most", param->most, 6);
        json_put_number(&json, "step", param->step, 6);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_line(&json);
    text_free(&spec);
}
