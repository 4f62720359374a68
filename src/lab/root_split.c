// SPDX-License-Identifier: MIT
// Root splitting, as gomokuku did it: the root's moves are handed out one by one, and each is
// searched with the full window, knowing nothing of the others. Simple, and it loses twice: no
// move profits from the bound of another, and idle workers cannot help with the last one.
#include "lab/searches.h"

#include <stdatomic.h>

typedef struct RootSplit {
    Crew *crew;
    TopMoves root;
    int depth;
    atomic_size_t next;
    int64_t values[MOVES_MAX];
} RootSplit;

static void work(void *argument, int index) {
    RootSplit *split = argument;
    Walk *walk = &split->crew->walks[index];
    for (;;) {
        size_t i = atomic_fetch_add(&split->next, 1);
        if (i >= split->root.count || walk_stopped(walk))
            return;
        walk_play(walk, split->root.moves[i]);
        split->values[i] = failsoft_child(walk, split->depth - 1, -LAB_INFINITE);
        walk_undo(walk);
    }
}

void root_split_run(Crew *crew, int depth, Finding *found) {
    RootSplit split = {.crew = crew, .depth = depth};
    top_moves(&crew->walks[0], &split.root);
    pool_run(crew->pool, work, &split);
    Best best = BEST_NONE;
    for (size_t i = 0; i < split.root.count; i++)
        best_offer(&best, split.values[i], split.root.moves[i], split.root.ranks[i]);
    best_found(&best, &crew->walks[0], found);
}
