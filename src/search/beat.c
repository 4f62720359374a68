// SPDX-License-Identifier: MIT
// One thread asleep until the search has been silent for long enough. The listener is called with
// the lock held, which keeps reports and beats apart; what it cannot do for lack of memory is
// caught inside, or the lock would stay taken.
#include "search/beat.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/thread.h"

#include <stdlib.h>

enum { BEAT_US = 200 * 1000 };

struct Beat {
    pthread_t thread;
    bool started;         // with the first ask that wants beats
    pthread_mutex_t lock; // of everything below
    pthread_cond_t changed;
    bool closing;
    InfoFn on_info; // of the ask; NULL: there is none
    void *user;
    int64_t start_us;
    int64_t next_us; // when silence has lasted too long
    uint64_t (*nodes)(const void *search);
    const void *search;
    uint64_t before, most; // nodes of the searches that are over; the most that was told
    Info *lines;           // as they were last said, by candidate; room for MULTIPV_MAX
    int line_count;
};

Beat *beat_new(void) {
    Beat *beat = mem_new(sizeof *beat);
    pthread_mutex_init(&beat->lock, NULL);
    thread_cond_init(&beat->changed);
    return beat;
}

void beat_free(Beat *beat) {
    if (!beat)
        return;
    pthread_mutex_lock(&beat->lock);
    beat->closing = true;
    pthread_cond_signal(&beat->changed);
    pthread_mutex_unlock(&beat->lock);
    if (beat->started)
        thread_join(beat->thread);
    pthread_cond_destroy(&beat->changed);
    pthread_mutex_destroy(&beat->lock);
    free(beat->lines);
    free(beat);
}

// --- with the lock held ---

// Before there is a line, nodes and time are all there is to tell.
static void tell(void *argument) {
    Beat *beat = argument;
    Info blank = {.multipv = 1, .line = {.win = 0.5, .visits = -1}};
    uint64_t nodes = beat->before + (beat->nodes ? beat->nodes(beat->search) : 0);
    beat->most = nodes > beat->most ? nodes : beat->most;
    for (int i = 0; i < beat->line_count || i == 0; i++) {
        Info *info = beat->line_count ? &beat->lines[i] : &blank;
        info->beat = true;
        info->nodes = beat->most;
        info->time_ms = (clock_now_us() - beat->start_us) / 1000;
        beat->on_info(info, beat->user);
    }
}

typedef struct BeatReport {
    Beat *beat;
    const Info *info;
} BeatReport;

static void hand_on(void *argument) {
    const BeatReport *report = argument;
    report->beat->on_info(report->info, report->beat->user);
}

// --- threads ---

static void *run(void *argument) {
    Beat *beat = argument;
    pthread_mutex_lock(&beat->lock);
    while (!beat->closing) {
        if (!beat->on_info) {
            pthread_cond_wait(&beat->changed, &beat->lock);
        } else if (clock_now_us() < beat->next_us) {
            thread_cond_wait_until(&beat->changed, &beat->lock, beat->next_us);
        } else {
            error_catch(tell, beat, NULL); // one that finds no memory is left out
            beat->next_us = clock_now_us() + BEAT_US;
        }
    }
    pthread_mutex_unlock(&beat->lock);
    return NULL;
}

// On the searching thread, as the ask's listener.
static void hear(const Info *info, void *user) {
    Beat *beat = user;
    Error err;
    pthread_mutex_lock(&beat->lock);
    if (info->multipv >= 1 && info->multipv <= MULTIPV_MAX) {
        beat->lines[info->multipv - 1] = *info;
        if (beat->line_count < info->multipv)
            beat->line_count = info->multipv;
    }
    beat->most = info->nodes > beat->most ? info->nodes : beat->most;
    beat->next_us = clock_now_us() + BEAT_US;
    bool ok = error_catch(hand_on, &(BeatReport){beat, info}, &err);
    pthread_mutex_unlock(&beat->lock);
    if (!ok)
        die("%s", err.text);
}

bool beat_begin(Beat *beat, Ask *ask) {
    if (!ask->beats || !ask->on_info || ask->beat)
        return false;
    if (!beat->lines)
        beat->lines = mem_new_array(MULTIPV_MAX, sizeof *beat->lines);
    if (!beat->started)
        beat->started = thread_try_start(&beat->thread, run, beat);
    if (!beat->started) // without a thread there are no beats, only reports
        return false;
    pthread_mutex_lock(&beat->lock);
    int64_t now = clock_now_us();
    beat->on_info = ask->on_info;
    beat->user = ask->user;
    beat->start_us = ask->start_us ? ask->start_us : now;
    beat->next_us = now + BEAT_US;
    beat->nodes = NULL;
    beat->before = beat->most = 0;
    beat->line_count = 0;
    pthread_cond_signal(&beat->changed);
    pthread_mutex_unlock(&beat->lock);
    ask->on_info = hear;
    ask->user = beat;
    ask->beat = beat;
    return true;
}

void beat_end(Beat *beat) {
    pthread_mutex_lock(&beat->lock);
    beat->on_info = NULL;
    pthread_mutex_unlock(&beat->lock);
}

void beat_watch(Beat *beat, uint64_t (*nodes)(const void *search), const void *search) {
    if (!beat)
        return;
    pthread_mutex_lock(&beat->lock);
    beat->nodes = nodes;
    beat->search = search;
    pthread_mutex_unlock(&beat->lock);
}

void beat_add(Beat *beat, uint64_t nodes) {
    if (!beat)
        return;
    pthread_mutex_lock(&beat->lock);
    beat->before += nodes;
    pthread_mutex_unlock(&beat->lock);
}
