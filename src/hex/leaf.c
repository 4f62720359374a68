// SPDX-License-Identifier: MIT
#include "hex/leaf.h"

bool hex_leaf_see(HexLeaf *leaf, const HexGrid *grid, const HexFill *position, Side to_move) {
    leaf->fill = *position;
    hex_fill_in(grid, &leaf->fill);
    hex_board_init(&leaf->board, grid->width, grid->height);
    for (int side = 0; side < 2; side++) {
        const uint64_t *words = leaf->fill.stones.of[side].word;
        HEXSET_EACH (cell, words, grid->words)
            hex_board_play(&leaf->board, hex_grid_move(grid, cell), (Side)side);
    }
    if (leaf->board.winner != RESULT_NONE)
        return false;
    for (int side = 0; side < 2; side++)
        hex_distance_measure(&leaf->board, (Side)side, &leaf->distance[side]);
    hex_view_make(&leaf->board, to_move, leaf->distance, &leaf->view);
    return true;
}
