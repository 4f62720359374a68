// SPDX-License-Identifier: MIT
// Must-play: what the opponent would win with if it were to move, and the cells that spoil it.
//
// When one stone gives the opponent a chain, every move that touches neither that stone's cell nor
// the cells of its links loses at once. Several such threats leave only what they have in common
// (Hayward et al. 2003, "Solving 7x7 Hex: virtual connections and game-state reduction").
#ifndef LAB_FIRST_THREATS_H
#define LAB_FIRST_THREATS_H

#include "lab/first_worker.h"

typedef struct FirstThreats {
    int count;
    bool answers[HEX_CELLS]; // by node: the cell belongs to every threat
    // The one that takes longest, as it would be played out after a move elsewhere.
    FirstLine longest;
    int longest_plies; // from the opponent's first stone to the end
    bool in_longest[HEX_CELLS];
} FirstThreats;

// Looks at the likeliest cells only, so there may be threats it does not see. `worker->evaluation`
// must be of this position.
void first_threats_find(FirstWorker *worker, FirstThreats *threats);

#endif
