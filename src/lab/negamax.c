// SPDX-License-Identifier: MIT
// Negamax: what is good for one is bad for the other, so one function does for both.
#include "lab/searches.h"

static int64_t negamax(Walk *walk, int depth) {
    int64_t value;
    if (walk_enter(walk, depth, -LAB_INFINITE, LAB_INFINITE, &value))
        return value;
    int64_t best = -LAB_INFINITE;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count; i++) {
        walk_play(walk, moves[i]);
        value = -negamax(walk, depth - 1);
        walk_undo(walk);
        if (value > best) {
            best = value;
            chosen = moves[i];
        }
    }
    return walk_leave(walk, depth, -LAB_INFINITE, LAB_INFINITE, best, chosen);
}

int64_t negamax_child(Walk *walk, int depth, int64_t floor) {
    (void)floor;
    return -negamax(walk, depth);
}
