// SPDX-License-Identifier: MIT
// gomokuku: a Haskell program of 2022 that plays itself and asks what parallel minimax gains.
//
// Every child of the root gets a full-window alpha-beta search of its own, so the children can be
// searched on as many threads as there are: `serial` and `parallel` are the same map. `no-map` is
// plain alpha-beta from the root. Its values are Black's throughout, 2 * black - white.
//
// In the document children come out of a hash set, in no order it could name; here they come row by
// row. Below the root they are sorted, best first, and its sort turned equal ones round.
#include "lab/seed_gomokuku.h"

#include "base/memory.h"
#include "gomoku/gomoku.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { CLIP = 9, FIVE_WORTH = 1000000000 }; // the listing forgot to put 15 back for 9

static const int64_t INFINITE = INT64_MAX;

// A child's key in move ordering holds its place in the list in the low bits.
enum { INDEX_BITS = 9, INDEX_MASK = (1 << INDEX_BITS) - 1 };

// One thread's search.
typedef struct Search {
    const SeedOrder *order;
    RunBoard board;
    uint64_t nodes;
    bool stopped;
    char apart[SEED_APART]; // from the next thread's
} Search;

static int64_t board_value(const RunBoard *board) {
    return 2 * board->score[SIDE_BLACK] - board->score[SIDE_WHITE];
}

// Board value after a stone that has not been placed.
static int64_t value_after(const RunBoard *board, const Outlook *outlook, Side side) {
    int64_t change =
        side == SIDE_BLACK ? 2 * outlook->own - outlook->other : 2 * outlook->other - outlook->own;
    return board_value(board) + change;
}

// Move ordering divides the sum of each length by that length. Only the threes leave a remainder; so
// they are kept apart, in the low bits of what adds up run by run.
enum { THREES_BITS = 12, FIVE_IN_ORDER = FIVE_WORTH / 5 };

static int64_t order_part(int length, int64_t worth) {
    if (length == 3)
        return worth;
    if (length > 5)
        return worth ? (int64_t)FIVE_IN_ORDER << THREES_BITS : 0;
    return worth / length << THREES_BITS;
}

static int64_t order_worth(int length, int end, int other_end) {
    return order_part(length, gomokuku_worth(length, end, other_end));
}

static int64_t faithful_order_worth(int length, int end, int other_end) {
    return order_part(length, gomokuku_faithful_worth(length, end, other_end));
}

void gomokuku_table_init(RunTable *table, bool faithful) {
    run_table_init(table, faithful ? gomokuku_faithful_worth : gomokuku_worth,
                   faithful ? faithful_order_worth : order_worth);
}

int64_t gomokuku_order(const Outlook *outlook) {
    int64_t threes = outlook->order & ((1 << THREES_BITS) - 1);
    return (outlook->order >> THREES_BITS) + threes / 3;
}

bool gomokuku_makes_five(const Outlook *outlook) {
    return outlook->order >> THREES_BITS >= FIVE_IN_ORDER;
}

size_t gomokuku_children(const RunBoard *board, bool faithful, Move *cells) {
    size_t near = lines_near(&board->lines, 1, cells), count = 0;
    for (size_t i = 0; i < near; i++)
        if (!faithful || (move_x(cells[i]) < CLIP && move_y(cells[i]) < CLIP))
            cells[count++] = cells[i];
    return count;
}

// Brings the largest key of keys[from ..] to `from`. Cutoffs come early: sorting the rest would be
// wasted.
static inline void next_best(int64_t *keys, size_t from, size_t count) {
    size_t best = from;
    for (size_t i = from + 1; i < count; i++)
        best = keys[i] > keys[best] ? i : best;
    int64_t key = keys[best];
    keys[best] = keys[from];
    keys[from] = key;
}

static int64_t search(Search *self, int depth, int64_t alpha, int64_t beta, Side side,
                      Move *choice);

