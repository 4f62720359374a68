// SPDX-License-Identifier: MIT
#include "cli/watch.h"

#include "base/clock.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "search/info_text.h"

#include <signal.h>

enum { TICK_MS = 250 };

void watch_open(Watch *watch) {
    *watch = (Watch){0};
    pthread_mutex_init(&watch->lock, NULL);
    waker_open(&watch->waker);
    waker_catch(&watch->waker, SIGINT);
    watch->thinker = thinker_new(waker_poke, &watch->waker);
}

void watch_close(Watch *watch) {
    thinker_free(watch->thinker);
    waker_release(SIGINT);
    waker_close(&watch->waker);
    pthread_mutex_destroy(&watch->lock);
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
    Watch *watch;
    WatchBody body;
    void *argument;
} WatchedWork;

static bool work(Thinker *thinker, const Ask *ask, void *argument, Choice *choice, Error *err) {
    const WatchedWork *watched = argument;
    (void)thinker, (void)choice, (void)err;
    watched->body(watched->watch, ask, watched->argument);
    return true;
}

static void erase(Watch *watch) {
    if (watch->shown)
        fputs("\r\033[K", stderr);
    watch->shown = false;
}

bool watch_print(Watch *watch, Text *out) {
    pthread_mutex_lock(&watch->lock);
    erase(watch);
    bool taken = output_flush(out);
    pthread_mutex_unlock(&watch->lock);
    return taken;
}

static void draw(Watch *watch, WatchShow show, const Info *info, void *argument) {
    Text line = {0};
    show(info, argument, &line);
    pthread_mutex_lock(&watch->lock);
    fprintf(stderr, "\r\033[K%s", text_chars(&line));
    watch->shown = true;
    pthread_mutex_unlock(&watch->lock);
    text_free(&line);
}

void watch_run(Watch *watch, WatchBody body, void *argument, WatchShow show) {
    WatchedWork watched = {watch, body, argument};
    int64_t start = clock_now_us();
    ThinkerUpdate update;
    Info info = {0};
    if (!terminal_is(stderr))
        show = NULL;
    thinker_run(watch->thinker, work, &watched, NULL);
    while (watch_next(watch, show ? TICK_MS : -1, &update)) {
        for (const Said *said = update.said; said; said = said->next)
            info = said->info;
        if (!info.multipv)
            info.time_ms = (clock_now_us() - start) / 1000;
        if (show)
            draw(watch, show, &info, argument);
    }
    erase(watch);
}

bool watch_once(WatchBody body, void *argument, WatchShow show) {
    Watch watch;
    watch_open(&watch);
    watch_run(&watch, body, argument, show);
    watch_close(&watch);
    return !watch.interrupted;
}

void watch_show_effort(const Info *info, void *argument, Text *line) {
    (void)argument;
    info_count(info->nodes, line);
    text_addf(line, " nodes, %.1f s", (double)info->time_ms / 1000);
}
