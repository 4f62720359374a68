// SPDX-License-Identifier: MIT
// What is learned in Gomoku: the numbers of weights.h.
//
// The chance to win is a logistic function of the evaluation, so what a cell is worth and what a
// state of threats is worth follow by logistic regression from positions at rest and the results of
// their games. Which move suggests itself is a softmax over the cells near the stones, with the
// move the search chose as the one to expect. Where the law is the same for both sides they share
// their numbers; in renju each has its own.
#include "base/memory.h"
#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/weights_text.h"
#include "train/table_fit.h"
#include "train/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How firmly a parameter stays where it began, as one over the variance it may have (in logits),
// and how far a step may take it.
static const double WORTH_SHAPE_PULL = 100, WORTH_CODE_PULL = 1000, WORTH_RATE = 0.002;
static const double THREAT_BIT_PULL = 1, THREAT_STATE_PULL = 10, THREAT_RATE = 0.01;
static const double URGE_SHAPE_PULL = 0.1, URGE_CODE_PULL = 4, URGE_RATE = 0.02;

enum {
    THREAT_PARAMETERS = 1 + THREAT_BITS + THREAT_STATES, // always, each fact, each state
    FORCED_SCORE = 20000, // beyond this the search has seen the end and any move will do
};

struct Fit {
    FitSettings settings;
    GomokuRule rule;
    bool shared;
    Evaluation *evaluation;
    Field field;
    double all;        // positions in a pass
    Adam chances;      // the worths, then the threats
    Adam urges;        // the makes, then the denies
    TableFit worth[2]; // by side; of a shared rule the first is for both
    TableFit make[2], deny[2];
    double threats[2][THREAT_STATES], threat_gradient[2][THREAT_STATES];
    double chance_batch, urge_batch; // samples since the last step
    Score learned;
    Weights weights;
};

static int slot(const Fit *fit, Side side) {
    return fit->shared ? 0 : (int)side;
}

static int slots(const Fit *fit) {
    return fit->shared ? 1 : 2;
}

// --- parameters to tables and back ---

static size_t threats_at(const Fit *fit, int of) {
    return (size_t)(slots(fit) * TABLE_PARAMETERS + of * THREAT_PARAMETERS);
}

static void spread(Fit *fit) {
    for (int of = 0; of < slots(fit); of++) {
        table_fit_spread(&fit->worth[of], &fit->chances);
        table_fit_spread(&fit->make[of], &fit->urges);
        table_fit_spread(&fit->deny[of], &fit->urges);
        const double *base = fit->chances.values + threats_at(fit, of), *facts = base + 1;
        for (int state = 0; state < THREAT_STATES; state++) {
            fit->threats[of][state] = *base + facts[THREAT_BITS + state];
            for (int i = 0; i < THREAT_BITS; i++)
                fit->threats[of][state] += state >> i & 1 ? facts[i] : 0;
        }
    }
}

static void step_chances(Fit *fit, double speed) {
    for (int of = 0; of < slots(fit); of++) {
        table_fit_gather(&fit->worth[of], &fit->chances);
        double *base = fit->chances.gradient + threats_at(fit, of), *facts = base + 1;
        for (int state = 0; state < THREAT_STATES; state++) {
            double gradient = fit->threat_gradient[of][state];
            fit->threat_gradient[of][state] = 0;
            *base += gradient;
            facts[THREAT_BITS + state] += gradient;
            for (int i = 0; i < THREAT_BITS; i++)
                facts[i] += state >> i & 1 ? gradient : 0;
        }
    }
    adam_step(&fit->chances, fit->chance_batch, fit->all, speed);
    fit->chance_batch = 0;
    spread(fit);
}

static void step_urges(Fit *fit, double speed) {
    for (int of = 0; of < slots(fit); of++) {
        table_fit_gather(&fit->make[of], &fit->urges);
        table_fit_gather(&fit->deny[of], &fit->urges);
    }
    adam_step(&fit->urges, fit->urge_batch, fit->all, speed);
    fit->urge_batch = 0;
    spread(fit);
}

static bool choose_start(Fit *fit, Error *err) {
    const char *path = fit->settings.start;
    weights_guess(&fit->weights);
    return !path || weights_read(path, fit->rule, &fit->weights, err);
}

// State 0 is what is always so; each state's own part what the facts together do not explain.
static void place_threats(Fit *fit, int of) {
    const int16_t *start = fit->weights.threats[of];
    size_t at = threats_at(fit, of);
    adam_place(&fit->chances, at, 1, start[0] / (double)SCORE_UNIT, THREAT_BIT_PULL, THREAT_RATE);
    for (size_t i = 0; i < THREAT_BITS; i++)
        adam_place(&fit->chances, at + 1 + i, 1, (start[1 << i] - start[0]) / (double)SCORE_UNIT,
                   THREAT_BIT_PULL, THREAT_RATE);
    for (int state = 0; state < THREAT_STATES; state++) {
        int rest = start[state] - start[0];
        for (int i = 0; i < THREAT_BITS; i++)
            rest -= state >> i & 1 ? start[1 << i] - start[0] : 0;
        adam_place(&fit->chances, at + 1 + THREAT_BITS + (size_t)state, 1,
                   rest / (double)SCORE_UNIT, THREAT_STATE_PULL, THREAT_RATE);
    }
}

