// SPDX-License-Identifier: MIT
// An evaluation of Hex to experiment with: how many stones each side still needs to join its edges
// if the other one passes. Coarse on purpose: ties abound, and tie-breaks show.
#include "hex/hex.h"
#include "lab/evaluator.h"

#include <stdlib.h>
#include <string.h>

enum { FAR = 10000, PER_STONE = 100 };

static const int AROUND[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};

// Breadth first by layers of stones needed: own stones cost nothing and join the layer they are
// found in, empty cells begin the next one.
typedef struct Flood {
    const Position *position;
    Side side;
    bool seen[BOARD_CELLS];
    Move layer[BOARD_POINTS], next[BOARD_POINTS];
    size_t layer_count, next_count;
    bool arrived;
} Flood;

static void visit(Flood *flood, int x, int y) {
    Move cell = move_at(x, y);
    int value = cell_seen(flood->position, x, y), own = (int)side_cell(flood->side);
    if ((value != CELL_EMPTY && value != own) || flood->seen[cell])
        return;
    flood->seen[cell] = true;
    if (value == CELL_EMPTY)
        flood->next[flood->next_count++] = cell;
    else
        flood->layer[flood->layer_count++] = cell;
}

static void spread(Flood *flood) {
    for (size_t i = 0; i < flood->layer_count; i++) {
        int x = move_x(flood->layer[i]), y = move_y(flood->layer[i]);
        flood->arrived |= flood->side == SIDE_BLACK ? y == flood->position->height - 1
                                                    : x == flood->position->width - 1;
        for (int n = 0; n < 6; n++)
            visit(flood, x + AROUND[n][0], y + AROUND[n][1]);
    }
}

static int distance(const Position *position, Side side) {
    Flood flood = {.position = position, .side = side};
    int length = side == SIDE_BLACK ? position->width : position->height;
    for (int i = 0; i < length; i++)
        visit(&flood, side == SIDE_BLACK ? i : 0, side == SIDE_BLACK ? 0 : i);
    spread(&flood);
    for (int stones = 0; !flood.arrived; stones++) {
        if (!flood.next_count)
            return FAR;
        memcpy(flood.layer, flood.next, flood.next_count * sizeof *flood.layer);
        flood.layer_count = flood.next_count;
        flood.next_count = 0;
        spread(&flood);
        if (flood.arrived)
            return stones + 1;
    }
    return 0;
}

static int64_t evaluate(const Position *position, Side side) {
    return (int64_t)PER_STONE * (distance(position, side_other(side)) - distance(position, side));
}

// Central cells that touch stones, and the cells a bridge away from own ones.
static int64_t promise(const Position *position, Move move) {
    static const int BRIDGES[6][2] = {{1, -2}, {2, -1}, {1, 1}, {-1, 2}, {-2, 1}, {-1, -1}};
    int x = move_x(move), y = move_y(move);
    int own = (int)side_cell(position->to_move);
    int64_t sum = -abs(2 * x + 1 - position->width) - (int64_t)abs(2 * y + 1 - position->height);
    for (int n = 0; n < 6; n++) {
        int touched = cell_seen(position, x + AROUND[n][0], y + AROUND[n][1]);
        if (touched == CELL_BLACK || touched == CELL_WHITE)
            sum += 6;
        if (cell_seen(position, x + BRIDGES[n][0], y + BRIDGES[n][1]) == own)
            sum += 8;
    }
    return sum;
}

const Evaluator distance_evaluator = {
    .name = "distance",
    .summary = "stones still needed to join the edges; to experiment with",
    .game = &hex_game,
    .evaluate = evaluate,
    .candidates = position_moves,
    .promise = promise,
};
