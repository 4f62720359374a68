// SPDX-License-Identifier: MIT
#include "hex/explorer.h"

#include "base/memory.h"

#include <stdlib.h>

const HexTunables hex_tunables = {
    .grow_visits = 2,
    .know_visits = 20,
    .rave_bias = 0.003f,
    .curiosity = 5,
    .first_fall = 0,
    .playouts = 1,
    .trust = 0.5f,
};

// On a large board looking is slow and cannot be stopped half-way: a turn of 50 ms must be kept.
static const HexLinkLimits large_limits = {
    .fulls = 2, .semis = 4, .ors = 2, .loose = 1, .links = 4000};
enum { LARGE_CELLS = 15 * 15 };

const HexLinkLimits *hex_explorer_limits(const HexGrid *grid) {
    return grid->count < LARGE_CELLS ? &hex_links_quick : &large_limits;
}

struct HexExplorer {
    HexQuest *quest;
    HexKnower *knower;
    Rng rng;
    HexPlayout board, playout;
    HexBoard groups; // the same board, for the evaluation
    uint64_t stones; // placed in this simulation
    TreeNode *path[BOARD_POINTS + 1];
    int depth; // of the last node on the path
    int deepest;
    // Scratch.
    HexFill fill;
    HexKnowledge known;
    HexEvaluation evaluation;
};

HexExplorer *hex_explorer_new(const HexGrid *grid) {
    HexExplorer *explorer = mem_new(sizeof *explorer);
    explorer->knower = hex_knower_new(grid, hex_explorer_limits(grid));
    return explorer;
}

void hex_explorer_free(HexExplorer *explorer) {
    if (!explorer)
        return;
    hex_knower_free(explorer->knower);
    free(explorer);
}

void hex_explorer_begin(HexExplorer *explorer, HexQuest *quest, int index) {
    explorer->quest = quest;
    explorer->rng = rng_seed(quest->salt + (uint64_t)index);
    explorer->deepest = 0;
}

int hex_explorer_deepest(const HexExplorer *explorer) {
    return explorer->deepest;
}

// --- counts ---

static void add(_Atomic uint32_t *field, uint32_t count) {
    atomic_fetch_add_explicit(field, count, memory_order_relaxed);
}

// Where a lost count does no harm: much faster than an atomic addition.
static void add_roughly(_Atomic uint32_t *field, uint32_t count) {
    atomic_store_explicit(field, tree_get(field) + count, memory_order_relaxed);
}

static NodeVerdict verdict_of(const TreeNode *node) {
    return (NodeVerdict)atomic_load_explicit(&node->verdict, memory_order_relaxed);
}

static void set_verdict(TreeNode *node, NodeVerdict verdict) {
    atomic_store_explicit(&node->verdict, (uint8_t)verdict, memory_order_relaxed);
}

static bool has_flag(const TreeNode *node, int flag) {
    return atomic_load_explicit(&node->flags, memory_order_relaxed) & flag;
}

// True for the one thread that sets it.
static bool claim_flag(TreeNode *node, int flag) {
    return !(atomic_fetch_or_explicit(&node->flags, (uint8_t)flag, memory_order_relaxed) & flag);
}

static uint32_t square_root(uint32_t number) {
    uint32_t root = 0;
    for (uint32_t bit = 1u << 15; bit; bit >>= 1)
        if ((uint64_t)(root + bit) * (root + bit) <= number)
            root += bit;
    return root;
}

static void place(HexExplorer *explorer, int cell, Side side) {
    hex_playout_play(&explorer->board, cell, side);
    hex_board_play(&explorer->groups, hex_grid_move(explorer->quest->grid, cell), side);
}

// --- step: the moves of a position ---

