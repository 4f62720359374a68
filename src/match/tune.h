// SPDX-License-Identifier: MIT
// Looks for better parameters by SPSA (spsa.h), a pair of games a step, several pairs at a time.
//
// Pair number i is played around what the parameters were TUNE_AHEAD pairs before it, not around
// what they are when somebody has time for it. So what it measures follows from the results of the
// pairs before and the seed alone: a tuning is the same whatever the number of threads, and one that
// was ended goes on where it was. Who plays the pairs, and what a game is, is not known here.
#ifndef MATCH_TUNE_H
#define MATCH_TUNE_H

#include "match/tune_file.h"

enum { TUNE_AHEAD = 32 }; // pairs under way at a time, at most

// --- where the parameters stand ---

// Needs no freeing; `spsa` must outlive it.
typedef struct TuneWay {
    const Spsa *spsa;
    int64_t pairs;                                  // that were learned from
    double stands[TUNE_AHEAD + 1][SPSA_PARAMS_MAX]; // after `pairs` of them, and before
} TuneWay;

void tune_way_begin(TuneWay *way, const Spsa *spsa);
void tune_way_add(TuneWay *way, TunePair pair); // what the next one came to
const double *tune_way_now(const TuneWay *way);
// What this pair is played around; it is none of those learned from, and at most TUNE_AHEAD behind.
const double *tune_way_around(const TuneWay *way, int64_t pair);

// --- the run ---

typedef struct TuneTask {
    int64_t pair;
    const double *plus, *minus; // what the two players play by
} TuneTask;

// Plays a pair, on any thread. False with a sentence when that is not possible.
typedef bool (*TunePlayFn)(const TuneTask *task, TunePair *pair, void *player, Error *err);
// A pair was learned from; on the thread of tune_run(), in order.
typedef void (*TuneSeenFn)(const TuneLog *log, const TuneWay *way, void *user);

typedef struct TuneOrder {
    TuneLog *log; // grows
    TuneFile *file;
    int threads;
    TunePlayFn play;
    void *player;
    TuneSeenFn on_pair; // may be NULL
    void *user;
} TuneOrder;

// Plays what is missing. Blocks. False with a sentence when a pair could not be played or kept.
bool tune_run(const TuneOrder *order, Error *err);

#endif
