// SPDX-License-Identifier: MIT
#include "hex/explorer.h"

#include "base/memory.h"
#include "hex/curve.h"

#include <stdlib.h>

const HexTunables hex_tunables = {
    .know_visits = 20,
    .c_puct = 0.8f,
    .fpu_reduction = 0.1f,
    .policy_temperature = 1.2f,
};

// On a large board looking is slow and cannot be stopped half-way: a turn of 50 ms must be kept.
static const HexLinkLimits large_limits = {
    .fulls = 2, .semis = 4, .ors = 2, .loose = 1, .links = 4000};
enum { LARGE_CELLS = 15 * 15 };

const HexLinkLimits *hex_explorer_limits(const HexGrid *grid) {
    return grid->count < LARGE_CELLS ? &hex_links_quick : &large_limits;
}

struct HexExplorer {
    HexTreeSearch *search;
    HexVcBuilder *builder;
    HexFill board;
    uint64_t stones; // placed in this simulation
    TreeNode *path[BOARD_POINTS + 1];
    int depth; // of the last node on the path
    int deepest;
    HexRates rates;
    // Scratch.
    HexKnowledge known;
    HexLeaf leaf;
};

HexExplorer *hex_explorer_new(const HexGrid *grid) {
    HexExplorer *explorer = mem_new(sizeof *explorer);
    explorer->builder = hex_vc_builder_new(grid, hex_explorer_limits(grid));
    return explorer;
}

void hex_explorer_free(HexExplorer *explorer) {
    if (!explorer)
        return;
    hex_vc_builder_free(explorer->builder);
    free(explorer);
}

void hex_explorer_begin(HexExplorer *explorer, HexTreeSearch *search) {
    explorer->search = search;
    explorer->deepest = 0;
    hex_vc_builder_set_stop(explorer->builder, search->order->stop);
}

int hex_explorer_deepest(const HexExplorer *explorer) {
    return explorer->deepest;
}

const HexRates *hex_explorer_rates(const HexExplorer *explorer) {
    return &explorer->rates;
}

static bool count_rate(HexExplorer *explorer, HexRate rate, bool hit) {
    return hit_rate_count(&explorer->rates.of[rate], hit);
}

// --- counts ---

