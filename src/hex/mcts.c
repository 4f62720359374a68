// SPDX-License-Identifier: MIT
#include "hex/mcts.h"

#include "base/memory.h"
#include "base/rng.h"
#include "hex/curve.h"
#include "hex/level.h"
#include "search/deepen.h"

#include <stdlib.h>

enum {
    ITERATION_FIRST = 64, // simulations of the first iteration; each brings half as many again
    PV_VISITS = 8,        // a line ends where a move was tried less often
    LOGIT = 200,          // the score that means 73%
    SCORE_MOST = 2500,
};

struct HexMcts {
    HexTunables tunables;
    Services services;
    HexGrid *grid;        // of the size thought about last
    HexQuantisedNet *net; // what it judges and expects by
    HexTree *tree;
    HexExplorer **explorers; // one for each thread of the pool
    int explorer_count;
    HexVcBuilder *builder;
    HexTreeSearch search;
    HexRates rates; // of explorers that are gone
    // The root of the tree: the stones on the board, and those with fill-in.
    bool has_root;
    HexStones stones;
    HexFill base;
    Side to_move;
    HexKnowledge known;
    HexFill scratch;
};

HexMcts *hex_mcts_new(const Services *services) {
    HexMcts *mcts = mem_new(sizeof *mcts);
    mcts->tunables = hex_tunables;
    mcts->services = *services;
    HexNet *net = mem_new(sizeof *net);
    hex_net_built_in(net);
    hex_mcts_use(mcts, net);
    free(net);
    mcts->explorer_count = pool_size(services->pool);
    mcts->explorers = mem_new_array((size_t)mcts->explorer_count, sizeof *mcts->explorers);
    return mcts;
}

static void drop_board(HexMcts *mcts) {
    for (int i = 0; i < mcts->explorer_count; i++) {
        if (mcts->explorers[i])
            hex_rates_add(&mcts->rates, hex_explorer_rates(mcts->explorers[i]));
        hex_explorer_free(mcts->explorers[i]);
        mcts->explorers[i] = NULL;
    }
    hex_vc_builder_free(mcts->builder);
    hex_grid_free(mcts->grid);
    mcts->builder = NULL;
    mcts->grid = NULL;
    mcts->has_root = false;
}

void hex_mcts_free(HexMcts *mcts) {
    drop_board(mcts);
    hex_tree_free(mcts->tree);
    hex_quantised_free(mcts->net);
    free(mcts->explorers);
    free(mcts);
}

void hex_mcts_use(HexMcts *mcts, const HexNet *net) {
    HexQuantisedNet *quantised =
        hex_quantised_new(net); // may fail: the old one stays until it is there
    hex_quantised_free(mcts->net);
    mcts->net = quantised;
    mcts->has_root = false;
}

#ifdef TUNE
void hex_mcts_tune(HexMcts *mcts, const HexTunables *tunables) {
    mcts->tunables = *tunables;
    mcts->has_root = false;
}
#endif

void hex_mcts_forget(HexMcts *mcts) {
    mcts->has_root = false;
}

void hex_mcts_prepare(HexMcts *mcts, int width, int height) {
    if (mcts->grid && mcts->grid->width == width && mcts->grid->height == height)
        return;
    drop_board(mcts);
    mcts->grid = hex_grid_new(width, height);
    mcts->builder = hex_vc_builder_new(mcts->grid, hex_explorer_limits(mcts->grid));
    for (int i = 0; i < mcts->explorer_count; i++)
        mcts->explorers[i] = hex_explorer_new(mcts->grid);
}

void hex_mcts_make_tree(HexMcts *mcts, size_t bytes) {
    mcts->tree = hex_tree_new(mcts->services.memory, bytes);
}

bool hex_mcts_has_tree(const HexMcts *mcts) {
    return mcts->tree;
}

int hex_mcts_open_cells(const HexMcts *mcts) {
    return hexset_count(mcts->base.empty.word, mcts->grid->words);
}

const HexKnowledge *hex_mcts_known(const HexMcts *mcts) {
    return &mcts->known;
}

HexVcBuilder *hex_mcts_vc_builder(const HexMcts *mcts) {
    return mcts->builder;
}

