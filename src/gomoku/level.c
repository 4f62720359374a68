// SPDX-License-Identifier: MIT
#include "gomoku/level.h"

#include "base/rng.h"

// From one row to the next either the sight or the judgement gets better. Neighbours up to level 9
// were measured 110 to 240 Elo apart (30 or 40 games a pair, freestyle on 15x15).
static const Level levels[LEVEL_MAX] = {
    {.depth = 1, .noise = 150},
    {.depth = 1, .noise = 40},
    {.depth = 2, .noise = 180},
    {.depth = 2, .noise = 60},
    {.depth = 3, .noise = 60},
    {.depth = 3, .noise = 70, .fours = true},
    {.depth = 4, .noise = 55, .fours = true},
    {.depth = 6, .noise = 14, .fours = true},
    {.depth = 8, .noise = 4, .fours = true},
    {.depth = DEPTH_MAX, .noise = 0, .fours = true},
};

Level level_of(int64_t level) {
    level = level < 1 ? 1 : level > LEVEL_MAX ? LEVEL_MAX : level;
    return levels[level - 1];
}

int level_error(const Level *level, uint64_t seed, uint64_t key) {
    if (!level->noise)
        return 0;
    Rng rng = rng_seed(key ^ rng_mix(seed));
    return (int)rng_below(&rng, 2 * (uint32_t)level->noise + 1) - level->noise;
}
