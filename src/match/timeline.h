// SPDX-License-Identifier: MIT
// The numbers of a match over time: Elo and SPRT after n games, at evenly spread n.
#ifndef MATCH_TIMELINE_H
#define MATCH_TIMELINE_H

#include "match/archive.h"

typedef struct Estimate {
    double elo, low, high; // the 95% interval; ends may be infinite
} Estimate;

typedef struct Timeline {
    size_t series; // 1 for a duel: the first player's lead; else one a player: its rating
    size_t points;
    double *games;       // [point]
    Estimate *estimates; // [point * series + s]
    SprtState *sprt;     // [point], NULL without an SPRT
} Timeline;

Timeline timeline_make(const Archive *archive);
void timeline_free(Timeline *timeline);

#endif