// --- the root ---

static TreeNode *root_of(const HexMcts *mcts) {
    return hex_tree_node(mcts->tree, TREE_ROOT);
}

// Moves the root one stone on; false when the tree knows nothing of it.
static bool follow(HexMcts *mcts, const HexStones *stones) {
    const HexGrid *grid = mcts->grid;
    HexSet new = stones->of[mcts->to_move];
    hexset_remove(new.word, mcts->stones.of[mcts->to_move].word, grid->words);
    int cell = hexset_next(new.word, 0, grid->words);
    if (cell < 0 || hexset_next(new.word, cell + 1, grid->words) >= 0 ||
        !hexset_has(mcts->base.empty.word, cell) || !hex_tree_descend(mcts->tree, cell))
        return false;
    hexset_add(mcts->stones.of[mcts->to_move].word, cell);
    hex_fill_play(grid, &mcts->base, cell, mcts->to_move);
    hex_explorer_lay_fill(mcts->tree, root_of(mcts), grid, &mcts->base);
    mcts->to_move = side_other(mcts->to_move);
    return true;
}

static bool is_root(const HexMcts *mcts, const HexStones *stones, Side to_move) {
    return mcts->to_move == to_move &&
           hexset_equal(mcts->stones.of[0].word, stones->of[0].word, mcts->grid->words) &&
           hexset_equal(mcts->stones.of[1].word, stones->of[1].word, mcts->grid->words);
}

// Keeps the part of the tree that is about this position: the same, one stone on or two.
static void find_root(HexMcts *mcts, const HexStones *stones, Side to_move) {
    if (mcts->has_root)
        for (int plies = 0;; plies++) {
            if (is_root(mcts, stones, to_move))
                return;
            if (plies == 2 || !follow(mcts, stones))
                break;
        }
    hex_tree_clear(mcts->tree);
    mcts->has_root = true;
    mcts->stones = *stones;
    mcts->to_move = to_move;
    hex_fill_begin(mcts->grid, stones, &mcts->base);
}

// Does fill-in alone tell who wins? Then there is no move to try.
static bool fill_decides(const HexMcts *mcts) {
    HexFill fill = mcts->base;
    hex_fill_in(mcts->grid, &fill);
    return hex_stones_winner(mcts->grid, &fill.stones) != RESULT_NONE;
}

Result hex_mcts_begin(HexMcts *mcts, const Ask *order) {
    const Position *position = order->position;
    hex_mcts_prepare(mcts, position->width, position->height);
    HexStones stones = hex_stones_of_position(mcts->grid, position);
    const HexLevel *level = hex_level_of(order->limits.level);
    if (level)
        mcts->has_root = false; // what is left of other moves would make it stronger
    find_root(mcts, &stones, position->to_move);
    bool knows = !level || fill_decides(mcts);
    hex_vc_builder_set_stop(mcts->builder, order->stop);
    if (knows)
        hex_knowledge_find(mcts->builder, NULL, &mcts->base, mcts->to_move, &mcts->known);
    HexTreeSearch *search = &mcts->search;
    *search = (HexTreeSearch){.grid = mcts->grid,
                              .tunables = &mcts->tunables,
                              .tree = mcts->tree,
                              .to_move = position->to_move,
                              .net = mcts->net,
                              .level = net_level_best(),
                              .order = order};
    if (!knows)
        return RESULT_NONE;
    if (mcts->known.winner != RESULT_NONE)
        mcts->has_root = false;
    else
        mcts->base = mcts->known.fill;
    return mcts->known.winner;
}

// --- one iteration ---

static void run(void *argument, int index) {
    HexMcts *mcts = argument;
    hex_explorer_run(mcts->explorers[index]);
}

static bool is_pruned(const TreeNode *node) {
    return atomic_load_explicit(&node->flags, memory_order_relaxed) & TREE_PRUNED;
}

// Which of two moves is the better one: what is won, then what is open, then what is lost, and
// pruned moves behind those they are no better than; among equals the one tried more often.
static int rank(const TreeNode *node) {
    static const int ranks[] = {[NODE_OPEN] = 2, [NODE_WON] = 4, [NODE_LOST] = 0};
    return ranks[node->verdict] - (node->verdict == NODE_OPEN && is_pruned(node));
}

