// SPDX-License-Identifier: MIT
// Minimax, as it is drawn on the first blackboard: one player makes the value large, the other one
// small, and both look at everything. Everything else in this room must agree with this page.
#include "lab/searches.h"

static int64_t minimise(Walk *walk, int depth);

static int64_t maximise(Walk *walk, int depth) {
    int64_t value;
    if (walk_enter(walk, depth, -LAB_INFINITE, LAB_INFINITE, &value))
        return value;
    int64_t most = -LAB_INFINITE;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count; i++) {
        walk_play(walk, moves[i]);
        value = minimise(walk, depth - 1);
        walk_undo(walk);
        if (value > most) {
            most = value;
            chosen = moves[i];
        }
    }
    return walk_leave(walk, depth, -LAB_INFINITE, LAB_INFINITE, most, chosen);
}

// A walk counts for the side to move, which is the other one here: hence the signs at the door.
static int64_t minimise(Walk *walk, int depth) {
    int64_t value;
    if (walk_enter(walk, depth, -LAB_INFINITE, LAB_INFINITE, &value))
        return -value;
    int64_t least = LAB_INFINITE;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count; i++) {
        walk_play(walk, moves[i]);
        value = maximise(walk, depth - 1);
        walk_undo(walk);
        if (value < least) {
            least = value;
            chosen = moves[i];
        }
    }
    return -walk_leave(walk, depth, -LAB_INFINITE, LAB_INFINITE, -least, chosen);
}

int64_t minimax_child(Walk *walk, int depth, int64_t floor) {
    (void)floor;
    return minimise(walk, depth);
}
