// SPDX-License-Identifier: MIT
// The bench: a fixed set of positions, a fixed number of nodes each, one thread. What is searched
// is the same on every machine and with every compiler, so one number, the signature, tells whether
// a change has changed the search; the time it took is the speed.
#ifndef LAB_BENCH_H
#define LAB_BENCH_H

#include "engine/registry.h"
#include "search/ask.h"
#include "search/hitrate.h"

enum { BENCH_NODES = 100000 }; // a position, unless told otherwise; in Hex a fiftieth

typedef struct BenchLine {
    const char *name; // "renju middle game"
    const char *rule;
    char move[16]; // the chosen one
    int score, depth;
    uint64_t nodes;
    int64_t time_us;
} BenchLine;

// A rule's signature is independent of the other rules, so that a change to one game leaves those
// of the other alone.
typedef struct BenchRule {
    const char *name;
    uint64_t signature;
} BenchRule;

enum { BENCH_RULES_MAX = 16, BENCH_RATES_MAX = 4 * HIT_RATES_MAX };

typedef struct BenchTotal {
    uint64_t signature; // over the nodes, scores and moves of every iteration
    BenchRule rules[BENCH_RULES_MAX];
    size_t rule_count;
    HitRate rates[BENCH_RATES_MAX]; // of every game's search, in builds with TUNE=1
    size_t rate_count;
    uint64_t nodes;
    int64_t time_us;
} BenchTotal;

typedef bool (*BenchFn)(const BenchLine *line, void *user);

// Searches the positions of `rule` (a game's name: of all its rules; NULL: all there are), each to as
// many nodes as the ask's limits say, with its stop flag and listener. `on_line` (may be NULL) is
// called after each and ends it by returning false. False when no position has that rule, or it was stopped.
bool bench_run(const Registry *registry, const char *rule, const Ask *ask, BenchFn on_line,
               void *user, BenchTotal *total, Error *err);
uint64_t bench_speed(const BenchTotal *total); // nodes a second

#endif
