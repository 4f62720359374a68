// SPDX-License-Identifier: MIT
// A game played to the end by patterns and chance, as fast as can be: what a tree search asks about
// a position thousands of times a second.
//
// The board is filled to the last cell that can matter and looked at once; no path is followed on the
// way. Cells that become dead (inferior.h) are left empty: they belong to whoever needs them.
#ifndef HEX_PLAYOUT_H
#define HEX_PLAYOUT_H

#include "base/rng.h"
#include "hex/inferior.h"
#include "hex/patterns.h"

// A position in a form that is quick to copy and to fill. Plain data.
typedef struct HexPlayout {
    const HexGrid *grid;
    const HexPatterns *patterns;
    int empties, stones;         // empty cells in the list; stones placed by hex_playout_play()
    uint8_t cells[BOARD_POINTS]; // a Cell
    uint16_t ring[BOARD_POINTS]; // see HexGrid.dead
    int16_t empty[BOARD_POINTS]; // the cells left, in any order
    int16_t place[BOARD_POINTS]; // where a cell stands in that list
} HexPlayout;

void hex_playout_begin(HexPlayout *playout, const HexGrid *grid, const HexPatterns *patterns,
                       const HexFill *fill);
void hex_playout_copy(HexPlayout *to, const HexPlayout *from);
// Places a stone on an empty cell.
void hex_playout_play(HexPlayout *playout, int cell, Side side);
// Plays to the end and tells who won; `last` is the stone placed last, -1 if there is none.
Side hex_playout_finish(HexPlayout *playout, Side to_move, int last, Rng *rng);
// The stones on the board now.
void hex_playout_stones(const HexPlayout *playout, HexStones *stones);

#endif
