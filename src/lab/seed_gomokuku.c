// SPDX-License-Identifier: MIT
// gomokuku: a Haskell program of 2022 that plays itself and asks what parallel minimax gains.
//
// Every child of the root gets a full-window alpha-beta search of its own, so the children can be
// searched on as many threads as there are: `serial` and `parallel` are the same map. `no-map` is
// plain alpha-beta from the root. Its values are Black's throughout, 2 * black - white.
//
// In the document children come out of a hash set, in no order it could name: as written they come so here, too, and
// row by row as meant. Below the root they are sorted, best first, and its sort turned equal ones round.
#include "lab/seed_gomokuku.h"

#include "gomoku/gomoku.h"

enum { CLIP = 9, FIVE_WORTH = 1000000000 }; // the listing forgot to put 15 back for 9

static const int64_t INFINITE = INT64_MAX;

typedef struct GomokukuSearch {
    SeedSearch base;
    RunBoard board;
    Side side; // to move at the root
} GomokukuSearch;

static int64_t board_value(const RunBoard *board) {
    return 2 * board->score[SIDE_BLACK] - board->score[SIDE_WHITE];
}

// Board value after a stone that has not been placed.
static int64_t value_after(const RunBoard *board, const Outlook *outlook, Side side) {
    int64_t change =
        side == SIDE_BLACK ? 2 * outlook->own - outlook->other : 2 * outlook->other - outlook->own;
    return board_value(board) + change;
}

// Move ordering divides the sum of each length by that length. Only the threes leave a remainder;
// so they are kept apart, in the low bits of what adds up run by run.
enum { THREES_BITS = 12, FIVE_IN_ORDER = FIVE_WORTH / 5 };

static int64_t order_part(int length, int64_t worth) {
    if (length == 3)
        return worth;
    if (length > 5)
        return worth ? (int64_t)FIVE_IN_ORDER << THREES_BITS : 0;
    return worth / length << THREES_BITS;
}

void gomokuku_table_init(RunTable *table, bool faithful) {
    RunWorth worth = faithful ? gomokuku_faithful_worth : gomokuku_worth;
    run_table_init(table, worth, worth);
    for (int length = 1; length < LINES_SIZE_MAX + 2; length++)
        for (int ends = 0; ends < 16; ends++) {
            int64_t *order = &table->order[length][ends / 4][ends % 4];
            *order = order_part(length, *order);
        }
}

// The score of the lines through a stone about to be placed: highest first.
static int64_t gomokuku_order(const Outlook *outlook) {
    int64_t threes = outlook->order & ((1 << THREES_BITS) - 1);
    return (outlook->order >> THREES_BITS) + threes / 3;
}

bool gomokuku_makes_five(const Outlook *outlook) {
    return outlook->order >> THREES_BITS >= FIVE_IN_ORDER;
}

// A Haskell hash set is a tree of hashes: five bits of each say where to go, the lowest first. What is less comes first.
static uint64_t place_in_hash_set(Move cell) {
    enum { BITS = 5, WHOLE = 64 / BITS };
    uint64_t hash = (uint64_t)move_x(cell) * 1099511628211 ^ (uint64_t)move_y(cell), place = 0;
    for (int i = 0; i < WHOLE; i++, hash >>= BITS)
        place = place << BITS | (hash & ((1 << BITS) - 1));
    return place << (64 - BITS * WHOLE) | hash;
}

// Into the order of the document's hash set, of which only the first nine rows and columns are left.
static size_t take_as_written(Move *cells, size_t count) {
    uint64_t places[CLIP * CLIP];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        Move cell = cells[i];
        if (move_x(cell) >= CLIP || move_y(cell) >= CLIP)
            continue;
        uint64_t place = place_in_hash_set(cell);
        size_t at = kept++;
        for (; at > 0 && places[at - 1] > place; at--) {
            places[at] = places[at - 1];
            cells[at] = cells[at - 1];
        }
        places[at] = place;
        cells[at] = cell;
    }
    return kept;
}

size_t gomokuku_children(const RunBoard *board, bool faithful, Move *cells) {
    size_t near = lines_near(&board->lines, 1, cells);
    return faithful ? take_as_written(cells, near) : near;
}

static int64_t search(GomokukuSearch *self, int depth, int64_t alpha, int64_t beta, Side side,
                      Move *choice);

// The value of one child, `depth` plies of search below it.
static int64_t child_value(GomokukuSearch *self, Move cell, int depth, int64_t alpha, int64_t beta,
                           Side side) {
    const Outlook *outlook = &self->board.outlook[side][cell];
    self->base.nodes++;
    if (depth == 0 || gomokuku_makes_five(outlook))
        return value_after(&self->board, outlook, side);
    RunUndo undo;
    run_board_play(&self->board, cell, side, &undo);
    int64_t value = search(self, depth, alpha, beta, side_other(side), NULL);
    run_board_undo(&self->board, cell, side, &undo);
    return value;
}

