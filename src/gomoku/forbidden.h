// SPDX-License-Identifier: MIT
// Renju's forbidden points: overline, double four and double three, for Black only.
//
// By the definitions of the Renju International Federation. A five beats everything. A four can
// become exactly five by one move. A three can become a straight four (.XXXX. with a five at both
// ends) by a move that makes no five and is itself not forbidden, which is the same question asked
// again on a board with one more stone.
#ifndef GOMOKU_FORBIDDEN_H
#define GOMOKU_FORBIDDEN_H

#include "gomoku/board.h"

enum {
    FORBIDDEN_OVERLINE = 1, // "6":  six or more in a row
    FORBIDDEN_FOURS = 2,    // "44": two fours or more, two in one line included
    FORBIDDEN_THREES = 4,   // "33": two threes or more
    FORBIDDEN_CHARS = 16,
};

// Every reason that holds for a black stone on this empty cell, 0 when Black may play there. Says
// the same under any rule and for either side to move: whether it matters the caller knows.
unsigned forbidden_at(const Board *board, Move cell);

// forbidden_at(...) != 0, stopping at the first reason: for searches.
bool forbidden_is(const Board *board, Move cell);

// May this side play on this empty cell, by the board's rule?
static inline bool forbidden_allows(const Board *board, Side side, Move cell) {
    return board->rule != RULE_RENJU || side != SIDE_BLACK || !forbidden_is(board, cell);
}
// The first cell where it may; MOVE_NONE when there is none, which is rare: on all but the fullest
// boards the first empty ones answer that.
Move forbidden_some_move(const Board *board, Side side);

// "33", "6+44", ... in the order 6+44+33; "" for none. Returns `out`.
char *forbidden_text(unsigned reasons, char out[FORBIDDEN_CHARS]);

#endif
