// SPDX-License-Identifier: MIT
// One thread's alpha-beta search. Scores are from the side to move; `ply` counts from the root.
//
// A proven score is only ever returned when it is proven: where a node has looked at some of its
// moves and all of them lose, the loss is brought down into the "likely" band. Nodes that must
// answer a four or an open three are complete by the rules, so what the four-search proves goes all
// the way up.
#ifndef GOMOKU_WORKER_H
#define GOMOKU_WORKER_H

#include "gomoku/accumulator.h"
#include "gomoku/effort.h"
#include "gomoku/field.h"
#include "gomoku/fours.h"
#include "gomoku/level.h"
#include "search/hitrate.h"
#include "search/info.h"
#include "search/table.h"

enum { PLY_MAX = 120 };

typedef struct Variation {
    int length;
    Move moves[PV_MAX];
} Variation;

// What a node leaves for its children and sisters.
typedef struct Frame {
    int eval;        // with the level's error
    int static_eval; // TABLE_NO_EVAL where nothing asked for it
    Move played;     // the move being searched from here
    Move excluded;   // left out, to see how good the others are
    Move killers[2]; // refuted a sister of this node
} Frame;

// Steps whose success is counted, see search/hitrate.h.
typedef enum WorkerRate {
    RATE_TABLE,            // the table answered for the node
    RATE_FOURS,            // ... a win by fours did
    RATE_REVERSE_FUTILITY, // ... its evaluation did, far above beta
    RATE_RAZORING,         // ... or far below alpha
    RATE_LMR,              // a reduced move had to be searched again
    RATE_FIRST_MOVE,       // a cut-off was found by the first move
    RATE_COUNT,
} WorkerRate;

typedef struct Worker {
    // For one think().
    Field field;
    const LineNet *net; // NULL: the field's evaluation alone judges
    Accumulator accumulator;
    Effort effort;
    Table *table;
    VcfCache *vcf_cache; // shared by all workers
    Level level;
    uint64_t seed;
    uint64_t salt; // keeps scores of one level and seed apart from another's in the table
    int selective_depth;
    int16_t history[2][BOARD_CELLS];
    Move counters[2][BOARD_CELLS]; // what refuted the opponent's move on that cell
    Frame frames[PLY_MAX];
    // For the worker's life.
    HitRate rates[RATE_COUNT];
    // For one line: the best continuation found below each ply.
    Variation pv[PLY_MAX + 1];
} Worker;

// The evaluation and the network, which may be NULL, are of the position's rule.
void worker_begin(Worker *worker, const Position *position, const Evaluation *evaluation,
                  const LineNet *net, Table *table, VcfCache *vcf_cache, int64_t level,
                  uint64_t seed);

// The static evaluation of the field, by the network where there is one.
int worker_evaluate(Worker *worker);
// What orders the moves of the field, NULL where there is no network; see picks.h.
Accumulator *worker_policy(Worker *worker);

// Plays the move, searches the position after it, takes it back; the value is from the mover's
// side. Worth nothing when worker->effort.over is set afterwards.
int worker_try(Worker *worker, Move move, int alpha, int beta, int depth, int ply);

// Principal variation search: the first of a node's moves (index 0) with the whole window; every
// other one, tried `reduction` plies less deep, only has to be shown to be no better, and is
// searched again when it is.
int worker_try_next(Worker *worker, Move move, int index, int alpha, int beta, int depth,
                    int reduction, int ply);

// How many plies less a late move is searched at first.
int worker_late_move_reduction(int depth, int index);

// Makes `move` and what was found below it the variation of this ply.
void worker_keep_line(Worker *worker, int ply, Move move);

// Brings a loss that is not proven, because moves were left out, into the likely band.
int worker_demote(int score);

#endif
