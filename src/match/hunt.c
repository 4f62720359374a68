// SPDX-License-Identifier: MIT
#include "match/hunt.h"

#include "base/memory.h"
#include "base/ordered.h"
#include "base/rng.h"

#include <stdlib.h>

enum { WINDOW = 256, TABLE_BYTES = 4 << 20 };

// What came of a try; no Catch when nothing did.
typedef struct Catch {
    Position *position;
    double win;
} Catch;

typedef struct OpeningHunt {
    const HuntOrder *order;
    uint64_t *keys; // of what was handed over
    size_t found, capacity, tries;
} OpeningHunt;

static void drop(void *result) {
    Catch *catch = result;
    if (catch)
        position_free(catch->position);
    free(catch);
}

static bool is_new(OpeningHunt *hunt, const Position *position) {
    uint64_t key = position_canonical_key(position);
    for (size_t i = 0; i < hunt->found; i++)
        if (hunt->keys[i] == key)
            return false;
    *MEM_MORE(hunt->keys, hunt->found, hunt->capacity) = key;
    return true;
}

static bool take(Ordered *ordered, int64_t number, void *result, void *user) {
    (void)ordered, (void)number;
    OpeningHunt *hunt = user;
    const HuntOrder *order = hunt->order;
    Catch *catch = result;
    bool more = true;
    hunt->tries++;
    if (catch && is_new(hunt, catch->position))
        more =
            order->on_found(catch->position, catch->win, order->user) && hunt->found < order->count;
    drop(catch);
    return more;
}

static Catch *look(const HuntOrder *order, Engine *engine, int64_t number) {
    Catch catch;
    catch.position =
        even_try(engine, &order->even, order->seed ^ rng_mix((uint64_t)number + 1), &catch.win);
    if (catch.position && catch.win >= 0.5 - order->band && catch.win <= 0.5 + order->band)
        return mem_copy(&catch, sizeof catch);
    position_free(catch.position);
    return NULL;
}

static void work(Ordered *ordered, int worker, void *user) {
    (void)worker;
    const HuntOrder *order = ((OpeningHunt *)user)->order;
    Engine *engine =
        engine_new(order->registry, 1, order->hash_bytes ? order->hash_bytes : TABLE_BYTES);
    for (int64_t number; ordered_claim(ordered, &number);) {
        Catch *catch = look(order, engine, number);
        if (stop_raised(order->stop)) { // perhaps in the middle of it
            ordered_close(ordered);
            ordered_return(ordered, number);
            drop(catch);
        } else {
            ordered_put(ordered, number, catch);
        }
    }
    engine_free(engine);
}

size_t hunt_run(const HuntOrder *order, size_t *tries) {
    OpeningHunt hunt = {.order = order};
    OrderedCrew crew = {.threads = order->threads, .work = work, .take = take, .user = &hunt};
    Ordered *ordered = ordered_new(0, order->count ? (int64_t)order->tries_max : 0, WINDOW);
    ordered_run(ordered, &crew, NULL);
    ordered_free(ordered, drop);
    free(hunt.keys);
    *tries = hunt.tries;
    return hunt.found;
}
