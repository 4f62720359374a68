// SPDX-License-Identifier: MIT
// Alpha-beta, fail-hard: alpha is what we are sure of elsewhere, beta what the opponent is sure of.
// A move worth beta will not be allowed, so nothing after it matters. Every value returned lies
// within the window.
#include "lab/searches.h"

static int64_t within(int64_t value, int64_t alpha, int64_t beta) {
    return value < alpha ? alpha : value > beta ? beta : value;
}

static int64_t alphabeta(Walk *walk, int depth, int64_t alpha, int64_t beta) {
    int64_t value;
    if (walk_enter(walk, depth, alpha, beta, &value))
        return within(value, alpha, beta);
    int64_t sure = alpha;
    Move moves[MOVES_MAX], chosen = MOVE_NONE;
    size_t count = walk_moves(walk, moves);
    for (size_t i = 0; i < count && sure < beta; i++) {
        walk_play(walk, moves[i]);
        value = -alphabeta(walk, depth - 1, -beta, -sure);
        walk_undo(walk);
        if (value > sure) {
            sure = value;
            chosen = moves[i];
        }
        if (sure >= beta)
            walk_cut(walk, depth, moves, i, count);
    }
    return walk_leave(walk, depth, alpha, beta, sure, chosen);
}

int64_t alphabeta_child(Walk *walk, int depth, int64_t floor) {
    return -alphabeta(walk, depth, -LAB_INFINITE, -floor);
}
