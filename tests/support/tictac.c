// SPDX-License-Identifier: MIT
#include "tictac.h"

#include "base/memory.h"
#include "game/symmetry.h"

#include <stdlib.h>

enum { SIDE_CELLS = 3, CELLS = 9, ROWS = 8, FULL = 0x1ff };

static const unsigned rows[ROWS] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static int cell_of(Move move) {
    return SIDE_CELLS * move_y(move) + move_x(move);
}

static Move move_of(int cell) {
    return move_at(cell % SIDE_CELLS, cell / SIDE_CELLS);
}

static unsigned row_of(unsigned stones) {
    for (int i = 0; i < ROWS; i++)
        if ((stones & rows[i]) == rows[i])
            return rows[i];
    return 0;
}

// --- the game ---

typedef struct TictacPosition {
    Position base;
    unsigned stones[2]; // of each side, a bit a cell
} TictacPosition;

static const unsigned *stones_of(const Position *position) {
    return ((const TictacPosition *)position)->stones;
}

static Cell at(const Position *position, Move cell) {
    for (int side = SIDE_BLACK; side <= SIDE_WHITE; side++)
        if (stones_of(position)[side] >> cell_of(cell) & 1)
            return side_cell((Side)side);
    return CELL_EMPTY;
}

static Verdict check(const Position *position, Move stone, Error *why) {
    (void)position, (void)stone, (void)why;
    return VERDICT_LEGAL;
}

static void put(Position *position, Move cell, Cell value) {
    unsigned *stones = ((TictacPosition *)position)->stones;
    for (int side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
        stones[side] &= ~(1u << cell_of(cell));
        if (value == side_cell((Side)side))
            stones[side] |= 1u << cell_of(cell);
    }
}

static void play(Position *position, Move move, Side side) {
    put(position, move, side_cell(side));
}

static void undo(Position *position, Move move, Side side) {
    (void)side;
    put(position, move, CELL_EMPTY);
}

static Result result(const Position *position) {
    const unsigned *stones = stones_of(position);
    if (row_of(stones[SIDE_BLACK]) || row_of(stones[SIDE_WHITE]))
        return side_wins(row_of(stones[SIDE_BLACK]) ? SIDE_BLACK : SIDE_WHITE);
    return (stones[SIDE_BLACK] | stones[SIDE_WHITE]) == FULL ? RESULT_DRAW : RESULT_NONE;
}

static size_t winning_line(const Position *position, Move *line) {
    const unsigned *stones = stones_of(position);
    unsigned row =
        row_of(stones[SIDE_BLACK]) ? row_of(stones[SIDE_BLACK]) : row_of(stones[SIDE_WHITE]);
    size_t count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (row >> cell & 1)
            line[count++] = move_of(cell);
    return count;
}

static const char *result_reason(const Position *position) {
    return result(position) == RESULT_DRAW ? "the board is full" : "three in a row";
}

static const PositionOps tictac_ops = {
    .size = sizeof(TictacPosition),
    .at = at,
    .check = check,
    .play = play,
    .undo = undo,
    .put = put,
    .result = result,
    .winning_line = winning_line,
    .result_reason = result_reason,
};

static Position *create(int rule, int width, int height) {
    (void)rule, (void)width, (void)height;
    TictacPosition *position = mem_new(sizeof *position);
    position->base.ops = &tictac_ops;
    return &position->base;
}

static const RuleInfo tictac_rules[] = {{"tictac", "three in a row win"}, {0}};

const GameType tictac_game = {
    .name = "tictac",
    .rules = tictac_rules,
    .min_size = SIDE_CELLS,
    .max_size = SIDE_CELLS,
    .default_size = SIDE_CELLS,
    .rows_from_bottom = true,
    .symmetries = SYMMETRIES_ALL,
    .openings = 1u << OPENING_SWAP_SIDES,
    .scatter = {.match_least = 1, .match_most = 2, .train_least = 0, .train_most = 2},
    .sgf_game = 77,
    .create = create,
};

// --- the search ---

struct Searcher {
    bool last;
    uint64_t nodes;
};

static Searcher *searcher_create(const Services *services) {
    (void)services;
    return mem_new(sizeof(Searcher));
}

