// SPDX-License-Identifier: MIT
// The line network: what a position is worth, and which moves suggest themselves, learned from games.
//
// Every cell of the board, empty or not, looks along its four lines, nine cells of each (window.h), once as
// Black and once as White sees them. Each window has a row of LINE_CHANNELS numbers that was learned; the four
// rows are added up, and what is negative becomes 0. The sums of that over the board, less what they are on the
// empty board of that size, are the first layer; so where there is no stone near, nothing is added, and boards of all
// sizes are judged by the same numbers:
//
//     windows -> rows, four to a cell and view -> ReLU -> sum over all cells   2 x 32   (accumulator.h)
//     own sums, other's sums, what is threatened -> 64 -> 64 -> a logit        + a share of the plain evaluation's
//
// How much a move suggests itself is read off its own cell and the eight around it, each channel times a number; the
// numbers for the cell, for the four beside it and for the four across (its rings) are made anew for each position:
//
//     own sums, other's sums, what is threatened -> 64 -> 3 x 2 x 32, the readers
//     the readers times the channels of nine cells, and what the weights say of the move -> a logit for the move
//
// All are whole numbers, so that stones can come and go without a rest of rounding, and the result is the same at every
// width of vectors. A file has the layers behind the sums as floats; they are rounded when it is read.
#ifndef GOMOKU_LINE_NET_H
#define GOMOKU_LINE_NET_H

#include "gomoku/rule.h"
#include "gomoku/weights.h"
#include "gomoku/window.h"
#include "net/cpu.h"

enum {
    LINE_CHANNELS = 32,
    LINE_SUMS = 2 * LINE_CHANNELS, // of both views
    LINE_HIDDEN = 64,
    LINE_RINGS = 3,        // the cell, the four beside it, the four across
    LINE_ROW_UNIT = 64,    // a row's numbers are in parts of this
    LINE_SUM_UNIT = 32,    // ... and what the head sees of a sum is divided by this, too
    LINE_ROW_MOST = 127,   // rows are bytes
    LINE_URGE_BITS = 8,    // of fraction, in a LineNet's urges
    LINE_READ_BITS = 14,   // ... in what is read off a cell
    LINE_INPUT_BITS = 8,   // ... in what goes from layer to layer
    LINE_WEIGHT_BITS = 10, // ... in the weights between
    LINE_SUM_SHIFT = 3,    // from sums to inputs
};

static_assert(LINE_ROW_UNIT * LINE_SUM_UNIT == 1 << (LINE_INPUT_BITS + LINE_SUM_SHIFT),
              "the same unit");
static_assert(LINE_ROW_UNIT << LINE_INPUT_BITS == 1 << LINE_READ_BITS, "the same unit");
static_assert(LINE_SUMS == LINE_HIDDEN, "all layers are as wide");

// The layers behind the sums, for one side to move; in files these floats, in this order.
typedef struct LineHead {
    float sums[LINE_SUMS][LINE_HIDDEN]; // own sums first
    float threats[THREAT_STATES][LINE_HIDDEN];
    float hidden[LINE_HIDDEN][LINE_HIDDEN];
    float hidden_bias[LINE_HIDDEN];
    float value[LINE_HIDDEN];
    float value_bias;
    float plain;                             // how much of the plain evaluation's logit is added
    float urge;                              // how much of what the weights say of a move
    float mood_sums[LINE_SUMS][LINE_HIDDEN]; // what the readers are made of
    float mood_threats[THREAT_STATES][LINE_HIDDEN];
    float readers[LINE_RINGS][LINE_SUMS]; // without it, own first
    float moods[LINE_RINGS][LINE_HIDDEN][LINE_SUMS];
    float padding;
} LineHead;

enum { LINE_HEAD_FLOATS = sizeof(LineHead) / sizeof(float) };

// The same rounded, to play by. Weights lie in pairs: those of two inputs for one number side by side.
typedef struct LineWhole {
    int16_t sums[LINE_SUMS * LINE_HIDDEN], hidden[LINE_HIDDEN * LINE_HIDDEN];
    int32_t threats[THREAT_STATES][LINE_HIDDEN], hidden_bias[LINE_HIDDEN];
    int16_t value[LINE_HIDDEN];
    int16_t mood_sums[LINE_SUMS * LINE_HIDDEN];
    int32_t mood_threats[THREAT_STATES][LINE_HIDDEN];
    int16_t moods[LINE_RINGS][LINE_HIDDEN * LINE_SUMS];
    int32_t readers[LINE_RINGS][LINE_SUMS];
} LineWhole;

// What a position's moves are read by; Black's view first.
typedef struct LineReaders {
    _Alignas(64) int16_t of[LINE_RINGS][LINE_SUMS];
} LineReaders;

// Constant once made. Where both sides live under the same law they share everything, and the second of each
// pair is the first.
typedef struct LineNet {
    GomokuRule rule;
    NetLevel level;
    // For each window as Black sees it: the row of that and of what White sees there, side by side, for they are
    // always wanted together. On large pages, for they are wanted in any order.
    int8_t *rows;      // LINE_SUMS for each window
    LineHead heads[2]; // by side to move
    LineWhole wholes[2];
    int32_t plain_urges[2]; // heads[].urge as integers
} LineNet;

// LINE_CHANNELS for each window as this viewer sees it, to be released with free().
int8_t *line_net_rows(const LineNet *net, Side viewer);
// Fills net->rows; LINE_CHANNELS for each window, by viewer.
void line_net_set_rows(LineNet *net, const int8_t *const rows[2]);

// The logit of the side to move, by the sums of both views and the logit of the plain evaluation.
float line_net_value(const LineNet *net, Side to_move, const int32_t *own, const int32_t *other,
                     int threats, float plain);
void line_net_readers(const LineNet *net, Side to_move, const int32_t *own, const int32_t *other,
                      int threats, LineReaders *readers);

// What follows from the heads; to be called when these are filled in. False when a sum could be too large for
// thirty-two bits.
bool line_net_settle(LineNet *net);
void line_net_free(LineNet *net); // NULL is fine

#endif
