// SPDX-License-Identifier: MIT
#include "game/scatter.h"

#include <stdlib.h>

static bool in_window(const Position *position, Move move, int window) {
    return !window || (abs(2 * move_x(move) - (position->width - 1)) < window &&
                       abs(2 * move_y(move) - (position->height - 1)) < window);
}

Move scatter_stone(const Position *position, int window, Rng *rng) {
    Move moves[MOVES_MAX];
    size_t legal = position_moves(position, moves), count = 0;
    for (size_t i = 0; i < legal; i++)
        if (in_window(position, moves[i], window))
            moves[count++] = moves[i];
    return count ? moves[rng_below(rng, (uint32_t)count)] : MOVE_NONE;
}
