// SPDX-License-Identifier: MIT
// One rating for each of many players, from all their games with each other: the ratings under
// which what happened was most likely (Bradley and Terry 1952; a draw counts as half a win to each
// side).
#ifndef MATCH_RATING_H
#define MATCH_RATING_H

#include "match/tally.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Rating {
    double elo;
    double error; // half of the 95% interval, against the average of the field (or the anchor)
    double games, points;
} Rating;

// tallies[i * count + j] holds player i against player j, i < j; the rest is not read. The player
// `anchor` is given `anchor_elo`; with anchor -1 the average is 0.
//
// Where no finite ratings explain the games (a player won everything, or two groups never met) one
// imaginary draw is added between every two players that met, or between all if that is not enough;
// the return value is false then.
bool ratings_compute(const Tally *tallies, size_t count, int anchor, double anchor_elo,
                     Rating *ratings);

#endif
