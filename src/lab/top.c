// SPDX-License-Identifier: MIT
#include "lab/top.h"

void top_moves(Walk *walk, TopMoves *root) {
    Move listed[MOVES_MAX];
    size_t rank_of[BOARD_CELLS] = {0};
    size_t count = walk_candidates(walk, listed);
    for (size_t i = 0; i < count; i++)
        rank_of[listed[i]] = i;
    root->count = walk_moves(walk, root->moves);
    for (size_t i = 0; i < root->count; i++)
        root->ranks[i] = rank_of[root->moves[i]];
}

void top_search(Walk *walk, int depth, ChildFn child, Finding *found) {
    TopMoves root;
    Best best = BEST_NONE;
    top_moves(walk, &root);
    for (size_t i = 0; i < root.count && !walk_stopped(walk); i++) {
        walk_play(walk, root.moves[i]);
        int64_t value = child(walk, depth - 1, best_floor(&best, root.ranks[i]));
        walk_undo(walk);
        if (!walk_stopped(walk))
            best_offer(&best, value, root.moves[i], root.ranks[i]);
    }
    best_found(&best, walk, found);
}

Move top_first_worth(Walk *walk, int depth, int64_t value, ChildFn child) {
    Move listed[MOVES_MAX];
    size_t count = walk_candidates(walk, listed);
    for (size_t i = 0; i < count && !walk_stopped(walk); i++) {
        walk_play(walk, listed[i]);
        int64_t reached = child(walk, depth - 1, value - 1);
        walk_undo(walk);
        if (reached >= value)
            return listed[i];
    }
    return MOVE_NONE;
}
