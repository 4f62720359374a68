// SPDX-License-Identifier: MIT
// hexmax: a Haskell program of 2020, Hex by depth-limited search in which *both* players maximise.
//
// A board is worth a pair, for each colour the number of its stones that touch one of their own;
// each side picks by its own component. Nothing is pruned (nothing can be: max^n bounds nothing
// here), and of equal values the last is taken, in the order of the document's map of cells: column
// by column. It evaluates early once fewer cells than the depth are empty.
//
// A stone never changes the other colour's count, so the last ply needs no boards at all: the best
// gain over the empty cells is the answer. As meant, a board with a complete path is looked at no
// further (it has the value its counts give: the document names no other); as written, in the
// laboratory, only a full board ends the game.
#include "lab/seed_hexmax.h"

#include "base/memory.h"
#include "hex/hex.h"

#include <stdlib.h>

static const int around[6] = HEX_STEPS;

typedef struct HexmaxSearch {
    SeedSearch base;
    HexmaxBoard board;
    Side side; // to move at the root
} HexmaxSearch;

// --- the board ---

void hexmax_init(HexmaxBoard *board, int size, bool faithful) {
    *board = (HexmaxBoard){.size = size, .faithful = faithful};
    hex_board_init(&board->paths, size, size);
    for (int x = 0; x < size; x++)
        for (int y = 0; y < size; y++)
            board->order[x * size + y] = hex_node(move_at(x, y));
}

// By how much a stone here would raise its side's count.
static int hexmax_gain(const HexmaxBoard *board, HexNode node, Side side) {
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

// The stone placed last.
static void hexmax_undo(HexmaxBoard *board, HexNode node, Side side) {
    if (!board->faithful)
        hex_board_undo(&board->paths);
    for (int i = 0; i < 6; i++)
        board->near[side][node + around[i]]--;
    board->stones--;
    board->cells[node] = CELL_EMPTY;
    board->count[side] -= hexmax_gain(board, node, side);
}

// --- the search ---

// The last ply: every empty cell is a board, of which only the counts are needed.
static HexmaxPair last_ply(HexmaxSearch *self, Side side) {
    const HexmaxBoard *board = &self->board;
    int points = board->size * board->size, best = 0;
    for (int i = 0; i < points; i++) {
        HexNode node = board->order[i];
        if (board->cells[node] != CELL_EMPTY || !board->near[side][node])
            continue;
        int gain = hexmax_gain(board, node, side);
        best = gain > best ? gain : best;
    }
    self->base.nodes += (uint64_t)(points - board->stones);
    HexmaxPair pair = {{board->count[0], board->count[1]}};
    pair.count[side] += best;
    return pair;
}

static HexmaxPair search(HexmaxSearch *self, int ply, Side side) {
    HexmaxBoard *board = &self->board;
    HexmaxPair best = {{board->count[0], board->count[1]}};
    int points = board->size * board->size, empty = points - board->stones;
    int depth = (int)self->base.order->settings.depth;
    bool over = board->paths.winner != RESULT_NONE; // never when faithful: no path is kept
    if (ply >= depth || empty < depth || empty == 0 || over || seed_must_stop(&self->base))
        return best;
    if (ply + 1 == depth || empty - 1 < depth)
        return last_ply(self, side);
    bool any = false;
    for (int i = 0; i < points && !self->base.stopped; i++) {
        HexNode node = board->order[i];
        if (board->cells[node] != CELL_EMPTY)
            continue;
        self->base.nodes++;
        hexmax_play(board, node, side);
        HexmaxPair pair = search(self, ply + 1, side_other(side));
        hexmax_undo(board, node, side);
        if (!any || pair.count[side] >= best.count[side])
            best = pair;
        any = true;
    }
    return best;
}

// --- the root ---

static int64_t root_value(SeedSearch *base, Move move) {
    HexmaxSearch *self = (HexmaxSearch *)base;
    HexNode node = hex_node(move);
    base->nodes++;
    hexmax_play(&self->board, node, self->side);
    HexmaxPair pair = search(self, 1, side_other(self->side));
    hexmax_undo(&self->board, node, self->side);
    return pair.count[self->side];
}

void hexmax_search(const SeedOrder *order, const HexmaxBoard *board, Side side,
                   SeedAnswer *answer) {
    Move moves[BOARD_POINTS];
    size_t count = 0;
    for (int i = 0; i < board->size * board->size; i++)
        if (board->cells[board->order[i]] == CELL_EMPTY)
            moves[count++] = hex_move(board->order[i]);
    HexmaxSearch self = {.board = *board, .side = side};
    SeedMap map = {moves, count, &self.base, sizeof self, root_value, true};
    *answer =
        (SeedAnswer){.move = moves[count - 1], .value = -1, .depth = (int)order->settings.depth};
    seed_map(order, &map, answer);
    answer->evaluations = answer->nodes;
}

static void hexmax_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->ask.position;
    HexmaxBoard *board = mem_new(sizeof *board);
    hexmax_init(board, position->width, order->settings.faithful);
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        hexmax_play(board, hex_node(stones[i].move), stones[i].side);
    hexmax_search(order, board, position->to_move, answer);
    free(board);
    seed_report(order, answer);
}

const SeedType hexmax_seed = {
    .player = SEED_PLAYER(
        "hexmax", "both players maximise (Feng and Ramos Medina 2020): Hex, any square board",
        seed_parallel_options),
    .game = &hex_game,
    .rule = "hex",
    .depth = 2,
    .time_ms = LIMIT_NONE,
    .think = hexmax_think,
};
