// SPDX-License-Identifier: MIT
// A ring of slots, one for each job of the window; the job `taken + i` has the slot of its number
// modulo the window.
#include "base/ordered.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

#include <assert.h>
#include <stdlib.h>

typedef enum JobState { JOB_OPEN, JOB_CLAIMED, JOB_DONE } JobState;

typedef struct JobSlot {
    JobState state;
    void *result; // while done
} JobSlot;

struct Ordered {
    int64_t first, end, window;
    pthread_mutex_t mutex;  // guards what follows
    pthread_cond_t room;    // for workers: the window has moved, or it is closed
    pthread_cond_t changed; // for the taker: a result, a failure, a worker that left
    JobSlot *slots;
    int64_t taken; // the next number to be taken
    int64_t open;  // no number below is open
    int64_t running, waiting;
    int working; // workers of ordered_run() that have not left
    bool closed, failed;
    Error failure;
};

Ordered *ordered_new(int64_t first, int64_t end, int64_t window) {
    assert(first <= end && window > 0);
    Ordered *ordered = mem_new(sizeof *ordered);
    ordered->first = ordered->taken = ordered->open = first;
    ordered->end = end;
    ordered->window = window < end - first ? window : end - first;
    ordered->slots = mem_new_array((size_t)ordered->window, sizeof *ordered->slots);
    pthread_mutex_init(&ordered->mutex, NULL);
    pthread_cond_init(&ordered->room, NULL);
    thread_cond_init(&ordered->changed);
    return ordered;
}

void ordered_free(Ordered *ordered, void (*drop)(void *result)) {
    for (int64_t i = 0; i < ordered->window; i++)
        if (ordered->slots[i].state == JOB_DONE && ordered->slots[i].result)
            drop(ordered->slots[i].result);
    pthread_cond_destroy(&ordered->changed);
    pthread_cond_destroy(&ordered->room);
    pthread_mutex_destroy(&ordered->mutex);
    free(ordered->slots);
    free(ordered);
}

// --- the slots; the mutex is held ---

// NULL when the job lies outside the window.
static JobSlot *slot_of(Ordered *ordered, int64_t number) {
    if (number < ordered->taken || number >= ordered->end ||
        number - ordered->taken >= ordered->window)
        return NULL;
    return &ordered->slots[(number - ordered->first) % ordered->window];
}

static JobSlot *find_open(Ordered *ordered) {
    JobSlot *slot;
    while ((slot = slot_of(ordered, ordered->open)) && slot->state != JOB_OPEN)
        ordered->open++;
    return slot;
}

static void shut(Ordered *ordered) {
    ordered->closed = true;
    pthread_cond_broadcast(&ordered->room);
    pthread_cond_signal(&ordered->changed);
}

static bool take(Ordered *ordered, int64_t *number, void **result) {
    JobSlot *slot = slot_of(ordered, ordered->taken);
    if (!slot || slot->state != JOB_DONE)
        return false;
    *number = ordered->taken++;
    *result = slot->result;
    *slot = (JobSlot){JOB_OPEN, NULL}; // of the job a window further
    ordered->waiting--;
    if (ordered->open < ordered->taken)
        ordered->open = ordered->taken;
    pthread_cond_broadcast(&ordered->room);
    return true;
}

// --- from outside ---

bool ordered_claim(Ordered *ordered, int64_t *number) {
    pthread_mutex_lock(&ordered->mutex);
    JobSlot *slot = NULL;
    while (!ordered->closed && !(slot = find_open(ordered)) && ordered->open < ordered->end)
        pthread_cond_wait(&ordered->room, &ordered->mutex);
    bool found = !ordered->closed && slot;
    if (found) {
        slot->state = JOB_CLAIMED;
        ordered->running++;
        *number = ordered->open++;
    }
    pthread_mutex_unlock(&ordered->mutex);
    return found;
}

bool ordered_put(Ordered *ordered, int64_t number, void *result) {
    pthread_mutex_lock(&ordered->mutex);
    JobSlot *slot = slot_of(ordered, number);
    bool wanted = slot && slot->state != JOB_DONE;
    if (wanted) {
        ordered->running -= slot->state == JOB_CLAIMED;
        ordered->waiting++;
        *slot = (JobSlot){JOB_DONE, result};
        pthread_cond_signal(&ordered->changed);
    }
    pthread_mutex_unlock(&ordered->mutex);
    return wanted;
}

