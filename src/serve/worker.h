// SPDX-License-Identifier: MIT
// A thread that thinks for a page: chooses moves as one of the players, analyses positions, reviews
// whole games. One job at a time; a new one ends the one before it.
//
// Everything here is called by the server's thread and never waits for a search, but for
// worker_free(). `wake` runs on the thinking thread when a job has ended; what was found meanwhile
// is fetched with worker_news().
#ifndef SERVE_WORKER_H
#define SERVE_WORKER_H

#include "engine/engine.h"
#include "serve/blame.h"
#include "serve/bounds.h"

typedef enum JobKind { JOB_CHOOSE, JOB_ANALYSE, JOB_REVIEW } JobKind;

typedef struct Job {
    JobKind kind;
    Game *game;
    char *spec, *table; // of a choice: who, and in which sitting (players remember)
    Limits limits;      // of each thought
    int64_t ask;        // the page's number for it
    uint64_t desk;      // whose it is
} Job;

// What a review found of one position. The move that was made there follows from the game.
typedef struct Judgement {
    size_t ply;
    Line line; // the best one there; pv_length 0 when the game was over
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    bool has_drop; // the chance given away by the move that was made there, for whoever made it
    double drop;
    Blame blame;
} Judgement;

// What is new since the last time.
typedef struct News {
    JobKind kind;
    int64_t ask;
    uint64_t desk;
    bool more;      // there is something new among the lines
    int line_count; // all there are so far
    Info lines[BOUND_LINES];
    Judgement *judgements; // the caller frees them
    size_t judgement_count;
    bool ended, stopped, ok; // ok: err is empty
    Choice choice;
    Error err;
} News;

typedef struct Worker Worker;
typedef struct WorkerSetup {
    const Registry *registry;
    int threads;
    int64_t hash_bytes;
    void (*wake)(void *user);
    void *user;
} WorkerSetup;

Worker *worker_new(const WorkerSetup *setup);
void worker_free(Worker *worker);                  // stops and waits
void worker_start(Worker *worker, const Job *job); // copies it
void worker_stop(Worker *worker);                  // what is under way ends within milliseconds
bool worker_busy(Worker *worker);                  // news of an end that were not fetched count
// Whether it is at work right now, and the longest it ever took to end when asked to.
bool worker_thinks(Worker *worker, int64_t *slowest_stop_us);
bool worker_news(Worker *worker, News *news); // false: nothing is new

#endif
