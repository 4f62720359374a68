// SPDX-License-Identifier: MIT
// Young Brothers Wait: at *every* node, once the eldest brother has been searched, the younger ones
// may be shared out. An idle worker looks for such a node; an owner that only waits for its helpers
// helps them in turn (the helpful master of Feldmann, Monien, Mysliwietz and Vornberger 1989). When
// a brother refutes the node, the work of all the others on it is called off.
//
//              o            a node's owner searches the eldest (1) alone, then opens a split:
//           / / \ \         owner and helpers take 2, 3, 4 ... from one list, with one bound
//          1 2   3 4
//
// One lock guards all splits. It is taken once a child, and children here are worth thousands of
// evaluations.
#include "lab/searches.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { SPLIT_DEPTH_MIN = 2 }; // below that a brother is not worth a lock

typedef struct Split {
    struct Split *parent; // the split its owner was working on
    struct Split *next_open;
    int ply, depth;
    Move path[LAB_DEPTH_MAX];
    const Move *moves;
    const size_t *ranks; // at the root, NULL elsewhere: ties below do not matter
    size_t next, count;
    int64_t alpha, beta;
    Best best;
    size_t cut_at; // the move that refuted the node
    int helpers;
    atomic_bool cut;
} Split;

typedef struct Team {
    Crew *crew;
    int depth;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Split *open; // newest first: the deepest, where the helper is back soonest
    atomic_int idle;
    bool done;
    Finding *found;
} Team;

typedef struct YbwWorker {
    Walk *walk;
    Team *team;
} YbwWorker;

static int64_t ybw(YbwWorker *worker, int depth, int64_t alpha, int64_t beta);

// This node, or one above it, has been refuted.
static bool is_off(const Split *split) {
    for (; split; split = split->parent)
        if (atomic_load_explicit(&split->cut, memory_order_relaxed))
            return true;
    return false;
}

static bool called_off(const Walk *walk) {
    return is_off(walk->share);
}

// Takes moves from the split until there are none; its node is on the board, the lock is held.
static void split_work(YbwWorker *worker, Split *split) {
    Walk *walk = worker->walk;
    Split *outer = walk->share;
    walk->share = split;
    while (split->next < split->count && !walk_stopped(walk)) {
        size_t i = split->next++, rank = split->ranks ? split->ranks[i] : 0;
        int64_t floor = best_floor(&split->best, rank);
        if (floor < split->alpha)
            floor = split->alpha;
        pthread_mutex_unlock(&worker->team->lock);
        walk_play(walk, split->moves[i]);
        int64_t value = -ybw(worker, split->depth - 1, -split->beta, -floor);
        walk_undo(walk);
        pthread_mutex_lock(&worker->team->lock);
        if (walk_stopped(walk))
            break;
        best_offer(&split->best, value, split->moves[i], rank);
        if (split->best.value >= split->beta) {
            split->cut_at = i;
            atomic_store_explicit(&split->cut, true, memory_order_relaxed);
        }
    }
    walk->share = outer;
}

static bool is_below(const Split *split, const Split *above) {
    while (split && split != above)
        split = split->parent;
    return split == above;
}

// Helps at one open split below `above` (NULL: anywhere); false if there is none. Lock held.
static bool help_open_split(YbwWorker *worker, const Split *above) {
    Walk *walk = worker->walk;
    Split *split = walk_stopped(walk) ? NULL : worker->team->open;
    while (split && (split->next >= split->count || is_off(split) || !is_below(split, above)))
        split = split->next_open;
    if (!split)
        return false;
    split->helpers++;
    pthread_mutex_unlock(&worker->team->lock);
    int ply = walk->ply;
    while (walk->ply < split->ply)
        walk_play(walk, split->path[walk->ply]);
    pthread_mutex_lock(&worker->team->lock);
    split_work(worker, split);
    while (walk->ply > ply)
        walk_undo(walk);
    split->helpers--;
    pthread_cond_broadcast(&worker->team->changed);
    return true;
}

static void wait_for_change(Team *team) {
    atomic_fetch_add(&team->idle, 1);
    pthread_cond_wait(&team->changed, &team->lock);
    atomic_fetch_sub(&team->idle, 1);
}