// The last ply without trying its children one by one: all values are known at once, and the child
// that cuts is the first in order of those that reach the bound. Gives what the loop below would
// give, and counts what it would count. Values are turned so that more is better for `side`.
static int64_t last_ply(GomokukuSearch *self, const RunMoves *moves, int64_t bound, Side side) {
    const int64_t *keys = moves->keys;
    int64_t values[LINES_POINTS], sign = side == SIDE_BLACK ? 1 : -1;
    int64_t best = -INFINITE, cut_key = -1, cut_value = 0;
    for (size_t i = 0; i < moves->count; i++) {
        const Outlook *outlook = &self->board.outlook[side][moves->cells[i]];
        values[i] = sign * value_after(&self->board, outlook, side);
        best = values[i] > best ? values[i] : best;
        if (values[i] >= bound && keys[i] > cut_key) {
            cut_key = keys[i];
            cut_value = values[i];
        }
    }
    if (cut_key < 0) {
        self->base.nodes += moves->count;
        return sign * best;
    }
    int64_t next_key = -1; // as written, one more is looked at after the cutoff
    for (size_t i = 0; i < moves->count; i++) {
        self->base.nodes += keys[i] >= cut_key;
        if (keys[i] < cut_key && keys[i] > next_key)
            next_key = keys[i];
    }
    if (self->base.order->settings.faithful && next_key >= 0) {
        self->base.nodes++;
        int64_t value = values[next_key & RUN_INDEX_MASK];
        cut_value = value > cut_value ? value : cut_value;
    }
    return sign * cut_value;
}

// Alpha-beta below a board that is not terminal. Equal children: the first found stays.
static int64_t search(GomokukuSearch *self, int depth, int64_t alpha, int64_t beta, Side side,
                      Move *choice) {
    bool faithful = self->base.order->settings.faithful;
    RunMoves moves;
    moves.count = gomokuku_children(&self->board, faithful, moves.cells);
    for (size_t i = 0; i < moves.count; i++)
        moves.keys[i] =
            run_moves_key(gomokuku_order(&self->board.outlook[side][moves.cells[i]]), i);
    if (depth == 1 && moves.count && !choice)
        return last_ply(self, &moves, side == SIDE_BLACK ? beta : -alpha, side);
    int64_t best = side == SIDE_BLACK ? -INFINITE : INFINITE;
    for (size_t i = 0; i < moves.count; i++) {
        Move cell = run_moves_next(&moves, i);
        int64_t value = child_value(self, cell, depth - 1, alpha, beta, side);
        if (depth > 1)
            seed_must_stop(&self->base);
        if (self->base.stopped && i > 0)
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

// --- the root ---

// As a map wants it: more is better for the side to move.
static int64_t root_value(SeedSearch *base, Move cell) {
    GomokukuSearch *self = (GomokukuSearch *)base;
    int depth = (int)base->order->settings.depth - 1;
    int64_t value = child_value(self, cell, depth, -INFINITE, INFINITE, self->side);
    return self->side == SIDE_BLACK ? value : -value;
}

// White takes the first minimum, Black the last maximum.
static void think_mapped(const SeedOrder *order, const GomokukuSearch *search, const Move *cells,
                         size_t count, SeedAnswer *answer) {
    bool black = search->side == SIDE_BLACK;
    SeedOrder mapped = *order;
    if (order->settings.mode != GOMOKUKU_PARALLEL)
        mapped.pool = NULL;
    SeedMap map = {cells, count, &search->base, sizeof *search, root_value, black};
    seed_map(&mapped, &map, answer);
    answer->value = black ? answer->value : -answer->value;
}

void gomokuku_search(const SeedOrder *order, const RunBoard *board, Side side, SeedAnswer *answer) {
    Move cells[LINES_POINTS];
    size_t count = gomokuku_children(board, order->settings.faithful, cells);
    GomokukuSearch self = {.base = {.order = order}, .board = *board, .side = side};
    int depth = (int)order->settings.depth;
    *answer = (SeedAnswer){.move = cells[0], .depth = depth, .root_children = (int)count};
    if (order->settings.mode == GOMOKUKU_NO_MAP) {
        answer->value = search(&self, depth, -INFINITE, INFINITE, side, &answer->move);
        answer->nodes = self.base.nodes;
        answer->complete = !self.base.stopped;
    } else {
        think_mapped(order, &self, cells, count, answer);
    }
    answer->evaluations = answer->nodes;
}

static void gomokuku_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->ask.position;
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
    seed_report(order, answer);
}

const SeedType gomokuku_seed = {
    .player = SEED_PLAYER("gomokuku", "parallel minimax (Retchin 2022): standard, 15x15",
                          seed_mode_options),
    .game = &gomoku_game,
    .rule = "standard",
    .sizes = {15},
    .depth = 5,
    .time_ms = LIMIT_NONE,
    .think = gomokuku_think,
};