// The value of one child, `depth` plies of search below it.
static int64_t child_value(Search *self, Move cell, int depth, int64_t alpha, int64_t beta,
                           Side side) {
    const Outlook *outlook = &self->board.outlook[side][cell];
    self->nodes++;
    if (depth == 0 || gomokuku_makes_five(outlook))
        return value_after(&self->board, outlook, side);
    RunUndo undo;
    run_board_play(&self->board, cell, side, &undo);
    int64_t value = search(self, depth, alpha, beta, side_other(side), NULL);
    run_board_undo(&self->board, cell, side, &undo);
    return value;
}

// The last ply without trying its children one by one: all values are known at once, and the child that
// cuts is the first in order of those that reach the bound. Gives what the loop below would give, and
// counts what it would count. Values are turned so that more is better for `side`.
static int64_t last_ply(Search *self, const Move *cells, const int64_t *keys, size_t count,
                        int64_t bound, Side side) {
    int64_t values[LINES_POINTS], sign = side == SIDE_BLACK ? 1 : -1;
    int64_t best = -INFINITE, cut_key = -1, cut_value = 0;
    for (size_t i = 0; i < count; i++) {
        const Outlook *outlook = &self->board.outlook[side][cells[i]];
        values[i] = sign * value_after(&self->board, outlook, side);
        best = values[i] > best ? values[i] : best;
        if (values[i] >= bound && keys[i] > cut_key) {
            cut_key = keys[i];
            cut_value = values[i];
        }
    }
    if (cut_key < 0) {
        self->nodes += count;
        return sign * best;
    }
    int64_t next_key = -1; // as written, one more is looked at after the cutoff
    for (size_t i = 0; i < count; i++) {
        self->nodes += keys[i] >= cut_key;
        if (keys[i] < cut_key && keys[i] > next_key)
            next_key = keys[i];
    }
    if (self->order->settings.faithful && next_key >= 0) {
        self->nodes++;
        int64_t value = values[next_key & INDEX_MASK];
        cut_value = value > cut_value ? value : cut_value;
    }
    return sign * cut_value;
}

// Alpha-beta below a board that is not terminal. Equal children: the first found stays.
static int64_t search(Search *self, int depth, int64_t alpha, int64_t beta, Side side,
                      Move *choice) {
    bool faithful = self->order->settings.faithful;
    Move cells[LINES_POINTS];
    int64_t keys[LINES_POINTS];
    size_t count = gomokuku_children(&self->board, faithful, cells);
    // The place in the list breaks ties, the later one first.
    for (size_t i = 0; i < count; i++)
        keys[i] = gomokuku_order(&self->board.outlook[side][cells[i]]) << INDEX_BITS | (int64_t)i;
    if (depth == 1 && count && !choice)
        return last_ply(self, cells, keys, count, side == SIDE_BLACK ? beta : -alpha, side);
    int64_t best = side == SIDE_BLACK ? -INFINITE : INFINITE;
    for (size_t i = 0; i < count; i++) {
        next_best(keys, i, count);
        Move cell = cells[keys[i] & INDEX_MASK];
        int64_t value = child_value(self, cell, depth - 1, alpha, beta, side);
        if (depth > 1 && seed_must_stop(self->order, self->nodes))
            self->stopped = true;
        if (self->stopped && i > 0)
            break;
        int64_t before = best;
        if (side == SIDE_BLACK ? value > best : value < best) {
            best = value;
            if (choice)
                *choice = cell;
        }
        if (side == SIDE_BLACK && best > alpha)
            alpha = best;
        if (side == SIDE_WHITE && best < beta)
            beta = best;
        // As written the cutoff looks at the best value from before this child: one child too many.
        int64_t tested = faithful ? before : best;
        if (side == SIDE_BLACK ? tested >= beta : tested <= alpha)
            break;
    }
    return best;
}

// --- the map over the root's children ---

typedef struct RootMap {
    const SeedOrder *order;
    const RunBoard *board;
    Side side;
    size_t count;
    Move cells[LINES_POINTS];
    int64_t values[LINES_POINTS];
    bool done[LINES_POINTS];
    atomic_size_t next;
    Search *searches; // one a thread
} RootMap;