static TreeNode *grow(HexExplorer *explorer, TreeNode *node, const HexContext *context) {
    HexQuest *quest = explorer->quest;
    const HexPlayout *board = &explorer->board;
    int16_t cells[BOARD_POINTS];
    float weights[BOARD_POINTS], sum = 0;
    int count = 0;
    if (!claim_flag(node, TREE_GROWING))
        return NULL; // another thread is at it
    // In the order of the board: the list of empty cells has an order of its own.
    for (int cell = 0; cell < quest->grid->count; cell++)
        if (board->cells[cell] == CELL_EMPTY && !quest->grid->dead[board->ring[cell]])
            cells[count++] = (int16_t)cell;
    uint32_t first = count ? hex_tree_take(quest->tree, count) : 0;
    if (!first) { // perhaps there is room when it has become the root
        atomic_fetch_and_explicit(&node->flags, (uint8_t)~TREE_GROWING, memory_order_relaxed);
        return NULL;
    }
    hex_policy_weigh(quest->policy, quest->sight, board, context, cells, count, weights);
    for (int i = 0; i < count; i++)
        sum += weights[i];
    TreeNode *children = hex_tree_node(quest->tree, first);
    for (int i = 0; i < count; i++) {
        children[i].cell = cells[i];
        children[i].prior = (uint16_t)(weights[i] / sum * TREE_PRIOR);
    }
    node->count = (uint16_t)count;
    atomic_store_explicit(&node->children, first, memory_order_release);
    return children;
}

// --- step: the move to follow ---

// What a child promises to the side that chooses.
static float promise(const HexTunables *tunables, const TreeNode *child, float mean, float root) {
    float n = (float)tree_get(&child->visits), w = (float)tree_get(&child->wins) / TREE_WIN;
    float rn = (float)tree_get(&child->rave_visits), rw = (float)tree_get(&child->rave_wins);
    float prior = (float)child->prior / TREE_PRIOR;
    float value = n > 0 ? w / n : mean - tunables->first_fall;
    float rave = (rw + mean) / (rn + 1);
    float share = (rn + 1) / (rn + 1 + n + tunables->rave_bias * n * (rn + 1));
    return (1 - share) * value + share * rave + tunables->curiosity * prior * root / (1 + n);
}

static TreeNode *choose(const HexExplorer *explorer, TreeNode *node, TreeNode *children) {
    const HexTunables *tunables = explorer->quest->tunables;
    uint32_t visits = tree_get(&node->visits), wins = tree_get(&node->wins);
    float mean = visits ? 1 - (float)wins / TREE_WIN / (float)visits : 0.5f;
    float root = (float)square_root(visits << 8) / 16, best_value = 0;
    TreeNode *best = NULL;
    for (int i = 0; i < node->count; i++) {
        TreeNode *child = &children[i];
        NodeVerdict verdict = verdict_of(child);
        if (has_flag(child, TREE_PRUNED) || verdict == NODE_LOST ||
            explorer->board.cells[child->cell] != CELL_EMPTY)
            continue;
        if (verdict == NODE_WON)
            return child;
        float value = promise(tunables, child, mean, root);
        if (!best || value > best_value) {
            best = child;
            best_value = value;
        }
    }
    return best;
}

// --- step: what is won and lost ---

static bool all_lost(const TreeNode *node, const TreeNode *children) {
    for (int i = 0; i < node->count; i++)
        if (!has_flag(&children[i], TREE_PRUNED) && verdict_of(&children[i]) != NODE_LOST)
            return false;
    return true;
}

// The node at the end of the path is decided: so may be those above it.
static void tell_above(HexExplorer *explorer) {
    HexQuest *quest = explorer->quest;
    for (int depth = explorer->depth; depth > 0; depth--) {
        TreeNode *parent = explorer->path[depth - 1];
        if (verdict_of(explorer->path[depth]) == NODE_WON)
            set_verdict(parent, NODE_LOST);
        else if (all_lost(parent, hex_tree_children(quest->tree, parent)))
            set_verdict(parent, NODE_WON);
        else
            return;
    }
    stop_raise(&quest->done);
}

// --- step: knowledge ---

static void keep_fill(HexExplorer *explorer, TreeNode *node) {
    const HexGrid *grid = explorer->quest->grid;
    HexPlayout *board = &explorer->board;
    int16_t stones[BOARD_POINTS];
    int count = 0;
    for (int cell = 0; cell < grid->count; cell++) {
        Cell value = hex_stones_at(&explorer->known.fill.stones, cell);
        if (board->cells[cell] != CELL_EMPTY || value == CELL_EMPTY)
            continue;
        place(explorer, cell, value == CELL_WHITE ? SIDE_WHITE : SIDE_BLACK);
        stones[count++] = (int16_t)(2 * cell + (value == CELL_WHITE));
    }
    if (count)
        atomic_store_explicit(&node->fill, hex_tree_keep_fill(explorer->quest->tree, stones, count),
                              memory_order_release);
}

