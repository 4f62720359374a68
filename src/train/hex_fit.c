// SPDX-License-Identifier: MIT
// What is learned in Hex: the few numbers of the two-distance evaluation, and what its scores mean,
// by logistic regression on the results of games; and the policy, by softmax regression on the moves
// the search thought best.
#include "base/memory.h"
#include "hex/evaluation.h"
#include "hex/hex.h"
#include "hex/policy.h"
#include "train/adam.h"
#include "train/trainer.h"

#include <math.h>
#include <stdlib.h>

enum { STEP, WAY, TEMPO, PARAMETERS, POLICY_AT = PARAMETERS };
static const double WAYS_UNIT = 100; // so that all slopes are of a size
static const double PULL = 1, RATE = 0.01, POLICY_PULL = 2, POLICY_RATE = 0.02;

struct Fit {
    FitSettings settings;
    double all, batch; // positions in a pass; since the last step
    Adam adam;
    HexWeights weights;
    HexDistance distance[2];
    // Of the board followed last.
    HexGrid *grid;
    HexSight *sight;
    HexPatterns patterns;
    HexPlayout position;
    uint16_t traits[BOARD_POINTS][POLICY_TRAITS];
    int trait_counts[BOARD_POINTS];
};

static Fit *fit_create(int rule, const FitSettings *settings, double positions, Error *err) {
    (void)rule;
    Fit *fit = mem_new(sizeof *fit);
    fit->settings = *settings;
    fit->all = positions > 0 ? positions : 1;
    fit->weights = hex_weights_guess;
    if (settings->start && !hex_weights_read(settings->start, &fit->weights, err)) {
        free(fit);
        return NULL;
    }
    const HexWeights *guess = &fit->weights;
    double start[PARAMETERS] = {
        [STEP] = guess->step,
        [WAY] = guess->way * WAYS_UNIT / HEX_WAY_UNIT,
        [TEMPO] = guess->tempo,
    };
    hex_patterns_plain(&fit->patterns);
    adam_init(&fit->adam, PARAMETERS + POLICY_WEIGHTS);
    for (size_t i = 0; i < PARAMETERS; i++)
        adam_place(&fit->adam, i, 1, start[i] / guess->scale, PULL, RATE);
    for (size_t i = 0; i < POLICY_WEIGHTS; i++)
        adam_place(&fit->adam, POLICY_AT + i, 1, (double)guess->policy.weights[i] / POLICY_UNIT,
                   POLICY_PULL, POLICY_RATE);
    return fit;
}

static void fit_destroy(Fit *fit) {
    adam_free(&fit->adam);
    hex_sight_free(fit->sight);
    hex_grid_free(fit->grid);
    free(fit);
}

static void measure(Fit *fit, const HexBoard *board, Side side, double features[PARAMETERS]) {
    for (int i = 0; i < 2; i++)
        hex_distance_measure(board, (Side)i, &fit->distance[i]);
    const HexDistance *own = &fit->distance[side], *his = &fit->distance[side_other(side)];
    features[STEP] = his->shortest - own->shortest;
    features[WAY] = (hex_counted_ways(own) - hex_counted_ways(his)) / WAYS_UNIT;
    features[TEMPO] = 1;
}

static double target_of(const Fit *fit, double came, int score) {
    double blend = (double)fit->settings.blend_percent / 100;
    if (blend <= 0)
        return came;
    return (1 - blend) * came + blend * score_logistic(score / fit->settings.score_scale);
}

// --- the moves ---

static void begin_board(Fit *fit, const SampleBoard *board) {
    if (!fit->grid || fit->grid->width != board->width || fit->grid->height != board->height) {
        hex_sight_free(fit->sight);
        hex_grid_free(fit->grid);
        fit->grid = hex_grid_new(board->width, board->height);
        fit->sight = hex_sight_new(fit->grid);
    }
    HexFill fill;
    hex_fill_begin(fit->grid, &(HexStones){0}, &fill);
    hex_playout_begin(&fit->position, fit->grid, &fit->patterns, &fill);
}

