// SPDX-License-Identifier: MIT
// Perfect play on boards of up to 25 cells, fast enough to check thousands of claims: bit boards, a
// flood by shifts, plain minimax with a memory. Written from the rules alone; shares no code with
// src/hex.
#ifndef TESTS_HEX_BRUTE_H
#define TESTS_HEX_BRUTE_H

#include "game/move.h"

#include <stdint.h>

enum { BRUTE_CELLS = 25 };

typedef uint32_t Bits; // bit y * width + x

typedef struct Brute Brute;

Brute *brute_new(int width, int height);
void brute_free(Brute *brute);

Bits brute_beside_edge(const Brute *brute, Side side, bool far);
// Does the side to move win?
bool brute_wins(Brute *brute, const Bits stones[2], Side to_move);
// Can `side` join `from` to `to` by playing only within the carrier, with all else but `own` the
// opponent's? `first` says whether `side` moves first. An edge is the cells beside it.
bool brute_joins(Brute *brute, Bits own, Side side, Bits from, Bits to, Bits carrier, bool first);

#endif
