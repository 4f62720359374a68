// SPDX-License-Identifier: MIT
#include "search/appraisal.h"

#include "base/memory.h"
#include "gomoku/accumulator.h"
#include "gomoku/gomoku.h"
#include "gomoku/judge.h"
#include "search/info.h"

#include <assert.h>
#include <stdlib.h>

static const char *const kind_notes[KIND_COUNT] = {
    [KIND_NONE] = "",
    [KIND_ONE] = "",
    [KIND_TWO] = "two",
    [KIND_TWOS] = "twos",
    [KIND_THREE] = "three",
    [KIND_THREE_TWO] = "three and two",
    [KIND_THREES] = "two threes",
    [KIND_FOUR] = "four",
    [KIND_FOUR_TWO] = "four and two",
    [KIND_FOUR_THREE] = "four and three",
    [KIND_OPEN_FOUR] = "open four",
    [KIND_FIVE] = "five",
    [KIND_FORBIDDEN] = "forbidden",
    [KIND_MAYBE_THREE] = "three, or forbidden",
    [KIND_MAYBE_FOUR] = "four, or forbidden",
    [KIND_MAYBE_OPEN_FOUR] = "open four, or forbidden",
};

// Every cell that is worth something to a side. A stone's own cell counts as four dead lines.
static void appraise_cells(const Field *field, Appraisal *appraisal) {
    Side own = field_to_move(field), other = side_other(own);
    appraisal->columns[0] = "own";
    appraisal->columns[1] = "opponent";
    appraisal->columns[2] = "balance";
    appraisal->column_count = 3;
    for (int y = 0; y < field->board.height; y++)
        for (int x = 0; x < field->board.width; x++) {
            Move cell = move_at(x, y);
            int mine = field_worth(field, own, cell), theirs = field_worth(field, other, cell);
            bool empty = cellset_has(&field->empty, cell);
            AppraisalCell row = {cell,
                                 {mine, -theirs, mine - theirs},
                                 empty ? kind_notes[field_kind(field, own, cell)] : "a stone"};
            if (mine || theirs)
                appraisal->cells[appraisal->cell_count++] = row;
        }
}

// The side to move is better off for having the move alone: that is what the table of threats says
// where there are none. Without a network these are all there is, and `add` up to the score.
static void appraise_weights(const Field *field, bool add, Appraisal *appraisal) {
    Side own = field_to_move(field), other = side_other(own);
    const int16_t *threats = field->evaluation->weights.threats[own];
    int state = field_threats(field);
    appraisal_add(appraisal, "own cells", field->sums.worth[own], add);
    appraisal_add(appraisal, "opponent's cells", -field->sums.worth[other], add);
    appraisal_add(appraisal, "tempo", threats[0], add);
    appraisal_add(appraisal, "threats", threats[state] - threats[0], add);
    appraisal_add(appraisal, "threat state", state, false);
    appraisal->score = field_evaluate(field);
}

// A network has learned how much the weights are worth beside it.
static void appraise_net(const Field *field, const LineNet *net, Appraisal *appraisal) {
    Accumulator *accumulator = mem_new_aligned(1, sizeof *accumulator, _Alignof(Accumulator));
    accumulator_reset(accumulator, net, field);
    int score = accumulator_score(accumulator, field);
    int share = (int)(net->heads[field_to_move(field)].plain * (float)appraisal->score);
    appraisal_add(appraisal, "weights' share", share, true);
    appraisal_add(appraisal, "network", score - share, true);
    appraisal->score = score;
    free(accumulator);
}

static void appraise(const Field *field, const LineNet *net, Appraisal *appraisal) {
    appraise_weights(field, !net, appraisal);
    if (net)
        appraise_net(field, net, appraisal);
    appraisal->win = score_win_rate((int)appraisal->score, SCORE_UNIT);
    appraise_cells(field, appraisal);
    assert(appraisal->cell_count <= FIELD_POINTS);
}

bool gomoku_appraise(const Position *position, const char *path, Appraisal *appraisal, Error *err) {
    *appraisal = (Appraisal){0};
    Judge *judge = judge_new((GomokuRule)position->rule, path, err);
    if (!judge)
        return false;
    Field *field = mem_new(sizeof *field);
    field_from_position(field, position, judge->evaluation);
    appraise(field, judge->net, appraisal);
    free(field);
    judge_free(judge);
    return true;
}
