// SPDX-License-Identifier: MIT
#include "hex/glance.h"

bool hex_glance_see(HexGlance *glance, const HexGrid *grid, const HexFill *position, Side to_move) {
    glance->fill = *position;
    hex_fill_in(grid, &glance->fill);
    hex_board_init(&glance->board, grid->width, grid->height);
    for (int side = 0; side < 2; side++) {
        const uint64_t *words = glance->fill.stones.of[side].word;
        for (int cell = hexset_next(words, 0, grid->words); cell >= 0;
             cell = hexset_next(words, cell + 1, grid->words))
            hex_board_play(&glance->board, hex_grid_move(grid, cell), (Side)side);
    }
    if (glance->board.winner != RESULT_NONE)
        return false;
    for (int side = 0; side < 2; side++)
        hex_distance_measure(&glance->board, (Side)side, &glance->distance[side]);
    hex_view_make(&glance->board, to_move, glance->distance, &glance->view);
    return true;
}
