// SPDX-License-Identifier: MIT
// Choices an opening asks for beyond "the best stone": swap or stay, where to lay the stones of a
// fair opening, a stone outside the centre. All of them are made by thinking about the positions
// they lead to; what is tried is a sample, because an opening has more continuations than time.
#include "base/clock.h"
#include "base/rng.h"
#include "engine/engine.h"

#include <stdlib.h>

enum { TRIALS_MAX = 12, TRIALS_SLACK_US = 20 * 1000 };

// The engine's opinion of a position: the winning chance of the side to move.
static double opinion(Engine *engine, const EngineOrder *order, const Position *position,
                      int64_t share) {
    EngineOrder trial = *order;
    trial.position = position;
    trial.on_info = NULL;
    trial.start_us = 0;
    trial.limits.multipv = 1;
    int64_t budget = limits_budget_ms(&order->limits, position->width * position->height);
    if (budget != LIMIT_NONE) {
        trial.limits.time_ms = budget / share;
        trial.limits.clock_ms = LIMIT_NONE;
    }
    if (order->limits.nodes != LIMIT_NONE)
        trial.limits.nodes = order->limits.nodes / share + 1;
    if (budget == LIMIT_NONE && order->limits.nodes == LIMIT_NONE &&
        order->limits.depth == LIMIT_NONE)
        trial.limits.time_ms = 200; // nobody set a limit; an opening still has to be laid out
    Outcome outcome;
    engine_think(engine, &trial, &outcome);
    return outcome.move == MOVE_NONE ? 0.5 : outcome.info.line.win;
}

static void answer(Outcome *outcome, Move move) {
    outcome->move = move;
    outcome->info.line.pv[0] = move;
    outcome->info.line.pv_length = 1;
}

// Stay or swap: think as if staying, and swap when that looks worse than even.
static void choose_side(Engine *engine, const Phase *phase, const EngineOrder *order,
                        Outcome *outcome) {
    engine_think(engine, order, outcome);
    if (outcome->move == MOVE_NONE || outcome->info.line.win >= 0.5)
        return;
    double win = 1 - outcome->info.line.win;
    int score = -outcome->info.line.score;
    answer(outcome, phase->may_swap_pieces ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES);
    outcome->info.line.win = win;
    outcome->info.line.score = score;
}

// Up to TRIALS_MAX different allowed stones, near the middle of the board more often than not.
static size_t sample_stones(const Game *game, Rng *rng, Move *sample) {
    const Position *position = game_position(game);
    Move allowed[MOVES_MAX];
    size_t count = 0, legal = position_moves(position, allowed);
    for (size_t i = 0; i < legal; i++)
        if (game_check(game, allowed[i], NULL) == VERDICT_LEGAL)
            allowed[count++] = allowed[i];
    size_t taken = 0;
    while (taken < TRIALS_MAX && count > 0) {
        // Of two random points the more central one: openings at the edge are rarely interesting.
        size_t best = rng_below(rng, (uint32_t)count), other = rng_below(rng, (uint32_t)count);
        Move a = allowed[best], b = allowed[other];
        int away_a = abs(2 * move_x(a) - position->width) + abs(2 * move_y(a) - position->height);
        int away_b = abs(2 * move_x(b) - position->width) + abs(2 * move_y(b) - position->height);
        if (away_b < away_a)
            best = other;
        sample[taken++] = allowed[best];
        allowed[best] = allowed[--count];
    }
    return taken;
}

// Tries a sample of stones and takes the one after which the opponent's chance is nearest to
// `target`: one half to lay out a fair opening, zero to play well where only some points are
// allowed.
static void choose_by_trial(Engine *engine, const Game *game, const EngineOrder *order,
                            double target, Outcome *outcome) {
    Rng rng = rng_seed(order->seed);
    Move sample[TRIALS_MAX];
    size_t count = sample_stones(game, &rng, sample);
    const Position *now = game_position(game);
    int64_t start = clock_now_us();
    int64_t budget = limits_budget_ms(&order->limits, now->width * now->height);
    double best = 2;
    for (size_t i = 0; i < count; i++) {
        // On a busy machine every trial ends a little late: the sum must not.
        bool late =
            budget != LIMIT_NONE && clock_now_us() - start > budget * 1000 + TRIALS_SLACK_US;
        if (i > 0 && (late || stop_raised(order->stop)))
            break;
        Position *after = position_clone(game_position(game));
        position_play(after, sample[i], NULL);
        double win = opinion(engine, order, after, (int64_t)count);
        position_free(after);
        double off = win > target ? win - target : target - win;
        if (off < best) {
            best = off;
            answer(outcome, sample[i]);
            outcome->info.line.win = 1 - win;
        }
    }
}

static void choose_centre(const Game *game, Outcome *outcome) {
    const Position *position = game_position(game);
    answer(outcome, move_at(position->width / 2, position->height / 2));
    outcome->info.line.win = 0.5;
}

void engine_choose(Engine *engine, const Game *game, const EngineOrder *order, Outcome *outcome) {
    Phase phase = game_phase(game);
    OpeningKind opening = game_opening(game);
    bool swap_follows = opening == OPENING_SWAP_PIECES || opening == OPENING_SWAP_SIDES;
    bool first = game_position(game)->ply_count == 0;
    *outcome = (Outcome){.move = MOVE_NONE};
    if (phase.may_swap_sides || phase.may_swap_pieces)
        choose_side(engine, &phase, order, outcome);
    else if (phase.placing || (swap_follows && first))
        choose_by_trial(engine, game, order, 0.5, outcome);
    else if (phase.centre_only)
        choose_centre(game, outcome);
    else if (phase.clear_centre)
        choose_by_trial(engine, game, order, 0.0, outcome);
    else
        engine_think(engine, order, outcome);
}
