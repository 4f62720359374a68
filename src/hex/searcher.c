// SPDX-License-Identifier: MIT
// Hex as something that thinks: iterative deepening over the workers of the pool.
//
// Several threads search the same root side by side, every second one a ply deeper, and help each
// other through the table alone ("lazy SMP"); the answer is the first one's. With one thread a
// search repeats exactly.
#include "base/memory.h"
#include "base/rng.h"
#include "hex/hex.h"
#include "hex/prove.h"
#include "hex/root.h"
#include "search/deepen.h"

#include <stdlib.h>

struct Searcher {
    Services services;
    HexRoot *roots; // one for each thread of the pool
    int root_count;
    HexProver *prover;
    HexWeights weights;
};

// A level sees less far and judges less surely. Noise is a fixed function of position and seed, so
// a level plays the same game again when asked to; a step of distance is worth about a hundred.
static const HexStrength strengths[LEVEL_MAX] = {
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

static Searcher *searcher_create(const Services *services) {
    Searcher *searcher = mem_new(sizeof *searcher);
    searcher->services = *services;
    searcher->prover = hex_prover_new();
    searcher->root_count = pool_size(services->pool);
    searcher->weights = hex_weights_built_in();
    searcher->roots = mem_new_array((size_t)searcher->root_count, sizeof *searcher->roots);
    return searcher;
}

static void searcher_destroy(Searcher *searcher) {
    hex_prover_free(searcher->prover);
    free(searcher->roots);
    free(searcher);
}

static void searcher_new_game(Searcher *searcher) {
    hex_prover_forget(searcher->prover); // the table is its owner's to clear
}

// --- one iteration on all threads ---

typedef struct Iteration {
    Searcher *searcher;
    HexShared *shared;
    int depth;
    Line *lines;
    size_t room, line_count;
    bool answered;
} Iteration;

static void iterate(void *argument, int index) {
    Iteration *iteration = argument;
    HexRoot *root = &iteration->searcher->roots[index];
    if (index == 0) {
        iteration->answered = hex_root_search(root, iteration->depth, iteration->lines,
                                              iteration->room, &iteration->line_count);
        stop_raise(&iteration->shared->done);
        return;
    }
    Line unused;
    size_t count;
    hex_root_search(root, iteration->depth + index % 2, &unused, 1, &count);
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

static void copy_stones(const Position *position, HexBoard *board) {
    hex_board_init(board, position->width, position->height);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Cell cell = position_at(position, move_at(x, y));
            if (cell != CELL_EMPTY)
                hex_board_play(board, move_at(x, y), cell == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE);
        }
}

static int level_index(int64_t level) {
    return level < 1 ? 0 : level > LEVEL_MAX ? LEVEL_MAX - 1 : (int)level - 1;
}

static void searcher_think(Searcher *searcher, const Order *order, Outcome *outcome) {
    const Position *position = order->position;
    HexBoard board;
    *outcome = (Outcome){.move = MOVE_NONE};
    copy_stones(position, &board);
    if (board.winner != RESULT_NONE)
        return;
    if (order->limits.prove) {
        hex_prover_think(searcher->prover, &searcher->services, order, outcome);
        return;
    }

    int level = level_index(order->limits.level);
    HexShared shared = {.order = order,
                        .table = searcher->services.table,
                        .strength = &strengths[level],
                        .weights = &searcher->weights};
    if (level != LEVEL_MAX - 1)
        shared.salt = rng_mix(order->seed * LEVEL_MAX + (uint64_t)level + 1);
    for (int i = 0; i < searcher->root_count; i++)
        hex_root_begin(&searcher->roots[i], &shared, &board, position->to_move);
    outcome->move = hex_root_first_move(&searcher->roots[0]);

    int empty = position->width * position->height - board.stones;
    Iteration iteration = {
        .searcher = searcher,
        .shared = &shared,
        .room = order->limits.multipv < 1 ? 1 : (size_t)order->limits.multipv,
    };
    table_new_search(searcher->services.table);
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

static bool searcher_load(Searcher *searcher, const Position *position, const char *path,
                          Error *err) {
    (void)position; // there is one rule
    HexWeights weights;
    if (!hex_weights_read(path, &weights, err))
        return false;
    searcher->weights = weights;
    return true;
}

const SearcherType hex_searcher = {
    .create = searcher_create,
    .destroy = searcher_destroy,
    .new_game = searcher_new_game,
    .think = searcher_think,
    .load = searcher_load,
};
