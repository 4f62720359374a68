// SPDX-License-Identifier: MIT
// What was learned about positions of one rule, made ready for a field: its weights, and what a
// cell is worth by its word for the speed of one look-up. Constant once made; what the rule itself
// says is in rule_tables.h.
#ifndef GOMOKU_EVALUATION_H
#define GOMOKU_EVALUATION_H

#include "gomoku/rule_tables.h"
#include "gomoku/weights.h"

typedef struct Evaluation {
    const RuleTables *rules; // of the rule it was learned for
    Weights weights;
    int16_t worth[2][WORDS]; // by side; weights.worth has them by code
} Evaluation;

Evaluation *evaluation_new(GomokuRule rule, const Weights *weights);
void evaluation_free(Evaluation *evaluation);

#endif
