// SPDX-License-Identifier: MIT
#include "search/appraisal.h"

#include "base/memory.h"
#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/weights_text.h"
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
// where there are none.
static void appraise_field(const Field *field, Appraisal *appraisal) {
    Side own = field_to_move(field), other = side_other(own);
    const int16_t *threats = field->evaluation->weights.threats[own];
    int state = field_threats(field);
    appraisal_add(appraisal, "own cells", field->sums.worth[own], true);
    appraisal_add(appraisal, "opponent's cells", -field->sums.worth[other], true);
    appraisal_add(appraisal, "tempo", threats[0], true);
    appraisal_add(appraisal, "threats", threats[state] - threats[0], true);
    appraisal_add(appraisal, "threat state", state, false);
    appraisal->score = field_evaluate(field);
    appraisal->win = score_win_rate((int)appraisal->score, SCORE_UNIT);
    appraise_cells(field, appraisal);
    assert(appraisal->cell_count <= FIELD_POINTS);
}

bool gomoku_appraise(const Position *position, const char *path, Appraisal *appraisal, Error *err) {
    GomokuRule rule = (GomokuRule)position->rule;
    Weights *weights = mem_copy(weights_of_rule(rule), sizeof *weights);
    bool ok = !path || weights_read(path, rule, weights, err);
    *appraisal = (Appraisal){0};
    if (ok) {
        Evaluation *evaluation = evaluation_new(rule, weights);
        Field *field = mem_new(sizeof *field);
        field_from_position(field, position, evaluation);
        appraise_field(field, appraisal);
        free(field);
        evaluation_free(evaluation);
    }
    free(weights);
    return ok;
}
