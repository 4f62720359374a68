// SPDX-License-Identifier: MIT
#include "lab/runs.h"

#include <string.h>

void run_table_init(RunTable *table, RunWorth worth, RunWorth order) {
    memset(table, 0, sizeof *table);
    for (int length = 1; length < LINES_SIZE_MAX + 2; length++)
        for (int end = 0; end < 4; end++)
            for (int other = 0; other < 4; other++) {
                table->worth[length][end][other] = worth(length, end, other);
                table->order[length][end][other] = order(length, end, other);
            }
}

// --- along one line ---

// What lies on one side of a cell: the colour next to it, how many of that colour in a row, and
// what ends them. Length 0 when the first cell is empty or the edge.
typedef struct Reach {
    int colour, length, end;
} Reach;

static inline Reach reach(LinePair words, int direction, Move cell, int back) {
    uint64_t behind = line_behind(words, direction, cell, back);
    int colour = (int)(behind & 3);
    if (colour == SEEN_EMPTY || colour == SEEN_EDGE)
        return (Reach){colour, 0, colour};
    int length = line_run(behind, colour);
    return (Reach){colour, length, (int)(behind >> (2 * length) & 3)};
}

// The outlook of an empty cell along one line. A stone between two runs of its own colour makes one
// of them; a run of the opponent's beside it loses an open end:
//
//     . X X ? X O       XX and X become XXXX
//     . O O ? . .       OO is closed at this end
static Outlook line_outlook(const RunTable *table, Reach left, Reach right, int own) {
    int other = SEEN_EDGE - own;
    int before = left.colour == own ? left.length : 0;
    int after = right.colour == own ? right.length : 0;
    int start = left.colour == own ? left.end : left.colour;
    int end = right.colour == own ? right.end : right.colour;
    int length = before + 1 + after;
    Outlook outlook = {
        .own = table->worth[length][start][end] - table->worth[before][start][SEEN_EMPTY] -
               table->worth[after][SEEN_EMPTY][end],
        .order = table->order[length][start][end],
    };
    if (left.colour == other)
        outlook.other += table->worth[left.length][left.end][own] -
                         table->worth[left.length][left.end][SEEN_EMPTY];
    if (right.colour == other)
        outlook.other += table->worth[right.length][own][right.end] -
                         table->worth[right.length][SEEN_EMPTY][right.end];
    return outlook;
}

// Adds (sign 1) or takes away (sign -1) what one line means for an empty cell, for both sides.
static void count_line(RunBoard *board, LinePair words, int direction, Move cell, int sign) {
    Reach left = reach(words, direction, cell, 1), right = reach(words, direction, cell, 0);
    for (int side = 0; side < 2; side++) {
        Outlook part = line_outlook(board->table, left, right, (int)side_cell((Side)side));
        Outlook *outlook = &board->outlook[side][cell];
        outlook->own += sign * part.own;
        outlook->other += sign * part.other;
        outlook->order += sign * part.order;
    }
}

// --- the board ---

void run_board_init(RunBoard *board, const RunTable *table, int size) {
    memset(board, 0, sizeof *board);
    board->table = table;
    lines_init(&board->lines, size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            for (int d = 0; d < LINES_DIRECTIONS; d++)
                count_line(board, line_words(&board->lines, d, move_at(x, y)), d, move_at(x, y), 1);
}

void run_board_set(RunBoard *board, const RunTable *table, const Position *position) {
    run_board_init(board, table, position->width);
    RunUndo undo;
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        run_board_play(board, stones[i].move, stones[i].side, &undo);
}

static void recount(RunBoard *board, LinePair was, LinePair is, int direction, Move cell,
                    RunUndo *undo) {
    undo->cells[undo->count] = cell;
    undo->old[undo->count][0] = board->outlook[0][cell];
    undo->old[undo->count++][1] = board->outlook[1][cell];
    count_line(board, was, direction, cell, -1);
    count_line(board, is, direction, cell, 1);
}

void run_board_play(RunBoard *board, Move cell, Side side, RunUndo *undo) {
    const Outlook *outlook = &board->outlook[side][cell];
    board->score[side] += outlook->own;
    board->score[side_other(side)] += outlook->other;
    undo->count = 0;
    LinePair was[LINES_DIRECTIONS];
    for (int d = 0; d < LINES_DIRECTIONS; d++)
        was[d] = line_words(&board->lines, d, cell);
    lines_flip(&board->lines, cell, side);
    for (int d = 0; d < LINES_DIRECTIONS; d++) {
        LinePair is = line_words(&board->lines, d, cell);
        for (int back = 0; back < 2; back++) {
            Reach run = reach(is, d, cell, back);
            if (run.end == SEEN_EMPTY)
                recount(board, was[d], is, d, line_step(d, cell, run.length + 1, back), undo);
        }
    }
}

void run_board_undo(RunBoard *board, Move cell, Side side, const RunUndo *undo) {
    for (int i = undo->count - 1; i >= 0; i--) {
        board->outlook[0][undo->cells[i]] = undo->old[i][0];
        board->outlook[1][undo->cells[i]] = undo->old[i][1];
    }
    lines_flip(&board->lines, cell, side);
    const Outlook *outlook = &board->outlook[side][cell];
    board->score[side] -= outlook->own;
    board->score[side_other(side)] -= outlook->other;
}
