// SPDX-License-Identifier: MIT
// A thread that thinks for a page: chooses moves as one of the players, analyses positions, reviews
// whole games. One job at a time; a new one ends the one before it.
//
// Everything here is called by the server's thread and never waits for a search, but for
// worker_free(). `wake` runs on the thinking thread when a job has ended; what was found meanwhile,
// and that nothing was (a beat), is fetched with worker_news().
#ifndef SERVE_WORKER_H
#define SERVE_WORKER_H

#include "engine/engine.h"
#include "engine/thinker.h"
#include "serve/blame.h"
#include "serve/bounds.h"

typedef enum JobKind { JOB_CHOOSE, JOB_ANALYSE, JOB_REVIEW } JobKind;

typedef struct Job {
    JobKind kind;
    Game *game;
    char *spec, *table; // of a choice: the player, and in which sitting (players remember)
    Limits limits;      // of each thought
    int64_t ask;        // the page's number for it
    uint64_t desk;      // whose it is
} Job;

// What a review found of one position. The move that was made there follows from the game.
typedef struct Judgement {
    size_t ply;
    Info info;     // of the best line there; its pv_length is 0 when the game was over
    bool has_drop; // `drop` is the chance given away by the move that was made there
    double drop;
    Blame blame;
} Judgement;

// An update: what is new since the last one.
typedef struct News {
    JobKind kind;
    int64_t ask;
    uint64_t desk;
    int line_count; // all there are so far
    Info lines[BOUND_LINES];
    Judgement *judgements; // the caller frees them
    size_t judgement_count;
    ThinkerUpdate update; // how it goes, and what it came to
} News;

typedef struct PageWorker PageWorker;
typedef struct HouseSetup HouseSetup; // house.h

PageWorker *worker_new(const HouseSetup *setup);       // which must outlive it
void worker_free(PageWorker *worker);                  // stops and waits
void worker_start(PageWorker *worker, const Job *job); // copies it
void worker_stop(PageWorker *worker);                  // what is under way ends within milliseconds
bool worker_busy(PageWorker *worker);                  // news of an end that were not fetched count
// Whether it is at work right now, and the longest it ever took to end when asked to.
bool worker_thinks(PageWorker *worker, int64_t *slowest_stop_us);
bool worker_news(PageWorker *worker, News *news); // false: nothing is new

#endif
