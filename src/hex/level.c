// SPDX-License-Identifier: MIT
#include "hex/level.h"

#include "search/limits.h"

#include <stddef.h>

static const HexLevel levels[LEVEL_MAX - 1] = {
    {.simulations = 1, .heat = 2.0f},   {.simulations = 1, .heat = 1.7f},
    {.simulations = 1, .heat = 1.45f},  {.simulations = 1, .heat = 1.25f},
    {.simulations = 1, .heat = 1.08f},  {.simulations = 1, .heat = 0.65f},
    {.simulations = 12, .heat = 0.3f},  {.simulations = 40, .heat = 0.2f},
    {.simulations = 150, .heat = 0.1f},
};

const HexLevel *hex_level_of(int64_t level) {
    return level >= LEVEL_MAX ? NULL : &levels[level < 1 ? 0 : level - 1];
}