static void searcher_destroy(Searcher *searcher) {
    free(searcher);
}

static void searcher_new_game(Searcher *searcher) {
    (void)searcher;
}

typedef struct TictacOptions {
    bool last;
} TictacOptions;

static const Option tictac_options[] = {
    {"last", OPTION_FLAG, offsetof(TictacOptions, last), NULL, 0, 0, "the last of equal moves"},
    {0},
};

static bool searcher_configure(Searcher *searcher, const Position *position, const void *options,
                               Error *err) {
    (void)position, (void)err;
    searcher->last = ((const TictacOptions *)options)->last;
    return true;
}

// For the side that owns `mine`: a proven score, or 0 for a draw.
static int negamax(Searcher *searcher, unsigned mine, unsigned theirs, int ply, int *best_cell) {
    if (row_of(theirs))
        return score_loss_in(ply);
    if ((mine | theirs) == FULL)
        return 0;
    int best = -SCORE_WIN - 1;
    for (int cell = 0; cell < CELLS; cell++) {
        if ((mine | theirs) >> cell & 1)
            continue;
        searcher->nodes++;
        int below, score = -negamax(searcher, theirs, mine | 1u << cell, ply + 1, &below);
        if (score > best || (searcher->last && score == best)) {
            best = score;
            *best_cell = cell;
        }
    }
    return best;
}

static void searcher_think(Searcher *searcher, const Ask *ask, Outcome *outcome) {
    const unsigned *stones = stones_of(ask->position);
    Side side = ask->position->to_move;
    int cell = 0;
    searcher->nodes = 0;
    int score = negamax(searcher, stones[side], stones[side_other(side)], 0, &cell);
    *outcome = (Outcome){.move = move_of(cell)};
    outcome->info = (Info){.depth = CELLS - ask->position->stones,
                           .selective_depth = CELLS - ask->position->stones,
                           .multipv = 1,
                           .nodes = searcher->nodes,
                           .line = {.score = score,
                                    .drawn = score == 0,
                                    .win = score > 0   ? 1
                                           : score < 0 ? 0
                                                       : 0.5,
                                    .visits = -1,
                                    .pv = {outcome->move},
                                    .pv_length = 1}};
    if (ask->on_info)
        ask->on_info(&outcome->info, ask->user);
}

// Its threats are two in a row: the last stone of a win by them is there, or it is not.
static bool searcher_fours(const Ask *ask, Outcome *outcome) {
    const unsigned *stones = stones_of(ask->position);
    Side side = ask->position->to_move;
    *outcome = (Outcome){.move = MOVE_NONE};
    for (int cell = 0; cell < CELLS; cell++)
        if (!((stones[SIDE_BLACK] | stones[SIDE_WHITE]) >> cell & 1) &&
            row_of(stones[side] | 1u << cell))
            outcome->move = outcome->info.line.pv[0] = move_of(cell);
    outcome->info.line.pv_length = outcome->move != MOVE_NONE;
    return true;
}

const SearcherType tictac_searcher = {
    .create = searcher_create,
    .destroy = searcher_destroy,
    .new_game = searcher_new_game,
    .think = searcher_think,
    .fours = searcher_fours,
    .options = tictac_options,
    .options_size = sizeof(TictacOptions),
    .configure = searcher_configure,
    .judge_nodes = 100,
    .solves_cells = CELLS,
};

// --- the laboratory ---

// Rows that are still open to a side.
static int64_t evaluate(const Position *position, Side side) {
    const unsigned *stones = stones_of(position);
    int64_t open = 0;
    for (int i = 0; i < ROWS; i++)
        open += !(stones[side_other(side)] & rows[i]) - !(stones[side] & rows[i]);
    return open;
}

static int64_t promise(const Position *position, Move move) {
    (void)position;
    int64_t through = 0;
    for (int i = 0; i < ROWS; i++)
        through += rows[i] >> cell_of(move) & 1;
    return through;
}

const Evaluator tictac_evaluator = {
    .name = "open-rows",
    .summary = "rows that are still open",
    .game = &tictac_game,
    .evaluate = evaluate,
    .candidates = position_moves,
    .promise = promise,
};
