// SPDX-License-Identifier: MIT
#include "hex/path.h"

// A new stone costs more than the longest path of stones already there.
enum { COST_STONE = 1, COST_EMPTY = BOARD_POINTS + 1, COST_NONE = INT32_MAX };

typedef struct Finder {
    const HexBoard *board;
    Cell own;
    int cost[HEX_CELLS];       // of the best path known from the near edge to this cell
    HexNode before[HEX_CELLS]; // the cell in front of it on that path
    HexNode queue[HEX_CELLS];  // a ring: no cell waits twice, so it never overflows
    bool waiting[HEX_CELLS];
    size_t head, count;
} Finder;

static void offer(Finder *finder, HexNode node, HexNode before, int cost_before) {
    uint8_t cell = finder->board->cells[node];
    int cost = cost_before + (cell == finder->own ? COST_STONE : COST_EMPTY);
    if ((cell != finder->own && cell != CELL_EMPTY) || cost >= finder->cost[node])
        return;
    finder->cost[node] = cost;
    finder->before[node] = before;
    if (finder->waiting[node])
        return;
    finder->waiting[node] = true;
    finder->queue[(finder->head + finder->count++) % HEX_CELLS] = node;
}

static bool on_board(const HexBoard *board, HexNode node) {
    Move move = hex_move(node);
    return move >= 0 && move_x(move) < board->width && move_y(move) < board->height;
}

// Improves costs until nothing improves any more (Bellman and Ford with a queue).
static void settle(Finder *finder) {
    static const int steps[] = HEX_STEPS;
    while (finder->count) {
        HexNode node = finder->queue[finder->head];
        finder->head = (finder->head + 1) % HEX_CELLS;
        finder->count--;
        finder->waiting[node] = false;
        for (int i = 0; i < 6; i++) {
            HexNode neighbour = (HexNode)(node + steps[i]);
            if (on_board(finder->board, neighbour))
                offer(finder, neighbour, node, finder->cost[node]);
        }
    }
}

size_t hex_path_find(const HexBoard *board, Side side, Move *path) {
    Finder finder = {.board = board, .own = side_cell(side)};
    HexNode start = hex_near_edge(side);
    int length = hex_edge_length(board, side);
    for (int i = 0; i < HEX_CELLS; i++)
        finder.cost[i] = COST_NONE;
    for (int i = 0; i < length; i++)
        offer(&finder, hex_edge_node(board, side, false, i), start, 0);
    settle(&finder);

    HexNode end = start;
    int best = COST_NONE;
    for (int i = 0; i < length; i++) {
        HexNode node = hex_edge_node(board, side, true, i);
        if (finder.cost[node] < best) {
            best = finder.cost[node];
            end = node;
        }
    }
    size_t count = 0;
    for (HexNode node = end; node != start; node = finder.before[node])
        count++;
    size_t i = count;
    for (HexNode node = end; node != start; node = finder.before[node])
        path[--i] = hex_move(node);
    return count;
}
