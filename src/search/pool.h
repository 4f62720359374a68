// SPDX-License-Identifier: MIT
// A persistent pool of threads that all run the same job, each with its own index.
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

typedef struct Pool Pool;

Pool *pool_new(int threads); // at least 1
void pool_free(Pool *pool);
int pool_size(const Pool *pool);
// Runs job(argument, index) for every index 0 .. size-1 and returns when all are done. Index 0 runs
// on the caller's own thread, so a pool of one starts no thread at all. One caller at a time.
void pool_run(Pool *pool, void (*job)(void *argument, int index), void *argument);

#endif
