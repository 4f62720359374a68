// SPDX-License-Identifier: MIT
// The root, where a value must also become a move.
//
// One tie-break for all: of the moves that are worth most, the first in the evaluator's own order.
// A pruning search only proves the others to be *no better*, so where a move stands before the best
// one so far, the question is asked one lower, and a tie shows itself. Every search that goes
// through here, in whatever order and on however many threads, returns the same move.
#ifndef LAB_TOP_H
#define LAB_TOP_H

#include "lab/walk.h"

#include <assert.h>

// The answer of one run.
typedef struct Finding {
    int64_t value;    // for the side to move at the root
    Move move;        // MOVE_NONE when the game is over, or nothing was found out
    bool finished;    // false: stopped before the value was known
    WalkCounts tally; // of all workers
    int threads;
    int64_t time_us;
} Finding;

// The best root move so far; begin with BEST_NONE.
typedef struct Best {
    int64_t value;
    Move move;
    size_t rank; // of the move in the evaluator's order
} Best;

#define BEST_NONE                                                                                  \
    (Best) {                                                                                       \
        .value = -LAB_INFINITE, .move = MOVE_NONE                                                  \
    }

// A move of this rank is of interest when it is worth more than this.
static inline int64_t best_floor(const Best *best, size_t rank) {
    return best->move != MOVE_NONE && rank < best->rank ? best->value - 1 : best->value;
}

// Takes note of a move worth `value`, which is exact where it is above the move's floor.
static inline void best_offer(Best *best, int64_t value, Move move, size_t rank) {
    assert(move != MOVE_NONE && value < LAB_INFINITE);
    bool better = best->move == MOVE_NONE || value > best->value ||
                  (value == best->value && rank < best->rank);
    if (better)
        *best = (Best){.value = value, .move = move, .rank = rank};
}

// The best move is what was found, unless the walk was stopped.
static inline void best_found(const Best *best, const Walk *walk, Finding *found) {
    found->value = best->value;
    found->move = best->move;
    found->finished = !walk_stopped(walk);
}

// The moves of the root in the order to try them, each with its rank.
typedef struct TopMoves {
    Move moves[MOVES_MAX];
    size_t ranks[MOVES_MAX];
    size_t count;
} TopMoves;

void top_moves(Walk *walk, TopMoves *root);

// Asked after a root move was played, with `depth` plies left: what is the position worth to the
// one that moved? Exact when that is more than `floor`; otherwise anything not above it.
typedef int64_t ChildFn(Walk *walk, int depth, int64_t floor);

// Every root move in turn, on one thread.
void top_search(Walk *walk, int depth, ChildFn child, Finding *found);

// For searches that find the value first: the move by the tie-break, each asked for in the
// evaluator's order.
Move top_first_worth(Walk *walk, int depth, int64_t value, ChildFn child);

#endif
