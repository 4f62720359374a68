// SPDX-License-Identifier: MIT
// One look at a position: fill-in, shortest ways, and what the network thinks of it.
#ifndef HEX_LEAF_H
#define HEX_LEAF_H

#include "hex/inferior.h"
#include "hex/net.h"

typedef struct HexLeaf {
    HexFill fill; // with what is dead or captured
    HexBoard board;
    HexDistance distance[2];
    HexView view;
    HexNetScratch room; // what the network thinks
} HexLeaf;

// Fills the position in and sees it as the network does. False when a side has won then: that is
// `board.winner`, and there is no view.
bool hex_leaf_see(HexLeaf *leaf, const HexGrid *grid, const HexFill *position, Side to_move);

#endif
