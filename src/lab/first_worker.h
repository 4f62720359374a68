// SPDX-License-Identifier: MIT
// One thread of a Hex search: its board, and the alpha-beta node that runs on it. All workers of a
// search share the table and this one struct of what the order allows.
//
// Proofs are real. A position is only called lost when every move was refuted: the width of a node
// binds once a move was found that does not lose, and moves are left out only where a threat proves
// that they lose (first_threats.h).
#ifndef LAB_FIRST_WORKER_H
#define LAB_FIRST_WORKER_H

#include "lab/first_chain.h"
#include "lab/first_evaluation.h"
#include "search/searcher.h"
#include "search/table.h"

#include <stdatomic.h>

// Everything there is to tune in the search; the evaluation's are in first_evaluation.h.
enum {
    FIRST_WIDTH = 20,         // moves tried at a node, the best first
    FIRST_WIDTH_ROOT = 48,    // ... at the root
    FIRST_WIDE_EMPTY = 26,    // with this few empty every move is tried: 5x5 is solved outright
    FIRST_REDUCE_DEPTH = 3,   // from this depth on late moves are first tried one ply shallower
    FIRST_REDUCE_FROM = 4,    // the first late move
    FIRST_THREAT_TRIES = 10,  // cells where the opponent might complete a chain
    FIRST_PLY_MAX = DEPTH_MAX // deeper than any search goes
};

// What a level leaves to the search.
typedef struct FirstStrength {
    int depth;    // plies at most
    int noise;    // added to or taken from an evaluation at most
    bool chains;  // sees chains
    bool threats; // ... and those the opponent is about to complete
} FirstStrength;

typedef struct FirstShared {
    const Ask *order;
    Table *table;
    const FirstStrength *strength;
    uint64_t salt; // keeps noisy evaluations apart from exact ones in the table
    _Atomic uint64_t nodes;
    StopFlag done; // the main worker has its answer; helpers may go home
} FirstShared;

typedef struct FirstLine {
    Move moves[PV_MAX];
    size_t length;
} FirstLine;

typedef struct FirstWorker {
    HexBoard board;
    Side to_move;
    FirstShared *shared;
    bool stopped; // what was returned since is worth nothing
    int deepest;  // ply reached
    Move killers[FIRST_PLY_MAX + 1][2];
    // Scratch, never kept across a recursion.
    FirstEvaluation evaluation;
    FirstChain chain;
} FirstWorker;

void first_worker_begin(FirstWorker *worker, FirstShared *shared, const HexBoard *board,
                        Side to_move);

// Places a stone for the side to move and counts it. False, with nothing placed, when the search
// has to stop.
bool first_worker_play(FirstWorker *worker, Move move);
void first_worker_undo(FirstWorker *worker);

// The value of the position for the side to move, `ply` plies from the root; `line` gets the play
// expected. Neither side has won yet. The result is worth nothing once worker->stopped.
int first_worker_search(FirstWorker *worker, int depth, int ply, int alpha, int beta,
                        FirstLine *line);

// The value of one move at this node, of which `searched` were tried before: the first with the
// whole window; the others with none, the late ones shallower at first, and again with more where
// they surprise.
int first_worker_try(FirstWorker *worker, Move move, int searched, int depth, int ply, int alpha,
                     int beta, FirstLine *line);

// How many moves to try, if `width` are enough while there are many.
int first_worker_width(const FirstWorker *worker, int width);

// A move in front of a line.
void first_line_set(FirstLine *line, Move move, const FirstLine *rest);

#endif
