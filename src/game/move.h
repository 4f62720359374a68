// SPDX-License-Identifier: MIT
// Moves, sides, cells and results: the nouns both games share.
//
// A Move is a cell of a board with a fixed stride of 32, whatever the board's size, so that a
// neighbour is a constant away and a move means the same on every board:
//
//     x 0  1  2 ...          (0,0) is the top left corner in both games
//   y 0 0  1  2              move_at(2, 1) == 34
//     1 32 33 34
//
// Negative values are the moves that place no stone.
#ifndef GAME_MOVE_H
#define GAME_MOVE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BOARD_MAX = 26,                         // the longest side of any board
    BOARD_STRIDE = 32,                      // cells from one row to the next
    BOARD_CELLS = BOARD_MAX * BOARD_STRIDE, // size of an array indexed by Move
    BOARD_POINTS = BOARD_MAX * BOARD_MAX,   // the most stones a board can hold
    MOVES_MAX = BOARD_POINTS + 4,           // the most moves a position can offer
};

typedef int16_t Move;

enum {
    MOVE_NONE = -1,
    MOVE_PASS = -2,
    MOVE_SWAP_PIECES = -3, // Hex: the first stone changes colour and is mirrored, Black moves
    MOVE_SWAP_SIDES = -4,  // the players change colours, the board stays
    MOVE_PUT_TWO = -5,     // swap2: two more stones, then the *other* player holds White or swaps
    MOVE_RESIGN = -6,      // in records only; a Position never plays it
};

typedef enum Side { SIDE_BLACK, SIDE_WHITE } Side;

typedef enum Cell { CELL_EMPTY, CELL_BLACK, CELL_WHITE } Cell;

typedef enum Result { RESULT_NONE, RESULT_BLACK, RESULT_WHITE, RESULT_DRAW } Result;

static inline Move move_at(int x, int y) {
    return (Move)(y * BOARD_STRIDE + x);
}

static inline int move_x(Move move) {
    return move & (BOARD_STRIDE - 1);
}

static inline int move_y(Move move) {
    return move / BOARD_STRIDE;
}

static inline bool move_is_stone(Move move) {
    return move >= 0;
}

static inline Side side_other(Side side) {
    return side == SIDE_BLACK ? SIDE_WHITE : SIDE_BLACK;
}

static inline Cell side_cell(Side side) {
    return side == SIDE_BLACK ? CELL_BLACK : CELL_WHITE;
}

static inline Side cell_side(Cell cell) { // of a cell that is not empty
    return cell == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE;
}

static inline Result side_wins(Side side) {
    return side == SIDE_BLACK ? RESULT_BLACK : RESULT_WHITE;
}

const char *side_name(Side side);       // "black", "white"
const char *result_name(Result result); // "none", "black", "white", "draw"

#endif
