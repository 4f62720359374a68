// SPDX-License-Identifier: MIT
#include "gomoku/field.h"

#include "gomoku/forbidden.h"
#include "gomoku/tunables.h"
#include "search/info.h"

void field_from_position(Field *field, const Position *position) {
    board_from_position(&field->board, position);
    windows_count(&field->windows, &field->board);
}

bool field_allowed(const Field *field, Move cell) {
    const Board *board = &field->board;
    return board->rule != RULE_RENJU || board->to_move != SIDE_BLACK || !forbidden_is(board, cell);
}

bool field_can_move(const Field *field) {
    for (int y = 0; y < field->board.height; y++)
        for (uint32_t row = field_empty_row(field, y); row; row &= row - 1)
            if (field_allowed(field, move_at(__builtin_ctz(row), y)))
                return true;
    return false;
}

int field_evaluate(const Field *field) {
    Side side = field_to_move(field);
    const int32_t *worth = field->windows.worth;
    int own = worth[side] + worth[side] * TEMPO_PERCENT / 100;
    int score = own - worth[side_other(side)];
    int most = SCORE_LIKELY - 1;
    return score > most ? most : score < -most ? -most : score;
}

void field_fives(const Field *field, Side side, CellList *fives) {
    fives->count = 0;
    for (int y = 0; y < field->board.height; y++) {
        uint32_t row = field->windows.fours[side][y] & field_empty_row(field, y);
        for (; row; row &= row - 1) {
            Move cell = move_at(__builtin_ctz(row), y);
            if (!board_makes_five(&field->board, cell, side))
                continue;
            fives->cells[fives->count++] = cell;
            if (fives->count == CELLS_MAX)
                return;
        }
    }
}

static bool holds(const CellList *list, Move cell) {
    for (int i = 0; i < list->count; i++)
        if (list->cells[i] == cell)
            return true;
    return false;
}

// Does a stone of the side to move here leave the opponent without a five?
static bool defends(Field *field, Move cell, const CellList *fives) {
    Board *board = &field->board;
    Side attacker = side_other(field_to_move(field));
    bool safe = true;
    board_play(board, cell);
    for (int i = 0; i < fives->count && safe; i++)
        safe = fives->cells[i] == cell || !board_makes_five(board, fives->cells[i], attacker);
    board_undo(board, cell);
    return safe;
}

static void try_defence(Field *field, Move cell, const CellList *fives, CellList *defences) {
    if (defences->count < CELLS_MAX && !holds(defences, cell) && defends(field, cell, fives) &&
        field_allowed(field, cell))
        defences->cells[defences->count++] = cell;
}

// The empty cells that would bound the row a stone of the attacker's on `five` makes.
static void try_ends(Field *field, Move five, const CellList *fives, CellList *defences) {
    int attacker = side_cell(side_other(field_to_move(field)));
    for (int d = 0; d < DIRECTIONS; d++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int step = sign * board_step(d), end = five + step;
            while (board_at(&field->board, end) == attacker)
                end += step;
            if (board_at(&field->board, end) == CELL_EMPTY)
                try_defence(field, (Move)end, fives, defences);
        }
}

void field_defences(Field *field, const CellList *fives, CellList *defences) {
    defences->count = 0;
    FiveRule rule = field->board.fives[side_other(field_to_move(field))];
    // Where a free end is not asked for, only the point itself prevents a five.
    if (fives->count > 1 && !rule.needs_free_end)
        return;
    // Whatever prevents them all prevents the first.
    try_defence(field, fives->cells[0], fives, defences);
    if (rule.needs_free_end)
        try_ends(field, fives->cells[0], fives, defences);
}

// An allowed cell for a hopeless reply; there is one, or the game would be a draw.
static Move any_reply(const Field *field, const CellList *fives) {
    for (int i = 0; i < fives->count; i++)
        if (field_allowed(field, fives->cells[i]))
            return fives->cells[i];
    for (int y = 0; y < field->board.height; y++)
        for (uint32_t row = field_empty_row(field, y); row; row &= row - 1)
            if (field_allowed(field, move_at(__builtin_ctz(row), y)))
                return move_at(__builtin_ctz(row), y);
    return MOVE_NONE;
}

void field_last_stand(Field *field, const CellList *fives, Move line[2]) {
    line[0] = any_reply(field, fives);
    field_play(field, line[0]);
    CellList left;
    field_fives(field, field_to_move(field), &left);
    line[1] = left.cells[0];
    field_undo(field, line[0]);
}
