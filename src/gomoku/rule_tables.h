// SPDX-License-Identifier: MIT
// What the rule says about a cell: the tables from line to shape (shape.h) and from the four shapes
// of the cell to kind and code (kind.h), for the speed of one look-up each.
#ifndef GOMOKU_RULE_TABLES_H
#define GOMOKU_RULE_TABLES_H

#include "gomoku/kind.h"

typedef struct RuleTables {
    GomokuRule rule;
    ShapeTable shapes;
    uint8_t kinds[2][WORDS]; // a Kind, by side
    uint16_t codes[WORDS];
} RuleTables;

// The tables of a rule, made on first use, then shared; never freed. Any thread.
const RuleTables *rule_tables(GomokuRule rule);

#endif
