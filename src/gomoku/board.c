// SPDX-License-Identifier: MIT
// Keeping the cells, the lines and the key in step, and reading fives and fours off the lines.
#include "gomoku/board.h"

#include "game/zobrist.h"
#include "gomoku/gomoku.h"

#include <assert.h>
#include <string.h>

static_assert(BOARD_STRIDE - GOMOKU_MAX >= BOARD_GUARD, "five steps off a row end in no other row");
static_assert(LINE_PAD + GOMOKU_MAX < 32, "a line and its end fit a word");

void board_init(Board *board, GomokuRule rule, int width, int height) {
    assert(width >= GOMOKU_MIN && width <= GOMOKU_MAX && height >= GOMOKU_MIN &&
           height <= GOMOKU_MAX);
    memset(board, 0, sizeof *board);
    memset(board->cells, CELL_OUTSIDE, sizeof board->cells);
    board->rule = (uint8_t)rule;
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    board->fives[SIDE_BLACK] = rule_fives[rule][SIDE_BLACK];
    board->fives[SIDE_WHITE] = rule_fives[rule][SIDE_WHITE];
    board->key = zobrist_start(gomoku_game.sgf_game, (int)rule, width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Move cell = move_at(x, y);
            board->cells[BOARD_ORIGIN + cell] = CELL_EMPTY;
            for (int d = 0; d < DIRECTIONS; d++)
                board->lines[board_line_index(d, cell)].cells[CELL_EMPTY] |=
                    1u << board_line_bit(d, cell);
        }
}

void board_from_position(Board *board, const Position *position) {
    board_init(board, (GomokuRule)position->rule, position->width, position->height);
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        board_set(board, stones[i].move, side_cell(stones[i].side));
    if (board->to_move != position->to_move)
        board_pass(board);
}

// Takes the cell from one word of each of its lines to another.
static inline void turn_cell(Board *board, Move cell, Cell from, Cell to) {
    board->cells[BOARD_ORIGIN + cell] = (uint8_t)to;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint32_t bit = 1u << board_line_bit(d, cell);
        LineWords *line = &board->lines[board_line_index(d, cell)];
        line->cells[from] ^= bit;
        line->cells[to] ^= bit;
    }
}

void board_set(Board *board, Move cell, Cell value) {
    Cell before = (Cell)board_at(board, cell);
    if (before == value)
        return;
    if (before != CELL_EMPTY)
        board->key ^= zobrist_stone(cell_side(before), cell);
    if (value != CELL_EMPTY)
        board->key ^= zobrist_stone(cell_side(value), cell);
    board->stones = (int16_t)(board->stones + (value != CELL_EMPTY) - (before != CELL_EMPTY));
    turn_cell(board, cell, before, value);
}

void board_play(Board *board, Move cell) {
    assert(board_at(board, cell) == CELL_EMPTY);
    Side side = (Side)board->to_move;
    turn_cell(board, cell, CELL_EMPTY, side_cell(side));
    board->key ^= zobrist_stone(side, cell);
    board->stones++;
    board_pass(board);
}

void board_undo(Board *board, Move cell) {
    assert(board->stones > 0);
    board_pass(board);
    Side side = (Side)board->to_move;
    assert(board_at(board, cell) == (int)side_cell(side));
    turn_cell(board, cell, side_cell(side), CELL_EMPTY);
    board->key ^= zobrist_stone(side, cell);
    board->stones--;
}

uint64_t board_key_after(const Board *board, Move cell) {
    assert(board_at(board, cell) == CELL_EMPTY);
    return board->key ^ zobrist_stone((Side)board->to_move, cell) ^ zobrist_white_to_move();
}

void board_pass(Board *board) {
    board->to_move ^= SIDE_WHITE;
    board->key ^= zobrist_white_to_move();
}

// A run of `side` in this line: does it win?
static inline bool wins(const Board *board, const LineWords *line, Side side, LineRun run) {
    uint32_t opponent = line->cells[side_cell(side_other(side))];
    bool closed = line_has(opponent, run.first - 1) && line_has(opponent, run.last + 1);
    return rule_is_five(board->fives[side], run_length(run), closed);
}

bool board_wins_at(const Board *board, Move cell) {
    Cell value = (Cell)board_at(board, cell);
    return value != CELL_EMPTY && board_makes_five(board, cell, cell_side(value));
}

bool board_makes_five(const Board *board, Move cell, Side side) {
    LineRun run;
    for (int d = 0; d < DIRECTIONS; d++)
        if (board_winning_run(board, d, cell, side, &run))
            return true;
    return false;
}

bool board_winning_run(const Board *board, int direction, Move cell, Side side, LineRun *run) {
    const LineWords *line = board_line(board, direction, cell);
    *run = line_run_with(line->cells[side_cell(side)], board_line_bit(direction, cell));
    return wins(board, line, side, *run);
}

size_t board_run_cells(int direction, Move cell, LineRun run, Move *cells) {
    int at = board_line_bit(direction, cell);
    size_t count = 0;
    for (int i = run.first; i <= run.last; i++)
        if (i != at)
            cells[count++] = (Move)(cell + (i - at) * board_step(direction));
    return count;
}

int board_fives_through(const Board *board, Move cell, Move *fives) {
    Side side = cell_side((Cell)board_at(board, cell));
    int count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        const LineWords *line = board_line(board, d, cell);
        int at = board_line_bit(d, cell);
        LineRun run = line_run(line->cells[side_cell(side)], at);
        const int ends[2] = {run.first - 1, run.last + 1};
        for (int i = 0; i < 2; i++)
            if (line_has(line->cells[CELL_EMPTY], ends[i]) &&
                wins(board, line, side, line_run_with(line->cells[side_cell(side)], ends[i])))
                fives[count++] = (Move)(cell + (ends[i] - at) * board_step(d));
    }
    return count;
}
