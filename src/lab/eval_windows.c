// SPDX-License-Identifier: MIT
// An evaluation of Gomoku to experiment with: five cells in a row that hold stones of one side only
// can still become its five, and are worth the more the more stones they hold.
//
//     . X . X X      three of five: WORTH[3] for X         . X O X X      nothing for anybody
#include "gomoku/gomoku.h"
#include "lab/evaluator.h"

#include <stdlib.h>
#include <string.h>

enum { FIVE = 5, EDGE = 3, PAD = 5, SPAN = BOARD_MAX + 2 * PAD };

static const int64_t WORTH[FIVE + 1] = {0, 1, 12, 140, 1600, 20000};
static const int STEPS[4] = {1, SPAN, SPAN + 1, 1 - SPAN};

// The board with a margin, so that lines need not look where it ends.
typedef struct Grid {
    uint8_t cells[SPAN * SPAN];
} Grid;

static int grid_at(int x, int y) {
    return (y + PAD) * SPAN + x + PAD;
}

static void grid_read(Grid *grid, const Position *position) {
    memset(grid->cells, EDGE, sizeof grid->cells);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            grid->cells[grid_at(x, y)] = (uint8_t)position_at(position, move_at(x, y));
}

// The worth of the five cells from `at` on, to Black.
static int64_t window_worth(const Grid *grid, int at, int step) {
    int count[4] = {0};
    for (int i = 0; i < FIVE; i++)
        count[grid->cells[at + i * step]]++;
    if (count[EDGE] || (count[CELL_BLACK] && count[CELL_WHITE]))
        return 0;
    return WORTH[count[CELL_BLACK]] - WORTH[count[CELL_WHITE]];
}

static int64_t evaluate(const Position *position, Side side) {
    Grid grid;
    grid_read(&grid, position);
    int64_t sum = 0;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            for (int d = 0; d < 4; d++)
                sum += window_worth(&grid, grid_at(x, y), STEPS[d]);
    return side == SIDE_BLACK ? sum : -sum;
}

static bool near_a_stone(const Position *position, Move cell) {
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int x = move_x(cell) + dx, y = move_y(cell) + dy;
            bool inside = x >= 0 && y >= 0 && x < position->width && y < position->height;
            if (inside && position_at(position, move_at(x, y)) != CELL_EMPTY)
                return true;
        }
    return false;
}

// Legal points beside a stone; all legal points where there is none.
static size_t candidates(const Position *position, Move *moves) {
    size_t count = 0, legal = position_moves(position, moves);
    if (!position->stones && legal) {
        moves[0] = move_at(position->width / 2, position->height / 2);
        return 1;
    }
    bool near[MOVES_MAX];
    for (size_t i = 0; i < legal; i++)
        count += near[i] = near_a_stone(position, moves[i]);
    if (!count)
        return legal;
    count = 0;
    for (size_t i = 0; i < legal; i++)
        if (near[i])
            moves[count++] = moves[i];
    return count;
}

// What the stone adds to own windows and takes from the opponent's.
static int64_t promise(const Position *position, Move move) {
    int64_t sum = 0;
    Side side = position->to_move;
    for (int d = 0; d < 4; d++) {
        static const int dx[4] = {1, 0, 1, 1}, dy[4] = {0, 1, 1, -1};
        int line[2 * FIVE - 1];
        for (int i = 0; i < 2 * FIVE - 1; i++) {
            int x = move_x(move) + (i - FIVE + 1) * dx[d],
                y = move_y(move) + (i - FIVE + 1) * dy[d];
            bool inside = x >= 0 && y >= 0 && x < position->width && y < position->height;
            line[i] = inside ? (int)position_at(position, move_at(x, y)) : EDGE;
        }
        for (int from = 0; from < FIVE; from++) {
            int count[4] = {0};
            for (int i = from; i < from + FIVE; i++)
                count[line[i]]++;
            int own = count[side_cell(side)], other = count[side_cell(side_other(side))];
            if (count[EDGE] || (own && other))
                continue;
            sum += other ? WORTH[other + 1] - WORTH[other] : 2 * (WORTH[own + 1] - WORTH[own]);
        }
    }
    return sum;
}

const Evaluator windows_evaluator = {
    .name = "windows",
    .summary = "fives that can still be made, by the stones they have; to experiment with",
    .game = &gomoku_game,
    .evaluate = evaluate,
    .candidates = candidates,
    .promise = promise,
};
