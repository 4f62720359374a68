// SPDX-License-Identifier: MIT
// Random stones for openings, where the game's Scatter allows them.
#ifndef GAME_SCATTER_H
#define GAME_SCATTER_H

#include "base/rng.h"
#include "game/position.h"

// A legal stone within the central square of this side (0: anywhere); MOVE_NONE when there is none.
Move scatter_stone(const Position *position, int window, Rng *rng);

#endif
