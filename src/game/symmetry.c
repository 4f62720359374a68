// SPDX-License-Identifier: MIT
#include "game/symmetry.h"

#include <assert.h>

bool symmetry_fits(int symmetry, int width, int height) {
    return symmetry < 4 || width == height;
}

Move symmetry_apply(int symmetry, int width, int height, Move cell) {
    assert(symmetry >= 0 && symmetry < SYMMETRY_COUNT);
    int x = move_x(cell), y = move_y(cell);
    if (symmetry & 1)
        x = width - 1 - x;
    if (symmetry & 2)
        y = height - 1 - y;
    return symmetry & 4 ? move_at(y, x) : move_at(x, y);
}

int symmetry_inverse(int symmetry) {
    assert(symmetry >= 0 && symmetry < SYMMETRY_COUNT);
    // The mirrors and the half turn undo themselves; of the quarter turns each undoes the other.
    static const int inverse[SYMMETRY_COUNT] = {0, 1, 2, 3, 4, 6, 5, 7};
    return inverse[symmetry];
}
