// SPDX-License-Identifier: MIT
// Perfect play on tiny Hex boards by plain minimax over the slow twin: what a search must agree
// with.
#ifndef TESTS_HEX_ORACLE_H
#define TESTS_HEX_ORACLE_H

#include "hex_twin.h"

#include <stdint.h>

enum { ORACLE_CELLS = 12 }; // the largest board it remembers positions of

typedef struct HexOracle {
    int8_t *known; // by stones in base three and side to move; 0 is not known yet
} HexOracle;

void oracle_init(HexOracle *oracle);
void oracle_free(HexOracle *oracle);
void oracle_forget(HexOracle *oracle); // before asking about a board of another size

// n > 0: the side to move wins, the last stone being the n-th from here. n < 0: it loses so. The
// winner takes the shortest way, the loser the longest. Nobody has won yet.
int oracle_solve(HexOracle *oracle, HexTwin *twin, char to_move);
// A move that attains it.
Move oracle_move(HexOracle *oracle, HexTwin *twin, char to_move);

#endif
