// SPDX-License-Identifier: MIT
// Several threads search the same root side by side, every second one a ply deeper, and help each
// other through the table alone ("lazy SMP"); the answer is the first one's. With one thread a
// search repeats exactly.
#include "hex/alphabeta.h"

#include "base/memory.h"
#include "base/rng.h"
#include "hex/hex.h"
#include "hex/root.h"
#include "search/deepen.h"

#include <stdlib.h>

struct HexAlphabeta {
    Services services;
    HexRoot *roots; // one for each thread of the pool
    int root_count;
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

HexAlphabeta *hex_alphabeta_new(const Services *services) {
    HexAlphabeta *alphabeta = mem_new(sizeof *alphabeta);
    alphabeta->services = *services;
    alphabeta->root_count = pool_size(services->pool);
    alphabeta->weights = hex_weights_built_in();
    alphabeta->roots = mem_new_array((size_t)alphabeta->root_count, sizeof *alphabeta->roots);
    return alphabeta;
}

void hex_alphabeta_free(HexAlphabeta *alphabeta) {
    free(alphabeta->roots);
    free(alphabeta);
}

// --- one iteration on all threads ---

typedef struct Iteration {
    HexAlphabeta *alphabeta;
    HexShared *shared;
    int depth;
    Line *lines;
    size_t room, line_count;
    bool answered;
} Iteration;

static void iterate(void *argument, int index) {
    Iteration *iteration = argument;
    HexRoot *root = &iteration->alphabeta->roots[index];
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
    pool_run(iteration->alphabeta->services.pool, iterate, iteration);
    *line_count = iteration->line_count;
    return iteration->answered;
}

static uint64_t nodes_so_far(const void *search) {
    const Iteration *iteration = search;
    return atomic_load_explicit(&iteration->shared->nodes, memory_order_relaxed);
}

static int selective_depth(const void *search) {
    const Iteration *iteration = search;
    return iteration->alphabeta->roots[0].worker.deepest;
}

// --- one order ---

static int level_index(int64_t level) {
    return level < 1 ? 0 : level > LEVEL_MAX ? LEVEL_MAX - 1 : (int)level - 1;
}

void hex_alphabeta_think(HexAlphabeta *alphabeta, const Order *order, const HexBoard *board,
                         Outcome *outcome) {
    const Position *position = order->position;
    int level = level_index(order->limits.level);
    HexShared shared = {.order = order,
                        .table = alphabeta->services.table,
                        .strength = &strengths[level],
                        .weights = &alphabeta->weights};
    if (level != LEVEL_MAX - 1)
        shared.salt = rng_mix(order->seed * LEVEL_MAX + (uint64_t)level + 1);
    for (int i = 0; i < alphabeta->root_count; i++)
        hex_root_begin(&alphabeta->roots[i], &shared, board, position->to_move);
    *outcome = (Outcome){.move = hex_root_first_move(&alphabeta->roots[0])};

    int empty = position->width * position->height - board->stones;
    Iteration iteration = {
        .alphabeta = alphabeta,
        .shared = &shared,
        .room = order->limits.multipv < 1 ? 1 : (size_t)order->limits.multipv,
    };
    table_new_search(alphabeta->services.table);
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

void hex_alphabeta_use(HexAlphabeta *alphabeta, const HexWeights *weights) {
    alphabeta->weights = *weights;
}

// --- as a searcher of its own ---

struct Searcher {
    HexAlphabeta *alphabeta;
};

static Searcher *searcher_create(const Services *services) {
    Searcher *searcher = mem_new(sizeof *searcher);
    searcher->alphabeta = hex_alphabeta_new(services);
    hex_alphabeta_use(searcher->alphabeta, &hex_weights_guess); // as it was
    return searcher;
}

static void searcher_destroy(Searcher *searcher) {
    hex_alphabeta_free(searcher->alphabeta);
    free(searcher);
}

static void searcher_new_game(Searcher *searcher) {
    (void)searcher; // the table is its owner's to clear
}

static void searcher_think(Searcher *searcher, const Order *order, Outcome *outcome) {
    HexBoard board;
    *outcome = (Outcome){.move = MOVE_NONE};
    hex_board_of_position(&board, order->position);
    if (board.winner == RESULT_NONE)
        hex_alphabeta_think(searcher->alphabeta, order, &board, outcome);
}

static bool searcher_load(Searcher *searcher, const Position *position, const char *path,
                          Error *err) {
    (void)position; // there is one rule
    HexWeights weights;
    if (!hex_weights_read(path, &weights, err))
        return false;
    hex_alphabeta_use(searcher->alphabeta, &weights);
    return true;
}

const SearcherType hex_alphabeta_searcher = {
    .create = searcher_create,
    .destroy = searcher_destroy,
    .new_game = searcher_new_game,
    .think = searcher_think,
    .load = searcher_load,
};
