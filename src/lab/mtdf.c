// SPDX-License-Identifier: MIT
// MTD(f): ask "more than this?" again and again, each time with a null window at the last answer,
// until the two bounds meet. Every question searches the tree from its root, so it must remember
// the answers to the last one: a table is part of the algorithm, and the first guess is everything.
#include "lab/searches.h"

// Fail-soft alpha-beta is the "alpha-beta with memory" of the paper once a walk has a memo.
static int64_t child_value(Walk *walk, int depth, int64_t floor) {
    return -failsoft(walk, depth, -floor - 1, -floor);
}

// After an iteration the value of one ply less is the first guess; without deepening there is only
// the evaluation of the root.
static int64_t first_guess(Walk *walk, int depth) {
    MemoEntry entry;
    if (memo_probe(walk->memo, walk->position->key, &entry) && entry.depth == depth - 1 &&
        entry.lower == entry.upper)
        return entry.lower;
    return walk_worth(walk, 0);
}

void mtdf_run(Crew *crew, int depth, Finding *found) {
    Walk *walk = &crew->walks[0];
    int64_t value = first_guess(walk, depth);
    int64_t lower = -LAB_INFINITE, upper = LAB_INFINITE;
    while (lower < upper && !walk_stopped(walk)) {
        int64_t beta = value == lower ? value + 1 : value;
        value = failsoft(walk, depth, beta - 1, beta);
        if (value < beta)
            upper = value;
        else
            lower = value;
    }
    found->value = value;
    found->move = top_first_worth(walk, depth, value, child_value);
    found->finished = !walk_stopped(walk);
}
