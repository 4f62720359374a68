// SPDX-License-Identifier: MIT
// What a game's search looks like from outside: one table of functions, called once per move.
//
// The services (table, pool, timer) belong to the engine that made the searcher and outlive it.
#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H

#include "game/position.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/pool.h"
#include "search/stop.h"
#include "search/table.h"

typedef struct Searcher Searcher;

typedef struct Services {
    Table *table;
    Pool *pool;
} Services;

// One order to think. `position` is not changed. The flag is raised from outside when time is up;
// the searcher answers within a few milliseconds with the best it has.
typedef struct Order {
    const Position *position;
    Limits limits;
    uint64_t seed; // for whatever a weaker level leaves to chance
    StopFlag *stop;
    int64_t start_us;  // when the clock began to run, see clock_now_us()
    int64_t budget_ms; // when the timer raises the flag; LIMIT_NONE: never
    int64_t soft_ms;   // what a usual move should take; 0: use the whole budget
    InfoFn on_info;    // may be NULL
    void *user;
} Order;

typedef struct SearcherType {
    Searcher *(*create)(const Services *services);
    void (*destroy)(Searcher *searcher);
    void (*new_game)(Searcher *searcher); // forget the last game
    // Makes now what a game like this one needs (the tables of its rule), so that the first thought
    // does not pay for it. think() makes what is missing. NULL: there is nothing to make.
    void (*prepare)(Searcher *searcher, const Position *position);
    void (*think)(Searcher *searcher, const Order *order, Outcome *outcome);
    // Judges positions of this one's rule by the weights in this file from now on. False with a
    // sentence when they are none, or of another rule. NULL: it has no weights to change.
    bool (*load)(Searcher *searcher, const Position *position, const char *path, Error *err);
    // What was found out beforehand about a first stone on an empty board of this size: the chance of
    // who put it, 0 or 1 if that is proven; negative: nothing. NULL: never anything.
    double (*first_stone)(int width, int height, Move stone);
} SearcherType;

#endif
