// SPDX-License-Identifier: MIT
// What a game's search looks like from outside: one table of functions, called once per move.
//
// The services belong to the engine that made the searcher and outlive it. The memory is the
// searcher's alone: it divides it as its orders need.
#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H

#include "base/option.h"
#include "search/ask.h"
#include "search/hitrate.h"
#include "search/memory.h"
#include "search/pool.h"
#include "search/tunable.h"

typedef struct Searcher Searcher;

typedef struct Services {
    Pool *pool;
    Memory *memory;
} Services;

struct Appraisal; // search/appraisal.h

typedef struct SearcherType {
    Searcher *(*create)(const Services *services);
    void (*destroy)(Searcher *searcher);
    void (*new_game)(Searcher *searcher); // forget the last game
    // Makes now what a game like this one needs (the tables of its rule), so that the first thought
    // does not pay for it. think() makes what is missing. NULL: there is nothing to make.
    void (*prepare)(Searcher *searcher, const Position *position);
    void (*think)(Searcher *searcher, const Ask *order, Outcome *outcome);
    // Judges positions of this one's rule by the weights in this file from now on. False with a
    // sentence when they are none, or of another rule. NULL: it has no weights to change.
    bool (*load)(Searcher *searcher, const Position *position, const char *path, Error *err);
    // Its own options beside the limits: a table over a struct of this size, which begins as zeros.
    // Told before a game like this one is thought about; it copies what it needs. False with a
    // sentence when they do not fit. NULL: it has none.
    const Option *options;
    size_t options_size;
    bool (*configure)(Searcher *searcher, const Position *position, const void *options,
                      Error *err);
    // What was found out beforehand about a first stone on an empty board of this size: the chance
    // of the side that put it, 0 or 1 if proven; negative: nothing. NULL: never anything.
    double (*first_stone)(int width, int height, Move stone);
    // What the static evaluation of this position is made of, by these weights or those built in
    // (NULL). Neither side has won. False with a sentence when the file does not fit. May be NULL.
    bool (*appraise)(const Position *position, const char *weights, struct Appraisal *appraisal,
                     Error *err);
    // Can the side to move win by fours alone (VCF)? The outcome's line is such a win; its move is
    // MOVE_NONE when there is none, false when the limits of time and nodes were too small to tell.
    // Neither side has won. NULL: the game has no fours.
    bool (*fours)(const Ask *ask, Outcome *outcome);
    // What was counted since it was made; returns how many. NULL: nothing is counted.
    size_t (*hit_rates)(const Searcher *searcher, HitRate rates[HIT_RATES_MAX]);
    // Those of `options` that are numbers to be tuned; returns how many. NULL: there are none, as in
    // builds without TUNE=1.
    size_t (*tunables)(Tunable tunables[TUNABLES_MAX]);
    int node_cost;       // one of its nodes takes about as long as this many plain ones; 0: as one
    int64_t judge_nodes; // enough to judge an opening
    // With Limits.prove: it decides boards of up to this many cells sooner or later, so that no
    // limit is needed; and a search that was stopped is resumed by the next.
    int solves_cells;
    bool keeps_proofs;
} SearcherType;

#endif
