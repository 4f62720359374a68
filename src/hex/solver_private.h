// SPDX-License-Identifier: MIT
// What the parts of the solver share: solver.c works, solver_line.c reads the book to tell how it
// stands and how the game goes on.
#ifndef HEX_SOLVER_PRIVATE_H
#define HEX_SOLVER_PRIVATE_H

#include "hex/knowledge.h"
#include "hex/link_cache.h"
#include "hex/resistance.h"
#include "hex/solver.h"

#include <stdatomic.h>

struct HexSolver {
    const HexGrid *grid;
    ProofBook *book;
    size_t link_cache_bytes; // for the connections all workers keep
    HexRates rates;
};

// One question, shared by all workers.
typedef struct HexSolve {
    const HexSolverOrder *order;
    HexSolver *solver;
    _Atomic uint64_t nodes;
    int64_t next_news_us;           // worker 0's
    StopFlag done;                  // the answer is known
    _Atomic uint8_t *busy;          // by key: threads that are below it
    HexRates *rates;                // by the index of a worker
    struct HexSolverWorker *teller; // walks for news, with frames of its own; worker 0's
} HexSolve;

typedef struct ProofNumbers {
    uint32_t phi, delta;
} ProofNumbers;

// One ply of a worker's way down.
typedef struct HexSolverFrame {
    HexFill before;    // the parent's filled position and the move
    HexFill fill;      // with this position's own fill-in
    HexKeys keys;      // of `before`
    HexKeys full_keys; // of `fill`
    Side to_move;
    HexCachedLinks *place; // for the connections of `fill`; NULL until they are asked for
    ProofEntry entry;
    // What the children worked at from here came to, by move. The book may have forgotten it, and
    // two children that drive each other out of a full book must not be worked at forever.
    ProofNumbers numbers[BOARD_POINTS];
} HexSolverFrame;

typedef struct HexSolverWorker {
    HexSolve *solve;
    const HexGrid *grid;
    ProofBook *book;
    HexSolverFrame **frames; // by ply, made when first reached
    HexLinkCache *cache;
    HexKnowledge known;
    HexCircuit circuit;
    int index;
} HexSolverWorker;

void solver_worker_begin(HexSolverWorker *worker, HexSolve *solve, int index);
void solver_worker_end(HexSolverWorker *worker);

// A position as frame 0, and a move from the frame at `ply` to the one below it.
void solver_enter_root(HexSolverWorker *worker, const HexStones *stones, Side to_move);
void solver_enter_child(HexSolverWorker *worker, int ply, int cell);
// Gets the entry of the position at this ply, computing it if it is new.
void solver_visit(HexSolverWorker *worker, int ply);
// Works below the position at this ply until its numbers reach the thresholds. Returns how many
// positions were visited.
uint32_t solver_work(HexSolverWorker *worker, int ply, uint32_t phi_most, uint32_t delta_most);

static inline bool solver_is_decided(const ProofEntry *entry) {
    return !entry->phi || !entry->delta;
}

// Tells how it stands. Only worker 0 calls it.
void solver_tell(HexSolve *solve);
// Plays the decided game of the order to its end, into the answer's line.
void solver_play_out(HexSolverWorker *worker, const HexSolverOrder *order, HexAnswer *answer);

#endif
