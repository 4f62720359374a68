// SPDX-License-Identifier: MIT
// Alpha-beta, fail-soft: the same moves are left out, but a value outside the window is returned as
// it was found. It is a better bound than the window's edge, which pays as soon as a table keeps
// bounds: a table, MTD(f).
#include "lab/searches.h"

int64_t failsoft(Walk *walk, int depth, int64_t alpha, int64_t beta) {
    int64_t value;
    if (walk_enter(walk, depth, alpha, beta, &value))
        return value;
    int64_t best = -LAB_INFINITE;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count && best < beta; i++) {
        walk_play(walk, moves[i]);
        value = -failsoft(walk, depth - 1, -beta, -(best > alpha ? best : alpha));
        walk_undo(walk);
        if (value > best) {
            best = value;
            chosen = moves[i];
        }
        if (best >= beta)
            walk_cut(walk, depth, moves, i, count);
    }
    return walk_leave(walk, depth, alpha, beta, best, chosen);
}

int64_t failsoft_child(Walk *walk, int depth, int64_t floor) {
    return -failsoft(walk, depth, -LAB_INFINITE, -floor);
}
