// SPDX-License-Identifier: MIT
// `tengen eval`: what the static evaluation of a position is made of.
#include "base/json.h"
#include "base/memory.h"
#include "cli/command.h"
#include "cli/thought.h"
#include "game/coord.h"
#include "search/appraisal.h"

#include <stdlib.h>

typedef struct EvalOptions {
    CommonOptions common;
    char *weights;
} EvalOptions;

static const Option options[] = {
    {"weights", OPTION_TEXT, offsetof(EvalOptions, weights), "FILE", 0, 0,
     "in place of those built in"},
    {0},
};

static void write_text(const Position *position, const Appraisal *appraisal, Text *out) {
    char word[COORD_CHARS];
    int decimals = appraisal->decimals;
    for (size_t i = 0; i < appraisal->term_count; i++) {
        const AppraisalTerm *term = &appraisal->terms[i];
        text_addf(out, "%-26s %s%.*f\n", term->name, term->adds && term->value >= 0 ? "+" : "",
                  term->adds ? decimals : 0, term->value);
    }
    text_addf(out, "%-26s %+.*f\n%-26s %.1f%%\n", "score", decimals, appraisal->score, "win",
              100 * appraisal->win);
    if (appraisal->cell_count)
        text_add(out, "\ncell");
    for (size_t i = 0; i < appraisal->column_count && appraisal->cell_count; i++)
        text_addf(out, "  %14s", appraisal->columns[i]);
    for (size_t i = 0; i < appraisal->cell_count; i++) {
        const AppraisalCell *row = &appraisal->cells[i];
        text_addf(out, "\n%-4s", move_print(position, row->cell, word));
        for (size_t c = 0; c < appraisal->column_count; c++)
            text_addf(out, "  %14.*f", decimals, row->values[c]);
        text_addf(out, "%s%s", row->note[0] ? "  " : "", row->note);
    }
    text_add(out, appraisal->cell_count ? "\n" : "");
}

static void write_json(const Position *position, const Appraisal *appraisal, Text *out) {
    char word[COORD_CHARS];
    Json json = json_line(out);
    json_put_array(&json, "terms");
    for (size_t i = 0; i < appraisal->term_count; i++) {
        json_begin_object(&json);
        json_put_text(&json, "name", appraisal->terms[i].name);
        json_put_number(&json, "value", appraisal->terms[i].value, 4);
        json_put_bool(&json, "adds", appraisal->terms[i].adds);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_put_number(&json, "score", appraisal->score, 4);
    json_put_number(&json, "win", appraisal->win, 4);
    json_put_array(&json, "cells");
    for (size_t i = 0; i < appraisal->cell_count; i++) {
        const AppraisalCell *row = &appraisal->cells[i];
        json_begin_object(&json);
        json_put_text(&json, "cell", move_print(position, row->cell, word));
        for (size_t c = 0; c < appraisal->column_count; c++)
            json_put_number(&json, appraisal->columns[c], row->values[c], 4);
        if (row->note[0])
            json_put_text(&json, "note", row->note);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_line(&json);
}

static int appraise(const Call *call, const Position *position) {
    const EvalOptions *given = call->options;
    const SearcherType *searcher = registry_searcher(call->registry, position->type);
    if (position_result(position) != RESULT_NONE)
        return call_fail(call, EXIT_USAGE, "the game is over (%s); there is nothing to evaluate",
                         position_result_reason(position));
    if (!searcher || !searcher->appraise)
        return call_fail(call, EXIT_USAGE, "%s has no evaluation to show", position->type->name);
    Appraisal *appraisal = mem_new(sizeof *appraisal);
    Text out = {0};
    int code = EXIT_GOOD;
    if (!searcher->appraise(position, given->weights, appraisal, call->err))
        code = call_error(call, EXIT_USAGE);
    else if (given->common.json)
        write_json(position, appraisal, &out);
    else
        write_text(position, appraisal, &out);
    output_end(&out);
    free(appraisal);
    return code;
}

static int run(const Call *call) {
    Position *position = thought_position(call, call->words[0]);
    if (!position)
        return call_error(call, EXIT_USAGE);
    int code = appraise(call, position);
    position_free(position);
    return code;
}

const Command eval_command = {
    .name = "eval",
    .usage = "POSITION",
    .summary = "what the evaluation is made of",
    .details =
        "Writes what the static evaluation of a position is made of, without searching:\n"
        "its terms, the score they add up to, the chance to win at that score, and what\n"
        "each cell brings. All from the side to move.\n"
        "\n"
        "Gomoku: the worth of every empty cell to either side by the patterns of its four\n"
        "lines, the state of the threats, and the worth of having the move. Hex: the\n"
        "network's value and its policy for each cell, the two-distance of both sides, in\n"
        "all and through each cell (-1: no way), and what is filled in as dead or captured.\n"
        "\n"
        "With --json it is one object:\n"
        "  {\"terms\":[{\"name\":\"tempo\",\"value\":12,\"adds\":true}],\"score\":35,\n"
        "   \"win\":0.54,\"cells\":[{\"cell\":\"h8\",\"own\":14,\"opponent\":-6,\"balance\":8}]}\n"
        "where the terms with \"adds\" add up to the score.",
    .common = COMMON_BOARD | COMMON_TO_MOVE | COMMON_JSON,
    .options = options,
    .size = sizeof(EvalOptions),
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
