// SPDX-License-Identifier: MIT
// A Gomoku board as lines: every row, column and diagonal is one word, two bits a cell, with the edge
// written out at both ends, so that whoever looks along a line never leaves it and rows of stones are
// measured by counting zero bits. The fast boards of the seed systems are made of this.
//
//     # # . X X O . . # #      11 11 00 01 01 10 00 00 11 11     # the edge, X black, O white
#ifndef LAB_LINES_H
#define LAB_LINES_H

#include "game/position.h"

#include <stddef.h>

enum {
    LINES_SIZE_MAX = 20, // the largest board a seed plays on
    LINES_POINTS = LINES_SIZE_MAX * LINES_SIZE_MAX,
    LINES_CELLS = LINES_SIZE_MAX * BOARD_STRIDE,
    LINES_DIRECTIONS = 4, // row, column, falling and rising diagonal
    LINES_PADDING = 2,    // cells of edge before the first cell
};

// What a cell of a line holds.
enum { SEEN_EMPTY, SEEN_BLACK, SEEN_WHITE, SEEN_EDGE };

typedef struct Lines {
    int size;
    int stones;
    uint64_t words[LINES_DIRECTIONS][2 * LINES_SIZE_MAX];
    uint32_t occupied[LINES_SIZE_MAX + 2 * LINES_PADDING]; // by row, padded like the lines
} Lines;

void lines_init(Lines *lines, int size);
// The stones of a square gomoku position no larger than LINES_SIZE_MAX.
void lines_set(Lines *lines, const Position *position);
// Puts a stone on an empty cell, or takes the same one away.
void lines_flip(Lines *lines, Move cell, Side side);
// Empty points no further than `radius` (1 or 2) from a stone, row by row from the top left. Room for
// LINES_POINTS.
size_t lines_near(const Lines *lines, int radius, Move *cells);

static inline int side_seen(Side side) {
    return side == SIDE_BLACK ? SEEN_BLACK : SEEN_WHITE;
}

static inline uint64_t line_word(const Lines *lines, int direction, Move cell) {
    int x = move_x(cell), y = move_y(cell);
    switch (direction) {
    case 0:
        return lines->words[0][y];
    case 1:
        return lines->words[1][x];
    case 2:
        return lines->words[2][y - x + LINES_SIZE_MAX - 1];
    default:
        return lines->words[3][y + x];
    }
}

// The number of the cell in its line.
static inline int line_place(int direction, Move cell) {
    return direction == 1 ? move_y(cell) : move_x(cell);
}

// The cells behind this one, the nearest in the lowest bits; and those before it, the nearest in the
// highest.
static inline uint64_t line_behind(uint64_t word, int place) {
    return word >> (2 * (place + LINES_PADDING + 1));
}

static inline uint64_t line_before(uint64_t word, int place) {
    return word << (2 * (32 - LINES_PADDING - place));
}

// How many cells of this colour come first.
static inline int line_run_behind(uint64_t behind, int colour) {
    return __builtin_ctzll(behind ^ (uint64_t)colour * 0x5555555555555555u) / 2;
}

static inline int line_run_before(uint64_t before, int colour) {
    return __builtin_clzll(before ^ (uint64_t)colour * 0x5555555555555555u) / 2;
}

#endif
