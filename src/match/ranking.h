// SPDX-License-Identifier: MIT
// What a standing comes to: every player's sums, and the players in the order of their ratings.
#ifndef MATCH_RANKING_H
#define MATCH_RANKING_H

#include "match/rating.h"
#include "match/standing.h"

Tally ranking_total(const Standing *standing, size_t player); // all its games; without pairs
double ranking_points(const Tally *tally);                    // a draw is half a point
// i against j, whichever has the smaller number; pairs included. Zeros for i == j.
Tally ranking_between(const Standing *standing, size_t i, size_t j);

typedef struct Ranked {
    size_t player;
    Rating rating;
} Ranked;

// All players, the best first; free() it. `anchor` is a player or -1. *determined is false when
// imaginary draws were needed (rating.h).
Ranked *ranking_make(const Standing *standing, int anchor, double anchor_elo, bool *determined);

#endif
