// SPDX-License-Identifier: MIT
// Principal-variation splitting: one goes down the leftmost line to its end; coming back up, at
// each node of that line, all share out the younger brothers, each searched against the bound the
// eldest gave. The brothers of one node must all be done before the next one up begins.
#include "lab/searches.h"

#include <pthread.h>
#include <string.h>

typedef struct PvSplit {
    Crew *crew;
    int depth; // left at this node
    int ply;
    Move path[LAB_DEPTH_MAX];
    const TopMoves *moves;
    pthread_mutex_t lock;
    size_t next;
    Best best;
} PvSplit;

static void work(void *argument, int index) {
    PvSplit *split = argument;
    Walk *walk = &split->crew->walks[index];
    int ply = walk->ply;
    while (walk->ply < split->ply)
        walk_play(walk, split->path[walk->ply]);
    pthread_mutex_lock(&split->lock);
    while (split->next < split->moves->count && !walk_stopped(walk)) {
        size_t i = split->next++;
        Move move = split->moves->moves[i];
        int64_t floor = best_floor(&split->best, split->moves->ranks[i]);
        pthread_mutex_unlock(&split->lock);
        walk_play(walk, move);
        int64_t value = failsoft_child(walk, split->depth - 1, floor);
        walk_undo(walk);
        pthread_mutex_lock(&split->lock);
        best_offer(&split->best, value, move, split->moves->ranks[i]);
    }
    pthread_mutex_unlock(&split->lock);
    while (walk->ply > ply)
        walk_undo(walk);
}

// The window is open all along the leftmost line: the value is exact.
static Best pv_split(Crew *crew, int depth, const TopMoves *moves) {
    Walk *walk = &crew->walks[0];
    PvSplit split = {.crew = crew, .depth = depth, .ply = walk->ply, .moves = moves, .next = 1};
    split.best = BEST_NONE;
    walk_play(walk, moves->moves[0]);
    int64_t value;
    if (walk_enter(walk, depth - 1, -LAB_INFINITE, LAB_INFINITE, &value)) {
        value = -value;
    } else {
        // Ties below the root do not matter: all ranks are the same.
        TopMoves brothers = {.count = 0};
        brothers.count = walk_moves(walk, brothers.moves);
        Best below = pv_split(crew, depth - 1, &brothers);
        value = -walk_leave(walk, depth - 1, -LAB_INFINITE, LAB_INFINITE, below.value, below.move);
    }
    walk_undo(walk);
    best_offer(&split.best, value, moves->moves[0], moves->ranks[0]);
    memcpy(split.path, walk->path, sizeof split.path);
    pthread_mutex_init(&split.lock, NULL);
    pool_run(crew->pool, work, &split);
    pthread_mutex_destroy(&split.lock);
    return split.best;
}

void pv_split_run(Crew *crew, int depth, Finding *found) {
    TopMoves root;
    top_moves(&crew->walks[0], &root);
    Best best = pv_split(crew, depth, &root);
    best_found(&best, &crew->walks[0], found);
}
