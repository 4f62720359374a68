// SPDX-License-Identifier: MIT
// Monte-Carlo tree search with UCT: walk down by the upper confidence bound, play the rest of the
// game at random, and count it on the way back up.
//
// One tree may be grown by several threads. A visit is counted on the way down and its points are
// added on the way up, so that until then it looks like a loss and the others go elsewhere: the
// virtual loss. A node's children are made by the thread that wins the exchange on its `state`; the
// others treat it as a leaf meanwhile. Nothing is locked.
#include "base/memory.h"
#include "base/rng.h"
#include "lab/searches.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    TREE_NODES_MAX = 2000000, // after that the tree stops growing, not the counting
    EXPAND_VISITS = 4,        // before that a node is not worth its children's memory
    POINTS_WIN = 2,
    POINTS_DRAW = 1,
};

static const double EXPLORATION = 0.7;

enum { STATE_LEAF, STATE_BUSY, STATE_GROWN };

typedef struct UctNode {
    _Atomic uint32_t visits;
    _Atomic uint64_t points; // for the side whose move led here
    atomic_int state;
    uint32_t first_child, child_count; // readable once STATE_GROWN is seen
    Move move;
} UctNode;

typedef struct Tree {
    UctNode *nodes;
    _Atomic uint32_t count;
    _Atomic uint64_t playouts_left;
} Tree;

static Tree *tree_new(uint64_t playouts) {
    Tree *tree = mem_new(sizeof *tree);
    tree->nodes = mem_new_array(TREE_NODES_MAX, sizeof *tree->nodes);
    atomic_init(&tree->count, 1);
    atomic_init(&tree->playouts_left, playouts);
    return tree;
}

static void tree_free(Tree *tree) {
    free(tree->nodes);
    free(tree);
}

// Our own logarithm, good to three digits: the C library's differs from machine to machine, and it
// must not decide a move.
static double log_of(uint32_t n) {
    double mantissa = n, exponent = 0;
    while (mantissa >= 2) {
        mantissa /= 2;
        exponent++;
    }
    double y = (mantissa - 1) / (mantissa + 1);
    return exponent * 0.69314718055994531 + 2 * y * (1 + y * y / 3 + y * y * y * y / 5);
}

static UctNode *select_child(const Tree *tree, const UctNode *node) {
    UctNode *child = &tree->nodes[node->first_child], *end = child + node->child_count,
            *best = child;
    double most = -1, log_visits = log_of(atomic_load(&node->visits) + 1);
    for (; child < end; child++) {
        uint32_t visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        if (!visits)
            return child;
        double rate = (double)atomic_load_explicit(&child->points, memory_order_relaxed) /
                      (POINTS_WIN * (double)visits);
        double bound = rate + EXPLORATION * sqrt(log_visits / visits);
        if (bound > most) {
            most = bound;
            best = child;
        }
    }
    return best;
}

static void grow(Tree *tree, UctNode *node, Walk *walk) {
    int leaf = STATE_LEAF;
    if (!atomic_compare_exchange_strong(&node->state, &leaf, STATE_BUSY))
        return;
    Move moves[MOVES_MAX];
    size_t count = walk_moves(walk, moves);
    if (atomic_load(&tree->count) + count > TREE_NODES_MAX - MOVES_MAX * 64)
        return; // stays busy for ever: a leaf to all threads
    node->first_child = atomic_fetch_add(&tree->count, (uint32_t)count);
    node->child_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        tree->nodes[node->first_child + i].move = moves[i];
    atomic_store_explicit(&node->state, STATE_GROWN, memory_order_release);
}

// Random legal stones to the end of the game, taken back again. Returns who won.
static Result play_out(Walk *walk, Rng *rng) {
    Position *position = walk->position;
    Move empty[BOARD_POINTS];
    uint32_t count = 0;
    size_t before = position->ply_count;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            if (position_at(position, move_at(x, y)) == CELL_EMPTY)
                empty[count++] = move_at(x, y);
    uint32_t left = count;
    // A point forbidden now may be allowed later, but a game that only has such points is left as a
    // draw.
    while (left && position_result(position) == RESULT_NONE) {
        uint32_t i = rng_below(rng, left);
        Move move = empty[i];
        empty[i] = empty[--left];
        if (position_check(position, move, NULL) != VERDICT_LEGAL)
            continue;
        position_play(position, move, NULL);
        walk->tally.nodes++;
    }
    Result result = position_result(position);
    while (position->ply_count > before)
        position_undo(position);
    return result;
}