static bool is_better(const TreeNode *a, const TreeNode *b) {
    if (rank(a) != rank(b))
        return rank(a) > rank(b);
    if (tree_get(&a->visits) != tree_get(&b->visits))
        return tree_get(&a->visits) > tree_get(&b->visits);
    return a->prior > b->prior;
}

// The best child that is not `excluded` (up to `count` of them), NULL when there is none.
static const TreeNode *best_child(const HexMcts *mcts, const TreeNode *node,
                                  const TreeNode *const *excluded, size_t count) {
    const TreeNode *children = hex_tree_children(mcts->tree, node), *best = NULL;
    for (int i = 0; children && i < node->count; i++) {
        bool is_out = false;
        for (size_t k = 0; k < count; k++)
            is_out = is_out || excluded[k] == &children[i];
        if (!is_out && (!best || is_better(&children[i], best)))
            best = &children[i];
    }
    return best;
}

// ln(x / (1 - x)) in LOGITs. Without libm: a score must be the same everywhere.
static int score_of(double win) {
    if (win <= 0.0005 || win >= 0.9995)
        return win > 0.5 ? SCORE_MOST : -SCORE_MOST;
    double score = curve_ln(win / (1 - win)) * LOGIT;
    return (int)(score < 0 ? score - 0.5 : score + 0.5);
}

// An untried move is worth what its position is.
static double chance_of(const TreeNode *node, const TreeNode *parent) {
    double visits = tree_get(&node->visits), wins = tree_get(&node->wins);
    if (visits > 0)
        return wins / TREE_WIN / visits;
    visits = tree_get(&parent->visits);
    return visits > 0 ? 1 - tree_get(&parent->wins) / visits / TREE_WIN : 0.5;
}

static void write_line(const HexMcts *mcts, const TreeNode *node, Line *line) {
    int empties = hex_mcts_open_cells(mcts);
    line->drawn = false;
    line->visits = (int64_t)tree_get(&node->visits);
    line->win =
        node->verdict == NODE_OPEN ? chance_of(node, root_of(mcts)) : node->verdict == NODE_WON;
    line->score = node->verdict == NODE_OPEN  ? score_of(line->win)
                  : node->verdict == NODE_WON ? score_win_in(empties)
                                              : score_loss_in(empties);
    line->pv_length = 0;
    while (node && line->pv_length < PV_MAX) {
        line->pv[line->pv_length++] = hex_grid_move(mcts->grid, node->cell);
        node = best_child(mcts, node, NULL, 0);
        if (node && tree_get(&node->visits) < PV_VISITS)
            break;
    }
}

static void write_lines(const HexMcts *mcts, Line *lines, size_t *count) {
    const TreeNode *written[MULTIPV_MAX];
    size_t room = (size_t)mcts->search.order->limits.multipv;
    room = room < 1 ? 1 : room > MULTIPV_MAX ? MULTIPV_MAX : room;
    for (*count = 0; *count < room; ++*count) {
        const TreeNode *node = best_child(mcts, root_of(mcts), written, *count);
        if (!node)
            return;
        written[*count] = node;
        write_line(mcts, node, &lines[*count]);
    }
}

// Simulations below the root when an iteration ends, those kept from earlier searches included.
static uint64_t iteration_end(int depth) {
    uint64_t end = 0, step = ITERATION_FIRST;
    for (int i = 0; i < depth && end < UINT64_MAX / 4; i++, step += step / 2)
        end += step;
    return end;
}

static void simulate(HexMcts *mcts) {
    pool_run(mcts->services.pool, run, mcts);
    while (stop_raised(&mcts->search.full) && !stop_raised(mcts->search.order->stop)) {
        hex_tree_thin(mcts->tree);
        stop_clear(&mcts->search.full);
        pool_run(mcts->services.pool, run, mcts);
    }
}

