// SPDX-License-Identifier: MIT
// Every number of the Gomoku search that could have been another, under its name. Scores are in
// units of which SCORE_UNIT (weights.h) are a logit. docs/engine.md says what each step is worth.
#ifndef GOMOKU_TUNABLES_H
#define GOMOKU_TUNABLES_H

#include "gomoku/weights.h"

enum {
    // The four-search. Nodes are stones placed.
    FUTILE_BYTES = 4 << 20, // for what leads nowhere
    FOURS_LEAF_NODES = 60,
    FOURS_LEAF_DEPTH = 12,   // fours in a row
    FOURS_INNER_NODES = 120, // at nodes with depth left
    FOURS_INNER_DEPTH = 20,
    FOURS_ROOT_NODES = 4000, // times the square of the iteration's depth

    // The threat search, where a proof is asked for.
    THREES_ROOT_NODES = 1000000, // at first
    THREES_ROOT_SHARE = 16,      // of the nodes of everything else, later
    THREES_BYTES = 64 << 20,     // for its proofs

    // Move ordering, in URGE_UNITs.
    KILLER_BONUS = 60,
    COUNTER_BONUS = 60,
    HISTORY_SHARE = 32, // of the history counter
    HISTORY_MAX = 1 << 13,
    HISTORY_STEP_MAX = 1200,

    // A fast machine, for the part of the table that a limit in time can fill.
    STONES_A_MS = 2000,

    // Aspiration: the first window around the last iteration's score.
    ASPIRATION = 50,

    // Standing so well that some plies will not change it.
    STAND_DEPTH = 9,
    STAND_MARGIN = 90, // a ply

    // Standing so badly that only fours could help.
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 120,
    RAZOR_MARGIN_PLY = 110,

    // Quiet moves that cannot bring the score up to alpha.
    FUTILITY_DEPTH = 8,
    FUTILITY_MARGIN = 130,
    FUTILITY_MARGIN_PLY = 90,

    // How many candidates a node looks at, by the depth left.
    WIDTH_BASE = 5,
    WIDTH_PER_DEPTH = 2,
    FACING_WIDTH_BASE = 2, // ... and one that faces an open three, also by the depth

    // Late moves are searched less deep at first.
    REDUCE_FROM_MOVE = 2,
    REDUCE_FROM_DEPTH = 3,
    REDUCE_BASE = 24,     // sixteenths of a ply ...
    REDUCE_SCALE = 48,    // ... and this divides the product of two logarithms
    REDUCE_HISTORY = 300, // units of the history share that are worth a sixteenth

    // Nobody has looked here before: look less deep first.
    UNKNOWN_DEPTH = 5,

    // A move that is much better than all others deserves a deeper look.
    SINGULAR_DEPTH = 7,
    SINGULAR_TABLE_DEPTH = 3, // the table's entry may be shallower by this
    SINGULAR_MARGIN = 6,      // a ply
};

#endif