static void close_split(Team *team, Split *split) {
    Split **link = &team->open;
    while (*link != split)
        link = &(*link)->next_open;
    *link = split->next_open;
}

// Searches what is left of a node's moves with the workers that join.
static void split_node(YbwWorker *worker, Split *split) {
    Team *team = worker->team;
    Walk *walk = worker->walk;
    split->parent = walk->share;
    split->ply = walk->ply;
    memcpy(split->path, walk->path, sizeof split->path);
    pthread_mutex_lock(&team->lock);
    split->next_open = team->open;
    team->open = split;
    pthread_cond_broadcast(&team->changed);
    split_work(worker, split);
    while (split->helpers)
        if (!help_open_split(worker, split))
            wait_for_change(team);
    close_split(team, split);
    pthread_mutex_unlock(&team->lock);
}

// Fail-soft alpha-beta until another worker is idle.
static int64_t ybw(YbwWorker *worker, int depth, int64_t alpha, int64_t beta) {
    Walk *walk = worker->walk;
    int64_t value;
    if (depth < SPLIT_DEPTH_MIN)
        return failsoft(walk, depth, alpha, beta);
    if (walk_enter(walk, depth, alpha, beta, &value))
        return value;
    Best best = BEST_NONE;
    Move moves[MOVES_MAX];
    size_t count = walk_moves(walk, moves), i = 0;
    for (; i < count && best.value < beta; i++) {
        if (i > 0 && i + 1 < count &&
            atomic_load_explicit(&worker->team->idle, memory_order_relaxed) > 0)
            break;
        walk_play(walk, moves[i]);
        value = -ybw(worker, depth - 1, -beta, -(best.value > alpha ? best.value : alpha));
        walk_undo(walk);
        best_offer(&best, value, moves[i], 0);
        if (best.value >= beta)
            walk_cut(walk, depth, moves, i, count);
    }
    if (i < count && best.value < beta && !walk_stopped(walk)) {
        Split split = {.depth = depth,
                       .moves = moves,
                       .next = i,
                       .count = count,
                       .alpha = alpha,
                       .beta = beta,
                       .best = best};
        split_node(worker, &split);
        best = split.best;
        if (atomic_load(&split.cut))
            walk_cut(walk, depth, moves, split.cut_at, count);
    }
    return walk_leave(walk, depth, alpha, beta, best.value, best.move);
}

static void search_root(YbwWorker *worker) {
    Team *team = worker->team;
    Walk *walk = worker->walk;
    TopMoves root;
    top_moves(walk, &root);
    Split split = {.depth = team->depth,
                   .moves = root.moves,
                   .ranks = root.ranks,
                   .next = 1,
                   .count = root.count,
                   .alpha = -LAB_INFINITE,
                   .beta = LAB_INFINITE,
                   .best = BEST_NONE};
    walk_play(walk, root.moves[0]);
    int64_t value = -ybw(worker, team->depth - 1, -LAB_INFINITE, LAB_INFINITE);
    walk_undo(walk);
    best_offer(&split.best, value, root.moves[0], root.ranks[0]);
    split_node(worker, &split);
    best_found(&split.best, walk, team->found);
}

static void work(void *argument, int index) {
    Team *team = argument;
    YbwWorker worker = {.walk = &team->crew->walks[index], .team = team};
    if (index == 0) {
        search_root(&worker);
        pthread_mutex_lock(&team->lock);
        team->done = true;
        pthread_cond_broadcast(&team->changed);
    } else {
        pthread_mutex_lock(&team->lock);
        while (!team->done)
            if (!help_open_split(&worker, NULL))
                wait_for_change(team);
    }
    pthread_mutex_unlock(&team->lock);
}

void ybw_run(Crew *crew, int depth, Finding *found) {
    Team team = {.crew = crew, .depth = depth, .found = found};
    for (int i = 0; i < crew->threads; i++)
        crew->walks[i].cancelled = called_off;
    pthread_mutex_init(&team.lock, NULL);
    pthread_cond_init(&team.changed, NULL);
    pool_run(crew->pool, work, &team);
    pthread_cond_destroy(&team.changed);
    pthread_mutex_destroy(&team.lock);
}
