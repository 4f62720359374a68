// SPDX-License-Identifier: MIT
// 64-bit keys for positions: one random-looking word per (side, cell), computed rather than stored
// so that there is no table to initialise. A fast board may copy the words into a table of its own.
#ifndef GAME_ZOBRIST_H
#define GAME_ZOBRIST_H

#include "base/rng.h"
#include "game/move.h"

static inline uint64_t zobrist_stone(Side side, Move cell) {
    return rng_mix(0x7e96e7u +
                   ((uint64_t)side << 16 | (uint64_t)(uint16_t)cell) * 0x9e3779b97f4a7c15u);
}

static inline uint64_t zobrist_white_to_move(void) {
    return 0x3c79ac492ba7b653u;
}

// What the empty board starts from, so that no two games, rules or sizes share a key.
static inline uint64_t zobrist_start(int game, int rule, int width, int height) {
    return rng_mix(
        ((uint64_t)game << 48 | (uint64_t)rule << 32 | (uint64_t)width << 16 | (uint64_t)height) +
        0x51ed2701u);
}

#endif
