// SPDX-License-Identifier: MIT
#include "gomoku/windows.h"

#include "gomoku/tunables.h"

#include <string.h>

enum {
    WINDOW_NONE = 0xff,
    MIXED = FIVE + 1, // the rank of a window with stones of both sides
    RANKS = MIXED + 1,
};

static const int32_t rank_worth[RANKS] = {
    [1] = WORTH_1, [2] = WORTH_2, [3] = WORTH_3, [4] = WORTH_4, [FIVE] = WORTH_4,
};

// The pull in the low bits, one in the counter of threes or fours above it. A full window that did
// not win (an overline, a closed five) pulls nobody.
static const int32_t rank_cell[RANKS] = {
    [0] = PULL_0,
    [1] = PULL_1,
    [2] = PULL_2,
    [3] = PULL_3 + (1 << PULL_BITS),
    [4] = PULL_4 + (1 << (PULL_BITS + THREES_BITS)),
};

// How many stones a side has in a window that is its own, MIXED otherwise.
static inline int window_rank(uint8_t stones, Side side) {
    int black = stones & 7, white = stones >> 3 & 7;
    int own = side == SIDE_BLACK ? black : white, other = side == SIDE_BLACK ? white : black;
    return other ? MIXED : own;
}

static inline int slot(int first) {
    return first + BOARD_GUARD * BOARD_STRIDE;
}

static inline void mark(uint32_t *rows, int cell, bool on) {
    uint32_t bit = 1u << move_x((Move)cell);
    uint32_t *row = &rows[move_y((Move)cell)];
    *row = on ? *row | bit : *row & ~bit;
}

static inline void mark_cell(Windows *windows, Side side, int cell) {
    uint32_t word = (uint32_t)windows->cells[side][cell];
    mark(windows->fours[side], cell, word >> (PULL_BITS + THREES_BITS) != 0);
    mark(windows->threes[side], cell, (word >> PULL_BITS & ((1u << THREES_BITS) - 1)) != 0);
}

// A window goes from one rank to another for this side: its worth and its five cells follow.
static inline void window_move(Windows *windows, Side side, int first, int step, int from, int to) {
    windows->worth[side] += rank_worth[to] - rank_worth[from];
    windows->open[side] += (to != MIXED) - (from != MIXED);
    int32_t change = rank_cell[to] - rank_cell[from];
    int32_t *cells = windows->cells[side];
    for (int i = 0; i < FIVE; i++)
        cells[first + i * step] += change;
    bool counted = (from == 3) | (from == 4) | (to == 3) | (to == 4);
    if (counted)
        for (int i = 0; i < FIVE; i++)
            mark_cell(windows, side, first + i * step);
}

static inline void change(Windows *windows, Move cell, int difference) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int step = board_step(d);
        for (int i = 0; i < FIVE; i++) {
            int first = cell - i * step;
            uint8_t *stones = &windows->stones[d][slot(first)], before = *stones;
            if (before == WINDOW_NONE)
                continue;
            *stones = (uint8_t)(before + difference);
            for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
                int from = window_rank(before, side), to = window_rank(*stones, side);
                if (from != to)
                    window_move(windows, side, first, step, from, to);
            }
        }
    }
}

static inline int one_of(Side side) {
    return side == SIDE_BLACK ? 1 : 8;
}

void windows_put(Windows *windows, Move cell, Side side) {
    change(windows, cell, one_of(side));
}

void windows_take(Windows *windows, Move cell, Side side) {
    change(windows, cell, -one_of(side));
}

// The window's stones by looking at its cells; WINDOW_NONE when it leaves the board.
static uint8_t look(const Board *board, int first, int step) {
    int stones = 0;
    for (int i = 0; i < FIVE; i++) {
        int value = board_at(board, first + i * step);
        if (value == CELL_OUTSIDE)
            return WINDOW_NONE;
        stones += value == CELL_BLACK ? 1 : value == CELL_WHITE ? 8 : 0;
    }
    return (uint8_t)stones;
}

void windows_count(Windows *windows, const Board *board) {
    memset(windows, 0, sizeof *windows);
    memset(windows->stones, WINDOW_NONE, sizeof windows->stones);
    for (int d = 0; d < DIRECTIONS; d++)
        for (int y = 0; y < board->height; y++)
            for (int x = 0; x < board->width; x++) {
                int first = move_at(x, y), step = board_step(d);
                uint8_t stones = look(board, first, step);
                windows->stones[d][slot(first)] = stones;
                if (stones == WINDOW_NONE)
                    continue;
                for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
                    int rank = window_rank(stones, side);
                    windows->worth[side] += rank_worth[rank];
                    windows->open[side] += rank != MIXED;
                    for (int i = 0; i < FIVE; i++)
                        windows->cells[side][first + i * step] += rank_cell[rank];
                }
            }
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++)
                mark_cell(windows, side, move_at(x, y));
}
