// SPDX-License-Identifier: MIT
// The bench: a fixed set of positions, a fixed number of nodes each, one thread. What is searched
// is the same on every machine and with every compiler, so one number, the signature, tells whether
// a change has changed the search; the time it took is the speed.
#ifndef LAB_BENCH_H
#define LAB_BENCH_H

#include "engine/registry.h"
#include "search/info.h"

enum { BENCH_NODES = 100000 }; // a position, unless told otherwise; in Hex a fiftieth

typedef struct BenchLine {
    const char *name; // "renju middle game"
    char move[16];    // the chosen one
    int score, depth;
    uint64_t nodes;
    int64_t time_us;
} BenchLine;

typedef struct BenchTotal {
    uint64_t signature; // over the nodes, scores and moves of every iteration
    uint64_t nodes;
    int64_t time_us;
} BenchTotal;

typedef void (*BenchFn)(const BenchLine *line, void *user);

// `on_line` (may be NULL) is called after each position.
void bench_run(const Registry *registry, int64_t nodes, BenchFn on_line, void *user,
               BenchTotal *total);
uint64_t bench_speed(const BenchTotal *total); // nodes a second

#endif
