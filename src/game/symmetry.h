// SPDX-License-Identifier: MIT
// The eight symmetries of a square: bit 0 mirrors x, bit 1 mirrors y, bit 2 swaps x and y
// afterwards.
//
//   0 identity   1 mirror left-right   2 mirror top-bottom   3 half turn
//   4 transpose  5, 6 quarter turns    7 anti-transpose      (4-7 need a square board)
#ifndef GAME_SYMMETRY_H
#define GAME_SYMMETRY_H

#include "game/move.h"

enum { SYMMETRY_COUNT = 8, SYMMETRIES_ALL = 0xff, SYMMETRIES_HALF_TURN = 1 << 0 | 1 << 3 };

// Does this symmetry map a board of that size onto itself?
bool symmetry_fits(int symmetry, int width, int height);
Move symmetry_apply(int symmetry, int width, int height, Move cell);
int symmetry_inverse(int symmetry);

#endif
