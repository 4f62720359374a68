// SPDX-License-Identifier: MIT
// Work on a Thinker while this thread watches for Ctrl-C, which ends it early with what it has.
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "cli/waker.h"
#include "engine/thinker.h"

#include <pthread.h>

typedef struct Watch {
    Thinker *thinker; // to ask
    Waker waker;
    bool interrupted; // Ctrl-C came
    pthread_mutex_t lock;
    bool shown; // a line on stderr
} Watch;

// Between the two Ctrl-C does nothing but interrupt. One at a time.
void watch_open(Watch *watch);
void watch_close(Watch *watch);
// Waits for an update, at most `milliseconds` (-1: no timeout). False when that is the answer.
bool watch_next(Watch *watch, int milliseconds, ThinkerUpdate *update);

// Work on the thinking thread. It heeds ask->stop, which Ctrl-C raises, may report by ask->on_info, and
// writes what it finds by watch_print().
typedef void (*WatchBody)(Watch *watch, const Ask *ask, void *argument);
// What to say of it meanwhile: a line on stderr, four times a second, where that is a terminal. The
// newest report, or before the first one nothing but the time. Runs on the watching thread.
typedef void (*WatchShow)(const Info *info, void *argument, Text *line);
void watch_show_effort(const Info *info, void *argument, Text *line); // nodes and time

// Runs the body to its end; `show` may be NULL.
void watch_run(Watch *watch, WatchBody body, void *argument, WatchShow show);
bool watch_once(WatchBody body, void *argument, WatchShow show); // true unless interrupted
bool watch_print(Watch *watch, Text *out); // output_flush(), clear of the line on stderr

#endif
