// SPDX-License-Identifier: MIT
// How a match stands: every finished game counted once, in the order of their numbers. The order
// makes the verdict of an SPRT the same however many games ran at a time: it falls at the first
// pair at which it could fall, and nothing behind that pair counts.
#ifndef MATCH_STANDING_H
#define MATCH_STANDING_H

#include "match/played.h"
#include "match/schedule.h"
#include "match/sprt.h"
#include "match/tally.h"

typedef struct ColourTally {
    int64_t wins, draws, losses;
} ColourTally;

// What the two sides of an opening scored in all games from it.
typedef struct OpeningTally {
    int64_t black, draws, white;
} OpeningTally;

void opening_tally_add(OpeningTally *tally, const Played *played);

typedef struct Standing {
    size_t players;
    int64_t games;                   // counted so far: numbers 0 .. games-1
    Tally *tallies;                  // [i * players + j], i < j: i against j
    ColourTally *colours;            // [player * 2 + side held at the end]
    int64_t (*losses)[ENDING_COUNT]; // [player][how it lost]
    int64_t draws[ENDING_COUNT];
    OpeningTally *openings; // [opening], as far as played
    size_t opening_count, opening_capacity;
    bool has_sprt;
    Sprt sprt;
    SprtState sprt_state;
    int waiting; // what the lower-numbered player scored in the first game of an unfinished pair
    int64_t plies, time_us; // of all players, for averages
} Standing;

// `sprt` may be NULL; it is for two players.
void standing_begin(Standing *standing, size_t players, const Sprt *sprt);
void standing_free(Standing *standing);

// Counts the game with the number standing->games. False when the match is decided: either it was
// before, and the game did not count, or by this game.
bool standing_add(Standing *standing, const Played *played);
bool standing_decided(const Standing *standing);

const Tally *standing_tally(const Standing *standing, size_t i, size_t j); // i < j

#endif
