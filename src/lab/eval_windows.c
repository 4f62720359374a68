// SPDX-License-Identifier: MIT
// An evaluation of Gomoku to experiment with: five cells in a row that hold stones of one side only
// can still become its five, and are worth the more the more stones they hold.
//
//     . X . X X      three of five: WORTH[3] for X         . X O X X      nothing for either side
#include "gomoku/gomoku.h"
#include "lab/evaluator.h"

enum { FIVE = 5 };

static const int64_t WORTH[FIVE + 1] = {0, 1, 12, 140, 1600, 20000};
static const int STEPS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static int64_t evaluate(const Position *position, Side side) {
    uint8_t cells[BOARD_CELLS] = {0};
    int64_t sum = 0; // Black's
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            cells[move_at(x, y)] = (uint8_t)position_at(position, move_at(x, y));
    for (int d = 0; d < 4; d++) {
        int dx = STEPS[d][0], dy = STEPS[d][1];
        int top = dy < 0 ? FIVE - 1 : 0, bottom = position->height - (dy > 0 ? FIVE - 1 : 0);
        for (int y = top; y < bottom; y++)
            for (int x = 0; x + (FIVE - 1) * dx < position->width; x++) {
                int count[3] = {0};
                for (int i = 0; i < FIVE; i++)
                    count[cells[move_at(x + i * dx, y + i * dy)]]++;
                if (!count[CELL_BLACK] || !count[CELL_WHITE])
                    sum += WORTH[count[CELL_BLACK]] - WORTH[count[CELL_WHITE]];
            }
    }
    return side == SIDE_BLACK ? sum : -sum;
}

// What the stone adds to own windows and takes from the opponent's.
static int64_t promise(const Position *position, Move move) {
    int64_t sum = 0;
    Side side = position->to_move;
    for (int d = 0; d < 4; d++) {
        int line[2 * FIVE - 1];
        for (int i = 0; i < 2 * FIVE - 1; i++)
            line[i] = cell_seen(position, move_x(move) + (i - FIVE + 1) * STEPS[d][0],
                                move_y(move) + (i - FIVE + 1) * STEPS[d][1]);
        for (int from = 0; from < FIVE; from++) {
            int count[4] = {0};
            for (int i = from; i < from + FIVE; i++)
                count[line[i]]++;
            int own = count[side_cell(side)], other = count[side_cell(side_other(side))];
            if (count[CELL_OUTSIDE] || (own && other))
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
    .candidates = neighbours_of_stones,
    .promise = promise,
};
