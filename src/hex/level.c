// SPDX-License-Identifier: MIT
#include "hex/level.h"

#include "search/limits.h"

#include <stddef.h>

static const HexLevel levels[LEVEL_MAX - 1] = {
    {.simulations = 1, .heat = 2.0f},    {.simulations = 1, .heat = 1.75f},
    {.simulations = 1, .heat = 1.45f},   {.simulations = 1, .heat = 1.2f},
    {.simulations = 1, .heat = 0.9f},    {.simulations = 5, .heat = 0.5f},
    {.simulations = 22, .heat = 0.25f},  {.simulations = 65, .heat = 0.15f},
    {.simulations = 280, .heat = 0.05f},
};

const HexLevel *hex_level_of(int64_t level) {
    return level >= LEVEL_MAX ? NULL : &levels[level < 1 ? 0 : level - 1];
}
