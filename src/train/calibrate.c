// SPDX-License-Identifier: MIT
// Logistic regression with a single number: the chance is 1/(1+e^(-score*gradient)). The loss is
// convex in the gradient, so its least value is found by halving. A score occurs many times, so the
// games are read once into a table of scores.
#include "train/calibrate.h"

#include "base/memory.h"
#include "search/info.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { STEPS = 50, TABLE = 2 * SCORE_LIKELY + 1 };

// How often a score was given, and what came of it.
typedef struct Outcomes {
    double count, came; // 1 for a win of the side to move, 1/2 for a draw
} Outcomes;

static void add_game(const SampleGame *game, Outcomes *table) {
    for (size_t i = 0; i < game->count; i++) {
        const SampleMove *move = &game->moves[i];
        if (!move->judged || abs(move->score) >= SCORE_LIKELY)
            continue;
        Outcomes *outcomes = &table[move->score + SCORE_LIKELY];
        outcomes->count++;
        outcomes->came += sample_came(game, i % 2 ? SIDE_WHITE : SIDE_BLACK);
    }
}

static bool read_all(const GameType *const *games, const TextList *paths, Outcomes *table,
                     Calibration *out, Error *err) {
    SampleGame game = {0};
    Error wrong = {""};
    for (size_t i = 0; i < paths->count && !wrong.text[0]; i++) {
        SampleReader *reader = samples_read(paths->items[i], games, &wrong);
        if (!reader)
            break;
        out->board = *samples_board(reader);
        for (; samples_next(reader, &game, &wrong); out->games++)
            add_game(&game, table);
        samples_end(reader);
    }
    sample_free(&game);
    return !wrong.text[0] || error_set(err, "%s", wrong.text);
}

// The loss, once and twice derived by the gradient.
static double derive(const Outcomes *table, double gradient, double *curvature) {
    double first = 0;
    *curvature = 0;
    for (int i = 0; i < TABLE; i++) {
        double score = i - SCORE_LIKELY, win = score_logistic(score * gradient);
        first += score * (table[i].count * win - table[i].came);
        *curvature += score * score * table[i].count * win * (1 - win);
    }
    return first;
}

// The gradient of least loss, 0 when the scores point the wrong way or nowhere.
static double fit_gradient(const Outcomes *table, double *curvature) {
    double low = 0, high = 1;
    if (derive(table, 0, curvature) >= 0)
        return 0;
    for (int step = 0; step < STEPS; step++) {
        double middle = (low + high) / 2;
        if (derive(table, middle, curvature) < 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool calibrate_run(const GameType *const *games, const TextList *paths, Calibration *out,
                   Error *err) {
    Outcomes *table = mem_new_array(TABLE, sizeof *table);
    *out = (Calibration){0};
    bool ok = read_all(games, paths, table, out, err);
    double curvature = 0, gradient = ok ? fit_gradient(table, &curvature) : 0;
    if (gradient > 0) {
        out->scale = 1 / gradient;
        out->error = out->scale * out->scale / sqrt(curvature);
    }
    for (int i = 0; i < TABLE; i++)
        for (double left = table[i].count, came = table[i].came; left > 0; left--, came--)
            score_add_chance(&out->expected, (i - SCORE_LIKELY) * gradient,
                             came > 1   ? 1
                             : came > 0 ? came
                                        : 0);
    free(table);
    return ok;
}

void calibrate_print(const Calibration *calibration, Text *out) {
    const Score *score = &calibration->expected;
    text_addf(out, "%" PRId64 " games, %" PRId64 " positions with a score and no proof\n",
              calibration->games, score->positions);
    if (calibration->scale <= 0) {
        text_add(out, "the scores say nothing about the results\n");
        return;
    }
    text_addf(out, "scale %.0f (give or take %.0f): a score of that size wins 73 of 100\n",
              calibration->scale, calibration->error);
    text_addf(out, "loss %.4f, of the average %.4f\n\n", score->loss / (double)score->positions,
              score_flat_loss(score));
    score_print_bins(score, out);
}
