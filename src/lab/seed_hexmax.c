// SPDX-License-Identifier: MIT
// hexmax: a Haskell program of 2020, Hex by depth-limited search in which *both* players maximise.
//
// A board is worth a pair, for each colour the number of its stones that touch one of their own; each
// side picks by its own component. Nothing is pruned (nothing can be: max^n bounds nothing here), and
// of equal values the last is taken, in the order of the document's map of cells: column by column.
// It evaluates early once fewer cells than the depth are empty.
//
// A stone never changes the other colour's count, so the last ply needs no boards at all: the best
// gain over the empty cells is the answer. As meant, a board with a complete path is looked at no
// further (it has the value its counts give: the document names no other); as written, in the
// laboratory, only a full board ends the game.
#include "lab/seed_hexmax.h"

#include "base/memory.h"
#include "hex/hex.h"

#include <stdatomic.h>
#include <stdlib.h>

static const int around[6] = HEX_STEPS;

// One thread's search.
typedef struct Search {
    const SeedOrder *order;
    HexmaxBoard board;
    int depth; // the limit
    uint64_t nodes;
    bool stopped;
    char apart[SEED_APART]; // from the next thread's
} Search;

// --- the board ---

void hexmax_init(HexmaxBoard *board, int size, bool faithful) {
    *board = (HexmaxBoard){.size = size, .faithful = faithful};
    hex_board_init(&board->paths, size, size);
    for (int x = 0; x < size; x++)
        for (int y = 0; y < size; y++)
            board->order[x * size + y] = hex_node(move_at(x, y));
}

int hexmax_gain(const HexmaxBoard *board, HexNode node, Side side) {
    if (!board->near[side][node])
        return 0;
    int gain = 1;
    for (int i = 0; i < 6; i++) {
        HexNode next = (HexNode)(node + around[i]);
        gain += board->cells[next] == side_cell(side) && !board->near[side][next];
    }
    return gain;
}

void hexmax_play(HexmaxBoard *board, HexNode node, Side side) {
    board->count[side] += hexmax_gain(board, node, side);
    board->cells[node] = (uint8_t)side_cell(side);
    board->stones++;
    for (int i = 0; i < 6; i++)
        board->near[side][node + around[i]]++;
    if (!board->faithful)
        hex_board_play(&board->paths, hex_move(node), side);
}

void hexmax_undo(HexmaxBoard *board, HexNode node, Side side) {
    if (!board->faithful)
        hex_board_undo(&board->paths);
    for (int i = 0; i < 6; i++)
        board->near[side][node + around[i]]--;
    board->stones--;
    board->cells[node] = CELL_EMPTY;
    board->count[side] -= hexmax_gain(board, node, side);
}

static bool is_over(const HexmaxBoard *board) {
    return board->paths.winner != RESULT_NONE; // never when faithful: no path is kept
}

// --- the search ---

// The last ply: every empty cell is a board, of which only the counts are needed.
static HexmaxPair last_ply(Search *self, Side side) {
    const HexmaxBoard *board = &self->board;
    int points = board->size * board->size, best = 0;
    for (int i = 0; i < points; i++) {
        HexNode node = board->order[i];
        if (board->cells[node] != CELL_EMPTY || !board->near[side][node])
            continue;
        int gain = hexmax_gain(board, node, side);
        best = gain > best ? gain : best;
    }
    self->nodes += (uint64_t)(points - board->stones);
    HexmaxPair pair = {{board->count[0], board->count[1]}};
    pair.count[side] += best;
    return pair;
}