// The chances of all cells that are not dead; `chosen` is one of them, or nothing is learned.
static void expect_move(Fit *fit, const HexContext *context, int chosen, Score *score) {
    const HexPlayout *position = &fit->position;
    const double *weights = fit->adam.values + POLICY_AT;
    double logits[BOARD_POINTS], most = -1e9, sum = 0;
    int count = 0, at = -1, place = 0;
    for (int cell = 0; cell < fit->grid->count; cell++) {
        if (position->cells[cell] != CELL_EMPTY || fit->grid->dead[position->ring[cell]])
            continue;
        uint16_t *traits = fit->traits[count];
        fit->trait_counts[count] = hex_policy_traits(fit->sight, position, context, cell, traits);
        logits[count] = 0;
        for (int k = 0; k < fit->trait_counts[count]; k++)
            logits[count] += weights[traits[k]];
        most = logits[count] > most ? logits[count] : most;
        at = cell == chosen ? count : at;
        count++;
    }
    if (at < 0 || count < 2)
        return;
    for (int i = 0; i < count; i++) {
        place += logits[i] > logits[at] || (i < at && logits[i] == logits[at]);
        sum += exp(logits[i] - most);
    }
    if (score)
        score_add_move(score, place, logits[at] - most - log(sum), count);
    for (int i = 0; i < count && !score; i++) {
        double slope = exp(logits[i] - most) / sum - (i == at);
        for (int k = 0; k < fit->trait_counts[i]; k++)
            fit->adam.gradient[POLICY_AT + fit->traits[i][k]] += slope;
    }
}

// --- a game ---

static void expect_result(Fit *fit, const HexBoard *now, Side side, double came, int said,
                          Score *score) {
    double features[PARAMETERS], logit = 0;
    measure(fit, now, side, features);
    for (int k = 0; k < PARAMETERS; k++)
        logit += features[k] * fit->adam.values[k];
    double slope = score_logistic(logit) - target_of(fit, came, said);
    if (score)
        score_add_chance(score, logit, came);
    for (int k = 0; k < PARAMETERS && !score; k++)
        fit->adam.gradient[k] += slope * features[k];
}

// Follows the game; studies it, or judges it when there is a score to add to.
static void follow(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed,
                   Score *score) {
    HexBoard now;
    HexContext context = {.side = SIDE_BLACK, .last = -1, .own = -1};
    hex_board_init(&now, board->width, board->height);
    begin_board(fit, board);
    for (size_t i = 0; i < game->count && now.winner == RESULT_NONE; i++) {
        const SampleMove *move = &game->moves[i];
        int cell = hex_grid_cell(fit->grid, move->move);
        if (move->judged) {
            expect_result(fit, &now, context.side, game->result == side_wins(context.side),
                          move->score, score);
            if (move->best)
                expect_move(fit, &context, cell, score);
            if (!score && ++fit->batch >= (double)fit->settings.batch) {
                adam_step(&fit->adam, fit->batch, fit->all, speed);
                fit->batch = 0;
            }
        }
        hex_board_play(&now, move->move, context.side);
        hex_playout_play(&fit->position, cell, context.side);
        context = (HexContext){side_other(context.side), cell, context.last};
    }
}

static void fit_study(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed) {
    follow(fit, board, game, speed, NULL);
}

static void fit_judge(Fit *fit, const SampleBoard *board, const SampleGame *game, Score *score) {
    follow(fit, board, game, 0, score);
}

static int16_t whole_weight(double value) {
    double number = round(value * POLICY_UNIT);
    return (int16_t)(number > POLICY_MOST    ? POLICY_MOST
                     : number < -POLICY_MOST ? -POLICY_MOST
                                             : number);
}

static int whole(double value, int least) {
    double number = round(value);
    return number > HEX_WEIGHT_MOST ? HEX_WEIGHT_MOST : number < least ? least : (int)number;
}

// Scores keep their size, a hundred for a step; the scale says what that means.
static void fit_settle(Fit *fit) {
    double *values = fit->adam.values;
    int step = hex_weights_guess.step;
    double unit = step / (values[STEP] > 1e-3 ? values[STEP] : 1e-3);
    fit->weights = (HexWeights){
        .step = step,
        .way = whole(values[WAY] * unit * HEX_WAY_UNIT / WAYS_UNIT, -HEX_WEIGHT_MOST),
        .tempo = whole(values[TEMPO] * unit, -HEX_WEIGHT_MOST),
        .scale = whole(unit, 1),
    };
    for (int i = 0; i < POLICY_WEIGHTS; i++) {
        fit->weights.policy.weights[i] = whole_weight(values[POLICY_AT + i]);
        values[POLICY_AT + i] = (double)fit->weights.policy.weights[i] / POLICY_UNIT;
    }
    values[STEP] = (double)step / fit->weights.scale;
    values[WAY] = fit->weights.way * WAYS_UNIT / HEX_WAY_UNIT / fit->weights.scale;
    values[TEMPO] = (double)fit->weights.tempo / fit->weights.scale;
}

static void fit_write(const Fit *fit, const char *note, Text *out) {
    hex_weights_write(&fit->weights, note, out);
}

const Trainer hex_trainer = {
    .game = &hex_game,
    .create = fit_create,
    .destroy = fit_destroy,
    .study = fit_study,
    .settle = fit_settle,
    .judge = fit_judge,
    .write = fit_write,
};
