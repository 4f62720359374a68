// SPDX-License-Identifier: MIT
// The field a search plays on: the board by the rules and the windows that evaluate it, in step;
// and the two questions every Gomoku search lives by: where is a five, and how is it prevented?
#ifndef GOMOKU_FIELD_H
#define GOMOKU_FIELD_H

#include "gomoku/windows.h"

// A plain struct: copy it by assignment, one for each thread.
typedef struct Field {
    Board board;
    Windows windows;
} Field;

void field_from_position(Field *field, const Position *position);

static inline Side field_to_move(const Field *field) {
    return (Side)field->board.to_move;
}

static inline void field_play(Field *field, Move cell) {
    windows_put(&field->windows, cell, field_to_move(field));
    board_play(&field->board, cell);
}

static inline void field_undo(Field *field, Move cell) {
    board_undo(&field->board, cell);
    windows_take(&field->windows, cell, field_to_move(field));
}

// The empty cells of a row, bit x for column x.
static inline uint32_t field_empty_row(const Field *field, int y) {
    return field->board.lines[y].cells[CELL_EMPTY] >> LINE_PAD;
}

// May the side to move play on this empty cell? Only Black in renju may not everywhere.
bool field_allowed(const Field *field, Move cell);
// Has the side to move any move at all?
bool field_can_move(const Field *field);

// For the side to move, of SCORE_LIKELY at most: what its windows are worth against the other's.
int field_evaluate(const Field *field);

enum { CELLS_MAX = 16 }; // no stone can prevent as many fives; further cells are not listed

typedef struct CellList {
    int count;
    Move cells[CELLS_MAX];
} CellList;

// Where a stone of `side` would win at once, by the rule.
void field_fives(const Field *field, Side side, CellList *fives);

// The side to move has no five, the opponent has these: the allowed cells after which he has none,
// *every* such cell. Usually that is the point itself; in caro a stone at the other end of the five
// may do as well:
//
//     O X X X X . _      a white stone on the point or on _ : OXXXXXO does not win
//
// An empty list means that the game is lost, see field_can_move() for the one exception.
void field_defences(Field *field, const CellList *fives, CellList *defences);

// The side to move is lost in two: writes a reply, on one of the fives if that is allowed, and the
// five that follows.
void field_last_stand(Field *field, const CellList *fives, Move line[2]);

#endif