static HexmaxPair search(Search *self, int ply, Side side) {
    HexmaxBoard *board = &self->board;
    HexmaxPair best = {{board->count[0], board->count[1]}};
    int points = board->size * board->size, empty = points - board->stones;
    if (ply >= self->depth || empty < self->depth || empty == 0 || is_over(board))
        return best;
    if (seed_must_stop(self->order, self->nodes)) {
        self->stopped = true;
        return best;
    }
    if (ply + 1 == self->depth || empty - 1 < self->depth)
        return last_ply(self, side);
    bool any = false;
    for (int i = 0; i < points && !self->stopped; i++) {
        HexNode node = board->order[i];
        if (board->cells[node] != CELL_EMPTY)
            continue;
        self->nodes++;
        hexmax_play(board, node, side);
        HexmaxPair pair = search(self, ply + 1, side_other(side));
        hexmax_undo(board, node, side);
        if (!any || pair.count[side] >= best.count[side])
            best = pair;
        any = true;
    }
    return best;
}

// --- the map over the root's moves ---

typedef struct RootMap {
    Search *searches; // one a thread
    Side side;
    size_t count;
    HexNode nodes[BOARD_POINTS];
    HexmaxPair pairs[BOARD_POINTS];
    bool done[BOARD_POINTS];
    atomic_size_t next;
} RootMap;

static void map_worker(void *argument, int index) {
    RootMap *map = argument;
    Search *self = &map->searches[index];
    for (;;) {
        size_t i = atomic_fetch_add_explicit(&map->next, 1, memory_order_relaxed);
        if (i >= map->count || self->stopped)
            return;
        self->nodes++;
        hexmax_play(&self->board, map->nodes[i], map->side);
        map->pairs[i] = search(self, 1, side_other(map->side));
        hexmax_undo(&self->board, map->nodes[i], map->side);
        map->done[i] = !self->stopped;
    }
}

static void choose_from(const RootMap *map, SeedAnswer *answer) {
    answer->move = hex_move(map->nodes[map->count - 1]);
    answer->complete = true;
    answer->value = -1;
    for (size_t i = 0; i < map->count; i++) {
        answer->complete &= map->done[i];
        if (map->done[i] && map->pairs[i].count[map->side] >= answer->value) {
            answer->value = map->pairs[i].count[map->side];
            answer->move = hex_move(map->nodes[i]);
        }
    }
}

void hexmax_search(const SeedOrder *order, const HexmaxBoard *board, Side side,
                   SeedAnswer *answer) {
    int threads = seed_threads(order);
    SeedOrder shared = *order;
    if (order->nodes != LIMIT_NONE)
        shared.nodes = order->nodes / threads;
    RootMap *map = mem_new(sizeof *map);
    map->side = side;
    for (int i = 0; i < board->size * board->size; i++)
        if (board->cells[board->order[i]] == CELL_EMPTY)
            map->nodes[map->count++] = board->order[i];
    map->searches = mem_new_array((size_t)threads, sizeof *map->searches);
    for (int i = 0; i < threads; i++)
        map->searches[i] =
            (Search){.order = &shared, .board = *board, .depth = (int)order->settings.depth};
    seed_run(&shared, map_worker, map);
    *answer = (SeedAnswer){.depth = (int)order->settings.depth, .root_children = (int)map->count};
    for (int i = 0; i < threads; i++)
        answer->nodes += map->searches[i].nodes;
    answer->evaluations = answer->nodes;
    choose_from(map, answer);
    free(map->searches);
    free(map);
}

static void hexmax_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->position;
    HexmaxBoard *board = mem_new(sizeof *board);
    hexmax_init(board, position->width, order->settings.faithful);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Cell cell = position_at(position, move_at(x, y));
            if (cell != CELL_EMPTY)
                hexmax_play(board, hex_node(move_at(x, y)),
                            cell == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE);
        }
    hexmax_search(order, board, position->to_move, answer);
    free(board);
    if (order->on_answer)
        order->on_answer(answer, order->user);
}

const SeedType hexmax_seed = {
    .player = {.name = "hexmax",
               .summary =
                   "both players maximise (Feng and Ramos Medina 2020): Hex, any square board",
               .options = seed_parallel_options,
               .create = seed_create,
               .destroy = seed_destroy,
               .begin = seed_begin,
               .choose = seed_choose},
    .game = &hex_game,
    .rule = "hex",
    .depth = 2,
    .time_ms = LIMIT_NONE,
    .think = hexmax_think,
};
