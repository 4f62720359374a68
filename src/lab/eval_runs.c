// SPDX-License-Identifier: MIT
// The evaluations of the seed systems that count runs, over the Position interface and written as
// the documents say them: look at the whole board, add up. Slow and plain on purpose: the seed
// players keep the same sums as they go, and the tests hold them to these.
#include "gomoku/gomoku.h"
#include "lab/evaluator.h"
#include "lab/run_worth.h"

static const int steps[LINES_DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

_Static_assert((int)CELL_OUTSIDE == (int)SEEN_EDGE, "a line sees what a cell holds");

// --- runs ---

// The worth of the run that begins at this stone in this direction; 0 when the run began earlier.
static int64_t run_from(const Position *position, RunWorth worth, int x, int y, const int step[2]) {
    int colour = cell_seen(position, x, y);
    int before = cell_seen(position, x - step[0], y - step[1]);
    if (before == colour)
        return 0;
    int length = 0;
    while (cell_seen(position, x + length * step[0], y + length * step[1]) == colour)
        length++;
    return worth(length, before, cell_seen(position, x + length * step[0], y + length * step[1]));
}

static int64_t sum_of_runs(const Position *position, RunWorth worth, Side side) {
    int64_t sum = 0;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            if (position_at(position, move_at(x, y)) == side_cell(side))
                for (int d = 0; d < LINES_DIRECTIONS; d++)
                    sum += run_from(position, worth, x, y, steps[d]);
    return sum;
}

// The runs a stone of this side on this empty cell would stand in.
static int64_t runs_through(const Position *position, RunWorth worth, Move cell, Side side) {
    int64_t sum = 0;
    int colour = (int)side_cell(side);
    for (int d = 0; d < LINES_DIRECTIONS; d++) {
        int on = 1, back = 1, dx = steps[d][0], dy = steps[d][1];
        while (cell_seen(position, move_x(cell) + on * dx, move_y(cell) + on * dy) == colour)
            on++;
        while (cell_seen(position, move_x(cell) - back * dx, move_y(cell) - back * dy) == colour)
            back++;
        sum += worth(on + back - 1,
                     cell_seen(position, move_x(cell) - back * dx, move_y(cell) - back * dy),
                     cell_seen(position, move_x(cell) + on * dx, move_y(cell) + on * dy));
    }
    return sum;
}

// --- gomokuku: 2 * black - white ---

static int64_t gomokuku_evaluate(const Position *position, Side side) {
    int64_t value = 2 * sum_of_runs(position, gomokuku_worth, SIDE_BLACK) -
                    sum_of_runs(position, gomokuku_worth, SIDE_WHITE);
    return side == SIDE_BLACK ? value : -value;
}

static int64_t gomokuku_promise(const Position *position, Move move) {
    return runs_through(position, gomokuku_worth, move, position->to_move);
}

// --- sustech and hust: own - opponent's ---

static int64_t sustech_evaluate(const Position *position, Side side) {
    return sum_of_runs(position, sustech_worth, side) -
           sum_of_runs(position, sustech_worth, side_other(side));
}

static int64_t sustech_promise(const Position *position, Move move) {
    return runs_through(position, sustech_worth, move, position->to_move);
}

static int64_t hust_evaluate(const Position *position, Side side) {
    return sum_of_runs(position, hust_worth, side) -
           sum_of_runs(position, hust_worth, side_other(side));
}

static int64_t hust_promise(const Position *position, Move move) {
    return runs_through(position, hust_worth, move, SIDE_BLACK) +
           runs_through(position, hust_worth, move, SIDE_WHITE);
}

const Evaluator gomokuku_evaluator = {
    .name = "gomokuku",
    .summary = "runs by length and open ends, twice Black's less White's",
    .game = &gomoku_game,
    .evaluate = gomokuku_evaluate,
    .candidates = neighbours_of_stones,
    .promise = gomokuku_promise,
};

const Evaluator sustech_evaluator = {
    .name = "sustech",
    .summary = "runs by length and ends blocked by stones, own less the opponent's",
    .game = &gomoku_game,
    .evaluate = sustech_evaluate,
    .candidates = neighbours_of_stones,
    .promise = sustech_promise,
};

const Evaluator hust_evaluator = {
    .name = "hust",
    .summary = "LIVE and DEAD runs, own less the opponent's",
    .game = &gomoku_game,
    .evaluate = hust_evaluate,
    .candidates = neighbours_of_stones,
    .promise = hust_promise,
};
