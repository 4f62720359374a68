// SPDX-License-Identifier: MIT
// The evaluation: every five cells in a row are a window, and a window that holds stones of one
// side only is worth something to that side.
//
//     . X X . X      a window with three of Black's: one stone from a four
//     . X O . X      a window of nobody's: no five will ever be made here
//
// Kept up to date stone by stone: the worth of all windows for each side, and for every cell the
// sum of what its windows say, which orders the moves and finds fives and fours. The rules' finer
// points (overlines, closed fives, forbidden points) do not enter here: a window of four only says
// where to ask the board.
#ifndef GOMOKU_WINDOWS_H
#define GOMOKU_WINDOWS_H

#include "gomoku/board.h"

typedef struct Windows {
    // By direction and first cell (shifted by BOARD_GUARD rows): the stones of Black in the low
    // three bits, of White in the next three; WINDOW_NONE where no window fits on the board.
    uint8_t stones[DIRECTIONS][(BOARD_MAX + 2 * BOARD_GUARD) * BOARD_STRIDE];
    int32_t cells[2][BOARD_CELLS]; // packed, see windows_pull() and its neighbours
    int32_t worth[2];
    int32_t open[2];               // windows without a stone of the opponent
    uint32_t fours[2][BOARD_MAX];  // by row: cells in a window with four stones of that side
    uint32_t threes[2][BOARD_MAX]; // ... with three; occupied cells are marked too
} Windows;

// Counts everything from the board. The slow twin of the two below.
void windows_count(Windows *windows, const Board *board);
// A stone was put on this cell, or taken off it.
void windows_put(Windows *windows, Move cell, Side side);
void windows_take(Windows *windows, Move cell, Side side);

// A cell's word holds three sums over its windows: the pull in the low bits, above it the number of
// windows with three stones, above that the number with four.
enum { PULL_BITS = 20, THREES_BITS = 6 };

static inline int windows_pull(const Windows *windows, Side side, Move cell) {
    return windows->cells[side][cell] & ((1 << PULL_BITS) - 1);
}

// No five can be made by anybody any more.
static inline bool windows_dead(const Windows *windows) {
    return windows->open[SIDE_BLACK] + windows->open[SIDE_WHITE] == 0;
}

#endif
