// SPDX-License-Identifier: MIT
#include "match/tune.h"

#include "base/memory.h"
#include "base/ordered.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// --- where the parameters stand ---

enum { STANDS = TUNE_AHEAD + 1 };

void tune_way_begin(TuneWay *way, const Spsa *spsa) {
    way->spsa = spsa;
    way->pairs = 0;
    spsa_start(spsa, way->stands[0]);
}

void tune_way_add(TuneWay *way, TunePair pair) {
    const double *now = tune_way_now(way);
    double *next = way->stands[++way->pairs % STANDS];
    memcpy(next, now, sizeof *way->stands);
    spsa_learn(way->spsa, next, way->pairs, tune_pair_result(pair));
}

const double *tune_way_now(const TuneWay *way) {
    return way->stands[way->pairs % STANDS];
}

const double *tune_way_around(const TuneWay *way, int64_t pair) {
    int64_t after = pair < TUNE_AHEAD ? 0 : pair - TUNE_AHEAD;
    assert(pair >= way->pairs && after <= way->pairs && way->pairs - after < STANDS);
    return way->stands[after % STANDS];
}

// --- the run ---

typedef struct TuneRun {
    const TuneOrder *order;
    pthread_mutex_t mutex; // guards the way
    TuneWay way;
} TuneRun;

static bool keep(Ordered *ordered, int64_t number, void *result, void *user) {
    TuneRun *run = user;
    TuneLog *log = run->order->log;
    TunePair pair = *(TunePair *)result;
    Error err = {""};
    free(result);
    assert(number == (int64_t)log->count);
    (void)number;
    if (!tune_file_add(run->order->file, pair, &err)) {
        ordered_fail(ordered, &err);
        return false;
    }
    *MEM_MORE(log->pairs, log->count, log->capacity) = pair;
    pthread_mutex_lock(&run->mutex);
    tune_way_add(&run->way, pair);
    pthread_mutex_unlock(&run->mutex);
    if (run->order->on_pair)
        run->order->on_pair(log, &run->way, run->order->user);
    return true;
}

// The window of the jobs lets nobody claim pair i before those up to i - TUNE_AHEAD were handed to
// keep(), and all but the last of these were learned from by then.
static void work(Ordered *ordered, int worker, void *user) {
    (void)worker;
    TuneRun *run = user;
    const Spsa *spsa = run->way.spsa;
    double around[SPSA_PARAMS_MAX], plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
    for (int64_t number; ordered_claim(ordered, &number);) {
        pthread_mutex_lock(&run->mutex);
        memcpy(around, tune_way_around(&run->way, number), sizeof around);
        pthread_mutex_unlock(&run->mutex);
        spsa_measure(spsa, around, number + 1, plus, minus);
        TuneTask task = {.pair = number, .plus = plus, .minus = minus};
        TunePair pair;
        Error err = {""};
        if (run->order->play(&task, &pair, run->order->player, &err)) {
            ordered_put(ordered, number, mem_copy(&pair, sizeof pair));
        } else {
            ordered_fail(ordered, &err);
            ordered_return(ordered, number);
        }
    }
}

bool tune_run(const TuneOrder *order, Error *err) {
    TuneLog *log = order->log;
    TuneRun *run = mem_new(sizeof *run);
    run->order = order;
    pthread_mutex_init(&run->mutex, NULL);
    tune_way_begin(&run->way, &log->head.spsa);
    for (size_t i = 0; i < log->count; i++)
        tune_way_add(&run->way, log->pairs[i]);
    OrderedCrew crew = {.threads = order->threads, .work = work, .take = keep, .user = run};
    Ordered *ordered = ordered_new((int64_t)log->count, log->head.spsa.steps, TUNE_AHEAD);
    bool ok = ordered_run(ordered, &crew, err);
    ordered_free(ordered, free);
    pthread_mutex_destroy(&run->mutex);
    free(run);
    return ok;
}
