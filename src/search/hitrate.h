// SPDX-License-Identifier: MIT
// Hit-rate counters: how often a step of a search was tried, and how often it succeeded. Kept only
// by builds with TUNE=1; elsewhere hit_rate_count() is its condition and costs nothing.
//
//     if (hit_rate_count(&worker->rates[RATE_TABLE], node_known(worker, &node, &score)))
//         return score;
//
// A thread counts in rates of its own; the owner of the threads adds them up.
#ifndef SEARCH_HITRATE_H
#define SEARCH_HITRATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HitRate {
    const char *name; // set where the rates are added up
    uint64_t tries, hits;
} HitRate;

enum { HIT_RATES_MAX = 16 }; // of one searcher

static inline bool hit_rate_count(HitRate *rate, bool hit) {
#ifdef TUNE
    rate->tries++;
    rate->hits += hit;
#else
    (void)rate;
#endif
    return hit;
}

static inline void hit_rate_add(HitRate *sum, const HitRate *more) {
    sum->tries += more->tries;
    sum->hits += more->hits;
}

#endif
