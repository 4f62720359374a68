// SPDX-License-Identifier: MIT
// hust: a Gomocup program of 2023, NegaScout with iterative deepening and a transposition table.
//
// It evaluates LIVE and DEAD runs and FIVEs, its own less the opponent's; moves are tried in the
// order of the runs they would make for either side. Ours, where the report is silent: candidates
// are the empty neighbours of stones, the table has 2^18 entries and always replaces, and deepening
// ends when a five is in sight, since the evaluation cannot tell a near five from a far one.
#include "base/memory.h"
#include "game/zobrist.h"
#include "gomoku/gomoku.h"
#include "lab/memo.h"
#include "lab/run_worth.h"
#include "lab/seed.h"

#include <stdlib.h>

enum {
    MEMO_BYTES = 6 << 20, // of 2^18 entries
    FIVE_WORTH = 1000000,
    FIVE_IN_SIGHT = FIVE_WORTH / 2, // no sum of lesser runs in a real game comes near
};

static const int64_t INFINITE = INT64_MAX / 2;

typedef struct HustSearch {
    SeedSearch base;
    RunBoard board;
    uint64_t key;
    Memo *memo;
} HustSearch;

// --- the table ---

static bool probe(HustSearch *self, int depth, int64_t alpha, int64_t beta, int64_t *value) {
    MemoEntry entry;
    if (!memo_probe(self->memo, self->key, &entry) || entry.depth < depth)
        return false;
    bool low = entry.lower >= beta,
         useful = entry.lower == entry.upper || low || entry.upper <= alpha;
    *value = low ? entry.lower : entry.upper;
    self->base.hits += useful;
    return useful;
}

// --- the search ---

// Of equal ones the earlier cell goes first, so they are listed the other way round.
static void children_of(const RunBoard *board, RunMoves *children) {
    Move cells[LINES_POINTS];
    children->count = lines_near(&board->lines, 1, cells);
    for (size_t i = 0; i < children->count; i++) {
        Move cell = children->cells[i] = cells[children->count - 1 - i];
        int64_t promise = board->outlook[0][cell].order + board->outlook[1][cell].order;
        children->keys[i] = run_moves_key(promise, i);
    }
}

static bool makes_five(const RunBoard *board, Move cell, Side side) {
    return board->outlook[side][cell].order >= FIVE_WORTH;
}

static int64_t search(HustSearch *self, int depth, int64_t alpha, int64_t beta, Side side);

// What a move is worth to `side`, the opponent searching `depth` plies.
static int64_t child_value(HustSearch *self, Move cell, int depth, int64_t alpha, int64_t beta,
                           Side side) {
    self->base.evaluations = ++self->base.nodes;
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
static int64_t scout(HustSearch *self, Move cell, bool first, int depth, int64_t alpha,
                     int64_t beta, Side side) {
    if (first)
        return child_value(self, cell, depth, alpha, beta, side);
    int64_t value = child_value(self, cell, depth, alpha, alpha + 1, side);
    if (value > alpha && value < beta && depth > 0 && !self->base.stopped)
        value = child_value(self, cell, depth, value, beta, side);
    return value;
}

static int64_t search(HustSearch *self, int depth, int64_t alpha, int64_t beta, Side side) {
    int64_t value;
    if (seed_must_stop(&self->base))
        return 0;
    if (probe(self, depth, alpha, beta, &value))
        return value;
    RunMoves children;
    children_of(&self->board, &children);
    if (!children.count)
        return run_board_value(&self->board, side);
    int64_t best = alpha;
    for (size_t i = 0; i < children.count && best < beta; i++) {
        Move cell = run_moves_next(&children, i);
        value = scout(self, cell, i == 0, depth - 1, best, beta, side);
        if (self->base.stopped)
            return 0;
        if (value > best)
            best = value;
    }
    MemoEntry entry = {.lower = best > alpha ? (int32_t)best : INT32_MIN,
                       .upper = best < beta ? (int32_t)best : INT32_MAX,
                       .depth = (int16_t)depth,
                       .move = MOVE_NONE};
    memo_store(self->memo, self->key, &entry);
    return best;
}

static bool search_root(SeedSearch *base, SeedAnswer *answer) {
    HustSearch *self = (HustSearch *)base;
    RunMoves children;
    children_of(&self->board, &children);
    answer->value = -INFINITE;
    for (size_t i = 0; i < children.count; i++) {
        Move cell = run_moves_next(&children, i);
        int64_t value = scout(self, cell, i == 0, answer->depth - 1, answer->value, INFINITE,
                              base->order->ask.position->to_move);
        if (base->stopped)
            break;
        if (value > answer->value) {
            answer->value = value;
            answer->move = cell;
        }
    }
    return answer->value > -INFINITE;
}

static void hust_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->ask.position;
    *answer = (SeedAnswer){.move = move_at(position->width / 2, position->height / 2)};
    HustSearch *self = mem_new(sizeof *self);
    RunTable table;
    self->base.order = order;
    run_table_init(&table, hust_worth, hust_worth);
    run_board_set(&self->board, &table, position);
    int64_t last = 0;
    if (position->stones) {
        RunMoves children;
        children_of(&self->board, &children);
        answer->root_children = (int)children.count;
        answer->move = run_moves_next(&children, 0);
        self->key = position->key;
        self->memo = memo_new(MEMO_BYTES);
        // Two plies even where there is one cell left.
        int empty = position->width * position->height - position->stones;
        int most = empty > 2 ? empty : 2;
        last = order->settings.depth < most ? order->settings.depth : most;
    }
    seed_deepen(&self->base, search_root, last, FIVE_IN_SIGHT, answer);
    memo_free(self->memo);
    free(self);
}

const SeedType hust_seed = {
    .player = SEED_PLAYER("hust",
                          "NegaScout for Gomocup (Nguyen et al. 2023): freestyle, 15x15 and 20x20",
                          seed_options),
    .game = &gomoku_game,
    .rule = "freestyle",
    .sizes = {15, 20},
    .depth = 40,
    .time_ms = 5000,
    .think = hust_think,
};
