// SPDX-License-Identifier: MIT
// The swap maps that are kept: what was found out beforehand about every first stone of the usual
// boards, with more time than a game has. nets/hex.swap holds them as `tengen analyze --swap-map`
// draws them, and nets/make-swap.sh makes it again.
#ifndef HEX_SWAP_H
#define HEX_SWAP_H

#include "base/error.h"
#include "game/move.h"

// The chance of the side that put this first stone, if it is not swapped: 0 or 1 is proven,
// anything between is the estimate of a search. Negative when no map of that size is kept.
double hex_swap_chance(int width, int height, Move stone);

// Is this text a list of swap maps? A sentence about the first wrong line otherwise.
bool hex_swap_check(const char *text, Error *err);

#endif
