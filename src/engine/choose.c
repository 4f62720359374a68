// SPDX-License-Identifier: MIT
// Choices an opening asks for beyond "the best stone": swap or stay, where to lay the stones of a
// fair opening, a stone outside the centre. All of them are made by thinking about the positions
// they lead to (balance.h).
//
// A swap2 opening, and who chooses what:
//
//     first    three stones     the first two random, the third to make it even
//     second   stay, swap       the better colour, if one is clearly better; else
//              or put two       ... two more stones, even again, and the other has to choose
//     first    stay or swap     the better colour
//
// To choose a colour is never worse than one half, to put two never better: but a chance near one
// half is an estimate, and the choice passed on is the other's chance to be wrong.
//
// In Hex a swap map may be kept for the board (swapmap.h): what is clear there is not thought about
// again, and the first stone is one of those it finds most even.
#include "base/rng.h"
#include "engine/balance.h"
#include "engine/engine.h"
#include "engine/swapmap.h"

// In a swap map: a chance this far from one half needs no second thought.
static const double CLEAR = 0.1;
// First stones up to this much less even than the evenest are as good, if that one is even at all.
static const double AS_EVEN = 0.03, EVEN_AT_ALL = 0.2;
static const double EVEN = 0.04; // a chance this near to one half favours neither side

// What is drawn for this choice: the ask's seed is that of the game.
static uint64_t draw_seed(const Ask *ask) {
    return rng_mix(ask->seed + ask->position->ply_count);
}

static void answer(Outcome *outcome, Move move, double win) {
    outcome->move = move;
    outcome->info.line.pv[0] = move;
    outcome->info.line.pv_length = 1;
    outcome->info.line.win = win;
}

static void swap(const Phase *phase, double win, Outcome *outcome) {
    answer(outcome, phase->may_swap_pieces ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES, win);
}

// Think as if staying, and swap when that looks worse than even.
static void choose_side(Engine *engine, const Phase *phase, const Ask *ask, Outcome *outcome) {
    double kept = swapmap_kept(engine_registry(engine), ask->position);
    if (kept >= 0.5 + CLEAR) {
        swap(phase, kept, outcome);
        return;
    }
    if (kept >= 0 && kept <= 0.5 - CLEAR) {
        engine_think(engine, ask, outcome);
        return;
    }
    double win = balance_verdict(engine, ask, outcome);
    if (outcome->move == MOVE_NONE)
        return;
    if (kept >= 0)
        win = (win + 1 - kept) / 2;
    if (phase->may_put_two && win > 0.5 - EVEN && win < 0.5 + EVEN) {
        answer(outcome, MOVE_PUT_TWO, 0.5);
        outcome->info.line.score = 0;
    } else if (win < 0.5) {
        swap(phase, 1 - win, outcome);
        outcome->info.line.score = -outcome->info.line.score;
    }
}

// The one of many stones after which the opponent's chance is nearest to `target`: one half to lay
// out a fair opening, zero to play well where only some points are allowed.
static void choose_by_trial(Engine *engine, const Ask *ask, double target, Outcome *outcome) {
    Trial trials[BALANCE_TRIALS];
    size_t room = balance_room(&ask->limits, ask->position);
    size_t count = balance_draw(ask->game, 1, draw_seed(ask), trials, room);
    if (!count) { // every stone allowed ends the game
        engine_think(engine, ask, outcome);
        return;
    }
    balance_rank(engine, ask, target, trials, count);
    answer(outcome, trials[0].stones[0], trials[0].rounds ? 1 - trials[0].win : 0.5);
    outcome->info.depth = trials[0].depth;
    for (size_t i = 0; i < count; i++)
        outcome->info.nodes += trials[i].nodes;
}

static double unevenness(double win) {
    return win > 0.5 ? win - 0.5 : 0.5 - win;
}

// One of the evenest first stones of the kept map. False when there is none.
static bool choose_by_map(Engine *engine, const Ask *ask, Outcome *outcome) {
    Move moves[MOVES_MAX];
    double kept[MOVES_MAX], least = 1;
    size_t count = position_moves(ask->position, moves), even = 0;
    for (size_t i = 0; i < count; i++) {
        Position *after = position_clone(ask->position);
        position_play(after, moves[i], NULL);
        kept[i] = swapmap_kept(engine_registry(engine), after);
        position_free(after);
        if (kept[i] >= 0 && unevenness(kept[i]) < least)
            least = unevenness(kept[i]);
    }
    if (least > EVEN_AT_ALL)
        return false;
    for (size_t i = 0; i < count; i++)
        if (kept[i] >= 0 && unevenness(kept[i]) <= least + AS_EVEN)
            moves[even++] = moves[i];
    Rng rng = rng_seed(draw_seed(ask));
    answer(outcome, moves[rng_below(&rng, (uint32_t)even)], 0.5);
    return true;
}

// The first stones of a layout: anything will do, for a later one can make up for it.
static void choose_random(Engine *engine, const Ask *ask, Outcome *outcome) {
    Trial trial;
    if (!balance_draw(ask->game, 1, draw_seed(ask), &trial, 1)) {
        engine_think(engine, ask, outcome);
        return;
    }
    answer(outcome, trial.stones[0], 0.5);
}

static void choose_centre(const Game *game, Outcome *outcome) {
    const Position *position = game_position(game);
    answer(outcome, move_at(position->width / 2, position->height / 2), 0.5);
}

static void choose(Engine *engine, const Ask *ask, void *argument) {
    Outcome *outcome = argument;
    const Game *game = ask->game;
    Phase phase = game_phase(game);
    OpeningKind opening = game_opening(game);
    bool swap_follows = opening_is_swap(opening);
    int stones = game_position(game)->stones;
    *outcome = (Outcome){.move = MOVE_NONE};
    if (phase.may_swap_sides || phase.may_swap_pieces)
        choose_side(engine, &phase, ask, outcome);
    else if (swap_follows && stones == 0 && choose_by_map(engine, ask, outcome))
        return;
    else if (phase.placing && stones < 2)
        choose_random(engine, ask, outcome);
    else if (phase.placing || (swap_follows && stones == 0))
        choose_by_trial(engine, ask, 0.5, outcome);
    else if (phase.centre_only)
        choose_centre(game, outcome);
    else if (phase.clear_centre)
        choose_by_trial(engine, ask, 0.0, outcome);
    else
        engine_think(engine, ask, outcome);
}

// Some choices take many searches, each of which is silent: the beats go on through all of them.
void engine_choose(Engine *engine, const Ask *ask, Outcome *outcome) {
    Error err;
    if (!engine_run(engine, choose, ask, outcome, &err))
        die("%s", err.text);
}
