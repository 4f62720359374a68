// SPDX-License-Identifier: MIT
// Which moves suggest themselves: learned from games (src/train/), kept in nets/ (weights.h).
//
// A cell has a few *traits*, each with a weight; what the weights of its traits sum up to is the
// logarithm of how likely a good player plays there. Traits are seen by the side to move, as if it
// were Black: for White the board is mirrored at its long diagonal and the colours are exchanged. A
// half turn of the board changes nothing.
//
//   ring     what the six cells around it hold
//   second   ... each of the twelve cells around those
//   reply    if it touches the opponent's last stone: that stone's ring, turned so that this cell
//            comes first; a bridge that was entered is one of these
//   last     where it lies from the opponent's last stone
//   own      ... and from the own one before that
//   edge     how far the nearer edge of either side is
//
// Weights are whole hundredths, and all arithmetic is exact or IEEE basic operations: the same on
// every machine.
#ifndef HEX_POLICY_H
#define HEX_POLICY_H

#include "hex/playout.h"

enum {
    POLICY_SECOND = 12,
    POLICY_REACH = 4, // the last stones matter within so many columns and rows
    POLICY_SPAN = 2 * POLICY_REACH + 1,
    POLICY_EDGES = 7, // distances told apart
    POLICY_RING_AT = 0,
    POLICY_SECOND_AT = POLICY_RING_AT + HEX_RINGS,
    POLICY_REPLY_AT = POLICY_SECOND_AT + POLICY_SECOND * 3,
    POLICY_LAST_AT = POLICY_REPLY_AT + HEX_RINGS,
    POLICY_OWN_AT = POLICY_LAST_AT + POLICY_SPAN * POLICY_SPAN,
    POLICY_EDGE_AT = POLICY_OWN_AT + POLICY_SPAN * POLICY_SPAN,
    POLICY_WEIGHTS = POLICY_EDGE_AT + 2 * POLICY_EDGES,
    POLICY_TRAITS = POLICY_SECOND + 6, // of one cell at most
    POLICY_UNIT = 100,                 // a weight of so much is a logit
    POLICY_MOST = 2000,
};

typedef struct HexPolicy {
    int16_t weights[POLICY_WEIGHTS];
} HexPolicy;

// What the traits of a board of one size need. Immutable once made.
typedef struct HexSight {
    const HexGrid *grid;
    int16_t second[BOARD_POINTS][POLICY_SECOND]; // cells, or edges as in HexGrid.ring
    uint16_t seen[2][HEX_RINGS];                 // the ring as a side sees it, the smaller of two
    uint16_t turned[HEX_RING][HEX_RINGS];        // the ring with this place first
    float growth[2 * POLICY_MOST + 1];           // e^(i/100 - 20)
} HexSight;

// The grid must outlive it.
HexSight *hex_sight_new(const HexGrid *grid);
void hex_sight_free(HexSight *sight);

// What the last two stones were, -1 where there is none.
typedef struct HexContext {
    Side side;     // to move
    int last, own; // the opponent's stone, and the own one before it
} HexContext;

// The traits of an empty cell. Returns how many.
int hex_policy_traits(const HexSight *sight, const HexPlayout *board, const HexContext *context,
                      int cell, uint16_t traits[POLICY_TRAITS]);
// How likely each of these empty cells is, up to a common factor.
void hex_policy_weigh(const HexPolicy *policy, const HexSight *sight, const HexPlayout *board,
                      const HexContext *context, const int16_t *cells, int count, float *weights);

// Playouts by the rings of the policy: a cell drawn by chance is played the more often the more its
// ring suggests it.
void hex_patterns_make(HexPatterns *patterns, const HexPolicy *policy);

#endif
