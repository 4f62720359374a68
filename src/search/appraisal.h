// SPDX-License-Identifier: MIT
// What a static evaluation is made of, term by term and cell by cell: for people who want to know
// why a position is judged as it is. Filled in by SearcherType.appraise, once, not in a search.
#ifndef SEARCH_APPRAISAL_H
#define SEARCH_APPRAISAL_H

#include "game/move.h"

#include <assert.h>
#include <stddef.h>

enum { APPRAISAL_TERMS = 12, APPRAISAL_COLUMNS = 3 };

typedef struct AppraisalTerm {
    const char *name;
    double value;
    bool adds; // the score is the sum of these; the others tell what went into it
} AppraisalTerm;

typedef struct AppraisalCell {
    Move cell;
    double values[APPRAISAL_COLUMNS];
    const char *note; // "" mostly
} AppraisalCell;

// All from the side to move. Names are constants.
typedef struct Appraisal {
    AppraisalTerm terms[APPRAISAL_TERMS];
    size_t term_count;
    const char *columns[APPRAISAL_COLUMNS]; // what the values of a cell are
    size_t column_count;
    AppraisalCell cells[BOARD_POINTS]; // those there is something to say about
    size_t cell_count;
    int decimals; // of the terms and cells
    double score; // as the search gets it
    double win;   // P(win) + P(draw)/2 at that score, without looking ahead
} Appraisal;

static inline void appraisal_add(Appraisal *appraisal, const char *name, double value, bool adds) {
    assert(appraisal->term_count < APPRAISAL_TERMS);
    appraisal->terms[appraisal->term_count++] = (AppraisalTerm){name, value, adds};
}

#endif
