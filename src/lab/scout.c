// SPDX-License-Identifier: MIT
// Scout: the first move is measured, every other one only tested, "is it more than what we have?",
// and measured again when it is. A test stops at the first yes, so it is cheaper than a measurement
// with any window; what it learns, a true or a false, is thrown away afterwards.
#include "lab/searches.h"

// Is this position worth more than `bound` to the side to move?
static bool exceeds(Walk *walk, int depth, int64_t bound) {
    int64_t value;
    if (walk_enter(walk, depth, bound, bound + 1, &value))
        return value > bound;
    bool more = false;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count && !more; i++) {
        walk_play(walk, moves[i]);
        // More than the bound for us is less than minus the bound for them.
        more = !exceeds(walk, depth - 1, -bound - 1);
        walk_undo(walk);
        if (more) {
            chosen = moves[i];
            walk_cut(walk, depth, moves, i, count);
        }
    }
    walk_leave(walk, depth, bound, bound + 1, more ? bound + 1 : bound, chosen);
    return more;
}

static int64_t measure(Walk *walk, int depth) {
    int64_t value;
    if (walk_enter(walk, depth, -LAB_INFINITE, LAB_INFINITE, &value))
        return value;
    int64_t best = -LAB_INFINITE;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count; i++) {
        walk_play(walk, moves[i]);
        if (i == 0 || !exceeds(walk, depth - 1, -best - 1)) {
            best = -measure(walk, depth - 1);
            chosen = moves[i];
        }
        walk_undo(walk);
    }
    return walk_leave(walk, depth, -LAB_INFINITE, LAB_INFINITE, best, chosen);
}

int64_t scout_child(Walk *walk, int depth, int64_t floor) {
    bool first = floor == -LAB_INFINITE;
    return first || !exceeds(walk, depth, -floor - 1) ? -measure(walk, depth) : floor;
}
