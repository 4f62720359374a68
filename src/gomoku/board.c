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
    memset(board, 0, sizeof *board);
    memset(board->cells, CELL_OUTSIDE, sizeof board->cells);
    board->rule = (uint8_t)rule;
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    board->fives[SIDE_BLACK] = rule_fives[rule][SIDE_BLACK];
    board->fives[SIDE_WHITE] = rule_fives[rule][SIDE_WHITE];
    board->key = zobrist_start(gomoku_game.sgf_game, rule, width, height);
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
    board_init(board, position->rule, position->width, position->height);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Cell value = position_at(position, move_at(x, y));
            if (value != CELL_EMPTY)
                board_set(board, move_at(x, y), value);
        }
    board_set_to_move(board, position->to_move);
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
        board->key ^= zobrist_stone(before == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE, cell);
    if (value != CELL_EMPTY)
        board->key ^= zobrist_stone(value == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE, cell);
    board->stones = (int16_t)(board->stones + (value != CELL_EMPTY) - (before != CELL_EMPTY));
    turn_cell(board, cell, before, value);
}

void board_set_to_move(Board *board, Side side) {
    if (board->to_move != side)
        board_pass(board);
}

void board_play(Board *board, Move cell) {
    Side side = (Side)board->to_move;
    assert(board_at(board, cell) == CELL_EMPTY);
    turn_cell(board, cell, CELL_EMPTY, side_cell(side));
    board->key ^= zobrist_stone(side, cell);
    board->stones++;
    board_pass(board);
}

void board_undo(Board *board, Move cell) {
    board_pass(board);
    Side side = (Side)board->to_move;
    assert(board_at(board, cell) == (int)side_cell(side));
    turn_cell(board, cell, side_cell(side), CELL_EMPTY);
    board->key ^= zobrist_stone(side, cell);
    board->stones--;
}

uint64_t board_key_after(const Board *board, Move cell) {
    return board->key ^ zobrist_stone((Side)board->to_move, cell) ^ zobrist_white_to_move();
}

void board_pass(Board *board) {
    board->to_move ^= SIDE_WHITE;
    board->key ^= zobrist_white_to_move();
}

// A run of `side` in this line: does it win?
static inline bool wins(const Board *board, const LineWords *line, Side side, Run run) {
    uint32_t opponent = line->cells[side_cell(side_other(side))];
    bool closed = line_has(opponent, run.first - 1) && line_has(opponent, run.last + 1);
    return rule_is_five(board->fives[side], run_length(run), closed);
}

bool board_wins_at(const Board *board, Move cell) {
    int value = board_at(board, cell);
    return value != CELL_EMPTY &&
           board_makes_five(board, cell, value == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE);
}

bool board_makes_five(const Board *board, Move cell, Side side) {
    Run run;
    for (int d = 0; d < DIRECTIONS; d++)
        if (board_winning_run(board, d, cell, side, &run))
            return true;
    return false;
}

bool board_winning_run(const Board *board, int direction, Move cell, Side side, Run *run) {
    const LineWords *line = board_line(board, direction, cell);
    *run = line_run_with(line->cells[side_cell(side)], board_line_bit(direction, cell));
    return wins(board, line, side, *run);
}

// The ends of the run through `at` on which a stone would make a five; returns how many, 0 .. 2.
static int five_ends(const Board *board, const LineWords *line, Side side, int at, int ends[2]) {
    uint32_t own = line->cells[side_cell(side)] | 1u << at;
    Run run = line_run(own, at);
    int beyond[2] = {run.first - 1, run.last + 1}, count = 0;
    for (int i = 0; i < 2; i++)
        if (line_has(line->cells[CELL_EMPTY], beyond[i]) &&
            wins(board, line, side, line_run_with(own, beyond[i])))
            ends[count++] = beyond[i];
    return count;
}

bool board_makes_four(const Board *board, Move cell, Side side) {
    int ends[2];
    for (int d = 0; d < DIRECTIONS; d++)
        if (five_ends(board, board_line(board, d, cell), side, board_line_bit(d, cell), ends))
            return true;
    return false;
}

int board_fives_through(const Board *board, Move cell, Move *fives) {
    Side side = board_at(board, cell) == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE;
    int count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int at = board_line_bit(d, cell), ends[2];
        int found = five_ends(board, board_line(board, d, cell), side, at, ends);
        for (int i = 0; i < found; i++)
            fives[count++] = (Move)(cell + (ends[i] - at) * board_step(d));
    }
    return count;
}
