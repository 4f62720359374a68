// SPDX-License-Identifier: MIT
// Jobs on many threads: results come in order, once, and all of them, whatever the delays; what goes
// wrong or is stopped in the middle leaves a prefix, and nothing behind.
#include "support.h"

#include "base/memory.h"
#include "base/ordered.h"
#include "base/rng.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { JOBS_MOST = 400, SLOW_US = 200000 };

// One run: what the workers do and what the taker saw.
typedef struct Trial {
    int64_t first, end, window;
    uint64_t seed;
    int64_t slow;      // this job takes long; -1: none
    int64_t failing;   // this job fails; -1: none
    int64_t returning; // this job is given back the first time; -1: none
    int64_t last;      // the taker wants no more after this; -1: all
    int64_t close_at;  // a tick closes once so many were taken; -1: never
    atomic_int_least64_t done[JOBS_MOST], live, ahead_most, taken;
    atomic_bool gave_back;
    int64_t ticks;
} Trial;

static void rest_us(int64_t us) {
    struct timespec span = {.tv_nsec = us * 1000};
    nanosleep(&span, NULL);
}

static void *result_of(Trial *trial, int64_t number) {
    int64_t *result = mem_new(sizeof *result);
    *result = number * number;
    atomic_fetch_add(&trial->live, 1);
    return result;
}

static void work(Ordered *ordered, int worker, void *user) {
    Trial *trial = user;
    for (int64_t number; ordered_claim(ordered, &number);) {
        uint64_t chance = rng_mix(trial->seed ^ (uint64_t)(number * 64 + worker));
        if (chance % 3)
            rest_us((int64_t)(chance >> 8) % 300);
        if (number == trial->slow)
            rest_us(SLOW_US);
        if (number == trial->failing) {
            Error err;
            error_set(&err, "job %d is broken", (int)number);
            ordered_fail(ordered, &err);
            ordered_return(ordered, number);
            return;
        }
        if (number == trial->returning && !atomic_exchange(&trial->gave_back, true)) {
            ordered_return(ordered, number);
            continue;
        }
        atomic_fetch_add(&trial->done[number - trial->first], 1);
        // The one that is in the taker's hand has made room already.
        int64_t ahead = number - trial->first - atomic_load(&trial->taken);
        if (ahead > atomic_load(&trial->ahead_most))
            atomic_store(&trial->ahead_most, ahead);
        if (!ordered_put(ordered, number, result_of(trial, number)))
            abort();
    }
}

static bool take(Ordered *ordered, int64_t number, void *result, void *user) {
    (void)ordered;
    Trial *trial = user;
    assert_int_equal(number, trial->first + trial->taken++);
    assert_int_equal(*(int64_t *)result, number * number);
    free(result);
    atomic_fetch_sub(&trial->live, 1);
    return number != trial->last;
}

static void tick(Ordered *ordered, void *user) {
    Trial *trial = user;
    trial->ticks++;
    if (trial->close_at >= 0 && trial->taken >= trial->close_at)
        ordered_close(ordered);
}

static Trial a_trial(Rng *rng) {
    Trial trial = {.seed = rng_next(rng),
                   .first = rng_below(rng, 5),
                   .window = 1 + rng_below(rng, 40),
                   .slow = -1,
                   .failing = -1,
                   .returning = -1,
                   .last = -1,
                   .close_at = -1};
    trial.end = trial.first + rng_below(rng, JOBS_MOST / 2);
    return trial;
}

static int64_t some_job(const Trial *trial, Rng *rng) {
    return trial->first + rng_below(rng, (uint32_t)(trial->end - trial->first));
}

// The results that were left over go back by the same count.
static atomic_int_least64_t *dropping;
static void drop(void *result) {
    atomic_fetch_sub(dropping, 1);
    free(result);
}

// Runs it on some threads; what was put is taken or dropped.
static bool run(Trial *trial, Ordered *ordered, int threads, bool ticks, Error *err) {
    OrderedCrew crew = {
        .threads = threads, .work = work, .take = take, .tick = ticks ? tick : NULL, .user = trial};
    bool ok = ordered_run(ordered, &crew, err);
    assert_int_equal(ordered_running(ordered), 0);
    assert_int_equal(ordered_waiting(ordered), atomic_load(&trial->live));
    for (int64_t i = 0; i < trial->end - trial->first; i++)
        assert_true(atomic_load(&trial->done[i]) <= 1);
    dropping = &trial->live;
    ordered_free(ordered, drop);
    assert_int_equal(atomic_load(&trial->live), 0);
    return ok;
}

static Ordered *jobs_of(const Trial *trial) {
    return ordered_new(trial->first, trial->end, trial->window);
}

static void results_come_in_order(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(10, 40, 400); i++) {
        Trial trial = a_trial(&rng);
        int threads = 1 + (int)rng_below(&rng, 8);
        Error err;
        assert_true(run(&trial, jobs_of(&trial), threads, rng_below(&rng, 2), &err));
        assert_int_equal(trial.taken, trial.end - trial.first);
        assert_true(atomic_load(&trial.ahead_most) <= trial.window);
    }
}

