// SPDX-License-Identifier: MIT
// Numbered jobs, done by many and handed over in order.
//
//     claim ->  [0 taken] [1 done] [2 claimed] [3 done] [4 open] ...  put ->  take: 1, wait for 2
//
// Doing and handing over know nothing of each other. Jobs are claimed and their results put back by
// any number of workers, in any order and on any thread; one taker gets the results in the order of
// their numbers. A job is its number and what both ends know already (a seed, the options of a
// run), and its result a value of the user's that can be written down: a worker that claims and
// puts for another machine needs nothing else. A second result of one job is refused.
//
// Every function may be called from any thread, ordered_new() and ordered_free() apart.
#ifndef BASE_ORDERED_H
#define BASE_ORDERED_H

#include "base/error.h"

#include <stdint.h>

typedef struct Ordered Ordered;

// Jobs first .. end-1. At most `window` of them are under way or wait to be taken: a worker that is
// so far ahead of the slowest waits. Memory is set aside for the window.
Ordered *ordered_new(int64_t first, int64_t end, int64_t window);
// When nothing uses it any more. Results that were never taken go to `drop`.
void ordered_free(Ordered *ordered, void (*drop)(void *result));

// --- for the workers ---

// The lowest number that is open, now the caller's to do. Waits while the window is full. False: no
// job is open, or no more are given out.
bool ordered_claim(Ordered *ordered, int64_t *number);
// The result of a job, claimed or not; NULL is a result, too. False and the result stays the
// caller's when there is no such job within the window, or it has its result.
bool ordered_put(Ordered *ordered, int64_t number, void *result);
// A claimed job was not done: it is open again.
void ordered_return(Ordered *ordered, int64_t number);

// No more jobs are given out; those under way are still put and taken.
void ordered_close(Ordered *ordered);
// Something went wrong: closes, and keeps the first sentence.
void ordered_fail(Ordered *ordered, const Error *err);
bool ordered_failed(Ordered *ordered,
                    Error *err); // with the sentence, when it did; err may be NULL

// --- for the consumer ---

// The next result in order, if it is there: does not wait.
bool ordered_take(Ordered *ordered, int64_t *number, void **result);
int64_t ordered_running(Ordered *ordered); // jobs under way
int64_t ordered_waiting(Ordered *ordered); // results that wait to be taken

// --- both, on threads of this process ---

enum { ORDERED_TICK_US = 50000 };

typedef struct OrderedCrew {
    int threads;
    // A worker's whole life, on a thread of its own: claims until there is nothing left.
    void (*work)(Ordered *ordered, int worker, void *user);
    // On the caller's thread, in order; the result is the callee's. False: no more are wanted,
    // which closes; what is done by then stays untaken.
    bool (*take)(Ordered *ordered, int64_t number, void *result, void *user);
    // On the caller's thread, every ORDERED_TICK_US and after results; may be NULL.
    void (*tick)(Ordered *ordered, void *user);
    void *user;
} OrderedCrew;

// Blocks until every worker has left. False with a sentence when something failed. What was put
// before is handed over before the first worker starts.
bool ordered_run(Ordered *ordered, const OrderedCrew *crew, Error *err);

#endif
