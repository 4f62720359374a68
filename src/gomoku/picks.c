// SPDX-License-Identifier: MIT
#include "gomoku/picks.h"

#include "gomoku/tunables.h"

enum { FIRST_SCORE = 1 << 30 };

// The cells of a row and their neighbours within the distance.
static uint32_t spread_along(uint32_t row) {
    uint32_t spread = row;
    for (int i = 1; i <= CANDIDATE_DISTANCE; i++)
        spread |= row << i | row >> i;
    return spread;
}

static void add_row(Picks *picks, uint32_t row, int y) {
    for (; row; row &= row - 1)
        picks->moves[picks->count++] = move_at(__builtin_ctz(row), y);
}

bool picks_near(Picks *picks, const Field *field) {
    const Board *board = &field->board;
    uint32_t spread[GOMOKU_MAX + 2 * CANDIDATE_DISTANCE] = {0}; // row y at y + CANDIDATE_DISTANCE
    for (int y = 0; y < board->height; y++) {
        const uint32_t *cells = board->lines[y].cells;
        spread[y + CANDIDATE_DISTANCE] =
            spread_along((cells[CELL_BLACK] | cells[CELL_WHITE]) >> LINE_PAD);
    }
    picks->count = 0;
    for (int y = 0; y < board->height; y++) {
        uint32_t near = 0;
        for (int i = 0; i <= 2 * CANDIDATE_DISTANCE; i++)
            near |= spread[y + i];
        add_row(picks, near & field_empty_row(field, y), y);
    }
    if (board->stones == 0)
        picks->moves[picks->count++] = move_at(board->width / 2, board->height / 2);
    return picks->count == board->width * board->height - board->stones;
}

void picks_list(Picks *picks, const CellList *cells) {
    picks->count = cells->count;
    for (int i = 0; i < cells->count; i++)
        picks->moves[i] = cells->cells[i];
}

void picks_score(Picks *picks, const Field *field, const Hints *hints) {
    Side side = field_to_move(field), other = side_other(side);
    for (int i = 0; i < picks->count; i++) {
        Move move = picks->moves[i];
        int score = windows_pull(&field->windows, side, move) * OWN_PULL_PERCENT / 100 +
                    windows_pull(&field->windows, other, move);
        score += hints->history[move] / HISTORY_SHARE;
        if (move == hints->killers[0] || move == hints->killers[1])
            score += KILLER_BONUS;
        picks->scores[i] = move == hints->first ? FIRST_SCORE : score;
    }
}

Move picks_next(Picks *picks, int index) {
    int best = index;
    for (int i = index + 1; i < picks->count; i++)
        if (picks->scores[i] > picks->scores[best])
            best = i;
    Move move = picks->moves[best];
    int32_t score = picks->scores[best];
    picks->moves[best] = picks->moves[index];
    picks->scores[best] = picks->scores[index];
    picks->moves[index] = move;
    picks->scores[index] = score;
    return move;
}
