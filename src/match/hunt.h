// SPDX-License-Identifier: MIT
// The hunt for even openings: as many as are wanted, no two the same up to symmetry, on several
// threads. Try number i follows from the seed and i alone, and what is found is handed over in that
// order, so the list is the same however many threads looked for it.
#ifndef MATCH_HUNT_H
#define MATCH_HUNT_H

#include "engine/registry.h"
#include "match/even.h"

typedef struct HuntOrder {
    const Registry *registry;
    EvenOrder even;
    double band;      // how far from one half a chance may lie
    size_t count;     // wanted
    size_t tries_max; // in all, before it gives up
    uint64_t seed;
    int threads;
    size_t hash_bytes; // what each of them may remember; the list depends on it. 0: 4 MB
    StopFlag *stop;
    // Called in order, on the thread of hunt_run(). The position is the hunt's. False: stop.
    bool (*on_found)(const Position *position, double win, void *user);
    void *user;
} HuntOrder;

// Blocks until enough are found, all tries are used up or the flag goes up. Returns how many were
// handed over; *tries gets how many were looked at for them.
size_t hunt_run(const HuntOrder *order, size_t *tries);

#endif
