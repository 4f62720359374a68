// SPDX-License-Identifier: MIT
// Workers take numbers, and put what came of them into a ring from which it is taken in order. A
// worker that runs ahead of the slowest by more than the ring waits.
#include "match/hunt.h"

#include "base/memory.h"
#include "base/rng.h"
#include "base/thread.h"

#include <stdlib.h>

enum { RING = 256, TABLE_BYTES = 4 << 20 };

typedef struct Catch {
    bool ready;
    Position *position; // NULL: nothing came of it
    double win;
} Catch;

typedef struct Hunt {
    const HuntOrder *order;
    pthread_mutex_t mutex;
    pthread_cond_t moved;   // `next` has grown, or it is over
    size_t taken, next;     // tries begun; tries handed over or dropped
    Catch ring[RING];       // of tries next .. next + RING - 1
    uint64_t *keys;         // of what was handed over
    size_t found, capacity; //
    bool over;
} Hunt;

static bool is_new(Hunt *hunt, const Position *position) {
    uint64_t key = position_canonical_key(position);
    for (size_t i = 0; i < hunt->found; i++)
        if (hunt->keys[i] == key)
            return false;
    hunt->keys = mem_grow(hunt->keys, hunt->found, &hunt->capacity, sizeof *hunt->keys);
    hunt->keys[hunt->found] = key;
    return true;
}

// Takes what is complete off the ring, in order.
static void hand_over(Hunt *hunt) {
    const HuntOrder *order = hunt->order;
    for (Catch *at = &hunt->ring[hunt->next % RING]; at->ready && !hunt->over;
         at = &hunt->ring[hunt->next % RING]) {
        if (at->position && is_new(hunt, at->position)) {
            hunt->found++;
            hunt->over =
                !order->on_found(at->position, at->win, order->user) || hunt->found == order->count;
        }
        position_free(at->position);
        *at = (Catch){0};
        hunt->next++;
        hunt->over |= hunt->next == order->patience;
    }
}

static Catch look(const HuntOrder *order, Engine *engine, size_t number) {
    Catch catch = {.ready = true};
    catch.position = even_try(engine, &order->even, order->seed ^ rng_mix(number + 1), &catch.win);
    if (catch.position && (catch.win < 0.5 - order->band || catch.win > 0.5 + order->band)) {
        position_free(catch.position);
        catch.position = NULL;
    }
    return catch;
}

static void *work(void *argument) {
    Hunt *hunt = argument;
    Engine *engine = engine_new(hunt->order->registry, 1, TABLE_BYTES);
    pthread_mutex_lock(&hunt->mutex);
    while (!hunt->over) {
        if (hunt->taken == hunt->order->patience || hunt->taken >= hunt->next + RING) {
            pthread_cond_wait(&hunt->moved, &hunt->mutex);
            continue;
        }
        size_t number = hunt->taken++;
        pthread_mutex_unlock(&hunt->mutex);
        Catch catch = look(hunt->order, engine, number);
        pthread_mutex_lock(&hunt->mutex);
        hunt->over |= stop_raised(hunt->order->stop);
        hunt->ring[number % RING] = catch;
        hand_over(hunt);
        pthread_cond_broadcast(&hunt->moved);
    }
    pthread_mutex_unlock(&hunt->mutex);
    engine_free(engine);
    return NULL;
}

size_t hunt_run(const HuntOrder *order, size_t *tries) {
    Hunt hunt = {.order = order, .over = order->count == 0 || order->patience == 0};
    pthread_t *threads = mem_new_array((size_t)order->threads, sizeof *threads);
    pthread_mutex_init(&hunt.mutex, NULL);
    pthread_cond_init(&hunt.moved, NULL);
    for (int i = 0; i < order->threads; i++)
        threads[i] = thread_start(work, &hunt);
    for (int i = 0; i < order->threads; i++)
        thread_join(threads[i]);
    for (size_t i = 0; i < RING; i++)
        position_free(hunt.ring[i].position);
    pthread_cond_destroy(&hunt.moved);
    pthread_mutex_destroy(&hunt.mutex);
    free(hunt.keys);
    free(threads);
    *tries = hunt.next;
    return hunt.found;
}