static void lay_fill(HexExplorer *explorer, const TreeNode *node) {
    uint32_t fill = atomic_load_explicit(&node->fill, memory_order_acquire);
    if (!fill)
        return;
    int count;
    const int16_t *stones = hex_tree_fill(explorer->quest->tree, fill, &count);
    for (int i = 0; i < count; i++)
        if (explorer->board.cells[stones[i] / 2] == CELL_EMPTY)
            place(explorer, stones[i] / 2, (Side)(stones[i] & 1));
}

// Finds out what is known about the position on the board, `side` to move. True when that decides.
static bool learn(HexExplorer *explorer, TreeNode *node, TreeNode *children, Side side,
                  bool prunes) {
    HexQuest *quest = explorer->quest;
    const HexKnowledge *known = &explorer->known;
    HexStones stones;
    hex_playout_stones(&explorer->board, &stones);
    hex_fill_begin(quest->grid, &stones, &explorer->fill);
    hex_knowledge_find(explorer->knower, NULL, &explorer->fill, side, &explorer->known);
    atomic_fetch_add_explicit(&quest->known, 1, memory_order_relaxed);
    if (known->winner != RESULT_NONE) {
        set_verdict(node, known->winner == side_wins(side) ? NODE_LOST : NODE_WON);
        return true;
    }
    for (int i = 0; prunes && i < node->count; i++)
        if (!hexset_has(known->moves.word, children[i].cell))
            claim_flag(&children[i], TREE_PRUNED);
    keep_fill(explorer, node);
    return false;
}

bool hex_explorer_open(HexExplorer *explorer, bool prunes) {
    HexQuest *quest = explorer->quest;
    TreeNode *root = hex_tree_node(quest->tree, TREE_ROOT);
    hex_playout_copy(&explorer->board, &quest->start);
    explorer->groups = quest->board;
    TreeNode *children = hex_tree_children(quest->tree, root);
    if (!children)
        children = grow(explorer, root, &quest->context);
    if (children && claim_flag(root, TREE_KNOWN))
        learn(explorer, root, children, quest->context.side, prunes);
    return children;
}

// --- step: the result on the way back ---

// Every cell a side got counts for having been played by it, wherever on the path it had the choice.
static void count_cells(HexExplorer *explorer, const HexPlayout *board, Side winner) {
    HexQuest *quest = explorer->quest;
    Side side = quest->context.side;
    for (int depth = 0; depth <= explorer->depth; depth++, side = side_other(side)) {
        TreeNode *node = explorer->path[depth];
        TreeNode *children = hex_tree_children(quest->tree, node);
        uint32_t won = winner == side;
        for (int i = 0; children && i < node->count; i++) {
            if (board->cells[children[i].cell] != side_cell(side))
                continue;
            add_roughly(&children[i].rave_visits, 1);
            add_roughly(&children[i].rave_wins, won);
        }
    }
}

// `black` is Black's share of this simulation, of TREE_WIN.
static void count_result(HexExplorer *explorer, uint32_t black) {
    Side side = explorer->quest->context.side;
    for (int depth = 0; depth <= explorer->depth; depth++, side = side_other(side))
        add(&explorer->path[depth]->wins, side == SIDE_BLACK ? TREE_WIN - black : black);
}

// --- a simulation ---

// The node at the end of the path is decided, `side` to move after it. Returns who wins.
static int decided(HexExplorer *explorer, Side side) {
    bool won = verdict_of(explorer->path[explorer->depth]) == NODE_WON;
    tell_above(explorer);
    return (int)(won ? side_other(side) : side);
}

// Goes down from the root. Returns who wins if that is certain, -1 when it takes a playout;
// `context` then tells who is to move.
static int go_down(HexExplorer *explorer, HexContext *context) {
    HexQuest *quest = explorer->quest;
    const HexTunables *tunables = quest->tunables;
    TreeNode *node = hex_tree_node(quest->tree, TREE_ROOT);
    *context = quest->context;
    for (explorer->depth = 0;; explorer->depth++) {
        explorer->path[explorer->depth] = node;
        add(&node->visits, 1);
        uint32_t visits = tree_get(&node->visits);
        if (verdict_of(node) != NODE_OPEN)
            return decided(explorer, context->side);
        lay_fill(explorer, node);
        TreeNode *children = hex_tree_children(quest->tree, node);
        if (!children && visits >= tunables->grow_visits)
            children = grow(explorer, node, context);
        if (!children)
            return -1;
        if (visits >= tunables->know_visits && !has_flag(node, TREE_KNOWN) &&
            claim_flag(node, TREE_KNOWN) && learn(explorer, node, children, context->side, true))
            return decided(explorer, context->side);
        TreeNode *child = choose(explorer, node, children);
        if (!child && all_lost(node, children)) {
            set_verdict(node, NODE_WON);
            return decided(explorer, context->side);
        }
        if (!child)
            return -1;
        place(explorer, child->cell, context->side);
        *context = (HexContext){side_other(context->side), child->cell, context->last};
        node = child;
    }
}

