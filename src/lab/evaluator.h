// SPDX-License-Identifier: MIT
// What the laboratory's searches search: a static evaluation and its idea of which moves are worth
// looking at. Every evaluation here depends on the position alone and is zero-sum, so that all
// exact searches must agree on the value of a root: the law the tests hold them to.
#ifndef LAB_EVALUATOR_H
#define LAB_EVALUATOR_H

#include "game/position.h"

enum { VALUE_WIN = 2000000000 }; // beyond every evaluation; a decided game, nearer ends weigh more

typedef struct Evaluator {
    const char *name;    // as in --eval
    const char *summary; // one line
    const GameType *game;
    // The position's worth to `side`, within +-VALUE_WIN. Never called for a game that is over.
    int64_t (*evaluate)(const Position *position, Side side);
    // The moves to look at, in the evaluation's own order; room for MOVES_MAX. At least one unless
    // the game is over.
    size_t (*candidates)(const Position *position, Move *moves);
    // How promising a move looks before it is searched: static move ordering. Higher is earlier.
    int64_t (*promise)(const Position *position, Move move);
} Evaluator;

extern const Evaluator gomokuku_evaluator, sustech_evaluator, hust_evaluator; // eval_runs.c
extern const Evaluator hexmax_evaluator;                                      // eval_hexmax.c
extern const Evaluator windows_evaluator;                                     // eval_windows.c
extern const Evaluator distance_evaluator;                                    // eval_distance.c

// All there are, the usual one of a game first; ends with NULL.
extern const Evaluator *const lab_evaluators[];
// By name; NULL is the usual one. NULL with a sentence when the game has no such evaluation.
const Evaluator *evaluator_find(const char *name, const GameType *game, Error *err);

// For evaluations: what a place holds, a Cell, or CELL_OUTSIDE beyond the edge.
enum { CELL_OUTSIDE = 3 };

static inline int cell_seen(const Position *position, int x, int y) {
    bool outside = x < 0 || y < 0 || x >= position->width || y >= position->height;
    return outside ? CELL_OUTSIDE : (int)position_at(position, move_at(x, y));
}

// Candidates: every legal neighbour of a stone, of eight; the centre of an empty board; anywhere
// legal when all neighbours are taken or forbidden.
size_t neighbours_of_stones(const Position *position, Move *moves);

#endif
