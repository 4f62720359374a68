// SPDX-License-Identifier: MIT
#include "cli/watch.h"

#include <signal.h>

enum { TICK_MS = 250 };

void watch_open(Watch *watch) {
    *watch = (Watch){0};
    waker_open(&watch->waker);
    waker_catch(&watch->waker, SIGINT);
    watch->thinker = thinker_new(waker_poke, &watch->waker);
}

void watch_close(Watch *watch) {
    thinker_free(watch->thinker);
    waker_release(SIGINT);
    waker_close(&watch->waker);
}

bool watch_next(Watch *watch, int milliseconds, ThinkerUpdate *update) {
    waker_wait(&watch->waker, -1, milliseconds);
    if (waker_caught(SIGINT)) {
        watch->interrupted = true;
        thinker_stop(watch->thinker);
    }
    thinker_poll(watch->thinker, update);
    return !update->done;
}

typedef struct WatchedWork {
    void (*body)(void *argument);
    void *argument;
} WatchedWork;

static bool work(Thinker *thinker, const Ask *ask, void *argument, Choice *choice, Error *err) {
    const WatchedWork *watched = argument;
    (void)thinker, (void)ask, (void)choice, (void)err;
    watched->body(watched->argument);
    return true;
}

void watch_run(Watch *watch, void (*body)(void *argument), void *argument, StopFlag *stop,
               void (*tick)(void *argument)) {
    WatchedWork watched = {body, argument};
    ThinkerUpdate update;
    thinker_run(watch->thinker, work, &watched, NULL);
    while (watch_next(watch, tick ? TICK_MS : -1, &update)) {
        if (watch->interrupted)
            stop_raise(stop);
        if (tick)
            tick(argument);
    }
}

void watch_once(void (*body)(void *argument), void *argument, StopFlag *stop,
                void (*tick)(void *argument)) {
    Watch watch;
    watch_open(&watch);
    watch_run(&watch, body, argument, stop, tick);
    watch_close(&watch);
}
