// SPDX-License-Identifier: MIT
// Work on a Thinker while this thread watches for Ctrl-C, which ends it early with what it has.
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "cli/waker.h"
#include "engine/thinker.h"

typedef struct Watch {
    Thinker *thinker; // to ask
    Waker waker;
    bool interrupted; // Ctrl-C came
} Watch;

// Between the two Ctrl-C does nothing but interrupt. One at a time.
void watch_open(Watch *watch);
void watch_close(Watch *watch);
// Waits for an update, at most `milliseconds` (-1: no timeout). False when that is the answer.
bool watch_next(Watch *watch, int milliseconds, ThinkerUpdate *update);

// Runs body(argument) to its end. Ctrl-C raises the flag, which the body must heed. `tick` runs on
// this thread meanwhile, four times a second; NULL: not at all.
void watch_run(Watch *watch, void (*body)(void *argument), void *argument, StopFlag *stop,
               void (*tick)(void *argument));
void watch_once(void (*body)(void *argument), void *argument, StopFlag *stop,
                void (*tick)(void *argument)); // with its own Watch

#endif
