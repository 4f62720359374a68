// SPDX-License-Identifier: MIT
#include "gomoku/picks.h"

#include "gomoku/tunables.h"

#include <assert.h>

enum {
    PLACES = 1 << PICKS_PLACE_BITS,
    SCORE_MOST = INT32_MAX / PLACES - 1,
};

enum { LANES = 4 }; // of every machine's vectors

typedef int32_t Keys __attribute__((vector_size(LANES * sizeof(int32_t)), aligned(4), may_alias));

static inline int32_t key_of(int32_t score, int place) {
    return score * PLACES + (PLACES - 1 - place);
}

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
    picks->count = picks->led = 0;
    for (int i = 0; i < CELLSET_WORDS; i++)
        for (uint64_t bits = cells->words[i]; bits; bits &= bits - 1)
            picks->moves[picks->count++] = (Move)(i * 64 + __builtin_ctzll(bits));
}

// Behind the last one, up to a full step, stand keys less than any.
static void end_keys(Picks *picks) {
    for (int i = picks->count; i % PICKS_LANES; i++)
        picks->keys[i] = INT32_MIN;
}

static void fill_keys(Picks *picks, const int32_t *scores) {
    picks->keys[0] = INT32_MIN;
    for (int i = picks->led; i < picks->count; i++) {
        int32_t score = scores[i] > SCORE_MOST    ? SCORE_MOST
                        : scores[i] < -SCORE_MOST ? -SCORE_MOST
                                                  : scores[i];
        picks->keys[i] = key_of(score, i);
    }
    end_keys(picks);
}

void picks_lead(Picks *picks, Move first) {
    for (int i = 0; i < picks->count; i++)
        if (picks->moves[i] == first) {
            picks->moves[i] = picks->moves[0];
            picks->moves[0] = first;
            picks->led = 1;
        }
}

void picks_score(Picks *picks, const Field *field, const Hints *hints) {
    assert(picks->count <= FIELD_POINTS);
    Side side = field_to_move(field), other = side_other(side);
    const int16_t *make = field->evaluation->weights.make[side];
    const int16_t *deny = field->evaluation->weights.deny[side];
    int32_t scores[FIELD_POINTS];
    for (int i = picks->led; i < picks->count; i++) {
        Move move = picks->moves[i];
        scores[i] = make[field_code(field, side, move)] + deny[field_code(field, other, move)];
    }
    if (hints->policy)
        accumulator_urges(hints->policy, field, picks->moves + picks->led,
                          picks->count - picks->led, scores + picks->led);
    for (int i = picks->led; i < picks->count; i++) {
        Move move = picks->moves[i];
        scores[i] += hints->history[move] / HISTORY_SHARE;
        if (move == hints->killers[0] || move == hints->killers[1])
            scores[i] += KILLER_BONUS;
        if (move == hints->counter)
            scores[i] += COUNTER_BONUS;
    }
    fill_keys(picks, scores);
    picks->best = INT32_MIN;
}

static inline Keys greater_of(Keys a, Keys b) {
    Keys more = (Keys)(a > b);
    return (a & more) | (b & ~more);
}

static int32_t greatest_key(const Picks *picks, int from) {
    const int32_t *keys = picks->keys + from, *end = picks->keys + picks->count;
    Keys one = *(const Keys *)keys, two = *(const Keys *)(keys + LANES); // wait for nothing
    for (keys += PICKS_LANES; keys < end; keys += PICKS_LANES) {
        one = greater_of(*(const Keys *)keys, one);
        two = greater_of(*(const Keys *)(keys + LANES), two);
    }
    one = greater_of(one, two);
    int32_t best = one[0];
    for (int lane = 1; lane < LANES; lane++)
        best = one[lane] > best ? one[lane] : best;
    return best;
}

Move picks_next(Picks *picks, int index) {
    assert(index >= 0 && index < picks->count);
    if (index < picks->led) {
        picks->gap = 0;
        return picks->moves[0];
    }
    int32_t key = greatest_key(picks, index - index % PICKS_LANES);
    int best = PLACES - 1 - (key & (PLACES - 1));
    assert(best >= index && best < picks->count && picks->keys[best] == key);
    int32_t score = (key - (PLACES - 1 - best)) / PLACES;
    if (picks->best == INT32_MIN)
        picks->best = score;
    picks->gap = picks->best - score;
    Move move = picks->moves[best];
    picks->moves[best] = picks->moves[index];
    picks->keys[best] = picks->keys[index] + (index - best);
    picks->moves[index] = move;
    picks->keys[index] = INT32_MIN;
    return move;
}

void picks_drop_quiet(Picks *picks, const Field *field, int index) {
    int kept = index;
    for (int i = index; i < picks->count; i++) {
        if (field_is_quiet(field, picks->moves[i]))
            continue;
        picks->keys[kept] = picks->keys[i] + (i - kept);
        picks->moves[kept++] = picks->moves[i];
    }
    picks->count = kept;
    end_keys(picks);
}
