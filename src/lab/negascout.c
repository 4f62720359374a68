// SPDX-License-Identifier: MIT
// NegaScout, or principal variation search: Scout within alpha-beta's window. If the first move is
// the best one, null windows prove it cheaply; if not, the better one is searched again. Good
// ordering is what it lives on.
#include "lab/searches.h"

static int64_t negascout(Walk *walk, int depth, int64_t alpha, int64_t beta) {
    int64_t value;
    if (walk_enter(walk, depth, alpha, beta, &value))
        return value;
    int64_t best = -LAB_INFINITE;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count && best < beta; i++) {
        int64_t sure = best > alpha ? best : alpha;
        walk_play(walk, moves[i]);
        value = -negascout(walk, depth - 1, i == 0 ? -beta : -sure - 1, -sure);
        // The last two plies need no second look: fail-soft has already measured them (Reinefeld).
        if (i > 0 && value > sure && value < beta && depth > 2)
            value = -negascout(walk, depth - 1, -beta, -value);
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

int64_t negascout_child(Walk *walk, int depth, int64_t floor) {
    if (floor == -LAB_INFINITE)
        return -negascout(walk, depth, -LAB_INFINITE, LAB_INFINITE);
    int64_t value = -negascout(walk, depth, -floor - 1, -floor);
    return value > floor ? -negascout(walk, depth, -LAB_INFINITE, -value) : value;
}
