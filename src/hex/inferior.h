// SPDX-License-Identifier: MIT
// Inferior cells: cells neither side needs to play, and cells that are as good as taken.
//
// A cell is *dead* when its colour cannot matter, however the rest of the board is filled. It can
// only matter as a link between stones that do not meet beside it, so look at the ring of its six
// neighbours in every way the empty ones might be filled: if the colours never change more than
// twice around the ring, the cell is dead (Bjornsson, Hayward, Johanson, van Rijswijck 2006).
//
//         X X             changes: X-X-X-? -?-X  whatever the two ? are, the X in the ring hang
//        X * ?            together or one ? is cut off on its own side: never more than two
//         X ?             changes, so * is dead
//
// hex_inferior_prove_dead() tries all 3^6 rings. From deadness follow, by moves tried on the board:
//   - *captured*: two empty cells of which each kills the other. If the opponent takes one, the
//     owner takes the other and the opponent's stone is dead: both cells belong to the owner.
//   - *dominated*: what a move of ours captures or kills need not be played: the move is better.
//   - *vulnerable* (dead-reversible): if the opponent can kill a stone at once, it is not worth
//     playing.
// What whole groups add to that is in reduced.h.
// Dead and captured cells are filled in, again and again until nothing changes; the result of the
// game stays what it was, whichever side is to move.
#ifndef HEX_INFERIOR_H
#define HEX_INFERIOR_H

#include "hex/grid.h"

// A position and its fill-in.
typedef struct HexFill {
    HexStones stones;            // the position with everything filled in
    HexSet empty;                // what is left
    HexSet dead;                 // filled in as dead; counted as Black's in `stones`
    HexSet captured[2];          // ... as captured by that side
    uint16_t ring[BOARD_POINTS]; // of every cell, see HexGrid.dead
} HexFill;

void hex_inferior_prove_dead(uint8_t dead[HEX_RINGS]);
// Where a stone would kill follows from what is dead.
void hex_inferior_prove_kills(const uint8_t dead[HEX_RINGS], uint8_t kills[2][HEX_RINGS]);

// The position as it stands, nothing filled in.
void hex_fill_begin(const HexGrid *grid, const HexStones *stones, HexFill *fill);
// Places a stone on an empty cell; fills in nothing.
void hex_fill_play(const HexGrid *grid, HexFill *fill, int cell, Side side);
// Fills in dead and captured cells until nothing changes.
void hex_fill_in(const HexGrid *grid, HexFill *fill);
// The cells that a side has captured by now and had not before.
HexSet hex_fill_captured(const HexGrid *grid, const HexFill *before, const HexFill *now, Side side);

// Takes out of `moves` (empty cells of a filled position that hold every winning move of `side`)
// those that are dominated or vulnerable; if `side` wins at all, one of those left wins. `replies`
// collects the cells with which the opponent answers those, beyond what answers the ones left.
void hex_inferior_prune(const HexGrid *grid, const HexFill *fill, Side side, HexSet *moves,
                        HexSet *replies);

#endif
