// SPDX-License-Identifier: MIT
// Every reply to a threat: the moves after which the side that threatens may not win the way it
// threatened to. What is not among them loses, and that is proven here, not guessed.
//
//   a five            the cells that prevent it (field.h)
//   an open four      the cells that prevent it, and fours of one's own
//   a win by fours    every move that the winning line, played on as it is, does not survive
//
// The last is the general case. The line is found by letting the opponent move twice; then each
// cell that could touch it is tried: a stone there, and the line is played through again.
//
//     . . . . . .      X threatens to win by a, b (forced), c, with fives at both ends.
//     . X . a X X O    The replies are a, b, c, the fives, cells where a white stone makes
//     . X . b . .      of b a four, and White's fours: after any other move the line holds.
//     . X c . . .
#ifndef GOMOKU_REPLIES_H
#define GOMOKU_REPLIES_H

#include "gomoku/fours.h"

typedef enum Threat {
    THREAT_NONE,    // nothing that must be answered, or not found
    THREAT_UNKNOWN, // the four-search ran out of nodes
    THREAT_ANSWERABLE,
    THREAT_WINS, // there is no reply
} Threat;

typedef struct Replies {
    CellSet cells; // all of them allowed
    int plies;     // every other reply loses within this many, itself counted
} Replies;

// The side to move is threatened; it has no five itself. `fours` searches, `line` is scratch.
Threat replies_find(Fours *fours, FourLine *line, Replies *replies);

#endif
