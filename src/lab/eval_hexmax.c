// SPDX-License-Identifier: MIT
// hexmax's evaluation over the Position interface: how many stones touch one of their own colour.
// The document keeps a pair, one count for each player; here it is their difference, zero-sum, so
// that every search of the laboratory can use it.
#include "hex/hex.h"
#include "lab/evaluator.h"

static bool touches_own(const Position *position, int x, int y, Cell cell) {
    static const int around[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
    for (int i = 0; i < 6; i++)
        if (cell_seen(position, x + around[i][0], y + around[i][1]) == (int)cell)
            return true;
    return false;
}

static int64_t count_connected(const Position *position, Side side) {
    int64_t count = 0;
    Cell cell = side_cell(side);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            count +=
                position_at(position, move_at(x, y)) == cell && touches_own(position, x, y, cell);
    return count;
}

static int64_t hexmax_evaluate(const Position *position, Side side) {
    return count_connected(position, side) - count_connected(position, side_other(side));
}

// In the order of its map's keys: column by column.
static size_t hexmax_candidates(const Position *position, Move *moves) {
    size_t count = 0;
    if (position_result(position) != RESULT_NONE)
        return 0;
    for (int x = 0; x < position->width; x++)
        for (int y = 0; y < position->height; y++)
            if (position_at(position, move_at(x, y)) == CELL_EMPTY)
                moves[count++] = move_at(x, y);
    return count;
}

static int64_t hexmax_promise(const Position *position, Move move) {
    return touches_own(position, move_x(move), move_y(move), side_cell(position->to_move));
}

const Evaluator hexmax_evaluator = {
    .name = "hexmax",
    .summary = "stones that touch their own colour, own less the opponent's",
    .game = &hex_game,
    .evaluate = hexmax_evaluate,
    .candidates = hexmax_candidates,
    .promise = hexmax_promise,
};