static void add(_Atomic uint32_t *field, uint32_t count) {
    atomic_fetch_add_explicit(field, count, memory_order_relaxed);
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

// --- step: the moves of a position ---

// Looks at the position on the board. Returns what `side`, who is to move, has won of TREE_WIN.
static uint32_t evaluate_leaf(HexExplorer *explorer, Side side) {
    HexTreeSearch *search = explorer->search;
    HexLeaf *seen = &explorer->leaf;
    if (!hex_leaf_see(seen, search->grid, &explorer->board, side))
        return seen->board.winner == side_wins(side) ? TREE_WIN : 0;
    hex_net_think(search->net, search->level, &seen->view, &seen->room);
    return (uint32_t)(curve_chance(seen->room.value) * TREE_WIN + 0.5f);
}

// Gives a node its moves, those of the leaf evaluated last.
static TreeNode *grow(HexExplorer *explorer, TreeNode *node) {
    HexTreeSearch *search = explorer->search;
    const HexLeaf *seen = &explorer->leaf;
    int16_t cells[BOARD_POINTS];
    float logits[BOARD_POINTS], weights[BOARD_POINTS], sum = 0, most = -1e9f;
    int count = 0;
    if (seen->board.winner != RESULT_NONE || !claim_flag(node, TREE_GROWING))
        return NULL; // another thread is at it
    for (int cell = 0; cell < search->grid->count; cell++) {
        if (!hexset_has(seen->fill.empty.word, cell))
            continue;
        logits[count] =
            seen->room.logits[view_index(&seen->view, hex_grid_move(search->grid, cell))];
        most = logits[count] > most ? logits[count] : most;
        cells[count++] = (int16_t)cell;
    }
    uint32_t first = count ? hex_tree_take(search->tree, count) : 0;
    if (!first) { // it may grow when there is room again
        atomic_fetch_and_explicit(&node->flags, (uint8_t)~TREE_GROWING, memory_order_relaxed);
        if (count)
            stop_raise(&search->full);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        sum += weights[i] = curve_exp((logits[i] - most) / search->tunables->policy_temperature);
    TreeNode *children = hex_tree_node(search->tree, first);
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
    float prior = (float)child->prior / TREE_PRIOR;
    float value = n > 0 ? w / n : mean - tunables->fpu_reduction;
    return value + tunables->c_puct * prior * root / (1 + n);
}

static TreeNode *choose(const HexExplorer *explorer, TreeNode *node, TreeNode *children) {
    const HexTunables *tunables = explorer->search->tunables;
    uint32_t visits = tree_get(&node->visits), wins = tree_get(&node->wins);
    // The visit that is on its way has brought nothing yet.
    float mean = visits > 1 ? 1 - (float)wins / TREE_WIN / (float)(visits - 1) : 0.5f;
    float root = (float)square_root(visits << 8) / 16, best_value = 0;
    TreeNode *best = NULL;
    for (int i = 0; i < node->count; i++) {
        TreeNode *child = &children[i];
        NodeVerdict verdict = verdict_of(child);
        if (has_flag(child, TREE_PRUNED) || verdict == NODE_LOST ||
            !hexset_has(explorer->board.empty.word, child->cell))
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
    HexTreeSearch *search = explorer->search;
    for (int depth = explorer->depth; depth > 0; depth--) {
        TreeNode *parent = explorer->path[depth - 1];
        if (verdict_of(explorer->path[depth]) == NODE_WON)
            set_verdict(parent, NODE_LOST);
        else if (all_lost(parent, hex_tree_children(search->tree, parent)))
            set_verdict(parent, NODE_WON);
        else
            return;
    }
    stop_raise(&search->done);
}

// --- step: knowledge ---

static void keep_fill(HexExplorer *explorer, TreeNode *node) {
    const HexGrid *grid = explorer->search->grid;
    const HexFill *fill = &explorer->known.fill;
    int16_t stones[BOARD_POINTS];
    int count = 0;
    HEXSET_EACH (cell, explorer->board.empty.word, grid->words)
        if (!hexset_has(fill->empty.word, cell))
            stones[count++] =
                (int16_t)(2 * cell + (hex_stones_at(&fill->stones, cell) == CELL_WHITE));
    explorer->board = *fill;
    if (count)
        atomic_store_explicit(&node->fill,
                              hex_tree_keep_fill(explorer->search->tree, stones, count),
                              memory_order_release);
}

int hex_explorer_lay_fill(const HexTree *tree, const TreeNode *node, const HexGrid *grid,
                          HexFill *board) {
    uint32_t fill = atomic_load_explicit(&node->fill, memory_order_acquire);
    int count = 0, laid = 0;
    const int16_t *stones = fill ? hex_tree_fill(tree, fill, &count) : NULL;
    for (int i = 0; i < count; i++)
        if (hexset_has(board->empty.word, stones[i] / 2)) {
            hex_fill_play(grid, board, stones[i] / 2, (Side)(stones[i] & 1));
            laid++;
        }
    return laid;
}

// Finds out what is known about the position on the board, `side` to move. True when that decides.
static bool learn(HexExplorer *explorer, TreeNode *node, TreeNode *children, Side side,
                  bool prunes) {
    const HexKnowledge *known = &explorer->known;
    hex_knowledge_find(explorer->builder, NULL, &explorer->board, side, &explorer->known);
    if (count_rate(explorer, HEX_RATE_KNOWLEDGE, known->winner != RESULT_NONE)) {
        set_verdict(node, known->winner == side_wins(side) ? NODE_LOST : NODE_WON);
        return true;
    }
    for (int i = 0; prunes && i < node->count; i++)
        if (!hexset_has(known->moves.word, children[i].cell))
            claim_flag(&children[i], TREE_PRUNED);
    keep_fill(explorer, node);
    return false;
}

bool hex_explorer_open(HexExplorer *explorer, HexOpening opening) {
    HexTreeSearch *search = explorer->search;
    TreeNode *root = hex_tree_node(search->tree, TREE_ROOT);
    explorer->board = search->start;
    TreeNode *children = hex_tree_children(search->tree, root);
    if (!children) {
        evaluate_leaf(explorer, search->to_move);
        children = grow(explorer, root);
    }
    if (children && claim_flag(root, TREE_KNOWN) && opening != OPEN_BLIND)
        learn(explorer, root, children, search->to_move, opening == OPEN_PRUNED);
    return children;
}

// --- step: the result on the way back ---

// `black` is Black's share of this simulation, of TREE_WIN.
static void count_result(HexExplorer *explorer, uint32_t black) {
    Side side = explorer->search->to_move;
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

// Goes down from the root. Returns who wins if that is certain, -1 when it takes a look; `side` is
// then to move.
static int go_down(HexExplorer *explorer, Side *side) {
    HexTreeSearch *search = explorer->search;
    const HexTunables *tunables = search->tunables;
    TreeNode *node = hex_tree_node(search->tree, TREE_ROOT);
    *side = search->to_move;
    for (explorer->depth = 0;; explorer->depth++) {
        explorer->path[explorer->depth] = node;
        add(&node->visits, 1);
        uint32_t visits = tree_get(&node->visits);
        if (verdict_of(node) != NODE_OPEN)
            return decided(explorer, *side);
        explorer->stones +=
            (uint64_t)hex_explorer_lay_fill(search->tree, node, search->grid, &explorer->board);
        TreeNode *children = hex_tree_children(search->tree, node);
        if (!children)
            return -1;
        if (visits >= tunables->know_visits && !has_flag(node, TREE_KNOWN) &&
            claim_flag(node, TREE_KNOWN) && learn(explorer, node, children, *side, true))
            return decided(explorer, *side);
        TreeNode *child = choose(explorer, node, children);
        if (!child && all_lost(node, children)) {
            set_verdict(node, NODE_WON);
            return decided(explorer, *side);
        }
        if (!child)
            return -1;
        hex_fill_play(search->grid, &explorer->board, child->cell, *side);
        explorer->stones++;
        *side = side_other(*side);
        node = child;
    }
}

// Takes the stones of a simulation out of the limit. False when there were not enough left.
static bool claim_stones(HexTreeSearch *search, uint64_t stones) {
    int64_t limit = search->order->limits.nodes;
    uint64_t before = atomic_fetch_add_explicit(&search->stones, stones, memory_order_relaxed);
    if (limit == LIMIT_NONE || before + stones < (uint64_t)limit)
        return true;
    uint64_t over = before + stones - (uint64_t)limit;
    atomic_fetch_sub_explicit(&search->stones, over < stones ? over : stones, memory_order_relaxed);
    stop_raise(&search->done);
    return !over;
}

// Asks about the position at the end of the path, `side` to move. Returns who wins if that is
// certain, -1 if not; *own then gets what the side is thought to have won of TREE_WIN.
static int look(HexExplorer *explorer, Side side, uint32_t *own) {
    TreeNode *leaf = explorer->path[explorer->depth];
    *own = evaluate_leaf(explorer, side);
    if (count_rate(explorer, HEX_RATE_FILL, explorer->leaf.board.winner != RESULT_NONE)) {
        set_verdict(leaf, *own ? NODE_LOST : NODE_WON);
        return decided(explorer, side);
    }
    grow(explorer, leaf);
    return -1;
}

static void simulate(HexExplorer *explorer) {
    HexTreeSearch *search = explorer->search;
    Side side;
    uint32_t own = 0;
    explorer->board = search->start;
    explorer->stones = 0;
    int winner = go_down(explorer, &side);
    if (!count_rate(explorer, HEX_RATE_DECIDED, winner >= 0))
        winner = look(explorer, side, &own);
    uint32_t black = side == SIDE_BLACK ? own : TREE_WIN - own;
    if (winner >= 0)
        black = winner == SIDE_BLACK ? TREE_WIN : 0;
    if (explorer->depth > explorer->deepest)
        explorer->deepest = explorer->depth;
    // A simulation beyond the limit was not made.
    if (claim_stones(search, explorer->stones + 1))
        count_result(explorer, black);
}

void hex_explorer_run(HexExplorer *explorer) {
    HexTreeSearch *search = explorer->search;
    int64_t limit = search->order->limits.nodes;
    if (limit != LIMIT_NONE &&
        atomic_load_explicit(&search->stones, memory_order_relaxed) >= (uint64_t)limit)
        return;
    while (!stop_raised(search->order->stop) && !stop_raised(&search->done) &&
           !stop_raised(&search->full)) {
        if (atomic_fetch_add_explicit(&search->simulations, 1, memory_order_relaxed) >=
            search->target) {
            atomic_fetch_sub_explicit(&search->simulations, 1, memory_order_relaxed);
            return;
        }
        simulate(explorer);
    }
}
