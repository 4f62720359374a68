// SPDX-License-Identifier: MIT
// How far a side is from joining its edges, when the other side may always block the best way.
//
// Two-distance (J. van Rijswijck, "Queenbee", 2000): the opponent will take the best neighbour, so
// what counts for a cell is its *second* best way on. Cells beside the edge have distance 1; any
// other cell has one more than the second smallest distance among its neighbours, where a group of
// own stones makes everything around it neighbours. Bridges come out right by themselves:
//
//      1   1   1   1
//        2   2   2 ...       a cell in the second row has two neighbours at 1, so its distance is
//        2;
//          X                 X has two empty cells towards the edge and counts as joined
//
// Where a cell has one way on only, two-distance would be infinite although the way is open; it
// then costs HEX_SINGLE_WAY more than a safe one.
#ifndef HEX_DISTANCE_H
#define HEX_DISTANCE_H

#include "hex/board.h"

enum {
    HEX_SINGLE_WAY = 3,
    HEX_WAY_LEVELS = 4,    // see `ways`
    HEX_UNREACHED = 10000, // more than any distance
};

typedef struct HexDistance {
    uint16_t near[HEX_CELLS]; // of empty cells, from the top or left edge
    uint16_t far[HEX_CELLS];  // ... from the bottom or right one
    int shortest;             // the least near + far; 2 when one more stone closes the path
    int ways; // how much choice there is: 8 for a cell on a shortest way, 4, 2, 1 for longer ones
} HexDistance;

// Only while neither side has won.
void hex_distance_measure(const HexBoard *board, Side side, HexDistance *distance);

#endif
