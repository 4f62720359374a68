// SPDX-License-Identifier: MIT
// One look at a position: fill-in, shortest ways, and what the network thinks of it.
#ifndef HEX_GLANCE_H
#define HEX_GLANCE_H

#include "hex/inferior.h"
#include "hex/net.h"

typedef struct HexGlance {
    HexFill fill; // with what is dead or captured
    HexBoard board;
    HexDistance distance[2];
    HexView view;
    NetRoom room; // what the network thinks
} HexGlance;

// Fills the position in and sees it as the network does. False when somebody has won then: that is
// `board.winner`, and there is no view.
bool hex_glance_see(HexGlance *glance, const HexGrid *grid, const HexFill *position, Side to_move);

#endif
