// SPDX-License-Identifier: MIT
// Threads that wait for a round to begin, run its job and say when they are done. A round has a
// number: a thread that wakes for nothing sees the old one and sleeps on.
#include "search/pool.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/thread.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct PoolThread {
    Pool *pool;
    int index;
    pthread_t thread;
} PoolThread;

struct Pool {
    int size;
    PoolThread *threads;  // size - 1 of them, index 1 first
    pthread_mutex_t lock; // of everything below
    pthread_cond_t begin, done;
    uint64_t round;
    int running; // threads that have not finished this round, without the caller
    bool closing;
    void (*job)(void *argument, int index);
    void *argument;
    StopFlag *stop; // raised when a job fails, NULL: none
    Error failure;  // of the first job that failed in this round, "" if none has
};

static void call_job(void *argument) {
    const PoolThread *self = argument;
    self->pool->job(self->pool->argument, self->index);
}

// The lock is not held.
static void run_job(PoolThread *self) {
    Pool *pool = self->pool;
    Error failure;
    if (error_catch(call_job, self, &failure))
        return;
    pthread_mutex_lock(&pool->lock);
    if (!pool->failure.text[0])
        pool->failure = failure;
    if (pool->stop)
        stop_raise(pool->stop);
    pthread_mutex_unlock(&pool->lock);
}

static void *pool_body(void *argument) {
    PoolThread *self = argument;
    Pool *pool = self->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->closing)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->closing)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        run_job(self);
        pthread_mutex_lock(&pool->lock);
        if (--pool->running == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

Pool *pool_new(int threads) {
    Pool *pool = mem_new(sizeof *pool);
    size_t most = threads > 1 ? (size_t)threads : 1;
    pool->threads = mem_new_array(most, sizeof *pool->threads);
    pthread_mutex_init(&pool->lock, NULL);
    thread_cond_init(&pool->begin);
    thread_cond_init(&pool->done);
    for (pool->size = 1; pool->size < (int)most; pool->size++) {
        PoolThread *thread = &pool->threads[pool->size - 1];
        *thread = (PoolThread){.pool = pool, .index = pool->size};
        if (!thread_try_start(&thread->thread, pool_body, thread))
            break;
    }
    return pool;
}

void pool_free(Pool *pool) {
    if (!pool)
        return;
    assert(pool->running == 0);
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->size - 1; i++)
        thread_join(pool->threads[i].thread);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}

int pool_size(const Pool *pool) {
    return pool->size;
}

void pool_set_stop(Pool *pool, StopFlag *stop) {
    pool->stop = stop;
}

void pool_run(Pool *pool, void (*job)(void *argument, int index), void *argument) {
    assert(job && pool->running == 0);
    pthread_mutex_lock(&pool->lock);
    pool->job = job;
    pool->argument = argument;
    pool->running = pool->size - 1;
    pool->failure.text[0] = '\0';
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);

    run_job(&(PoolThread){.pool = pool, .index = 0});

    pthread_mutex_lock(&pool->lock);
    while (pool->running > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    if (pool->failure.text[0])
        die("%s", pool->failure.text);
}
