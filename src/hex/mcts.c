// SPDX-License-Identifier: MIT
#include "hex/mcts.h"

#include "base/memory.h"
#include "hex/weights.h"
#include "search/deepen.h"

#include <stdlib.h>

enum {
    ITERATION_FIRST = 64, // simulations of the first iteration; each brings half as many again
    PV_VISITS = 8,        // a line ends where a move was tried less often
    LOGIT = 200,          // the score that means 73%
    SCORE_MOST = 2500,
};

struct HexMcts {
    Services services;
    HexGrid *grid; // of the size thought about last
    HexSight *sight;
    HexWeights weights;
    HexPatterns patterns;
    HexTree *tree;
    HexExplorer **explorers; // one for each thread of the pool
    int explorer_count;
    HexKnower *knower;
    HexQuest quest;
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
    mcts->services = *services;
    HexWeights weights = hex_weights_built_in();
    hex_mcts_use(mcts, &weights);
    mcts->explorer_count = pool_size(services->pool);
    mcts->explorers = mem_new_array((size_t)mcts->explorer_count, sizeof *mcts->explorers);
    return mcts;
}

static void drop_board(HexMcts *mcts) {
    for (int i = 0; i < mcts->explorer_count; i++) {
        hex_explorer_free(mcts->explorers[i]);
        mcts->explorers[i] = NULL;
    }
    hex_knower_free(mcts->knower);
    hex_sight_free(mcts->sight);
    hex_grid_free(mcts->grid);
    mcts->knower = NULL;
    mcts->sight = NULL;
    mcts->grid = NULL;
    mcts->has_root = false;
}

void hex_mcts_free(HexMcts *mcts) {
    drop_board(mcts);
    hex_tree_free(mcts->tree);
    free(mcts->explorers);
    free(mcts);
}

void hex_mcts_use(HexMcts *mcts, const HexWeights *weights) {
    mcts->weights = *weights;
    hex_patterns_make(&mcts->patterns, &weights->policy);
    mcts->has_root = false;
}

void hex_mcts_forget(HexMcts *mcts) {
    mcts->has_root = false;
}

void hex_mcts_prepare(HexMcts *mcts, int width, int height) {
    if (!mcts->tree)
        mcts->tree = hex_tree_new(table_bytes(mcts->services.table));
    if (mcts->grid && mcts->grid->width == width && mcts->grid->height == height)
        return;
    drop_board(mcts);
    mcts->grid = hex_grid_new(width, height);
    mcts->sight = hex_sight_new(mcts->grid);
    mcts->knower = hex_knower_new(mcts->grid, hex_explorer_limits(mcts->grid));
    for (int i = 0; i < mcts->explorer_count; i++)
        mcts->explorers[i] = hex_explorer_new(mcts->grid);
}

const HexKnowledge *hex_mcts_known(const HexMcts *mcts) {
    return &mcts->known;
}

HexKnower *hex_mcts_knower(const HexMcts *mcts) {
    return mcts->knower;
}

// --- the root ---

static HexStones stones_of(const HexGrid *grid, const Position *position) {
    HexStones stones = {0};
    for (int cell = 0; cell < grid->count; cell++) {
        Cell value = position_at(position, hex_grid_move(grid, cell));
        if (value != CELL_EMPTY)
            hexset_add(stones.of[value == CELL_WHITE].word, cell);
    }
    return stones;
}

