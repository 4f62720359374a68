// SPDX-License-Identifier: MIT
// One thread's alpha-beta search. Scores are from the side to move; `ply` counts from the root.
//
// A proven score is only ever returned when it is proven: where a node has looked at some of its
// moves and all of them lose, the loss is brought down into the "likely" band. Nodes that must
// answer a four or an open three are complete by the rules, so what the four-search proves goes all
// the way up.
#ifndef GOMOKU_WORKER_H
#define GOMOKU_WORKER_H

#include "gomoku/effort.h"
#include "gomoku/field.h"
#include "gomoku/fours.h"
#include "gomoku/level.h"
#include "search/info.h"
#include "search/table.h"

enum { PLY_MAX = 120 };

typedef struct Variation {
    int length;
    Move moves[PV_MAX];
} Variation;

// What a node leaves for its children and sisters.
typedef struct Frame {
    int eval;
    Move played;     // the move being searched from here
    Move excluded;   // left out, to see how good the others are
    Move killers[2]; // refuted a sister of this node
} Frame;

typedef struct Worker {
    // For one think().
    Field field;
    Effort effort;
    Table *table;
    Futile *futile; // shared by all workers
    Level level;
    uint64_t seed;
    uint64_t salt; // keeps the opinions of one level and seed from another's in the table
    int selective_depth;
    int16_t history[2][BOARD_CELLS];
    Move counters[2][BOARD_CELLS]; // what refuted the opponent's move on that cell
    Frame frames[PLY_MAX];
    // For one line: the best continuation found below each ply.
    Variation pv[PLY_MAX + 1];
} Worker;

void worker_begin(Worker *worker, const Position *position, const Sight *sight, Table *table,
                  Futile *futile, int64_t level, uint64_t seed);

// Plays the move, searches the position after it, takes it back; the value is from the mover's
// side. Worth nothing when worker->effort.over is set afterwards.
int worker_try(Worker *worker, Move move, int alpha, int beta, int depth, int ply);

// How many plies less a late move is searched at first.
int worker_reduction(int depth, int index);

// Makes `move` and what was found below it the variation of this ply.
void worker_keep_line(Worker *worker, int ply, Move move);

// Brings a loss that is not proven, because moves were left out, into the likely band.
int worker_doubt(int score);

#endif
