// SPDX-License-Identifier: MIT
// The board a search works on: stones as cells and as bit lines in four directions, with a key.
//
// A plain struct of a few kilobytes without pointers: put it on the stack, copy it by assignment,
// give each thread its own. Nothing here allocates. The rules do not watch over it: that a cell is
// empty, on the board and not forbidden is the caller's business (position.c for the referee).
//
// Lines, by direction, and the step from a cell to the next one up its line:
//
//   0 row ---  +1     1 column |  +32     2 diagonal \  +33     3 diagonal /  -31
#ifndef GOMOKU_BOARD_H
#define GOMOKU_BOARD_H

#include "game/position.h"
#include "gomoku/line.h"
#include "gomoku/rule.h"

#include <assert.h>

enum {
    GOMOKU_MIN = 5,
    GOMOKU_MAX = 25,
    DIRECTIONS = 4,
    BOARD_GUARD = 5, // steps off the board, in any direction, that may still be read
    BOARD_ORIGIN = (BOARD_GUARD + 1) * BOARD_STRIDE, // where cell 0 lies among the cells
    CELL_OUTSIDE = 3,                                // what board_at() says of cells off the board
    DIAGONALS = 2 * GOMOKU_MAX - 1,
    LINES = 2 * GOMOKU_MAX + 2 * DIAGONALS,
};

typedef struct Board {
    uint8_t cells[BOARD_CELLS + 2 * BOARD_ORIGIN]; // read through board_at()
    LineWords lines[LINES];                        // read through board_line()
    uint64_t key;                                  // the same as Position's
    FiveRule fives[2];                             // by side, of the rule
    uint8_t rule;                                  // a GomokuRule
    uint8_t width, height;
    uint8_t to_move; // a Side
    int16_t stones;
} Board;

void board_init(Board *board, GomokuRule rule, int width, int height);
// Takes over rule, size, stones, turn and key of a Position of gomoku_game.
void board_from_position(Board *board, const Position *position);

// Black, White, empty or CELL_OUTSIDE; `cell` may lie up to BOARD_GUARD steps off the board.
static inline int board_at(const Board *board, int cell) {
    assert(cell >= -BOARD_ORIGIN && cell < BOARD_CELLS + BOARD_ORIGIN);
    return board->cells[BOARD_ORIGIN + cell];
}

static inline bool board_full(const Board *board) {
    return board->stones == board->width * board->height;
}

// Set-up: any value on any cell of the board, the turn unchanged.
void board_set(Board *board, Move cell, Cell value);

// A stone for the side to move on an empty cell; undo takes back the same cell. pass only gives
// the turn away (and back).
void board_play(Board *board, Move cell);
void board_undo(Board *board, Move cell);
void board_pass(Board *board);
// The key there will be after this move.
uint64_t board_key_after(const Board *board, Move cell);

// --- lines ---

static inline int board_line_index(int direction, Move cell) {
    assert(direction >= 0 && direction < DIRECTIONS && move_is_stone(cell));
    int x = move_x(cell), y = move_y(cell);
    switch (direction) {
    case 0:
        return y;
    case 1:
        return GOMOKU_MAX + x;
    case 2:
        return 2 * GOMOKU_MAX + (x - y + GOMOKU_MAX - 1);
    default:
        return 2 * GOMOKU_MAX + DIAGONALS + x + y;
    }
}

// The cell's bit in the words of its line.
static inline int board_line_bit(int direction, Move cell) {
    return LINE_PAD + (direction == 1 ? move_y(cell) : move_x(cell));
}

static inline int board_step(int direction) {
    static const int8_t steps[DIRECTIONS] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, 1 - BOARD_STRIDE};
    return steps[direction];
}

static inline const LineWords *board_line(const Board *board, int direction, Move cell) {
    return &board->lines[board_line_index(direction, cell)];
}

// --- what wins ---

// Is the stone on `cell` part of a five by the rule? Looks at its four lines only.
bool board_wins_at(const Board *board, Move cell);
// Would a stone of `side` on this empty cell make one?
bool board_makes_five(const Board *board, Move cell, Side side);
// The same for one direction; *run gets the winning row as bits of its line.
bool board_winning_run(
    const Board *board, int direction, Move cell, Side side,
    LineRun *run); // The cells of a row through `cell`, without it; returns how many.
size_t board_run_cells(int direction, Move cell, LineRun run, Move *cells);

// The cells where a stone of `side` would make a five with the stone that stands on `cell`, at most
// two a line. Room for 2 * DIRECTIONS. This is how a four is answered.
int board_fives_through(const Board *board, Move cell, Move *fives);

#endif
