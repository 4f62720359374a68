// SPDX-License-Identifier: MIT
#include "base/thread.h"

#include "base/error.h"

#include <assert.h>
#include <sched.h>
#include <string.h>
#include <time.h>

enum { STACK_BYTES = 8 << 20 };

// 0, or the errno of the failure.
static int start(pthread_t *thread, void *(*body)(void *), void *argument) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int failed = pthread_create(thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    return failed;
}

pthread_t thread_start(void *(*body)(void *), void *argument) {
    assert(body);
    pthread_t thread;
    int failed = start(&thread, body, argument);
    if (failed)
        die("cannot start a thread: %s", strerror(failed));
    return thread;
}

bool thread_try_start(pthread_t *thread, void *(*body)(void *), void *argument) {
    assert(thread && body);
    return start(thread, body, argument) == 0;
}

void thread_join(pthread_t thread) {
    pthread_join(thread, NULL);
}

int thread_cores(void) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed))
        return 1;
    int cores = CPU_COUNT(&allowed);
    return cores > 0 ? cores : 1;
}

void thread_cond_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

int thread_cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment_us) {
    assert(moment_us >= 0);
    struct timespec moment = {moment_us / 1000000, (moment_us % 1000000) * 1000};
    return pthread_cond_timedwait(condition, mutex, &moment);
}
