// SPDX-License-Identifier: MIT
// The one request there is: think about this, within these limits, and report here. A front end
// fills in what it knows and hands it to a Player or an Engine, which hands it on to the search;
// each adds what is marked as its own.
#ifndef SEARCH_ASK_H
#define SEARCH_ASK_H

#include "game/position.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/stop.h"

typedef struct Ask {
    const struct Game *game;  // for a Player or in an opening (engine/game.h), unchanged by either
    const Position *position; // for a search, unchanged; player_choose() takes it from the game
    Limits limits;            // of a front end; those in a player's SPEC win over them
    uint64_t seed;            // for the random choices of a weaker level
    // Raised from outside: the answer follows within a few milliseconds, with the best there is.
    StopFlag *stop;
    int64_t start_us; // when its time began to run, see clock_now_us(); 0: with the call
    InfoFn on_info;   // may be NULL
    void *user;
    bool beats;  // heartbeats are wanted too, see beat.h; they come from another thread
    bool ponder; // of a Thinker: once it has answered, the player thinks on, see engine/thinker.h

    // --- set by engine_think() ---
    int64_t budget_ms; // when the timer raises the flag; LIMIT_NONE: never
    int64_t soft_ms;   // what a usual move should take; 0: use the whole budget
    struct Beat *beat; // to be told where nodes are counted; NULL: no beats
} Ask;

#endif
