// SPDX-License-Identifier: MIT
// How a level weakens the tree search. A weaker player looks at fewer moves and is less strict in
// choosing among them, but what it plays always looks like a move to the network: the lower levels
// play by its first thought alone, and the lowest take it for less sure than it is. Connections,
// which decide a game long before it ends, are seen at full strength only; stones that end the game
// at once are seen by every level.
#ifndef HEX_LEVEL_H
#define HEX_LEVEL_H

#include <stdint.h>

typedef struct HexLevel {
    uint64_t simulations; // for a move
    float heat; // 0: the best move; 1: random, in proportion to visits; more: closer to uniform
} HexLevel;

// NULL at full strength.
const HexLevel *hex_level_of(int64_t level);

#endif
