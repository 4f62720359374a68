// SPDX-License-Identifier: MIT
// The window of a cell: what stands on the nine cells of a line around it, as one number. It is what the
// network (line_net.h) looks up, for every cell of the board and each of its four lines. Nine cells hold every five
// that the cell is part of; what stands at the ends of these is told by the windows of the cells nearer to them.
//
//     . X O X [ ] X . . #        four cells before, the cell itself, four after; # is off the board
//
// A half of it, the cells on one side, is a number to base 3 with the nearest cell as its lowest digit: 0
// empty, 1 a stone of the viewer's, 2 of the other's. Behind the board's edge there is nothing, so halves of
// fewer cells are numbered before the longer ones. A stone that comes then adds a constant to the number of
// every window it comes into, whatever else stands there: window_step().
#ifndef GOMOKU_WINDOW_H
#define GOMOKU_WINDOW_H

#include "gomoku/board.h"

enum {
    WINDOW_REACH = 4,
    WINDOW_CELLS = 2 * WINDOW_REACH + 1,
    WINDOW_HALVES = 121, // 1 + 3 + 9 + 27 + 81: all halves of up to four cells
    WINDOW_DIGITS = 3,
    WINDOWS = WINDOW_HALVES * WINDOW_DIGITS * WINDOW_HALVES,
};

// All windows of fewer cells are numbered in the same way, for their own reach.
static inline int window_halves(int reach) {
    static const int16_t halves[WINDOW_REACH + 1] = {1, 4, 13, 40, WINDOW_HALVES};
    assert(reach >= 0 && reach <= WINDOW_REACH);
    return halves[reach];
}

static inline int windows_of_reach(int reach) {
    return window_halves(reach) * WINDOW_DIGITS * window_halves(reach);
}

// What the window of a cell grows by when a stone comes `offset` cells after it in its line (0: on it,
// negative: before it); `digit` is 1 for a stone of the viewer's, 2 for one of the other's.
static inline int window_step(int offset, int digit) {
    static const uint8_t powers[WINDOW_REACH] = {1, 3, 9, 27};
    assert(offset >= -WINDOW_REACH && offset <= WINDOW_REACH && digit >= 1 && digit <= 2);
    if (offset > 0)
        return digit * powers[offset - 1];
    if (offset < 0)
        return digit * powers[-offset - 1] * WINDOW_DIGITS * WINDOW_HALVES;
    return digit * WINDOW_HALVES;
}

// The window of a cell as `viewer` sees it, read off the board cell by cell.
int window_at(const Board *board, Move cell, int direction, Side viewer);

int window_join(int before, int centre, int after); // of two halves and the digit between them
int window_mirror(int window);                      // read backwards
int window_swap(int window);                        // with the colours changed
int window_inner(int window, int reach);        // what it is among the windows of a shorter reach
int window_inner_mirror(int window, int reach); // of that reach, read backwards

#endif
