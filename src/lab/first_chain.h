// SPDX-License-Identifier: MIT
// Chains: wins that need no more searching.
//
// Two groups (or a group and an edge) with two empty cells touching both are as good as joined:
// when the opponent takes one cell, the other joins them. A chain is a way from edge to edge over
// such links whose cells do not overlap; the side that owns one has won, whichever side is to move.
//
//      . X . .         the smallest link, a bridge: 1 and 2 each join the two stones
//       1 2 . .
//        X . . .
//
// Sound, not complete: a position without a chain may be won all the same.
#ifndef LAB_FIRST_CHAIN_H
#define LAB_FIRST_CHAIN_H

#include "hex/board.h"

typedef struct FirstChain {
    int links; // own stones still needed: one for each
    struct {
        Move one, other; // when the opponent takes one of them, take the other
    } link[BOARD_POINTS / 2];
} FirstChain;

// Does this side have a chain? Fills it in, with as few links as a breadth-first search finds. Only
// while neither side has won.
bool first_chain_find(const HexBoard *board, Side side, FirstChain *chain);

#endif
