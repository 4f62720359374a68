// SPDX-License-Identifier: MIT
// Several threads search the same root side by side, every second one a ply deeper, and help each
// other through the table alone ("lazy SMP"); the answer is the first one's. With one thread a
// search repeats exactly.
#include "lab/first_search.h"

#include "base/memory.h"
#include "base/rng.h"
#include "lab/first_root.h"
#include "search/deepen.h"

#include <stdlib.h>

struct Searcher {
    Services services;
    Table *table;
    FirstRoot *roots; // one for each thread of the pool
    int root_count;
};

// A level sees less far and judges less surely. Noise is a fixed function of position and seed, so
// a level plays the same game again when asked to; a step of distance is worth about a hundred.
static const FirstStrength strengths[LEVEL_MAX] = {
    {.depth = 1, .noise = 800},
    {.depth = 1, .noise = 500},
    {.depth = 1, .noise = 300},
    {.depth = 1, .noise = 180, .chains = true},
    {.depth = 2, .noise = 180, .chains = true},
    {.depth = 2, .noise = 100, .chains = true},
    {.depth = 2, .noise = 40, .chains = true, .threats = true},
    {.depth = 3, .noise = 25, .chains = true, .threats = true},
    {.depth = 4, .noise = 10, .chains = true, .threats = true},
    {.depth = DEPTH_MAX, .noise = 0, .chains = true, .threats = true},
};

static Searcher *create(const Services *services) {
    Searcher *searcher = mem_new(sizeof *searcher);
    searcher->services = *services;
    searcher->table = table_new(services->memory, memory_bytes(services->memory));
    searcher->root_count = pool_size(services->pool);
    searcher->roots = mem_new_array((size_t)searcher->root_count, sizeof *searcher->roots);
    return searcher;
}

static void destroy(Searcher *searcher) {
    table_free(searcher->table);
    free(searcher->roots);
    free(searcher);
}

// --- one iteration on all threads ---

typedef struct Iteration {
    Searcher *searcher;
    FirstShared *shared;
    int depth;
    Line *lines;
    size_t room, line_count;
    bool answered;
} Iteration;

static void iterate(void *argument, int index) {
    Iteration *iteration = argument;
    FirstRoot *root = &iteration->searcher->roots[index];
    if (index == 0) {
        iteration->answered = first_root_search(root, iteration->depth, iteration->lines,
                                                iteration->room, &iteration->line_count);
        stop_raise(&iteration->shared->done);
        return;
    }
    Line unused;
    size_t count;
    first_root_search(root, iteration->depth + index % 2, &unused, 1, &count);
}

static bool search_root(void *search, int depth, Line *lines, size_t *line_count) {
    Iteration *iteration = search;
    iteration->depth = depth;
    iteration->lines = lines;
    stop_clear(&iteration->shared->done);
    pool_run(iteration->searcher->services.pool, iterate, iteration);
    *line_count = iteration->line_count;
    return iteration->answered;
}

static uint64_t nodes_so_far(const void *search) {
    const Iteration *iteration = search;
    return atomic_load_explicit(&iteration->shared->nodes, memory_order_relaxed);
}

static int selective_depth(const void *search) {
    const Iteration *iteration = search;
    return iteration->searcher->roots[0].worker.deepest;
}

// --- one order ---

static int level_index(int64_t level) {
    return level < 1 ? 0 : level > LEVEL_MAX ? LEVEL_MAX - 1 : (int)level - 1;
}

static void think(Searcher *searcher, const Ask *order, Outcome *outcome) {
    const Position *position = order->position;
    HexBoard board;
    *outcome = (Outcome){.move = MOVE_NONE};
    hex_board_of_position(&board, position);
    if (board.winner != RESULT_NONE)
        return;
    int level = level_index(order->limits.level);
    FirstShared shared = {.order = order, .table = searcher->table, .strength = &strengths[level]};
    if (level != LEVEL_MAX - 1)
        shared.salt = rng_mix(order->seed * LEVEL_MAX + (uint64_t)level + 1);
    for (int i = 0; i < searcher->root_count; i++)
        first_root_begin(&searcher->roots[i], &shared, &board, position->to_move);
    *outcome = (Outcome){.move = first_root_first_move(&searcher->roots[0])};

    int empty = position->width * position->height - board.stones;
    Iteration iteration = {
        .searcher = searcher,
        .shared = &shared,
        .room = order->limits.multipv < 1 ? 1 : (size_t)order->limits.multipv,
    };
    table_new_search(searcher->table);
    deepen(
        &(Deepening){
            .order = order,
            .first_depth = 1,
            .depth_step = 1,
            .last_depth = empty < shared.strength->depth ? empty : shared.strength->depth,
            .single_move = empty == 1,
            .search_root = search_root,
            .search = &iteration,
            .nodes = nodes_so_far,
            .selective_depth = selective_depth,
        },
        outcome);
    outcome->info.nodes = nodes_so_far(&iteration);
}

static void forget(Searcher *searcher) {
    table_clear(searcher->table);
}

const SearcherType first_searcher = {
    .create = create,
    .destroy = destroy,
    .new_game = forget,
    .think = think,
};
