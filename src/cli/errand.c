// SPDX-License-Identifier: MIT
#include "cli/errand.h"

#include "base/thread.h"
#include "cli/waker.h"

#include <signal.h>

typedef struct Errand {
    void (*body)(void *argument);
    void *argument;
    atomic_bool done;
    Waker waker;
} Errand;

static void *run(void *argument) {
    Errand *errand = argument;
    errand->body(errand->argument);
    atomic_store(&errand->done, true);
    waker_poke(&errand->waker);
    return NULL;
}

void errand_run(void (*body)(void *argument), void *argument, StopFlag *stop) {
    Errand errand = {.body = body, .argument = argument};
    waker_open(&errand.waker);
    waker_catch(&errand.waker, SIGINT);
    pthread_t thread = thread_start(run, &errand);
    while (!atomic_load(&errand.done)) {
        waker_wait(&errand.waker, -1, -1);
        if (waker_caught(SIGINT))
            stop_raise(stop);
    }
    thread_join(thread);
    waker_release(SIGINT);
    waker_close(&errand.waker);
}
