// SPDX-License-Identifier: MIT
// Making a position even. Many continuations are tried, each by a search of its own; those farthest
// from what is wanted drop out round by round, and the rest are thought about for longer.
//
//     round 1   32 continuations, a little thought each
//     round 2   the better 16, twice as much
//     ...       until one is left; every round costs the same
//
// Swap openings are laid out this way, and `analyze --balance` tells which move balances a position
// can ask the same.
#ifndef ENGINE_BALANCE_H
#define ENGINE_BALANCE_H

#include "engine/engine.h"

enum {
    BALANCE_STONES = 2,   // at most in one continuation
    BALANCE_TRIALS = 128, // at most in one question
};

// Thinks as ordered and returns the chance of the side to move: the mean of the two deepest
// iterations, as the side that moves last is usually judged too well. 0, 1/2 or 1 when proven.
double balance_verdict(Engine *engine, const Ask *ask, Outcome *outcome);

// One continuation: these stones, in this order, by the side to move.
typedef struct Trial {
    Move stones[BALANCE_STONES];
    int count;
    double win;     // of the side to move afterwards; later and longer searches count more
    int depth;      // of that search
    int rounds;     // it took part in; 0: there was no time for it
    uint64_t nodes; // spent on it in all
} Trial;

// Draws up to `room` different continuations of 1 .. BALANCE_STONES stones, no two of which are the
// same up to symmetry: what the opening and the rules allow, most of it near the stones on the
// board. Follows from the position and the seed. Returns how many there are.
size_t balance_draw(const Game *game, int stones, uint64_t seed, Trial *trials, size_t room);

// How many continuations these limits can pay for, 1 .. BALANCE_TRIALS.
size_t balance_room(const Limits *limits, const Position *position);

// Ranks the continuations of ask->position, best first: after the best one the chance of the side
// to move then is nearest to `target`. Keeps the ask's limits for all of it together; the first
// is searched whatever they say. ask->on_info hears nothing but beats.
void balance_rank(Engine *engine, const Ask *ask, double target, Trial *trials, size_t count);

#endif