static bool search_root(void *self, int depth, Line *lines, size_t *line_count) {
    HexMcts *mcts = self;
    HexTreeSearch *search = &mcts->search;
    uint64_t before = atomic_load(&search->simulations);
    const HexLevel *level = hex_level_of(search->order->limits.level);
    search->target = level ? level->simulations : iteration_end(depth);
    if (before < search->target)
        simulate(mcts);
    write_lines(mcts, lines, line_count);
    // Nothing was done and something should have been: there are no stones left to place.
    return *line_count > 0 &&
           (before >= search->target || atomic_load(&search->simulations) > before);
}

static uint64_t stones_so_far(const void *self) {
    const HexMcts *mcts = self;
    return atomic_load_explicit(&mcts->search.stones, memory_order_relaxed);
}

static int selective_depth(const void *self) {
    const HexMcts *mcts = self;
    int deepest = 0;
    for (int i = 0; i < mcts->explorer_count; i++) {
        int depth = hex_explorer_deepest(mcts->explorers[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static int best_share(const void *self) {
    const HexMcts *mcts = self;
    const TreeNode *best = best_child(mcts, root_of(mcts), NULL, 0);
    uint64_t visits = tree_get(&root_of(mcts)->visits);
    return visits ? (int)(tree_get(&best->visits) * (uint64_t)1000 / visits) : 0;
}

// A random child of the root, the more likely the more often it was tried.
static const TreeNode *any_child(const HexMcts *mcts, const HexLevel *level) {
    const Ask *order = mcts->search.order;
    const TreeNode *root = root_of(mcts), *children = hex_tree_children(mcts->tree, root);
    float weights[BOARD_POINTS], sum = 0;
    for (int i = 0; i < root->count; i++) {
        double prior = (children[i].prior + 1.0) / (TREE_PRIOR + 1.0);
        double share = (tree_get(&children[i].visits) + prior) / (tree_get(&root->visits) + 1.0);
        sum += weights[i] = curve_exp((float)(curve_ln(share) / level->heat));
    }
    Rng rng = rng_seed(order->position->key ^ rng_mix(order->seed));
    float draw = sum * ((float)rng_below(&rng, 1 << 20) / (1 << 20));
    int chosen = 0;
    while (chosen < root->count - 1 && draw >= weights[chosen])
        draw -= weights[chosen++];
    return &children[chosen];
}

void hex_mcts_search(HexMcts *mcts, Outcome *outcome) {
    HexTreeSearch *search = &mcts->search;
    const Ask *order = search->order;
    const HexLevel *level = hex_level_of(order->limits.level);
    HexOpening opening = level ? OPEN_BLIND : order->limits.multipv > 1 ? OPEN_ALL : OPEN_PRUNED;
    search->start = mcts->base;
    for (int i = 0; i < mcts->explorer_count; i++)
        hex_explorer_begin(mcts->explorers[i], search);
    if (!hex_explorer_open(mcts->explorers[0], opening)) {
        hex_tree_thin(mcts->tree);
        stop_clear(&search->full);
        hex_explorer_open(mcts->explorers[0], opening);
    }
    atomic_store(&search->simulations, tree_get(&root_of(mcts)->visits));
    outcome->move = hex_grid_move(mcts->grid, best_child(mcts, root_of(mcts), NULL, 0)->cell);
    deepen(
        &(Deepening){
            .order = order,
            .first_depth = 1,
            .depth_step = 1,
            .last_depth = level ? 1 : DEPTH_MAX,
            .single_move = !level && hexset_count(mcts->known.moves.word, mcts->grid->words) == 1,
            .search_root = search_root,
            .search = mcts,
            .nodes = stones_so_far,
            .selective_depth = selective_depth,
            .best_share = best_share,
        },
        outcome);
    if (level) {
        write_line(mcts, any_child(mcts, level), &outcome->info.line);
        outcome->move = outcome->info.line.pv[0];
    }
}

void hex_mcts_add_rates(const HexMcts *mcts, HexRates *sum) {
    hex_rates_add(sum, &mcts->rates);
    for (int i = 0; i < mcts->explorer_count; i++)
        if (mcts->explorers[i])
            hex_rates_add(sum, hex_explorer_rates(mcts->explorers[i]));
}

uint64_t hex_mcts_simulations(const HexMcts *mcts) {
    return atomic_load(&mcts->search.simulations);
}
