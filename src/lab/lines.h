// SPDX-License-Identifier: MIT
// A Gomoku board as lines: every row, column and diagonal is one word, two bits a cell, with the
// edge written out at both ends, so that a scan along a line never leaves it and rows of stones are
// measured by counting zero bits. Each line is kept in both directions, so that a scan is the same
// either way. The fast boards of the seed systems are made of this.
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

// What a cell of a line holds: a Cell, or the edge.
enum { SEEN_EMPTY, SEEN_BLACK, SEEN_WHITE, SEEN_EDGE };

// A line as it is read from its first cell on, and from its last one back.
typedef struct LinePair {
    uint64_t read[2];
} LinePair;

typedef struct PlainLines {
    int size;
    int stones;
    LinePair words[LINES_DIRECTIONS][2 * LINES_SIZE_MAX];
    uint32_t occupied[LINES_SIZE_MAX + 2 * LINES_PADDING]; // by row, padded like the lines
} PlainLines;

void lines_init(PlainLines *lines, int size);
// The stones of a square gomoku position no larger than LINES_SIZE_MAX.
void lines_set(PlainLines *lines, const Position *position);
// Puts a stone on an empty cell, or takes the same one away.
void lines_flip(PlainLines *lines, Move cell, Side side);
// Empty points no further than `radius` (1 or 2) from a stone, row by row from the top left. Room
// for LINES_POINTS.
size_t lines_near(const PlainLines *lines, int radius, Move *cells);

// Which line of its direction a cell lies in.
static inline int line_index(int direction, Move cell) {
    int x = move_x(cell), y = move_y(cell);
    const int index[LINES_DIRECTIONS] = {y, x, y - x + LINES_SIZE_MAX - 1, y + x};
    return index[direction];
}

static inline LinePair line_words(const PlainLines *lines, int direction, Move cell) {
    return lines->words[direction][line_index(direction, cell)];
}

// The number of the cell in its line, read on or back.
static inline int line_place(int direction, Move cell, int back) {
    int place = direction == 1 ? move_y(cell) : move_x(cell);
    return back ? LINES_SIZE_MAX - 1 - place : place;
}

// The cell `places` further.
static inline Move line_step(int direction, Move cell, int places, int back) {
    static const int steps[] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, 1 - BOARD_STRIDE};
    return (Move)(cell + (back ? -places : places) * steps[direction]);
}

// The cells behind this one, the nearest in the lowest bits.
static inline uint64_t line_behind(LinePair words, int direction, Move cell, int back) {
    return words.read[back] >> (2 * (line_place(direction, cell, back) + LINES_PADDING + 1));
}

// How many cells of this colour come first.
static inline int line_run(uint64_t behind, int colour) {
    return __builtin_ctzll(behind ^ (uint64_t)colour * 0x5555555555555555u) / 2;
}

#endif