static void a_failure_leaves_a_prefix_and_its_sentence(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 1);
    for (size_t i = 0; i < test_count(10, 40, 400); i++) {
        Trial trial = a_trial(&rng);
        trial.end++;
        trial.failing = some_job(&trial, &rng);
        char sentence[40];
        snprintf(sentence, sizeof sentence, "job %d is broken", (int)trial.failing);
        Error err = {""};
        assert_false(run(&trial, jobs_of(&trial), 1 + (int)rng_below(&rng, 4), false, &err));
        assert_string_equal(err.text, sentence);
        // Workers that were before it hand over what they did.
        assert_int_equal(trial.taken, trial.failing - trial.first);
    }
}

static void no_more_are_taken_than_wanted(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 2);
    for (size_t i = 0; i < test_count(10, 40, 400); i++) {
        Trial trial = a_trial(&rng);
        trial.end++;
        trial.last = some_job(&trial, &rng);
        assert_true(run(&trial, jobs_of(&trial), 1 + (int)rng_below(&rng, 4), false, NULL));
        assert_int_equal(trial.taken, trial.last - trial.first + 1);
    }
}

static void a_tick_may_close_in_the_middle(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 3);
    for (size_t i = 0; i < test_count(5, 20, 100); i++) {
        Trial trial = a_trial(&rng);
        trial.end += 100;
        trial.window = 8;
        trial.close_at = rng_below(&rng, 50);
        assert_true(run(&trial, jobs_of(&trial), 3, true, NULL));
        assert_true(trial.taken >= trial.close_at);
        // What was claimed before it closed was done, and is taken: a prefix without a hole.
        for (int64_t k = 0; k < trial.end - trial.first; k++)
            assert_int_equal(atomic_load(&trial.done[k]), k < trial.taken);
    }
}

static void ticks_come_while_a_job_takes_long(void **state) {
    (void)state;
    Trial trial = {.end = 40, .window = 40, .slow = 3, .failing = -1};
    trial.returning = trial.last = trial.close_at = -1;
    assert_true(run(&trial, jobs_of(&trial), 2, true, NULL));
    assert_int_equal(trial.taken, 40);
    assert_true(trial.ticks >= SLOW_US / ORDERED_TICK_US);
}

static void what_is_known_is_not_done_again(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 4);
    for (size_t i = 0; i < test_count(10, 40, 400); i++) {
        Trial trial = a_trial(&rng);
        trial.end++;
        trial.window = JOBS_MOST;
        trial.returning = some_job(&trial, &rng);
        Ordered *ordered = jobs_of(&trial);
        bool known[JOBS_MOST] = {false};
        for (int64_t n = trial.first; n < trial.end; n++) {
            known[n - trial.first] = rng_below(&rng, 3) == 0;
            if (known[n - trial.first])
                assert_true(ordered_put(ordered, n, result_of(&trial, n)));
        }
        assert_true(run(&trial, ordered, 1 + (int)rng_below(&rng, 4), false, NULL));
        assert_int_equal(trial.taken, trial.end - trial.first);
        for (int64_t k = 0; k < trial.taken; k++)
            assert_int_equal(atomic_load(&trial.done[k]), !known[k]);
    }
}

static void a_result_counts_once(void **state) {
    (void)state;
    Ordered *ordered = ordered_new(10, 20, 3);
    int64_t number;
    void *result;
    static char a, b;
    assert_true(ordered_claim(ordered, &number));
    assert_int_equal(number, 10);
    assert_true(ordered_claim(ordered, &number));
    assert_int_equal(number, 11);
    assert_false(ordered_take(ordered, &number, &result));
    assert_true(ordered_put(ordered, 11, &b));
    assert_false(ordered_take(ordered, &number, &result));
    assert_false(ordered_put(ordered, 11, &a)); // it has one
    assert_false(ordered_put(ordered, 9, &a));  // no such job
    assert_false(ordered_put(ordered, 13, &a)); // beyond the window
    ordered_return(ordered, 10);
    assert_true(ordered_claim(ordered, &number));
    assert_int_equal(number, 10);
    assert_true(ordered_put(ordered, 10, NULL)); // nothing came of it
    assert_true(ordered_take(ordered, &number, &result) && number == 10 && !result);
    assert_true(ordered_take(ordered, &number, &result) && number == 11 && result == &b);
    assert_false(ordered_put(ordered, 10, &a)); // it was taken
    assert_true(ordered_claim(ordered, &number));
    assert_int_equal(number, 12);
    ordered_close(ordered);
    assert_false(ordered_claim(ordered, &number));
    assert_true(ordered_put(ordered, 12, NULL)); // it was under way
    assert_int_equal(ordered_waiting(ordered), 1);
    ordered_free(ordered, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_order),
        cmocka_unit_test(a_failure_leaves_a_prefix_and_its_sentence),
        cmocka_unit_test(no_more_are_taken_than_wanted),
        cmocka_unit_test(a_tick_may_close_in_the_middle),
        cmocka_unit_test(ticks_come_while_a_job_takes_long),
        cmocka_unit_test(what_is_known_is_not_done_again),
        cmocka_unit_test(a_result_counts_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
