// SPDX-License-Identifier: MIT
#include "gomoku/sight.h"

#include "base/memory.h"

#include <stdlib.h>

Sight *sight_new(GomokuRule rule, const Weights *weights) {
    Sight *sight = mem_new(sizeof *sight);
    sight->rule = rule;
    sight->shapes = *shape_table(rule);
    sight->weights = *weights;
    // A kind does not ask for the order of the shapes: it is found out once for each code.
    Merit merits[2][CODES];
    for (int side = 0; side < 2; side++)
        for (int code = 0; code < CODES; code++) {
            bool forbids = rule == RULE_RENJU && side == SIDE_BLACK;
            merits[side][code] = (Merit){
                .worth = weights->worth[side][code],
                .code_and_kind =
                    (uint16_t)(code << 4 | (int)kind_of_word(code_word(code), forbids)),
            };
        }
    for (uint32_t word = 0; word < WORDS; word++) {
        int code = code_of_word(word);
        sight->merits[SIDE_BLACK][word] = merits[SIDE_BLACK][code];
        sight->merits[SIDE_WHITE][word] = merits[SIDE_WHITE][code];
    }
    return sight;
}

void sight_free(Sight *sight) {
    free(sight);
}
