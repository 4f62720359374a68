// SPDX-License-Identifier: MIT
// Boards made to catch a wrong forbidden-point test: crossing near-threes and near-fours, chains of
// them, crowded edges, few white stones. Random play hardly ever reaches any of this.
#ifndef TESTS_GOMOKU_ADVERSARY_H
#define TESTS_GOMOKU_ADVERSARY_H

#include "base/rng.h"
#include "gomoku_twin.h"

// A board of any size and kind; no black or white five is promised or excluded.
void adversary_fill(Twin *twin, Rng *rng);

#endif
