// SPDX-License-Identifier: MIT
// hust: a Gomocup program of 2023, NegaScout with iterative deepening and a transposition table.
//
// It evaluates LIVE and DEAD runs and FIVEs, its own less the opponent's; moves are tried in the
// order of the runs they would make for either side. Ours, where the report is silent: candidates are
// the empty neighbours of stones, the table has 2^18 entries and always replaces, and deepening ends
// when a five is in sight, since the evaluation cannot tell a near five from a far one.
#include "base/memory.h"
#include "game/zobrist.h"
#include "gomoku/gomoku.h"
#include "lab/run_worth.h"
#include "lab/seed.h"
#include "search/table.h"

#include <stdlib.h>

enum {
    FIRST_DEPTH = 2,
    DEPTH_STEP = 2,
    ENTRIES = 1 << 18,
    FIVE_WORTH = 1000000,
    FIVE_IN_SIGHT = FIVE_WORTH / 2, // no sum of lesser runs in a real game comes near
};

static const int64_t INFINITE = INT64_MAX / 2;

typedef struct Entry {
    uint64_t key;
    int32_t value;
    int16_t depth;
    int16_t bound; // a Bound
} Entry;

typedef struct Search {
    const SeedOrder *order;
    RunBoard board;
    uint64_t key;
    Entry *table;
    uint64_t nodes, hits;
    bool stopped;
} Search;

// --- the table ---

static bool probe(Search *self, int depth, int64_t alpha, int64_t beta, int64_t *value) {
    const Entry *entry = &self->table[self->key % ENTRIES];
    if (entry->key != self->key || entry->depth < depth)
        return false;
    *value = entry->value;
    bool useful = entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *value >= beta) ||
                  (entry->bound == BOUND_UPPER && *value <= alpha);
    self->hits += useful;
    return useful;
}

static void store(Search *self, int depth, int64_t value, Bound bound) {
    self->table[self->key % ENTRIES] =
        (Entry){self->key, (int32_t)value, (int16_t)depth, (int16_t)bound};
}

// --- the search ---

typedef struct Children {
    size_t count;
    Move cells[LINES_POINTS];
    int64_t keys[LINES_POINTS]; // promise, then the earlier cell first; the low bits are an index
} Children;

enum { INDEX_BITS = 9, INDEX_MASK = (1 << INDEX_BITS) - 1 };

static void children_of(const RunBoard *board, Children *children) {
    children->count = lines_near(&board->lines, 1, children->cells);
    for (size_t i = 0; i < children->count; i++) {
        Move cell = children->cells[i];
        int64_t promise = board->outlook[0][cell].order + board->outlook[1][cell].order;
        children->keys[i] = promise << INDEX_BITS | (int64_t)(INDEX_MASK - i);
    }
}

// The most promising of those not yet taken. Cutoffs come early: sorting all would be wasted.
static Move next_child(Children *children, size_t from) {
    size_t best = from;
    for (size_t i = from + 1; i < children->count; i++)
        best = children->keys[i] > children->keys[best] ? i : best;
    int64_t key = children->keys[best];
    children->keys[best] = children->keys[from];
    children->keys[from] = key;
    return children->cells[INDEX_MASK - (size_t)(key & INDEX_MASK)];
}

static bool makes_five(const RunBoard *board, Move cell, Side side) {
    return board->outlook[side][cell].order >= FIVE_WORTH;
}

static int64_t search(Search *self, int depth, int64_t alpha, int64_t beta, Side side);

// What a move is worth to `side`, the opponent searching `depth` plies.
static int64_t child_value(Search *self, Move cell, int depth, int64_t alpha, int64_t beta,
                           Side side) {
    self->nodes++;
    if (depth == 0 || makes_five(&self->board, cell, side))
        return run_board_value_after(&self->board, &self->board.outlook[side][cell], side);
    RunUndo undo;
    uint64_t key = self->key;
    run_board_play(&self->board, cell, side, &undo);
    self->key ^= zobrist_stone(side, cell) ^ zobrist_white_to_move();
    int64_t value = -search(self, depth, -beta, -alpha, side_other(side));
    self->key = key;
    run_board_undo(&self->board, cell, side, &undo);
    return value;
}

