// SPDX-License-Identifier: MIT
#include "gomoku/level.h"

#include "base/rng.h"

// From one row to the next either the sight or the judgement gets better. Each was measured against
// the one below (bench/levels.sh; freestyle on 15x15, 100,000 nodes): 130 to 220 Elo a step, give or
// take 60.
static const Level levels[LEVEL_MAX] = {
    {.depth = 1, .noise = 600},
    {.depth = 1, .noise = 230},
    {.depth = 1, .noise = 10},
    {.depth = 2, .noise = 4000},
    {.depth = 2, .noise = 700},
    {.depth = 2, .noise = 220},
    {.depth = 4, .noise = 180, .fours = true},
    {.depth = 6, .noise = 60, .fours = true},
    {.depth = 8, .noise = 12, .fours = true},
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
