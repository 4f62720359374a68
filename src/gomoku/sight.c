// SPDX-License-Identifier: MIT
#include "gomoku/sight.h"

#include "base/memory.h"

#include <stdlib.h>

Sight *sight_new(GomokuRule rule, const Weights *weights) {
    Sight *sight = mem_new(sizeof *sight);
    sight->rule = rule;
    sight->shapes = *shape_table(rule);
    sight->weights = *weights;
    for (uint32_t word = 0; word < WORDS; word++) {
        int code = code_of_word(word);
        for (int side = 0; side < 2; side++) {
            bool forbids = rule == RULE_RENJU && side == SIDE_BLACK;
            sight->merits[side][word] = (Merit){
                .worth = weights->worth[side][code],
                .code_and_kind = (uint16_t)(code << 4 | (int)kind_of_word(word, forbids)),
            };
        }
    }
    return sight;
}

void sight_free(Sight *sight) {
    free(sight);
}
