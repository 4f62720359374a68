// SPDX-License-Identifier: MIT
#include "gomoku/rule_tables.h"

#include "base/memory.h"

#include <stdlib.h>

static void *make_tables(int which) {
    RuleTables *tables = mem_new(sizeof *tables);
    GomokuRule rule = tables->rule = (GomokuRule)which;
    tables->shapes = *shape_table(rule);
    // A kind does not ask for the order of the shapes: it is found out once for each code.
    uint8_t kinds[2][CODES];
    for (int side = 0; side < 2; side++)
        for (int code = 0; code < CODES; code++)
            kinds[side][code] =
                (uint8_t)kind_of_word(code_word(code), rule == RULE_RENJU && side == SIDE_BLACK);
    for (uint32_t word = 0; word < WORDS; word++) {
        int code = code_of_word(word);
        tables->codes[word] = (uint16_t)code;
        tables->kinds[SIDE_BLACK][word] = kinds[SIDE_BLACK][code];
        tables->kinds[SIDE_WHITE][word] = kinds[SIDE_WHITE][code];
    }
    return tables;
}

const RuleTables *rule_tables(GomokuRule rule) {
    static void *_Atomic kept[RULE_COUNT];
    assert(rule < RULE_COUNT);
    return mem_constant(&kept[rule], make_tables, free, (int)rule);
}
