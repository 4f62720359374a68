// SPDX-License-Identifier: MIT
// Shared-table search, "lazy": every worker does the whole search, and the only thing they share is
// the table: a position searched by one is found there by the others. To keep them apart, each
// begins the younger brothers of every node at another place. The first to finish has the answer.
#include "lab/searches.h"

#include <stdatomic.h>

typedef struct Lazy {
    Crew *crew;
    int depth;
    atomic_int winner; // index + 1 of the first to finish, 0 until then
    Finding *found;
} Lazy;

static bool any_finished(const Walk *walk) {
    const Lazy *lazy = walk->share;
    return atomic_load_explicit(&lazy->winner, memory_order_relaxed) != 0;
}

static void work(void *argument, int index) {
    Lazy *lazy = argument;
    Finding mine = {.move = MOVE_NONE};
    top_search(&lazy->crew->walks[index], lazy->depth, failsoft_child, &mine);
    int none = 0;
    if (!mine.finished || !atomic_compare_exchange_strong(&lazy->winner, &none, index + 1))
        return;
    lazy->found->value = mine.value;
    lazy->found->move = mine.move;
    lazy->found->finished = true;
}

void lazy_run(Crew *crew, int depth, Finding *found) {
    Lazy lazy = {.crew = crew, .depth = depth, .found = found};
    for (int i = 0; i < crew->threads; i++) {
        Walk *walk = &crew->walks[i];
        walk->share = &lazy;
        walk->cancelled = any_finished;
        walk->turn = i;
        walk->turns = crew->threads;
    }
    found->finished = false;
    pool_run(crew->pool, work, &lazy);
}
