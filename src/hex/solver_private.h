// SPDX-License-Identifier: MIT
// What the parts of the solver share: solver.c works, solver_line.c reads the book to tell how it
// stands and how the game goes on.
#ifndef HEX_SOLVER_PRIVATE_H
#define HEX_SOLVER_PRIVATE_H

#include "hex/knowledge.h"
#include "hex/resistance.h"
#include "hex/shelf.h"
#include "hex/solver.h"

#include <stdatomic.h>

struct HexSolver {
    const HexGrid *grid;
    ProofBook *book;
};

// One question, shared by all workers.
typedef struct Hunt {
    const HexSolverOrder *order;
    HexSolver *solver;
    _Atomic uint64_t nodes, known;
    int64_t next_news_us; // worker 0's
    int64_t start_us;
    StopFlag done;         // somebody knows the answer
    _Atomic uint8_t *busy; // by key: threads that are below it
    struct Worker *teller; // walks for news, with frames of its own; worker 0's
} Hunt;

typedef struct ProofNumbers {
    uint32_t phi, delta;
} ProofNumbers;

// One ply of a worker's way down.
typedef struct Frame {
    HexFill before;    // the parent's filled position and the move
    HexFill fill;      // with this position's own fill-in
    HexKeys keys;      // of `before`
    HexKeys full_keys; // of `fill`
    Side to_move;
    HexShelved *place; // for the connections of `fill`; NULL while nobody asked for them
    ProofEntry entry;
    // What the children worked at from here came to, by move. The book may have forgotten it, and two
    // children that drive each other out of a full book must not be worked at forever.
    ProofNumbers numbers[BOARD_POINTS];
} Frame;

typedef struct Worker {
    Hunt *hunt;
    const HexGrid *grid;
    ProofBook *book;
    Frame **frames; // by ply, made when first reached
    HexShelf *shelf;
    HexKnowledge known;
    HexCircuit circuit;
    int index;
} Worker;

void solver_worker_begin(Worker *worker, Hunt *hunt, int index);
void solver_worker_end(Worker *worker);

// A position as frame 0, and a move from the frame at `ply` to the one below it.
void solver_enter_root(Worker *worker, const HexStones *stones, Side to_move);
void solver_enter_child(Worker *worker, int ply, int cell);
// Gets the entry of the position at this ply, computing it if nobody has.
void solver_visit(Worker *worker, int ply);
// Works below the position at this ply until its numbers reach the thresholds. Returns how many
// positions were visited.
uint32_t solver_work(Worker *worker, int ply, uint32_t phi_most, uint32_t delta_most);

static inline bool solver_is_decided(const ProofEntry *entry) {
    return !entry->phi || !entry->delta;
}

// Tells how it stands. Only worker 0 calls it.
void solver_tell(Hunt *hunt);
// Plays the decided game of the order to its end, into the answer's line.
void solver_play_out(Worker *worker, const HexSolverOrder *order, HexAnswer *answer);

#endif
