// SPDX-License-Identifier: MIT
#include "lab/walk.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void walk_counts_add(WalkCounts *sum, const WalkCounts *more) {
    sum->nodes += more->nodes;
    sum->evals += more->evals;
    sum->cutoffs += more->cutoffs;
    sum->cutoffs_first += more->cutoffs_first;
    sum->probes += more->probes;
    sum->hits += more->hits;
}

void walk_init(Walk *walk, const Position *position, const Evaluator *evaluator) {
    *walk =
        (Walk){.position = position_clone(position), .evaluator = evaluator, .first = MOVE_NONE};
    for (size_t i = 0; i < sizeof walk->killers / sizeof *walk->killers; i++)
        walk->killers[i][0] = walk->killers[i][1] = MOVE_NONE;
}

void walk_release(Walk *walk) {
    position_free(walk->position);
    walk->position = NULL;
}

bool walk_stopped(const Walk *walk) {
    return (walk->stop && stop_raised(walk->stop)) || (walk->cancelled && walk->cancelled(walk));
}

static void tell(const Walk *walk, WalkEvent event) {
    if (!walk->on_event)
        return;
    event.ply = walk->ply;
    event.move = walk->ply ? walk->path[walk->ply - 1] : MOVE_NONE;
    event.position = walk->position;
    walk->on_event(&event, walk->user);
}

bool walk_is_leaf(const Walk *walk, int depth) {
    return depth == 0 || position_result(walk->position) != RESULT_NONE;
}

int64_t walk_worth(Walk *walk, int depth) {
    const Position *position = walk->position;
    Result result = position_result(position);
    if (result == RESULT_DRAW)
        return 0;
    if (result != RESULT_NONE)
        return result == side_wins(position->to_move) ? VALUE_WIN + depth : -VALUE_WIN - depth;
    walk->tally.evals++;
    int64_t value = walk->evaluator->evaluate(position, position->to_move);
    // No evaluation may look like the end of the game.
    return value >= VALUE_WIN ? VALUE_WIN - 1 : value <= -VALUE_WIN ? -VALUE_WIN + 1 : value;
}

// True when the table's bounds settle the question the window asks.
static bool recall(Walk *walk, int depth, int64_t alpha, int64_t beta, int64_t *value) {
    if (!walk->memo)
        return false;
    MemoEntry entry;
    walk->tally.probes++;
    if (!memo_probe(walk->memo, walk->position->key, &entry) || entry.depth != depth)
        return false;
    walk->tally.hits++;
    if (entry.lower == entry.upper || entry.lower >= beta) {
        *value = entry.lower;
        return true;
    }
    *value = entry.upper;
    return entry.upper <= alpha;
}

bool walk_enter(Walk *walk, int depth, int64_t alpha, int64_t beta, int64_t *value) {
    if (walk_stopped(walk)) {
        *value = 0;
        return true;
    }
    walk->tally.nodes++;
    tell(walk, (WalkEvent){.kind = WALK_ENTER, .depth = depth, .alpha = alpha, .beta = beta});
    if (walk_is_leaf(walk, depth)) {
        *value = walk_worth(walk, depth);
        tell(walk, (WalkEvent){.kind = WALK_LEAF, .depth = depth, .value = *value});
        return true;
    }
    if (recall(walk, depth, alpha, beta, value)) {
        tell(walk, (WalkEvent){.kind = WALK_KNOWN, .depth = depth, .value = *value});
        return true;
    }
    return false;
}

int64_t walk_leave(Walk *walk, int depth, int64_t alpha, int64_t beta, int64_t value, Move move) {
    assert(depth >= 0);
    if (walk_stopped(walk))
        return value;
    tell(walk,
         (WalkEvent){
             .kind = WALK_LEAVE, .depth = depth, .alpha = alpha, .beta = beta, .value = value});
    if (!walk->memo)
        return value;
    MemoEntry entry = {.lower = value > alpha ? (int32_t)value : -LAB_INFINITE,
                       .upper = value < beta ? (int32_t)value : LAB_INFINITE,
                       .depth = (int16_t)depth,
                       .move = value > alpha ? move : MOVE_NONE};
    // Null windows learn one side at a time: what is known of the other side stays known.
    MemoEntry old;
    if (memo_probe(walk->memo, walk->position->key, &old)) {
        if (old.depth == depth && old.lower > entry.lower)
            entry.lower = old.lower;
        if (old.depth == depth && old.upper < entry.upper)
            entry.upper = old.upper;
        if (entry.move == MOVE_NONE)
            entry.move = old.move;
    }
    memo_store(walk->memo, walk->position->key, &entry);
    return value;
}

