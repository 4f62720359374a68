// SPDX-License-Identifier: MIT
// What the six cells around a cell say about playing there.
//
// A ring is a number in base 3 (grid.h), as the side to move sees it: digit 1 is an own stone, 2 the
// opponent's. What holds for Black holds for White on the board mirrored at its long diagonal, and
// for both after a half turn, so one table serves all.
//
//        1 .             the opponent has just placed L: with own stones at 0 and 2 and nothing at 1
//       0 L 2 .          he entered a bridge, and 1 is the answer. `reply` says how often each of
//        . .             the six cells around the last stone is played next.
#ifndef HEX_PATTERNS_H
#define HEX_PATTERNS_H

#include "hex/grid.h"

enum {
    PATTERN_ACCEPT = 256, // in `accept`: always
    PATTERN_REPLY = 1024, // in `reply`: always
};

// As one side sees it, by ring as the grid counts it.
typedef struct HexPatterns {
    uint16_t accept[2][HEX_RINGS];          // by Side: a cell drawn by chance is played so often
    uint16_t reply[2][HEX_RINGS][HEX_RING]; // ... answers to a stone with that ring, summed up
} HexPatterns;

// The ring as a side sees it, see above.
int hex_ring_seen(int ring, Side side);

// Nothing learned: every cell alike but the dead, and a bridge that was entered is saved.
void hex_patterns_plain(HexPatterns *patterns);

#endif