static void sample(Tree *tree, Walk *walk, Rng *rng) {
    UctNode *line[LAB_DEPTH_MAX + 1], *node = &tree->nodes[0];
    int length = 0;
    line[length++] = node;
    uint32_t visits = atomic_fetch_add(&node->visits, 1);
    while (length <= LAB_DEPTH_MAX && position_result(walk->position) == RESULT_NONE) {
        if (visits + 1 >= EXPAND_VISITS || node == &tree->nodes[0])
            grow(tree, node, walk);
        if (atomic_load_explicit(&node->state, memory_order_acquire) != STATE_GROWN)
            break;
        node = select_child(tree, node);
        visits = atomic_fetch_add(&node->visits, 1);
        walk_play(walk, node->move);
        walk->tally.nodes++;
        line[length++] = node;
    }
    walk->tally.evals++;
    Result result = play_out(walk, rng);
    for (int i = length - 1; i > 0; i--) {
        walk_undo(walk);
        uint64_t points = result == side_wins(walk->position->to_move)       ? POINTS_WIN
                          : result == RESULT_WHITE || result == RESULT_BLACK ? 0
                                                                             : POINTS_DRAW;
        atomic_fetch_add(&line[i]->points, points);
    }
}

static void tree_grow(Tree *tree, Walk *walk, uint64_t seed) {
    Rng rng = rng_seed(seed);
    for (;;) {
        uint64_t left = atomic_load(&tree->playouts_left);
        if (!left || walk_stopped(walk))
            return;
        if (atomic_compare_exchange_weak(&tree->playouts_left, &left, left - 1))
            sample(tree, walk, &rng);
    }
}

// The most visited move over all the trees; its winning rate as -1000 .. 1000.
static void choose(Tree *const *trees, int count, Finding *found) {
    const UctNode *root = &trees[0]->nodes[0];
    uint64_t most = 0;
    for (uint32_t i = 0; i < root->child_count; i++) {
        uint64_t visits = 0, points = 0;
        for (int t = 0; t < count; t++) {
            // A tree that was stopped before its first playout has no children.
            const UctNode *top = &trees[t]->nodes[0];
            if (i >= top->child_count)
                continue;
            const UctNode *child = &trees[t]->nodes[top->first_child + i];
            visits += atomic_load(&child->visits);
            points += atomic_load(&child->points);
        }
        if (visits <= most)
            continue;
        most = visits;
        found->move = trees[0]->nodes[root->first_child + i].move;
        found->value = (int64_t)(points * 1000 / visits) - 1000;
    }
}

// --- on several threads ---

typedef struct Forest {
    Crew *crew;
    Tree **trees;
    bool shared; // all grow trees[0]
} Forest;

static void grow_mine(void *argument, int index) {
    Forest *forest = argument;
    tree_grow(forest->trees[forest->shared ? 0 : index], &forest->crew->walks[index],
              forest->crew->seed + (uint64_t)index);
}

static void run_forest(Crew *crew, int depth, bool shared, Finding *found) {
    int count = shared ? 1 : crew->threads;
    Forest forest = {.crew = crew, .shared = shared};
    forest.trees = mem_new_array((size_t)count, sizeof *forest.trees);
    uint64_t playouts = search_playouts(depth);
    for (int i = 0; i < count; i++)
        forest.trees[i] = tree_new((playouts + (uint64_t)i) / (uint64_t)count);
    pool_run(crew->pool, grow_mine, &forest);
    choose(forest.trees, count, found);
    found->finished = !walk_stopped(&crew->walks[0]);
    for (int i = 0; i < count; i++)
        tree_free(forest.trees[i]);
    free(forest.trees);
}

void mcts_root_run(Crew *crew, int depth, Finding *found) {
    run_forest(crew, depth, false, found);
}

void mcts_tree_run(Crew *crew, int depth, Finding *found) {
    run_forest(crew, depth, true, found);
}
