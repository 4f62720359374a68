// SPDX-License-Identifier: MIT
// One thread asleep on a condition variable until the armed moment. The flag is only raised while
// the lock is held, so after disarming the timer no other thread touches the flag.
#include "search/timer.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

#include <assert.h>
#include <stdlib.h>

struct Timer {
    pthread_t thread;
    pthread_mutex_t lock; // of everything below
    pthread_cond_t changed;
    int64_t moment_us;
    StopFlag *flag; // NULL: not armed
    bool closing;
};

static void *timer_body(void *argument) {
    Timer *timer = argument;
    pthread_mutex_lock(&timer->lock);
    while (!timer->closing) {
        if (!timer->flag) {
            pthread_cond_wait(&timer->changed, &timer->lock);
        } else if (clock_now_us() >= timer->moment_us) {
            stop_raise_time(timer->flag);
            timer->flag = NULL;
        } else {
            thread_cond_wait_until(&timer->changed, &timer->lock, timer->moment_us);
        }
    }
    pthread_mutex_unlock(&timer->lock);
    return NULL;
}

Timer *timer_new(void) {
    Timer *timer = mem_new(sizeof *timer);
    pthread_mutex_init(&timer->lock, NULL);
    thread_cond_init(&timer->changed);
    timer->thread = thread_start(timer_body, timer);
    return timer;
}

void timer_free(Timer *timer) {
    if (!timer)
        return;
    pthread_mutex_lock(&timer->lock);
    timer->closing = true;
    pthread_cond_signal(&timer->changed);
    pthread_mutex_unlock(&timer->lock);
    thread_join(timer->thread);
    pthread_cond_destroy(&timer->changed);
    pthread_mutex_destroy(&timer->lock);
    free(timer);
}

void timer_arm(Timer *timer, int64_t moment_us, StopFlag *flag) {
    assert(flag);
    bool passed = clock_now_us() >= moment_us;
    pthread_mutex_lock(&timer->lock);
    timer->moment_us = moment_us;
    timer->flag = passed ? NULL : flag;
    pthread_cond_signal(&timer->changed);
    pthread_mutex_unlock(&timer->lock);
    if (passed)
        stop_raise_time(flag);
}

void timer_disarm(Timer *timer) {
    pthread_mutex_lock(&timer->lock);
    timer->flag = NULL;
    pthread_mutex_unlock(&timer->lock);
}
