// SPDX-License-Identifier: MIT
#include "gomoku/picks.h"

#include "gomoku/tunables.h"

#include <assert.h>

enum { FIRST_SCORE = 1 << 30 };

bool picks_near(Picks *picks, const Field *field) {
    const Board *board = &field->board;
    CellSet near;
    for (int i = 0; i < CELLSET_WORDS; i++)
        near.words[i] = field->near.words[i] & field->empty.words[i];
    if (board->stones == 0)
        cellset_add(&near, move_at(board->width / 2, board->height / 2));
    picks_list(picks, &near);
    return picks->count == board->width * board->height - board->stones;
}

void picks_list(Picks *picks, const CellSet *cells) {
    assert(cellset_count(cells) <= FIELD_POINTS);
    picks->count = 0;
    for (int i = 0; i < CELLSET_WORDS; i++)
        for (uint64_t bits = cells->words[i]; bits; bits &= bits - 1)
            picks->moves[picks->count++] = (Move)(i * 64 + __builtin_ctzll(bits));
}

void picks_score(Picks *picks, const Field *field, const Hints *hints) {
    assert(picks->count <= FIELD_POINTS);
    Side side = field_to_move(field), other = side_other(side);
    const int16_t *make = field->evaluation->weights.make[side];
    const int16_t *deny = field->evaluation->weights.deny[side];
    for (int i = 0; i < picks->count; i++) {
        Move move = picks->moves[i];
        picks->scores[i] =
            make[field_code(field, side, move)] + deny[field_code(field, other, move)];
    }
    if (hints->policy)
        accumulator_urges(hints->policy, side, picks->moves, picks->count, picks->scores);
    for (int i = 0; i < picks->count; i++) {
        Move move = picks->moves[i];
        int score = picks->scores[i] + hints->history[move] / HISTORY_SHARE;
        if (move == hints->killers[0] || move == hints->killers[1])
            score += KILLER_BONUS;
        if (move == hints->counter)
            score += COUNTER_BONUS;
        picks->scores[i] = move == hints->first ? FIRST_SCORE : score;
    }
}

Move picks_next(Picks *picks, int index) {
    assert(index >= 0 && index < picks->count);
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
