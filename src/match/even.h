// SPDX-License-Identifier: MIT
// Positions for games to begin with, random and evened out by our own search: all stones but the
// last lie anywhere in the middle, the last is the one of many that leaves both sides the same
// chances (engine/balance.h). Then the position is judged by a search with empty tables.
// Everything is counted in nodes, so a seed gives the same position on every machine.
#ifndef MATCH_EVEN_H
#define MATCH_EVEN_H

#include "engine/engine.h"
#include "game/record.h"

enum { EVEN_STONES_MAX = 30 };

typedef struct EvenOrder {
    RecordHints board; // game, rule and size are known
    int stones;        // 1 .. EVEN_STONES_MAX; 0: a usual number for the game
    int64_t nodes;     // to find the last stone, and once more to weigh the position
    StopFlag *stop;    // may be NULL; a try that was stopped is worth nothing
} EvenOrder;

// One try, with an engine of one thread. NULL when the stones happened to end the game or did not
// fit the board. *win gets the chance of the side to move.
Position *even_try(Engine *engine, const EvenOrder *order, uint64_t seed, double *win);

#endif
