// SPDX-License-Identifier: MIT
#include "gomoku/level.h"

#include "base/rng.h"

#include <assert.h>

// From one row to the next either the sight or the judgement gets better. Each was measured against the one below
// (bench/levels.sh 100: freestyle on 15x15, 100,000 nodes): 143 to 210 Elo a step, give or take 75.
static const Level levels[LEVEL_MAX] = {
    {.depth = 2, .noise = 4000},
    {.depth = 2, .noise = 1300},
    {.depth = 2, .noise = 650},
    {.depth = 2, .noise = 220},
    {.depth = 4, .noise = 380, .fours = true},
    {.depth = 4, .noise = 170, .fours = true},
    {.depth = 5, .noise = 90, .fours = true},
    {.depth = 7, .noise = 15, .fours = true},
    {.depth = 9, .noise = 5, .fours = true},
    {.depth = DEPTH_MAX, .noise = 0, .fours = true},
};

Level level_of(int64_t level) {
    level = level < 1 ? 1 : level > LEVEL_MAX ? LEVEL_MAX : level;
    return levels[level - 1];
}

int level_error(const Level *level, uint64_t seed, uint64_t key) {
    assert(level->noise >= 0);
    if (!level->noise)
        return 0;
    Rng rng = rng_seed(key ^ rng_mix(seed));
    return (int)rng_below(&rng, 2 * (uint32_t)level->noise + 1) - level->noise;
}