static Fit *fit_create(int rule, const FitSettings *settings, double positions, Error *err) {
    Fit *fit = mem_new(sizeof *fit);
    fit->settings = *settings;
    fit->rule = (GomokuRule)rule;
    fit->shared = weights_are_shared(fit->rule);
    fit->all = positions > 0 ? positions : 1;
    if (!choose_start(fit, err)) {
        free(fit);
        return NULL;
    }
    fit->evaluation = evaluation_new(fit->rule, &fit->weights);
    size_t count = (size_t)slots(fit);
    adam_init(&fit->chances, count * (TABLE_PARAMETERS + THREAT_PARAMETERS));
    adam_init(&fit->urges, count * 2 * TABLE_PARAMETERS);
    for (int of = 0; of < slots(fit); of++) {
        size_t at = (size_t)of * TABLE_PARAMETERS, after = (size_t)(slots(fit) + of);
        table_fit_init(&fit->worth[of], &fit->chances, at, fit->weights.worth[of], SCORE_UNIT,
                       WORTH_SHAPE_PULL, WORTH_CODE_PULL, WORTH_RATE);
        table_fit_init(&fit->make[of], &fit->urges, at, fit->weights.make[of], URGE_UNIT,
                       URGE_SHAPE_PULL, URGE_CODE_PULL, URGE_RATE);
        table_fit_init(&fit->deny[of], &fit->urges, after * TABLE_PARAMETERS, fit->weights.deny[of],
                       URGE_UNIT, URGE_SHAPE_PULL, URGE_CODE_PULL, URGE_RATE);
        place_threats(fit, of);
    }
    spread(fit);
    return fit;
}

static void fit_destroy(Fit *fit) {
    adam_free(&fit->chances);
    adam_free(&fit->urges);
    evaluation_free(fit->evaluation);
    free(fit);
}

// --- one position ---

// What stands on the cells of a position, gathered once.
typedef struct View {
    Side side;
    int count;
    Move cells[FIELD_POINTS];
    int16_t own[FIELD_POINTS], other[FIELD_POINTS]; // codes
    bool near[FIELD_POINTS];
    int threats;
} View;

static void look(const Field *field, View *view) {
    view->side = field_to_move(field);
    view->count = 0;
    view->threats = field_threats(field);
    CELLSET_EACH (cell, &field->empty) {
        int i = view->count++;
        view->cells[i] = cell;
        view->own[i] = (int16_t)field_code(field, view->side, cell);
        view->other[i] = (int16_t)field_code(field, side_other(view->side), cell);
        view->near[i] = cellset_has(&field->near, cell);
    }
}

// Quiet: no side wins at once, so the search would ask the evaluation here.
static bool is_at_rest(const Field *field) {
    Side side = field_to_move(field);
    return !field_count(field, SIDE_BLACK, KIND_FIVE) &&
           !field_count(field, SIDE_WHITE, KIND_FIVE) && field_open_four(field, side) == MOVE_NONE;
}

static double chance_logit(const Fit *fit, const View *view) {
    const double *own = fit->worth[slot(fit, view->side)].values;
    const double *other = fit->worth[slot(fit, side_other(view->side))].values;
    double sum = fit->threats[slot(fit, view->side)][view->threats];
    for (int i = 0; i < view->count; i++)
        sum += own[view->own[i]] - other[view->other[i]];
    return sum;
}

static void study_chance(Fit *fit, const View *view, double gradient, double speed) {
    double *own = fit->worth[slot(fit, view->side)].gradient;
    double *other = fit->worth[slot(fit, side_other(view->side))].gradient;
    for (int i = 0; i < view->count; i++) {
        own[view->own[i]] += gradient;
        other[view->other[i]] -= gradient;
    }
    fit->threat_gradient[slot(fit, view->side)][view->threats] += gradient;
    if (++fit->chance_batch >= (double)fit->settings.batch)
        step_chances(fit, speed);
}

// The candidates and how much each suggests itself, as a share of one.
typedef struct Choices {
    int count, chosen; // chosen: -1 when the move is none of them
    int16_t make[FIELD_POINTS], deny[FIELD_POINTS];
    double share[FIELD_POINTS];
} Choices;

static void weigh_choices(const Fit *fit, const Field *field, const View *view, Move move,
                          Choices *choices) {
    const double *make = fit->make[slot(fit, view->side)].values;
    const double *deny = fit->deny[slot(fit, view->side)].values;
    double most = -1e300, sum = 0;
    choices->count = 0;
    choices->chosen = -1;
    for (int i = 0; i < view->count; i++) {
        if (!view->near[i] || !field_allows(field, view->side, view->cells[i]))
            continue;
        int n = choices->count++;
        choices->make[n] = view->own[i];
        choices->deny[n] = view->other[i];
        choices->share[n] = make[view->own[i]] + deny[view->other[i]];
        most = choices->share[n] > most ? choices->share[n] : most;
        if (view->cells[i] == move)
            choices->chosen = n;
    }
    for (int n = 0; n < choices->count; n++)
        sum += choices->share[n] = exp(choices->share[n] - most);
    for (int n = 0; n < choices->count; n++)
        choices->share[n] /= sum;
}

