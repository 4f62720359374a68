// SPDX-License-Identifier: MIT
// What is learned in Hex: the few numbers of the two-distance evaluation, and what its scores mean,
// by logistic regression on the results of games; and the network, which learns both the results and
// the moves the search thought best (net_fit.h).
#include "base/memory.h"
#include "hex/evaluation.h"
#include "hex/glance.h"
#include "hex/hex.h"
#include "train/adam.h"
#include "train/net_fit.h"
#include "train/trainer.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)SAMPLE_CHOICES <= (int)LESSON_MOVES, "what was tried is told");

enum { STEP, WAY, TEMPO, PARAMETERS };
static const double WAYS_UNIT = 100; // so that all slopes are of a size
static const double PULL = 1, RATE = 0.01;

struct Fit {
    FitSettings settings;
    double all, batch; // positions in a pass; since the last step
    Adam adam;
    HexWeights weights;
    HexDistance distance[2];
    // Of the board followed last.
    HexGrid *grid;
    HexFill position;
    NetFit *net;
    HexGlance glance;
    Lesson lesson;
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
    fit->net = net_fit_new(settings->start ? &guess->net : NULL, (int)settings->batch);
    double start[PARAMETERS] = {
        [STEP] = guess->step,
        [WAY] = guess->way * WAYS_UNIT / HEX_WAY_UNIT,
        [TEMPO] = guess->tempo,
    };
    adam_init(&fit->adam, PARAMETERS);
    for (size_t i = 0; i < PARAMETERS; i++)
        adam_place(&fit->adam, i, 1, start[i] / guess->scale, PULL, RATE);
    return fit;
}

static void fit_destroy(Fit *fit) {
    adam_free(&fit->adam);
    net_fit_free(fit->net);
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

static void begin_board(Fit *fit, const SampleBoard *board) {
    if (!fit->grid || fit->grid->width != board->width || fit->grid->height != board->height) {
        hex_grid_free(fit->grid);
        fit->grid = hex_grid_new(board->width, board->height);
    }
    hex_fill_begin(fit->grid, &(HexStones){0}, &fit->position);
}

// --- a game ---

static void study_evaluation(Fit *fit, const HexBoard *now, Side side, double target) {
    double features[PARAMETERS], logit = 0;
    measure(fit, now, side, features);
    for (int k = 0; k < PARAMETERS; k++)
        logit += features[k] * fit->adam.values[k];
    double slope = score_logistic(logit) - target;
    for (int k = 0; k < PARAMETERS; k++)
        fit->adam.gradient[k] += slope * features[k];
}

// The moves the search thought good, as shares of one, but for those on cells that are filled in.
static void tell_moves(const Fit *fit, const SampleMove *move, Lesson *lesson) {
    SampleChoice only = {move->move, 100};
    const SampleChoice *choices = move->choice_count ? move->choices : &only;
    int count = move->choice_count ? move->choice_count : move->best, sum = 0;
    lesson->move_count = 0;
    for (int i = 0; i < count; i++) {
        if (!hexset_has(fit->glance.fill.empty.word, hex_grid_cell(fit->grid, choices[i].move)))
            continue;
        lesson->moves[lesson->move_count++] =
            (LessonMove){view_index(&fit->glance.view, choices[i].move), choices[i].percent};
        sum += choices[i].percent;
    }
    for (int i = 0; i < lesson->move_count; i++)
        lesson->moves[i].share /= (float)sum;
}

// What the network should think of the position; false when there is nothing to think about.
static bool make_lesson(Fit *fit, Side side, const SampleMove *move, double came) {
    Lesson *lesson = &fit->lesson;
    if (!hex_glance_see(&fit->glance, fit->grid, &fit->position, side))
        return false;
    lesson_pack(&fit->glance.view, lesson);
    tell_moves(fit, move, lesson);
    lesson->target = (float)target_of(fit, came, move->score);
    lesson->came = (float)came;
    return true;
}

static void study_position(Fit *fit, const HexBoard *now, Side side, double speed) {
    net_fit_add(fit->net, &fit->lesson, speed);
    study_evaluation(fit, now, side, fit->lesson.target);
    if (++fit->batch >= (double)fit->settings.batch) {
        adam_step(&fit->adam, fit->batch, fit->all, speed);
        fit->batch = 0;
    }
}

// Follows the game; studies it, or judges it when there is a score to add to.
static void follow(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed,
                   Score *score) {
    HexBoard now;
    Side side = SIDE_BLACK;
    hex_board_init(&now, board->width, board->height);
    begin_board(fit, board);
    for (size_t i = 0; i < game->count && now.winner == RESULT_NONE; i++) {
        const SampleMove *move = &game->moves[i];
        if (move->judged && make_lesson(fit, side, move, game->result == side_wins(side))) {
            if (score)
                net_fit_judge(fit->net, &fit->lesson, score);
            else
                study_position(fit, &now, side, speed);
        }
        hex_board_play(&now, move->move, side);
        hex_fill_play(fit->grid, &fit->position, hex_grid_cell(fit->grid, move->move), side);
        side = side_other(side);
    }
}

static void fit_study(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed) {
    follow(fit, board, game, speed, NULL);
}

static void fit_judge(Fit *fit, const SampleBoard *board, const SampleGame *game, Score *score) {
    follow(fit, board, game, 0, score);
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
    net_fit_settle(fit->net);
    fit->weights.net = *net_fit_net(fit->net);
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
