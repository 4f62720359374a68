// SPDX-License-Identifier: MIT
// The parts of gomokuku that its own tests name.
#ifndef LAB_SEED_GOMOKUKU_H
#define LAB_SEED_GOMOKUKU_H

#include "lab/run_worth.h"
#include "lab/seed.h"

// Every empty neighbour of a stone; faithful: only within the first nine rows and columns, as its hash set has them.
size_t gomokuku_children(const RunBoard *board, bool faithful, Move *cells);
// What its runs are worth, and what they count for in move ordering.
void gomokuku_table_init(RunTable *table, bool faithful);
// The only end its search knows: a five through the stone just placed.
bool gomokuku_makes_five(const Outlook *outlook);

// The move for `side` on this board, whatever has happened on it: the document's own run never
// stops at a win. Needs no position in the order; the value is Black's.
void gomokuku_search(const SeedOrder *order, const RunBoard *board, Side side, SeedAnswer *answer);

#endif
