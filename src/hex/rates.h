// SPDX-License-Identifier: MIT
// The steps of the Hex searches whose success is counted (search/hitrate.h). Each thread counts in
// rates of its own.
#ifndef HEX_RATES_H
#define HEX_RATES_H

#include "search/hitrate.h"

typedef enum HexRate {
    HEX_RATE_DECIDED,   // a simulation came to a node that was won or lost already
    HEX_RATE_FILL,      // fill-in decided a leaf, and the network was not asked
    HEX_RATE_KNOWLEDGE, // knowledge decided a node of the tree
    HEX_RATE_BOOK,      // the proof book knew a position of the solver
    HEX_RATE_SHOWN,     // knowledge decided one it did not know
    HEX_RATE_ADOPTED,   // ... or the book knew its fill-in decided
    HEX_RATE_LINKS,     // the link cache had the connections of a position come back to
    HEX_RATE_COUNT,
} HexRate;

typedef struct HexRates {
    HitRate of[HEX_RATE_COUNT];
} HexRates;

static inline void hex_rates_add(HexRates *sum, const HexRates *more) {
    for (int i = 0; i < HEX_RATE_COUNT; i++)
        hit_rate_add(&sum->of[i], &more->of[i]);
}

#endif
