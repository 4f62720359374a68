// SPDX-License-Identifier: MIT
#include "gomoku/level.h"

#include "base/rng.h"

// From one row to the next either the sight or the judgement gets better, never both by much.
static const Level levels[LEVEL_MAX] = {
    {.depth = 1, .noise = 120},
    {.depth = 1, .noise = 60},
    {.depth = 2, .noise = 90},
    {.depth = 2, .noise = 45},
    {.depth = 3, .noise = 60},
    {.depth = 3, .noise = 30, .fours = true},
    {.depth = 4, .noise = 20, .fours = true},
    {.depth = 6, .noise = 12, .fours = true},
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
