// SPDX-License-Identifier: MIT
// Runs: maximal rows of stones of one colour, and a board that always knows what they are worth.
//
// Three of the seed systems (gomokuku, sustech, hust) judge a board by its runs: each is worth
// something by its length and by what stands at its two ends. A RunTable holds those worths; a
// RunBoard keeps their sums, and for every empty cell what a stone of either side would change
// there (its Outlook). A stone changes the outlook of few cells: in each direction only of the
// first empty one behind at most one run.
//
//     ? X X * ? .      the cells marked ? are looked at again after a stone on *
#ifndef LAB_RUNS_H
#define LAB_RUNS_H

#include "lab/lines.h"

// What a run is worth by what is seen at its ends. Either colour there means the opponent's: its
// own would be in the run.
typedef int64_t (*RunWorth)(int length, int end, int other_end);

typedef struct RunTable {
    int64_t worth[LINES_SIZE_MAX + 2][4][4]; // by length and both ends; length 0 is worth nothing
    int64_t order[LINES_SIZE_MAX + 2][4][4]; // what making the run counts for in move ordering
} RunTable;

// What a stone on an empty cell would do: to the sum of its own side, to that of the other, and
// what the runs it then stands in count for in move ordering.
typedef struct Outlook {
    int64_t own, other, order;
} Outlook;

typedef struct RunBoard {
    PlainLines lines;
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

// Moves with what they promise: the best of those left is looked for only when it is asked for.
// Cutoffs come early, and sorting all would be wasted.
typedef struct RunMoves {
    size_t count;
    Move cells[LINES_POINTS];
    int64_t keys[LINES_POINTS]; // the promise; of equal ones the later cell goes first
} RunMoves;

enum { RUN_INDEX_BITS = 9, RUN_INDEX_MASK = (1 << RUN_INDEX_BITS) - 1 }; // a place in `cells`

static inline int64_t run_moves_key(int64_t promise, size_t index) {
    return promise << RUN_INDEX_BITS | (int64_t)index;
}

// Brings the largest of the keys from `from` on there, and returns its cell.
static inline Move run_moves_next(RunMoves *moves, size_t from) {
    size_t best = from;
    for (size_t i = from + 1; i < moves->count; i++)
        best = moves->keys[i] > moves->keys[best] ? i : best;
    int64_t key = moves->keys[best];
    moves->keys[best] = moves->keys[from];
    moves->keys[from] = key;
    return moves->cells[key & RUN_INDEX_MASK];
}

#endif
