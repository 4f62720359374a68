// SPDX-License-Identifier: MIT
#include "hex/reduced.h"

#include <assert.h>

void hex_reduce(const HexGrid *grid, const HexStones *stones, Side side, HexReduced *reduced) {
    int words = grid->words;
    HexSet empty = hex_stones_empty(grid, stones), left = stones->of[side];
    HEXSET_EACH (cell, empty.word, words) {
        reduced->near[cell] = grid->near[cell];
        hexset_keep(reduced->near[cell].word, empty.word, words);
        reduced->edges[cell] = 0;
        for (int i = 0; i < HEX_RING; i++)
            for (int far = 0; far < 2; far++)
                if (grid->ring[cell][i] == hex_grid_edge(grid, side, far))
                    reduced->edges[cell] |= far ? HEX_FAR : HEX_NEAR;
    }
    for (int stone; (stone = hexset_next(left.word, 0, words)) >= 0;) {
        HexSet around = {0};
        unsigned edges = hex_grid_flood(grid, side, stone, &left, &around);
        hexset_keep(around.word, empty.word, words);
        HEXSET_EACH (cell, around.word, words) {
            // A way over an edge leads nowhere: beside it, cells have the edge in common, not each
            // other.
            if (edges)
                reduced->edges[cell] |= (uint8_t)edges;
            else
                hexset_unite(reduced->near[cell].word, around.word, words);
            hexset_drop(reduced->near[cell].word, cell);
        }
    }
}

bool hex_reduced_dominates(const HexGrid *grid, const HexReduced *reduced, int better, int worse) {
    assert(better != worse);
    HexSet theirs = reduced->near[worse];
    hexset_drop(theirs.word, better);
    return !(reduced->edges[worse] & ~reduced->edges[better]) &&
           hexset_within(theirs.word, reduced->near[better].word, grid->words);
}

bool hex_reduced_is_dead(const HexGrid *grid, const HexReduced *reduced, int cell) {
    const uint64_t *near = reduced->near[cell].word;
    uint8_t edges = reduced->edges[cell];
    if (edges == (HEX_NEAR | HEX_FAR))
        return false;
    HEXSET_EACH (other, near, grid->words) {
        HexSet rest = reduced->near[cell];
        hexset_drop(rest.word, other);
        if ((edges & ~reduced->edges[other]) ||
            !hexset_within(rest.word, reduced->near[other].word, grid->words))
            return false;
    }
    return true;
}