void ordered_return(Ordered *ordered, int64_t number) {
    pthread_mutex_lock(&ordered->mutex);
    JobSlot *slot = slot_of(ordered, number);
    if (slot && slot->state == JOB_CLAIMED) {
        slot->state = JOB_OPEN;
        ordered->running--;
        ordered->open = number < ordered->open ? number : ordered->open;
        pthread_cond_broadcast(&ordered->room);
    }
    pthread_mutex_unlock(&ordered->mutex);
}

void ordered_close(Ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    shut(ordered);
    pthread_mutex_unlock(&ordered->mutex);
}

void ordered_fail(Ordered *ordered, const Error *err) {
    pthread_mutex_lock(&ordered->mutex);
    if (!ordered->failed)
        ordered->failure = *err;
    ordered->failed = true;
    shut(ordered);
    pthread_mutex_unlock(&ordered->mutex);
}

bool ordered_failed(Ordered *ordered, Error *err) {
    pthread_mutex_lock(&ordered->mutex);
    bool failed = ordered->failed;
    if (failed)
        error_set(err, "%s", ordered->failure.text);
    pthread_mutex_unlock(&ordered->mutex);
    return failed;
}

bool ordered_take(Ordered *ordered, int64_t *number, void **result) {
    pthread_mutex_lock(&ordered->mutex);
    bool there = take(ordered, number, result);
    pthread_mutex_unlock(&ordered->mutex);
    return there;
}

int64_t ordered_running(Ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    int64_t running = ordered->running;
    pthread_mutex_unlock(&ordered->mutex);
    return running;
}

int64_t ordered_waiting(Ordered *ordered) {
    pthread_mutex_lock(&ordered->mutex);
    int64_t waiting = ordered->waiting;
    pthread_mutex_unlock(&ordered->mutex);
    return waiting;
}

// --- on threads ---

typedef struct OrderedThread {
    Ordered *ordered;
    const OrderedCrew *crew;
    int index;
    pthread_t thread;
} OrderedThread;

static void *live(void *argument) {
    OrderedThread *self = argument;
    Ordered *ordered = self->ordered;
    self->crew->work(ordered, self->index, self->crew->user);
    pthread_mutex_lock(&ordered->mutex);
    ordered->working--;
    pthread_cond_signal(&ordered->changed);
    pthread_mutex_unlock(&ordered->mutex);
    return NULL;
}

// Hands over what is next in line. False once no more is wanted.
static bool hand_over(Ordered *ordered, const OrderedCrew *crew) {
    int64_t number;
    void *result;
    while (ordered_take(ordered, &number, &result))
        if (!crew->take(ordered, number, result, crew->user)) {
            ordered_close(ordered);
            return false;
        }
    return true;
}

// Until a result was put, a worker left, or the next tick. True when all workers left.
static bool await(Ordered *ordered, bool wanted, bool ticks) {
    int64_t until = clock_now_us() + ORDERED_TICK_US;
    pthread_mutex_lock(&ordered->mutex);
    int working = ordered->working;
    bool failed = ordered->failed;
    while (ordered->working && ordered->working == working && ordered->failed == failed) {
        JobSlot *next = wanted ? slot_of(ordered, ordered->taken) : NULL;
        if (next && next->state == JOB_DONE)
            break;
        if (!ticks)
            pthread_cond_wait(&ordered->changed, &ordered->mutex);
        else if (thread_cond_wait_until(&ordered->changed, &ordered->mutex, until) != 0)
            break;
    }
    bool left = !ordered->working;
    pthread_mutex_unlock(&ordered->mutex);
    return left;
}

bool ordered_run(Ordered *ordered, const OrderedCrew *crew, Error *err) {
    bool wanted = hand_over(ordered, crew), left = crew->threads == 0;
    OrderedThread *threads = mem_new_array((size_t)crew->threads, sizeof *threads);
    ordered->working = crew->threads;
    for (int i = 0; i < crew->threads; i++) {
        threads[i] = (OrderedThread){.ordered = ordered, .crew = crew, .index = i};
        threads[i].thread = thread_start(live, &threads[i]);
    }
    while (!left) {
        if (crew->tick)
            crew->tick(ordered, crew->user);
        left = await(ordered, wanted, crew->tick != NULL);
        wanted = wanted && hand_over(ordered, crew);
    }
    for (int i = 0; i < crew->threads; i++)
        thread_join(threads[i].thread);
    free(threads);
    return !ordered_failed(ordered, err);
}
