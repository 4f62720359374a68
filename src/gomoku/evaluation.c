// SPDX-License-Identifier: MIT
#include "gomoku/evaluation.h"

#include "base/memory.h"

#include <stdlib.h>

Evaluation *evaluation_new(GomokuRule rule, const Weights *weights) {
    Evaluation *evaluation = mem_new(sizeof *evaluation);
    evaluation->rules = rule_tables(rule);
    evaluation->weights = *weights;
    for (int side = 0; side < 2; side++)
        for (uint32_t word = 0; word < WORDS; word++)
            evaluation->worth[side][word] = weights->worth[side][evaluation->rules->codes[word]];
    return evaluation;
}

void evaluation_free(Evaluation *evaluation) {
    free(evaluation);
}
