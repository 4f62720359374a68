// SPDX-License-Identifier: MIT
// The four-search by itself, for callers that ask about wins by fours alone: tests, puzzles.
#ifndef GOMOKU_SOLVER_H
#define GOMOKU_SOLVER_H

#include "game/position.h"
#include "gomoku/fours.h"
#include "search/limits.h"

typedef struct FoursAnswer {
    FoursVerdict verdict;
    FourLine line; // of a win; a shortest one if there was time to look for it
    uint64_t nodes;
} FoursAnswer;

// Can the side to move of a position of gomoku_game win by fours? Heeds the limits of time and
// nodes and the flag, which is lowered again if it was raised by the time. The game is not over.
void solver_fours(const Position *position, const Limits *limits, StopFlag *stop,
                  FoursAnswer *answer);

#endif