// Takes the stones of a simulation out of the limit. False when there were not enough left.
static bool claim_stones(HexQuest *quest, uint64_t stones) {
    int64_t limit = quest->order->limits.nodes;
    uint64_t before = atomic_fetch_add_explicit(&quest->stones, stones, memory_order_relaxed);
    if (limit == LIMIT_NONE || before + stones < (uint64_t)limit)
        return true;
    uint64_t over = before + stones - (uint64_t)limit;
    atomic_fetch_sub_explicit(&quest->stones, over < stones ? over : stones, memory_order_relaxed);
    stop_raise(&quest->done);
    return !over;
}

// Plays the position on the board out several times. Returns Black's share of TREE_WIN.
static uint32_t play_out(HexExplorer *explorer, Side side, int last) {
    HexQuest *quest = explorer->quest;
    uint32_t playouts = (uint32_t)quest->tunables->playouts, won = 0;
    for (uint32_t i = 0; i < playouts; i++) {
        HexPlayout *board = &explorer->playout;
        hex_playout_copy(board, &explorer->board);
        Side winner = hex_playout_finish(board, side, last, &explorer->rng);
        won += winner == SIDE_BLACK;
        explorer->stones += (uint64_t)board->stones;
        count_cells(explorer, board, winner);
    }
    return won * TREE_WIN / playouts;
}

// Black's share of TREE_WIN by the evaluation. A curve like the logistic one, without libm.
static uint32_t judge(HexExplorer *explorer, Side side) {
    const HexWeights *weights = explorer->quest->weights;
    if (explorer->groups.winner != RESULT_NONE)
        return explorer->groups.winner == RESULT_BLACK ? TREE_WIN : 0;
    hex_evaluate(weights, &explorer->groups, side, &explorer->evaluation);
    float x = (float)explorer->evaluation.score / (float)(2 * weights->scale);
    float own = 0.5f + 0.5f * x / (1 + (x < 0 ? -x : x));
    return (uint32_t)((side == SIDE_BLACK ? own : 1 - own) * TREE_WIN + 0.5f);
}

static void simulate(HexExplorer *explorer) {
    HexQuest *quest = explorer->quest;
    HexContext context;
    hex_playout_copy(&explorer->board, &quest->start);
    explorer->groups = quest->board;
    int winner = go_down(explorer, &context);
    uint32_t black = winner == SIDE_BLACK ? TREE_WIN : 0;
    explorer->stones = (uint64_t)explorer->board.stones;
    if (winner < 0) {
        float trust = quest->tunables->trust;
        float judged = (float)judge(explorer, context.side);
        black = play_out(explorer, context.side, context.last);
        black = (uint32_t)(trust * judged + (1 - trust) * (float)black + 0.5f);
    }
    if (explorer->depth > explorer->deepest)
        explorer->deepest = explorer->depth;
    // A simulation beyond the limit was not made.
    if (claim_stones(quest, explorer->stones))
        count_result(explorer, black);
}

void hex_explorer_run(HexExplorer *explorer) {
    HexQuest *quest = explorer->quest;
    int64_t limit = quest->order->limits.nodes;
    if (limit != LIMIT_NONE &&
        atomic_load_explicit(&quest->stones, memory_order_relaxed) >= (uint64_t)limit)
        return;
    while (!stop_raised(quest->order->stop) && !stop_raised(&quest->done)) {
        if (atomic_fetch_add_explicit(&quest->simulations, 1, memory_order_relaxed) >=
            quest->target) {
            atomic_fetch_sub_explicit(&quest->simulations, 1, memory_order_relaxed);
            return;
        }
        simulate(explorer);
    }
}
