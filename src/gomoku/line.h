// SPDX-License-Identifier: MIT
// One line of the board as bit words: which of its cells are empty, black, white.
//
// A cell is a bit; cells off the board are bits set in none of the words. Every question the rules
// ask about a stone is about the unbroken run it stands in and the cells just beyond. Here the run
// is the middle three, and a stone on p would join it with the two to the left, one on q only
// lengthen it:
//
//      . X X p X X X q O
//
// Only on p and q can one move lengthen the run, so these two cells are all there is to know about
// fives, fours and threes.
#ifndef GOMOKU_LINE_H
#define GOMOKU_LINE_H

#include "game/move.h"

#include <assert.h>
#include <stdint.h>

enum {
    LINE_PAD = 6,              // bits below a line's first cell: a window of +-5 never underflows
    LINE_BITS = LINE_PAD + 25, // 25 cells at most, one bit to spare in 32
};

typedef struct LineWords {
    uint32_t cells[3]; // by Cell: the empty ones, Black's, White's
} LineWords;

// Stones in an unbroken row from bit `at` upwards, `at` included. at < 32.
static inline int line_ones_up(uint32_t stones, int at) {
    return __builtin_ctz(~(stones >> at) | 1u << 31);
}

// The same downwards.
static inline int line_ones_down(uint32_t stones, int at) {
    return __builtin_clz(~(stones << (31 - at)) | 1u);
}

static inline bool line_has(uint32_t word, int at) {
    return word >> at & 1;
}

// The unbroken run of `stones` through bit `at`, which must be set: its first and last bit.
typedef struct LineRun {
    int first, last;
} LineRun;

static inline LineRun line_run(uint32_t stones, int at) {
    assert(line_has(stones, at));
    return (LineRun){at - line_ones_down(stones, at) + 1, at + line_ones_up(stones, at) - 1};
}

static inline int run_length(LineRun run) {
    return run.last - run.first + 1;
}

// The run that bit `at` would stand in if it were set.
static inline LineRun line_run_with(uint32_t stones, int at) {
    return line_run(stones | 1u << at, at);
}

#endif
