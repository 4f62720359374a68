// SPDX-License-Identifier: MIT
// Every number of the Gomoku search that could have been another, under its name.
#ifndef GOMOKU_TUNABLES_H
#define GOMOKU_TUNABLES_H

// What a five-cell window is worth to the only side with stones in it, by their number. Four of
// them rarely stand on the board at rest: the search answers fours before it evaluates.
enum {
    WORTH_1 = 1,
    WORTH_2 = 6,
    WORTH_3 = 26,
    WORTH_4 = 60,
};

// What a window adds to the attraction of each of its cells.
enum {
    PULL_0 = 1,
    PULL_1 = 6,
    PULL_2 = 30,
    PULL_3 = 180,
    PULL_4 = 1000,
};

enum {
    // Evaluation.
    TEMPO_PERCENT = 20, // the side to move has this much more from what it has built
    WIN_SCALE = 120,    // the score that means 73%: a sound open three with the move

    // The four-search. Nodes are stones placed.
    FOURS_LEAF_NODES = 30,
    FOURS_LEAF_DEPTH = 6,   // fours in a row
    FOURS_INNER_NODES = 60, // at nodes with depth left
    FOURS_INNER_DEPTH = 12,
    FOURS_ROOT_NODES = 4000, // times the square of the iteration's depth

    // Move ordering.
    OWN_PULL_PERCENT = 90, // where the opponent wants to play counts a little more
    KILLER_BONUS = 200,
    HISTORY_SHARE = 16, // of the history counter
    HISTORY_MAX = 1 << 13,

    // How many candidates a node looks at, by the depth left.
    WIDTH_BASE = 14,
    WIDTH_PER_DEPTH = 4,

    // Late moves are searched less deep at first.
    REDUCE_FROM_MOVE = 3,
    REDUCE_MORE_FROM_MOVE = 10,
    REDUCE_FROM_DEPTH = 3,

    CANDIDATE_DISTANCE = 2, // from the nearest stone
};

#endif
