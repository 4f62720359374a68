// SPDX-License-Identifier: MIT
// Runs: maximal rows of stones of one colour, and a board that always knows what they are worth.
//
// Three of the seed systems (gomokuku, sustech, hust) judge a board by its runs: each is worth
// something by its length and by what stands at its two ends. A RunTable holds those worths; a
// RunBoard keeps their sums, and for every empty cell what a stone of either side would change there
// (its Outlook). A stone changes the outlook of few cells: in each direction only of the first empty
// one behind at most one run.
//
//     ? X X * ? .      the cells marked ? are looked at again after a stone on *
#ifndef LAB_RUNS_H
#define LAB_RUNS_H

#include "lab/lines.h"

// What a run is worth by what is seen at its ends. Either colour there means the opponent's: its own
// would be in the run.
typedef int64_t (*RunWorth)(int length, int end, int other_end);

typedef struct RunTable {
    int64_t worth[LINES_SIZE_MAX + 2][4][4]; // by length and both ends; length 0 is worth nothing
    int64_t order[LINES_SIZE_MAX + 2][4][4]; // what making the run counts for in move ordering
} RunTable;

// What a stone on an empty cell would do: to the sum of its own side, to that of the other, and what
// the runs it then stands in count for in move ordering.
typedef struct Outlook {
    int64_t own, other, order;
} Outlook;

typedef struct RunBoard {
    Lines lines;
    const RunTable *table;
    int64_t score[2];                // the worth of each side's runs
    Outlook outlook[2][LINES_CELLS]; // by side and cell, true for empty cells
} RunBoard;

enum { RUNS_AROUND = 2 * LINES_DIRECTIONS };

// What a stone changed, to take it back.
typedef struct RunUndo {
    int count;
    Move cells[RUNS_AROUND];
    Outlook old[RUNS_AROUND][2];
} RunUndo;

void run_table_init(RunTable *table, RunWorth worth, RunWorth order);
// An empty board; `table` must outlive it and all its copies.
void run_board_init(RunBoard *board, const RunTable *table, int size);
// The stones of a square gomoku position no larger than LINES_SIZE_MAX.
void run_board_set(RunBoard *board, const RunTable *table, const Position *position);

void run_board_play(RunBoard *board, Move cell, Side side, RunUndo *undo);
void run_board_undo(RunBoard *board, Move cell, Side side, const RunUndo *undo); // the last one

// The sum of `side` less that of the other, now and after a stone of `side` with this outlook.
static inline int64_t run_board_value(const RunBoard *board, Side side) {
    return board->score[side] - board->score[side_other(side)];
}

static inline int64_t run_board_value_after(const RunBoard *board, const Outlook *outlook,
                                            Side side) {
    return run_board_value(board, side) + outlook->own - outlook->other;
}

#endif
