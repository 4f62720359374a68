// SPDX-License-Identifier: MIT
// A persistent pool of threads that all run the same job, each with its own index.
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

#include "search/stop.h"

typedef struct Pool Pool;

Pool *pool_new(int threads); // at least 1; fewer than asked for when the system gives no more
void pool_free(Pool *pool);
int pool_size(const Pool *pool);
// Runs job(argument, index) for every index 0 .. size-1 and returns when all are done. Index 0 runs
// on the caller's own thread, so a pool of one starts no thread at all. One caller at a time.
//
// When a job ends in die(), on whichever thread, the pool's flag is raised, and once the other jobs
// have ended the failure is passed on to the caller.
void pool_run(Pool *pool, void (*job)(void *argument, int index), void *argument);
void pool_set_stop(Pool *pool, StopFlag *stop); // what the jobs look at; NULL: nothing

#endif