static void lay_root_fill(HexMcts *mcts) {
    uint32_t fill = tree_get(&hex_tree_node(mcts->tree, TREE_ROOT)->fill);
    if (!fill)
        return;
    int count;
    const int16_t *stones = hex_tree_fill(mcts->tree, fill, &count);
    for (int i = 0; i < count; i++)
        if (hexset_has(mcts->base.empty.word, stones[i] / 2))
            hex_fill_play(mcts->grid, &mcts->base, stones[i] / 2, (Side)(stones[i] & 1));
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
    lay_root_fill(mcts);
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

// The last two stones, if they were placed in turn.
static HexContext context_of(const HexGrid *grid, const Position *position) {
    HexContext context = {position->to_move, -1, -1};
    size_t count = position->ply_count;
    if (count < 1 || !move_is_stone(position->plies[count - 1].move) ||
        position->plies[count - 1].side == position->to_move)
        return context;
    context.last = hex_grid_cell(grid, position->plies[count - 1].move);
    if (count > 1 && move_is_stone(position->plies[count - 2].move) &&
        position->plies[count - 2].side == position->to_move)
        context.own = hex_grid_cell(grid, position->plies[count - 2].move);
    return context;
}

Result hex_mcts_begin(HexMcts *mcts, const Order *order) {
    const Position *position = order->position;
    hex_mcts_prepare(mcts, position->width, position->height);
    HexStones stones = stones_of(mcts->grid, position);
    find_root(mcts, &stones, position->to_move);
    hex_knowledge_find(mcts->knower, NULL, &mcts->base, mcts->to_move, &mcts->known);
    HexQuest *quest = &mcts->quest;
    *quest = (HexQuest){.grid = mcts->grid,
                        .tunables = &hex_tunables,
                        .tree = mcts->tree,
                        .context = context_of(mcts->grid, position),
                        .sight = mcts->sight,
                        .policy = &mcts->weights.policy,
                        .weights = &mcts->weights,
                        .order = order,
                        .salt = rng_mix(position->key + order->seed)};
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

static TreeNode *root_of(const HexMcts *mcts) {
    return hex_tree_node(mcts->tree, TREE_ROOT);
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
    uint64_t a_wins = tree_get(&a->rave_wins), b_wins = tree_get(&b->rave_wins);
    uint64_t a_all = tree_get(&a->rave_visits), b_all = tree_get(&b->rave_visits);
    if (a_wins * b_all != b_wins * a_all)
        return a_wins * b_all > b_wins * a_all;
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
    double x = win / (1 - win), ln = 0;
    static const double e = 2.718281828459045;
    for (; x > e; ln++)
        x /= e;
    for (; x < 1 / e; ln--)
        x *= e;
    double z = (x - 1) / (x + 1), power = z; // ln x = 2 (z + z^3/3 + z^5/5 ...)
    for (int k = 1; k < 30; k += 2, power *= z * z)
        ln += 2 * power / k;
    double score = ln * LOGIT;
    return (int)(score < 0 ? score - 0.5 : score + 0.5);
}

static double chance_of(const TreeNode *node) {
    double visits = tree_get(&node->visits), wins = tree_get(&node->wins);
    double rave_visits = tree_get(&node->rave_visits), rave_wins = tree_get(&node->rave_wins);
    wins /= TREE_WIN;
    if (visits >= PV_VISITS)
        return wins / visits;
    return (wins + (rave_wins + 1) / (rave_visits + 2) * PV_VISITS) / (visits + PV_VISITS);
}

static void write_line(const HexMcts *mcts, const TreeNode *node, Line *line) {
    int empties = hexset_count(mcts->base.empty.word, mcts->grid->words);
    line->drawn = false;
    line->visits = (int64_t)tree_get(&node->visits);
    line->win = node->verdict == NODE_OPEN ? chance_of(node) : node->verdict == NODE_WON;
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
    size_t room = (size_t)mcts->quest.order->limits.multipv;
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

static bool search_root(void *search, int depth, Line *lines, size_t *line_count) {
    HexMcts *mcts = search;
    HexQuest *quest = &mcts->quest;
    uint64_t before = atomic_load(&quest->simulations);
    quest->target = iteration_end(depth);
    if (before < quest->target)
        pool_run(mcts->services.pool, run, mcts);
    write_lines(mcts, lines, line_count);
    // Nothing was done and something should have been: there are no stones left to place.
    return *line_count > 0 &&
           (before >= quest->target || atomic_load(&quest->simulations) > before);
}

static uint64_t stones_so_far(const void *search) {
    const HexMcts *mcts = search;
    return atomic_load_explicit(&mcts->quest.stones, memory_order_relaxed);
}

static int selective_depth(const void *search) {
    const HexMcts *mcts = search;
    int deepest = 0;
    for (int i = 0; i < mcts->explorer_count; i++) {
        int depth = hex_explorer_deepest(mcts->explorers[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static int best_share(const void *search) {
    const HexMcts *mcts = search;
    const TreeNode *best = best_child(mcts, root_of(mcts), NULL, 0);
    uint64_t visits = tree_get(&root_of(mcts)->visits);
    return visits ? (int)(tree_get(&best->visits) * (uint64_t)1000 / visits) : 0;
}

// The root as a board with groups: what the evaluation reads.
static void begin_board(HexMcts *mcts) {
    const HexGrid *grid = mcts->grid;
    HexBoard *board = &mcts->quest.board;
    hex_board_init(board, grid->width, grid->height);
    for (int cell = 0; cell < grid->count; cell++) {
        Cell value = hex_stones_at(&mcts->base.stones, cell);
        if (value != CELL_EMPTY)
            hex_board_play(board, hex_grid_move(grid, cell),
                           value == CELL_WHITE ? SIDE_WHITE : SIDE_BLACK);
    }
}

void hex_mcts_search(HexMcts *mcts, Outcome *outcome) {
    HexQuest *quest = &mcts->quest;
    const Order *order = quest->order;
    hex_playout_begin(&quest->start, mcts->grid, &mcts->patterns, &mcts->base);
    begin_board(mcts);
    for (int i = 0; i < mcts->explorer_count; i++)
        hex_explorer_begin(mcts->explorers[i], quest, i);
    if (!hex_explorer_open(mcts->explorers[0], order->limits.multipv <= 1)) {
        hex_tree_clear(mcts->tree);
        hex_explorer_open(mcts->explorers[0], order->limits.multipv <= 1);
    }
    atomic_store(&quest->simulations, tree_get(&root_of(mcts)->visits));
    outcome->move = hex_grid_move(mcts->grid, best_child(mcts, root_of(mcts), NULL, 0)->cell);
    deepen(
        &(Deepening){
            .order = order,
            .first_depth = 1,
            .depth_step = 1,
            .last_depth = DEPTH_MAX,
            .single_move = hexset_count(mcts->known.moves.word, mcts->grid->words) == 1,
            .search_root = search_root,
            .search = mcts,
            .nodes = stones_so_far,
            .selective_depth = selective_depth,
            .best_share = best_share,
        },
        outcome);
}

void hex_mcts_counts(const HexMcts *mcts, uint64_t *simulations, uint64_t *known) {
    *simulations = atomic_load(&mcts->quest.simulations);
    *known = atomic_load(&mcts->quest.known);
}
