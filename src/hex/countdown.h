// SPDX-License-Identifier: MIT
// In how many plies a decided game of Hex ends, exactly: the winner hurries, the loser resists.
//
// Can the winner join its edges with one stone more, with two, with three ...? For each number a
// depth-first search over the cells that still lie on a way of that length. What a win relies on
// is kept with it: a reply outside those cells changes nothing and need not be tried.
#ifndef HEX_COUNTDOWN_H
#define HEX_COUNTDOWN_H

#include "hex/grid.h"
#include "search/info.h"
#include "search/stop.h"

typedef struct HexCountdown HexCountdown;

typedef struct HexCount {
    HexStones stones; // neither side has joined
    Side to_move, winner;
    uint64_t nodes; // stones to place at most; in return, how many were
    const StopFlag *stop;
} HexCount;

HexCountdown *hex_countdown_new(void);
void hex_countdown_free(HexCountdown *countdown);
// Fills in score and variation of the line. False, with nothing but `nodes` changed, when the
// limits ended it first, or the winner does not win.
bool hex_countdown_find(HexCountdown *countdown, const HexGrid *grid, HexCount *count, Line *line);

#endif