static void study_choice(Fit *fit, const View *view, const Choices *choices, double speed) {
    double *make = fit->make[slot(fit, view->side)].gradient;
    double *deny = fit->deny[slot(fit, view->side)].gradient;
    for (int n = 0; n < choices->count; n++) {
        double gradient = choices->share[n] - (n == choices->chosen);
        make[choices->make[n]] += gradient;
        deny[choices->deny[n]] += gradient;
    }
    if (++fit->urge_batch >= (double)fit->settings.batch)
        step_urges(fit, speed);
}

static void judge_choice(const Choices *choices, Score *score) {
    double chosen = choices->share[choices->chosen];
    int place = 0;
    for (int n = 0; n < choices->count; n++)
        place += choices->share[n] > chosen;
    score_add_move(score, place, log(chosen + 1e-300), choices->count);
}

// --- one game ---

// Follows the game; studies it, or judges it when there is a score to add to.
static void follow(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed,
                   Score *score) {
    Field *field = &fit->field;
    Score *told = score ? score : &fit->learned;
    Position *empty = position_new(&gomoku_game, gomoku_game.rules[fit->rule].name, board->width,
                                   board->height, NULL);
    field_from_position(field, empty, fit->evaluation);
    position_free(empty);
    View view;
    Choices choices;
    for (size_t i = 0; i < game->count; i++) {
        const SampleMove *move = &game->moves[i];
        if (move->judged && is_at_rest(field)) {
            look(field, &view);
            double came = sample_came(game, view.side), logit = chance_logit(fit, &view);
            score_add_chance(told, logit, came);
            if (!score)
                study_chance(fit, &view,
                             score_logistic(logit) - fit_target(&fit->settings, came, move->score),
                             speed);
            if (move->best && abs(move->score) < FORCED_SCORE)
                weigh_choices(fit, field, &view, move->move, &choices);
            else
                choices.chosen = -1;
            if (choices.chosen >= 0 && choices.count > 1) {
                judge_choice(&choices, told);
                if (!score)
                    study_choice(fit, &view, &choices, speed);
            }
        }
        field_play(field, move->move);
    }
}

// --- the end ---

static void fit_settle(Fit *fit) {
    Weights *weights = &fit->weights;
    for (int of = 0; of < slots(fit); of++) {
        table_fit_round(&fit->worth[of], SCORE_UNIT, weights->worth[of]);
        table_fit_round(&fit->make[of], URGE_UNIT, weights->make[of]);
        table_fit_round(&fit->deny[of], URGE_UNIT, weights->deny[of]);
        for (int state = 0; state < THREAT_STATES; state++) {
            weights->threats[of][state] = fit_round(fit->threats[of][state], SCORE_UNIT);
            fit->threats[of][state] = weights->threats[of][state] / (double)SCORE_UNIT;
        }
    }
    if (!fit->shared)
        return;
    memcpy(weights->worth[1], weights->worth[0], sizeof weights->worth[0]);
    memcpy(weights->make[1], weights->make[0], sizeof weights->make[0]);
    memcpy(weights->deny[1], weights->deny[0], sizeof weights->deny[0]);
    memcpy(weights->threats[1], weights->threats[0], sizeof weights->threats[0]);
}

static void fit_write(const Fit *fit, const char *note, Text *out) {
    weights_write(&fit->weights, fit->rule, note, out);
}

static Score fit_learned(Fit *fit) {
    Score learned = fit->learned;
    fit->learned = (Score){0};
    return learned;
}

static void fit_keep(Fit *fit, Checkpoint *checkpoint) {
    adam_keep(&fit->chances, checkpoint);
    adam_keep(&fit->urges, checkpoint);
    for (int of = 0; of < slots(fit); of++) {
        table_fit_keep(&fit->worth[of], checkpoint);
        table_fit_keep(&fit->make[of], checkpoint);
        table_fit_keep(&fit->deny[of], checkpoint);
    }
    checkpoint_keep(checkpoint, fit->threat_gradient, sizeof fit->threat_gradient);
    checkpoint_keep(checkpoint, &fit->chance_batch, sizeof fit->chance_batch);
    checkpoint_keep(checkpoint, &fit->urge_batch, sizeof fit->urge_batch);
    checkpoint_keep(checkpoint, &fit->learned, sizeof fit->learned);
    spread(fit);
}

const Trainer gomoku_trainer = {
    .game = &gomoku_game,
    .create = fit_create,
    .destroy = fit_destroy,
    .follow = follow,
    .learned = fit_learned,
    .settle = fit_settle,
    .write = fit_write,
    .keep = fit_keep,
};