// The first child with the whole window, the others with a null window and again if they surprise.
static int64_t scout(Search *self, Move cell, bool first, int depth, int64_t alpha, int64_t beta,
                     Side side) {
    if (first)
        return child_value(self, cell, depth, alpha, beta, side);
    int64_t value = child_value(self, cell, depth, alpha, alpha + 1, side);
    if (value > alpha && value < beta && depth > 0 && !self->stopped)
        value = child_value(self, cell, depth, value, beta, side);
    return value;
}

static int64_t search(Search *self, int depth, int64_t alpha, int64_t beta, Side side) {
    int64_t value;
    if (self->stopped || seed_must_stop(self->order, self->nodes)) {
        self->stopped = true;
        return 0;
    }
    if (probe(self, depth, alpha, beta, &value))
        return value;
    Children children;
    children_of(&self->board, &children);
    if (!children.count)
        return run_board_value(&self->board, side);
    int64_t best = alpha;
    for (size_t i = 0; i < children.count && best < beta; i++) {
        Move cell = next_child(&children, i);
        value = scout(self, cell, i == 0, depth - 1, best, beta, side);
        if (self->stopped)
            return 0;
        if (value > best)
            best = value;
    }
    store(self, depth, best,
          best <= alpha  ? BOUND_UPPER
          : best >= beta ? BOUND_LOWER
                         : BOUND_EXACT);
    return best;
}

static void report(const Search *self, SeedAnswer *answer) {
    answer->nodes = answer->evaluations = self->nodes;
    answer->hits = self->hits;
    if (self->order->on_answer)
        self->order->on_answer(answer, self->order->user);
}

// One iteration. Only a finished one counts, except the first, which counts as far as it came.
static void search_root(Search *self, int depth, SeedAnswer *answer) {
    Side side = self->order->position->to_move;
    Children children;
    children_of(&self->board, &children);
    answer->root_children = (int)children.count;
    int64_t best = -INFINITE;
    Move move = MOVE_NONE;
    for (size_t i = 0; i < children.count; i++) {
        Move cell = next_child(&children, i);
        int64_t value = scout(self, cell, i == 0, depth - 1, best, INFINITE, side);
        if (self->stopped)
            break;
        if (value > best) {
            best = value;
            move = cell;
        }
    }
    if (move == MOVE_NONE || (self->stopped && depth > FIRST_DEPTH))
        return;
    answer->move = move;
    answer->value = best;
    answer->depth = depth;
    report(self, answer);
}

static void hust_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->position;
    *answer = (SeedAnswer){.move = move_at(position->width / 2, position->height / 2)};
    Search *self = mem_new(sizeof *self);
    RunTable table;
    self->order = order;
    run_table_init(&table, hust_worth, hust_worth);
    run_board_set(&self->board, &table, position);
    if (position->stones) {
        Children children;
        children_of(&self->board, &children);
        answer->move = next_child(&children, 0);
        self->key = position->key;
        self->table = mem_new_array(ENTRIES, sizeof *self->table);
    }
    report(self, answer);
    int empty = position->width * position->height - position->stones;
    int first = order->settings.depth < FIRST_DEPTH ? (int)order->settings.depth : FIRST_DEPTH;
    for (int depth = first; position->stones && depth <= order->settings.depth && !self->stopped &&
                            answer->value < FIVE_IN_SIGHT && (depth == first || depth <= empty);
         depth += DEPTH_STEP)
        search_root(self, depth, answer);
    answer->nodes = answer->evaluations = self->nodes;
    answer->complete = !self->stopped;
    free(self->table);
    free(self);
}

const SeedType hust_seed = {
    .player = {.name = "hust",
               .summary = "NegaScout for Gomocup (Nguyen et al. 2023): freestyle, 15x15 and 20x20",
               .options = seed_options,
               .create = seed_create,
               .destroy = seed_destroy,
               .begin = seed_begin,
               .choose = seed_choose},
    .game = &gomoku_game,
    .rule = "freestyle",
    .sizes = {15, 20},
    .depth = 40,
    .time_ms = 5000,
    .think = hust_think,
};
