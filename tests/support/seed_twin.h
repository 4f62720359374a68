// SPDX-License-Identifier: MIT
// The seed systems once more, slow and plain: everything on a Position, nothing kept, nothing clever.
#ifndef TESTS_SEED_TWIN_H
#define TESTS_SEED_TWIN_H

#include "game/position.h"
#include "lab/run_worth.h"

typedef struct TwinAnswer {
    Move move;
    int64_t value;
    uint64_t nodes;
} TwinAnswer;

// The worth of a side's runs, each found from its first stone.
int64_t twin_runs(const Position *position, RunWorth worth, Side side);

// gomokuku on a standard board: the map over the root's children, each with its own alpha-beta.
TwinAnswer twin_gomokuku(Position *position, int depth, bool faithful);
// sustech's negamax to this depth, without a cutoff.
TwinAnswer twin_sustech(Position *position, int depth);
// hust's value by alpha-beta without table or null windows.
int64_t twin_hust(Position *position, int depth);
// hexmax's pair for the side to move, and its choice.
TwinAnswer twin_hexmax(Position *position, int depth, bool faithful);
// One direction through a stone: {stones in a row, blocked ends, empty spaces inside}; and what nthu
// says of four.
typedef struct TwinMeasure {
    int length, blocked, spaces;
} TwinMeasure;
int twin_nthu_match(const TwinMeasure measures[4]);
// What nthu says of a stone of `side` here, measured cell by cell as its listing does.
int twin_nthu_score(const Position *position, Move cell, Side side);
// nthu's search to one depth.
TwinAnswer twin_nthu(Position *position, int depth);

#endif
