// SPDX-License-Identifier: MIT
// The first layer of the line network, kept in step with a field: a stone changes the windows of the 32 cells
// around it in its lines, and of no others.
//
// It follows when it is asked and not before: stones that came and went in between, in a four-search or in a
// node the table answered for, cost nothing.
#ifndef GOMOKU_ACCUMULATOR_H
#define GOMOKU_ACCUMULATOR_H

#include "gomoku/field.h"
#include "gomoku/line_net.h"

enum {
    ACCUMULATOR_PLIES = 128, // the most that can be followed
    ACCUMULATOR_NEAR = 2 * DIRECTIONS * WINDOW_REACH,
    ACCUMULATOR_MARGIN = BOARD_STRIDE + 1, // a cell's neighbours are no farther
    ACCUMULATOR_READ = LINE_RINGS + 1,     // rings, and what makes a whole vector of them
};

// A cell's rows added up, Black's view first; before the ReLU.
typedef struct AccumulatorCell {
    _Alignas(64) int16_t channels[LINE_SUMS];
} AccumulatorCell;

// A window that a stone changes.
typedef struct AccumulatorStep {
    uint32_t was, now;
    uint16_t cell;
    uint8_t direction;
} AccumulatorStep;

// A stone, and what it takes to go back to before it.
typedef struct AccumulatorPly {
    Move cell;
    uint8_t side;
    int count;                       // of the cells near it, each in one of its lines
    AccumulatorStep own[DIRECTIONS]; // the windows of its own cell
    AccumulatorStep steps[ACCUMULATOR_NEAR];
    int32_t sums[LINE_SUMS];
    AccumulatorCell own_before, before[ACCUMULATOR_NEAR];
} AccumulatorPly;

// Large, without pointers into itself; one for each thread.
typedef struct Accumulator {
    const LineNet *net;
    int width, height;
    int count; // plies of the field it has followed
    // After the ReLU, over all cells, less what the empty board has; Black's view first.
    int32_t sums[LINE_SUMS];
    uint32_t windows[DIRECTIONS][BOARD_CELLS]; // as Black sees them
    CellSet board;                             // the cells there are
    // What was last read off a cell, by ring; beyond the edges nothing.
    int32_t readings[BOARD_CELLS + 2 * ACCUMULATOR_MARGIN][ACCUMULATOR_READ];
    AccumulatorCell cells[BOARD_CELLS];
    AccumulatorPly plies[ACCUMULATOR_PLIES];
} Accumulator;

// Of the field as it stands: the slow twin of following. Nothing can be followed back beyond this. The network is
// of the field's rule and outlives the accumulator.
void accumulator_reset(Accumulator *accumulator, const LineNet *net, const Field *field);
// To the position of the field, which was played from the one it was reset on.
void accumulator_follow(Accumulator *accumulator, const Field *field);

// What the network says of the field for the side to move, below SCORE_LIKELY. Follows up to the last stone; what
// that one changes is added up and not kept, for most positions are judged once and left.
int accumulator_score(Accumulator *accumulator, const Field *field);

// Of the field, which was followed: how much each of these moves suggests itself to the side to move, in URGE_UNITs;
// `urges` holds what the weights say of them.
void accumulator_urges(Accumulator *accumulator, const Field *field, const Move *moves, int count,
                       int32_t *urges);

#endif
