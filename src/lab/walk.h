// SPDX-License-Identifier: MIT
// One worker's walk through a game tree: what every textbook search does between its lines.
//
// The searches keep to the page they come from; counting, ordering, remembering, stopping and
// telling a spectator happen here. A depth-first search is written like this:
//
//     if (walk_enter(walk, depth, alpha, beta, &value))
//         return value;                       // a leaf, a finished game, known, or told to stop
//     size_t count = walk_moves(walk, moves);
//     for (size_t i = 0; i < count; i++) {
//         walk_play(walk, moves[i]);
//         ...                                 // recurse
//         walk_undo(walk);
//         ...                                 // walk_cut() where moves are left out
//     }
//     return walk_leave(walk, depth, alpha, beta, best, move);
//
// Values are for the side to move. A game that is over is worth +-(VALUE_WIN + depth left): nearer
// ends weigh more, and the worth of a position depends on nothing but itself and the depth left.
// One thread a walk; the memo may be shared.
#ifndef LAB_WALK_H
#define LAB_WALK_H

#include "lab/evaluator.h"
#include "lab/memo.h"
#include "search/stop.h"

enum {
    LAB_DEPTH_MAX = 30,
    LAB_INFINITE = VALUE_WIN + 1000, // beyond every value; with its sign still 32 bits
};

// Move ordering, switched on one by one.
enum { ORDER_STATIC = 1, ORDER_HISTORY = 2, ORDER_KILLERS = 4 };

typedef struct WalkCounts {
    uint64_t nodes;         // positions entered, leaves included
    uint64_t evals;         // static evaluations (playouts of a sampling search)
    uint64_t cutoffs;       // nodes left before their last move
    uint64_t cutoffs_first; // ... after their first
    uint64_t probes, hits;  // table lookups, and those that found this position at this depth
} WalkCounts;

void walk_counts_add(WalkCounts *sum, const WalkCounts *more);

// What a spectator is told, see explain.h.
typedef enum WalkEventKind {
    WALK_ENTER, // a node, with its window
    WALK_LEAF,  // evaluated, or the game is over
    WALK_KNOWN, // answered by the table
    WALK_CUT,   // `left_out` moves will not be looked at
    WALK_LEAVE, // the node's value (or bound) is known
} WalkEventKind;

typedef struct WalkEvent {
    WalkEventKind kind;
    int ply, depth;
    Move move; // that led here; MOVE_NONE at the root
    int64_t alpha, beta, value;
    size_t left_out;
    const Position *position;
} WalkEvent;

typedef void (*WalkFn)(const WalkEvent *event, void *user);

typedef struct Walk {
    Position *position; // the worker's own
    const Evaluator *evaluator;
    unsigned ordering; // ORDER_ bits
    size_t width;      // only the most promising moves of a node, 0 for all
    Memo *memo;        // NULL: none
    const StopFlag *stop;
    bool (*cancelled)(const struct Walk *walk); // a parallel scheme's own reason to stop, or NULL
    void *share;                                // what that scheme shares among its workers
    int turn, turns; // begin a node's younger brothers turn/turns of the way through (lazy.c)
    int ply;         // from the root
    Move path[LAB_DEPTH_MAX + 1]; // that led here
    Move first;                   // at the root, tried first: an earlier iteration's best
    WalkCounts tally;
    int64_t history[2][BOARD_CELLS];
    Move killers[LAB_DEPTH_MAX + 1][2];
    WalkFn on_event; // NULL: no listener
    void *user;
} Walk;

void walk_init(Walk *walk, const Position *position, const Evaluator *evaluator);
void walk_release(Walk *walk);

// True when nothing found from now on will be used: return anything, soon.
bool walk_stopped(const Walk *walk);

// Counts the node. True with a value when there is nothing to search: depth 0, the game is over,
// the table knows, or it is time to stop.
bool walk_enter(Walk *walk, int depth, int64_t alpha, int64_t beta, int64_t *value);
// The moves to look at, in the order to try them; room for MOVES_MAX.
size_t walk_moves(Walk *walk, Move *moves);
// The same in the evaluator's own order: ties at the root go to the first of these.
size_t walk_candidates(const Walk *walk, Move *moves);
void walk_play(Walk *walk, Move move);
void walk_undo(Walk *walk);
// moves[index] of `count` refuted this node: the rest is left out.
void walk_cut(Walk *walk, int depth, const Move *moves, size_t index, size_t count);
// What was found within the window is remembered and returned: at or below alpha an upper bound, at
// or above beta a lower one, exact between.
int64_t walk_leave(Walk *walk, int depth, int64_t alpha, int64_t beta, int64_t value, Move move);

// The worth of a game that is over or a position evaluated as it stands; counts the evaluation.
int64_t walk_worth(Walk *walk, int depth);
bool walk_is_leaf(const Walk *walk, int depth);

#endif