void walk_play(Walk *walk, Move move) {
    assert(walk->ply < LAB_DEPTH_MAX);
    position_play(walk->position, move, NULL);
    walk->path[walk->ply++] = move;
}

void walk_undo(Walk *walk) {
    assert(walk->ply > 0);
    walk->ply--;
    position_undo(walk->position);
}

void walk_cut(Walk *walk, int depth, const Move *moves, size_t index, size_t count) {
    assert(index < count);
    if (walk_stopped(walk))
        return;
    Move move = moves[index];
    walk->tally.cutoffs++;
    walk->tally.cutoffs_first += index == 0;
    tell(walk, (WalkEvent){.kind = WALK_CUT, .depth = depth, .left_out = count - index - 1});
    // Deep refutations say more than shallow ones (Schaeffer 1983).
    walk->history[walk->position->to_move][move] += (int64_t)1 << depth;
    Move *killers = walk->killers[walk->ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
}

// --- which moves, and in which order ---

typedef struct RankedMove {
    int64_t ranks[3]; // tier, promise, history: compared in this order, higher first
    size_t index;     // then as the evaluator listed them
    Move move;
} RankedMove;

static int by_rank(const void *a, const void *b) {
    const RankedMove *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->ranks[i] != y->ranks[i])
            return x->ranks[i] > y->ranks[i] ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static int by_index(const void *a, const void *b) {
    const RankedMove *x = a, *y = b;
    return x->index < y->index ? -1 : 1;
}

static size_t take(const RankedMove *ranked, size_t count, Move *moves) {
    for (size_t i = 0; i < count; i++)
        moves[i] = ranked[i].move;
    return count;
}

size_t walk_candidates(const Walk *walk, Move *moves) {
    size_t count = walk->evaluator->candidates(walk->position, moves);
    if (!count || !walk->width || count <= walk->width)
        return count;
    RankedMove ranked[MOVES_MAX];
    for (size_t i = 0; i < count; i++)
        ranked[i] =
            (RankedMove){{0, walk->evaluator->promise(walk->position, moves[i]), 0}, i, moves[i]};
    qsort(ranked, count, sizeof *ranked, by_rank);
    qsort(ranked, walk->width, sizeof *ranked, by_index);
    return take(ranked, walk->width, moves);
}

enum { TIER_KILLER = 1, TIER_TABLE, TIER_FIRST };

static int64_t tier_of(const Walk *walk, Move move, Move remembered) {
    if (walk->ply == 0 && move == walk->first)
        return TIER_FIRST;
    if (move == remembered)
        return TIER_TABLE;
    const Move *killers = walk->killers[walk->ply];
    bool killer = (walk->ordering & ORDER_KILLERS) && (move == killers[0] || move == killers[1]);
    return killer ? TIER_KILLER : 0;
}

// Leaves the eldest where it is and turns the others round.
static size_t turn_brothers(const Walk *walk, Move *moves, size_t count) {
    if (!walk->turn || count < 3)
        return count;
    size_t brothers = count - 1, by = brothers * (size_t)walk->turn / (size_t)walk->turns;
    Move *first = moves + 1, turned[MOVES_MAX];
    memcpy(turned, first, by * sizeof *moves);
    memmove(first, first + by, (brothers - by) * sizeof *moves);
    memcpy(first + brothers - by, turned, by * sizeof *moves);
    return count;
}

size_t walk_moves(Walk *walk, Move *moves) {
    size_t count = walk_candidates(walk, moves);
    MemoEntry entry = {.move = MOVE_NONE};
    if (walk->memo)
        memo_probe(walk->memo, walk->position->key, &entry);
    bool as_listed =
        !walk->ordering && entry.move == MOVE_NONE && (walk->ply || walk->first == MOVE_NONE);
    if (!count || as_listed)
        return turn_brothers(walk, moves, count);
    RankedMove ranked[MOVES_MAX];
    const int64_t *history = walk->history[walk->position->to_move];
    bool promises = walk->ordering & ORDER_STATIC, histories = walk->ordering & ORDER_HISTORY;
    for (size_t i = 0; i < count; i++)
        ranked[i] = (RankedMove){{tier_of(walk, moves[i], entry.move),
                                  promises ? walk->evaluator->promise(walk->position, moves[i]) : 0,
                                  histories ? history[moves[i]] : 0},
                                 i,
                                 moves[i]};
    qsort(ranked, count, sizeof *ranked, by_rank);
    return turn_brothers(walk, moves, take(ranked, count, moves));
}
