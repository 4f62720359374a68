// SPDX-License-Identifier: MIT
// The player `hex-first`: the alpha-beta search that first played Hex here, kept as it was to
// measure others by and to make the games its successor learned from.
#ifndef LAB_FIRST_PLAYER_H
#define LAB_FIRST_PLAYER_H

#include "engine/player.h"

extern const PlayerType first_player;

#endif
