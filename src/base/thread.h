// SPDX-License-Identifier: MIT
// Threads: a thin layer over pthreads in which a failure to start is a broken machine, see error.h.
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// An 8 MB stack, whatever the system's default: searches recurse.
pthread_t thread_start(void *(*body)(void *), void *argument);
// The same for an optional thread: false when the system gives no more.
bool thread_try_start(pthread_t *thread, void *(*body)(void *), void *argument);
void thread_join(pthread_t thread);
int thread_cores(void); // cores this process may run on, at least 1

// A condition variable on the monotonic clock, and a wait until a moment of clock_now_us().
void thread_cond_init(pthread_cond_t *condition);
// 0 when signalled (or woken for nothing), ETIMEDOUT when the moment has come.
int thread_cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment_us);

#endif