static void map_worker(void *argument, int index) {
    RootMap *map = argument;
    Search *self = &map->searches[index];
    for (;;) {
        size_t i = atomic_fetch_add_explicit(&map->next, 1, memory_order_relaxed);
        if (i >= map->count || self->stopped)
            return;
        map->values[i] = child_value(self, map->cells[i], (int)map->order->settings.depth - 1,
                                     -INFINITE, INFINITE, map->side);
        map->done[i] = !self->stopped;
    }
}

// White takes the first minimum, Black the last maximum.
static void choose_from(const RootMap *map, SeedAnswer *answer) {
    bool any = false;
    answer->move = map->cells[0];
    answer->complete = true;
    for (size_t i = 0; i < map->count; i++) {
        if (!map->done[i]) {
            answer->complete = false;
            continue;
        }
        int64_t value = map->values[i];
        if (!any || (map->side == SIDE_BLACK ? value >= answer->value : value < answer->value)) {
            any = true;
            answer->move = map->cells[i];
            answer->value = value;
        }
    }
}

static void think_mapped(const SeedOrder *order, const RunBoard *board, Side side,
                         SeedAnswer *answer) {
    SeedOrder shared = *order;
    if (order->settings.mode != GOMOKUKU_PARALLEL)
        shared.pool = NULL;
    int threads = seed_threads(&shared);
    if (order->nodes != LIMIT_NONE)
        shared.nodes = order->nodes / threads;
    RootMap *map = mem_new(sizeof *map);
    map->order = &shared;
    map->board = board;
    map->side = side;
    map->count = gomokuku_children(board, order->settings.faithful, map->cells);
    map->searches = mem_new_array((size_t)threads, sizeof *map->searches);
    for (int i = 0; i < threads; i++)
        map->searches[i] = (Search){.order = &shared, .board = *board};
    seed_run(&shared, map_worker, map);
    answer->root_children = (int)map->count;
    for (int i = 0; i < threads; i++)
        answer->nodes += map->searches[i].nodes;
    choose_from(map, answer);
    free(map->searches);
    free(map);
}

static void think_plainly(const SeedOrder *order, const RunBoard *board, Side side,
                          SeedAnswer *answer) {
    Move cells[LINES_POINTS];
    answer->root_children = (int)gomokuku_children(board, order->settings.faithful, cells);
    answer->move = cells[0];
    Search self = {.order = order, .board = *board};
    answer->value =
        search(&self, (int)order->settings.depth, -INFINITE, INFINITE, side, &answer->move);
    answer->nodes = self.nodes;
    answer->complete = !self.stopped;
}

void gomokuku_search(const SeedOrder *order, const RunBoard *board, Side side, SeedAnswer *answer) {
    *answer = (SeedAnswer){.move = MOVE_NONE};
    if (order->settings.mode == GOMOKUKU_NO_MAP)
        think_plainly(order, board, side, answer);
    else
        think_mapped(order, board, side, answer);
    answer->depth = (int)order->settings.depth;
    answer->evaluations = answer->nodes;
}

static void gomokuku_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->position;
    *answer = (SeedAnswer){.move = move_at(7, 7), .complete = true};
    if (position->stones) {
        RunTable table;
        RunBoard board;
        gomokuku_table_init(&table, order->settings.faithful);
        run_board_set(&board, &table, position);
        gomokuku_search(order, &board, position->to_move, answer);
        if (position->to_move == SIDE_WHITE)
            answer->value = -answer->value;
    }
    if (order->on_answer)
        order->on_answer(answer, order->user);
}

const SeedType gomokuku_seed = {
    .player = {.name = "gomokuku",
               .summary = "parallel minimax (Retchin 2022): standard, 15x15",
               .options = seed_mode_options,
               .create = seed_create,
               .destroy = seed_destroy,
               .begin = seed_begin,
               .choose = seed_choose},
    .game = &gomoku_game,
    .rule = "standard",
    .sizes = {15},
    .depth = 5,
    .time_ms = LIMIT_NONE,
    .think = gomokuku_think,
};
