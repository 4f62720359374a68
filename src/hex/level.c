// SPDX-License-Identifier: MIT
#include "hex/level.h"

#include "search/limits.h"

#include <stddef.h>

static const HexLevel levels[LEVEL_MAX - 1] = {
    {.simulations = 1, .heat = 2.0f},   {.simulations = 1, .heat = 1.5f},
    {.simulations = 1, .heat = 1.2f},   {.simulations = 1, .heat = 0.9f},
    {.simulations = 1, .heat = 0.5f},   {.simulations = 8, .heat = 0.3f},
    {.simulations = 32, .heat = 0.2f},  {.simulations = 100, .heat = 0.1f},
    {.simulations = 400, .heat = 0.1f},
};

const HexLevel *hex_level_of(int64_t level) {
    return level >= LEVEL_MAX ? NULL : &levels[level < 1 ? 0 : level - 1];
}
