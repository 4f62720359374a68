// SPDX-License-Identifier: MIT
// The board as one side sees it: its groups are wires, the opponent's stones are holes, and what is
// left is a graph of empty cells between two edges (the Shannon game; Bjornsson et al. 2006).
//
//      . X .         around the two X all empty cells are neighbours of each other
//       . X .
//
// Two things follow from neighbours in that graph. A cell whose neighbours are all neighbours of
// each other is dead: no shortest way goes through it. And a cell is no better than one that has
// all its neighbours.
#ifndef HEX_REDUCED_H
#define HEX_REDUCED_H

#include "hex/grid.h"

typedef struct HexReduced {
    HexSet near[BOARD_POINTS];   // of empty cells
    uint8_t edges[BOARD_POINTS]; // HEX_NEAR and HEX_FAR, where they are neighbours of it
} HexReduced;

void hex_reduce(const HexGrid *grid, const HexStones *stones, Side side, HexReduced *reduced);
bool hex_reduced_is_dead(const HexGrid *grid, const HexReduced *reduced, int cell);
// Is a stone of that side on `better` at least as good for it as one on `worse`?
bool hex_reduced_dominates(const HexGrid *grid, const HexReduced *reduced, int better, int worse);

#endif
