// SPDX-License-Identifier: MIT
// One thread of a Hex search: its board, and the alpha-beta node that runs on it. All workers of a
// search share the table and this one struct of what the order allows.
//
// Proofs are real. A position is only called lost when every move was refuted: the width of a node
// binds once a move was found that does not lose, and moves are left out only where a threat proves
// that they lose (threats.h).
#ifndef HEX_WORKER_H
#define HEX_WORKER_H

#include "hex/chain.h"
#include "hex/evaluation.h"
#include "search/searcher.h"

#include <stdatomic.h>

// Everything there is to tune in the search; the evaluation's are in evaluation.h.
enum {
    HEX_WIDTH = 20,         // moves tried at a node, the best first
    HEX_WIDTH_ROOT = 48,    // ... at the root
    HEX_WIDE_EMPTY = 26,    // with so few empty cells every move is tried: 5x5 is solved outright
    HEX_REDUCE_DEPTH = 3,   // from this depth on late moves are first tried one ply shallower
    HEX_REDUCE_FROM = 4,    // the first late move
    HEX_THREAT_TRIES = 10,  // cells where the opponent might complete a chain
    HEX_PLY_MAX = DEPTH_MAX // deeper than any search goes
};

// What a level leaves to the search.
typedef struct HexStrength {
    int depth;    // plies at most
    int noise;    // added to or taken from an evaluation at most
    bool chains;  // sees chains
    bool threats; // ... and those the opponent is about to complete
} HexStrength;

typedef struct HexShared {
    const Order *order;
    Table *table;
    const HexStrength *strength;
    const HexWeights *weights;
    uint64_t salt; // keeps noisy evaluations apart from honest ones in the table
    _Atomic uint64_t nodes;
    StopFlag done; // the main worker has its answer; helpers may go home
} HexShared;

typedef struct HexLine {
    Move moves[PV_MAX];
    size_t length;
} HexLine;

typedef struct HexWorker {
    HexBoard board;
    Side to_move;
    HexShared *shared;
    bool stopped; // what was returned since is worth nothing
    int deepest;  // ply reached
    Move killers[HEX_PLY_MAX + 1][2];
    // Scratch, never kept across a recursion.
    HexEvaluation evaluation;
    HexChain chain;
} HexWorker;

void hex_worker_begin(HexWorker *worker, HexShared *shared, const HexBoard *board, Side to_move);

// Places a stone for the side to move and counts it. False, with nothing placed, when the search
// has to stop.
bool hex_worker_play(HexWorker *worker, Move move);
void hex_worker_undo(HexWorker *worker);

// The value of the position for the side to move, `ply` plies from the root; `line` gets the play
// expected. Nobody has won yet. The result is worth nothing once worker->stopped.
int hex_worker_search(HexWorker *worker, int depth, int ply, int alpha, int beta, HexLine *line);

// The value of one move at this node, of which `searched` were tried before: the first with the
// whole window; the others with none, the late ones shallower at first, and again with more where
// they surprise.
int hex_worker_try(HexWorker *worker, Move move, int searched, int depth, int ply, int alpha,
                   int beta, HexLine *line);

// How many moves to try, if `width` are enough while there are many.
int hex_worker_width(const HexWorker *worker, int width);

// A move in front of a line.
void hex_line_set(HexLine *line, Move move, const HexLine *rest);

#endif
