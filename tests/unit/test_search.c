// SPDX-License-Identifier: MIT
// The search services, each alone, and then together in a search small enough to know the truth of:
// Nim, where whoever takes the last stone wins and may take one, two or three.
#include "support.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/thread.h"
#include "search/deepen.h"
#include "search/pool.h"
#include "search/table.h"
#include "search/timer.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>

static Memory *memory; // of all that is made here

// --- scores ---

static void win_rates_are_a_curve_through_the_middle(void **state) {
    (void)state;
    assert_true(score_win_rate(0, 300) == 0.5);
    assert_true(score_win_rate(300, 300) > 0.731 && score_win_rate(300, 300) < 0.732);
    assert_true(score_win_rate(-300, 300) > 0.268 && score_win_rate(-300, 300) < 0.269);
    for (int score = -28000; score <= 28000; score += 7) {
        double exact = 1 / (1 + exp(-score / 700.0)), ours = score_win_rate(score, 700);
        assert_true(ours > exact - 1e-11 && ours < exact + 1e-11);
    }
    assert_true(score_win_rate(score_win_in(7), 300) == 1.0);
    assert_true(score_win_rate(score_loss_in(8), 300) == 0.0);
    for (int score = -2000; score < 2000; score++)
        assert_true(score_win_rate(score, 300) < score_win_rate(score + 1, 300));
}

static int score_likely_win_in(int plies) {
    return -score_likely_loss_in(plies);
}

static void distances_survive_the_table(void **state) {
    (void)state;
    assert_int_equal(table_score_in(score_win_in(9), 4), score_win_in(5));
    assert_int_equal(table_score_out(score_win_in(5), 6), score_win_in(11));
    assert_int_equal(table_score_in(score_loss_in(9), 4), score_loss_in(5));
    assert_int_equal(table_score_in(score_likely_win_in(9), 4), score_likely_win_in(5));
    assert_int_equal(table_score_in(123, 40), 123);
    for (int ply = 0; ply < 200; ply++)
        for (int plies = ply; plies < 700; plies++) {
            int scores[] = {score_win_in(plies), score_loss_in(plies), score_likely_win_in(plies),
                            score_likely_loss_in(plies)};
            for (int i = 0; i < 4; i++) {
                int stored = table_score_in(scores[i], ply);
                assert_int_equal(score_is_proven(stored), i < 2);
                assert_int_equal(table_score_out(stored, ply), scores[i]);
            }
        }
    // However far it is moved, a likely win never becomes a proven one, nor the other way round.
    assert_int_equal(table_score_in(score_likely_win_in(3), 9), SCORE_PROVEN - 1);
    assert_int_equal(table_score_out(SCORE_PROVEN, 9), SCORE_PROVEN);
}

// --- timer ---

// Never early; how late it is on a given machine is measured in bench/stop.c.
static void the_timer_is_never_early(void **state) {
    (void)state;
    Timer *timer = timer_new();
    for (int i = 0; i < 20; i++) {
        StopFlag flag = {0};
        int64_t moment = clock_now_us() + 15000; // more than a busy machine takes to wake the timer
        timer_arm(timer, moment, &flag);
        while (!stop_raised(&flag))
            sched_yield();
        int64_t late = clock_now_us() - moment;
        timer_disarm(timer); // the flag dies here
        assert_true(late >= 0);
    }
    timer_free(timer);
}

static void a_disarmed_timer_leaves_the_flag_alone(void **state) {
    (void)state;
    Timer *timer = timer_new();
    StopFlag flag = {0};
    // Far enough ahead that a busy machine does not let it pass before the next line runs.
    timer_arm(timer, clock_now_us() + 100000, &flag);
    timer_disarm(timer);
    clock_sleep_ms(120);
    assert_false(stop_raised(&flag));
    // Arming anew forgets the earlier moment.
    StopFlag other = {0};
    timer_arm(timer, clock_now_us() + 100000, &flag);
    timer_arm(timer, clock_now_us() + 120000, &other);
    while (!stop_raised(&other))
        clock_sleep_ms(1);
    assert_false(stop_raised(&flag));
    // A moment that has passed is now.
    timer_arm(timer, clock_now_us() - 1, &flag);
    assert_true(stop_raised_for(&flag, STOP_TIME));
    assert_false(stop_raised_for(&flag, STOP_ASKED));
    timer_free(timer);
}

static void flags_may_die_right_after_disarming(void **state) {
    (void)state;
    Timer *timer = timer_new();
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(300, 2000, 50000); i++) {
        StopFlag *flag = mem_new(sizeof *flag);
        timer_arm(timer, clock_now_us() + rng_below(&rng, 100), flag);
        for (uint32_t spin = rng_below(&rng, 2000); spin > 0; spin--)
            if (stop_raised(flag))
                break;
        timer_disarm(timer);
        free(flag); // the sanitizers would see a late touch
    }
    timer_free(timer);
}

// --- pool ---

typedef struct Tally {
    int counts[8];
    pthread_t first;
} Tally;

static void tally(void *argument, int index) {
    Tally *t = argument;
    t->counts[index]++;
    if (index == 0)
        t->first = pthread_self();
}

static void every_index_runs_once_a_round(void **state) {
    (void)state;
    for (int size = 1; size <= 4; size++) {
        Pool *pool = pool_new(size);
        assert_int_equal(pool_size(pool), size);
        Tally t = {0};
        int rounds = (int)test_count(100, 1000, 20000);
        for (int i = 1; i <= rounds; i++) {
            pool_run(pool, tally, &t);
            for (int k = 0; k < size; k++)
                assert_int_equal(t.counts[k], i);
        }
        assert_int_equal(t.counts[size], 0);
        assert_true(pthread_equal(t.first, pthread_self()));
        pool_free(pool);
    }
}

// --- table ---

static void remembers_all_fields(size_t bytes) {
    Table *table = table_new(memory, bytes);
    TableEntry found;
    assert_false(table_probe(table, 0, &found));
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(10000, 100000, 1000000); i++) {
        uint64_t key = i == 0 ? 0 : rng_next(&rng);
        TableEntry entry = {
            .move = (Move)(rng_below(&rng, BOARD_CELLS + 6) - 6),
            .score = (int16_t)(rng_below(&rng, 2 * SCORE_INFINITE + 1) - SCORE_INFINITE),
            .eval = (int16_t)(rng_below(&rng, 65536) - 32768),
            .depth = (int16_t)((int)rng_below(&rng, 256) + TABLE_DEPTH_MIN),
            .bound = (Bound)(1 + rng_below(&rng, 3)),
        };
        table_store(table, key, &entry);
        assert_true(table_probe(table, key, &found));
        assert_int_equal(found.score, entry.score);
        assert_int_equal(found.eval, entry.eval);
        assert_int_equal(found.depth, entry.depth);
        assert_int_equal(found.bound, entry.bound);
        assert_int_equal(found.move, entry.move);
    }
    table_clear(table);
    assert_false(table_probe(table, 0, &found));
    table_free(table);
}

// Of any size, not only of a power of two.
static void the_table_remembers_all_fields(void **state) {
    (void)state;
    static const size_t sizes[] = {1 << 20, (1 << 20) - 64, (3 << 18) + 1, (1 << 19) + 64};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        remembers_all_fields(sizes[i]);
}

// What is taken is zero, counts until it is given back, and is zero again when cleared.
static void memory_is_accounted_for(void **state) {
    (void)state;
    enum { BYTES = 3000000 };
    Memory *own = memory_new(BYTES);
    char *first = memory_take(own, 1000000, PAGES_LARGE),
         *second = memory_take(own, 5000, PAGES_SMALL);
    assert_int_equal(memory_left(own), BYTES - 1005000);
    for (size_t i = 0; i < 1000000; i += 999) {
        assert_int_equal(first[i], 0);
        first[i] = 7;
    }
    second[4999] = 8;
    memory_clear(own, first);
    for (size_t i = 0; i < 1000000; i += 999)
        assert_int_equal(first[i], 0);
    assert_int_equal(second[4999], 8);
    memory_give(own, first);
    assert_int_equal(memory_left(own), BYTES - 5000);
    memory_take(own, 2 * BYTES, PAGES_LARGE); // allowed, if something cannot do with less
    assert_int_equal(memory_left(own), 0);
    assert_int_equal(memory_bytes(own), BYTES);
    memory_free(own);
}

static void take_too_often(void *own) {
    for (int i = 0; i < 9; i++)
        memory_take(own, 1000, PAGES_SMALL);
}

static void memory_has_eight_parts(void **state) {
    (void)state;
    Memory *own = memory_new(20000);
    Error err = {""};
    assert_false(error_catch(take_too_often, own, &err));
    assert_string_equal(err.text, "the memory of a search is divided into more than 8 parts");
    assert_int_equal(memory_left(own), 12000);
    memory_free(own);
}

static void a_store_without_a_move_keeps_the_old_one(void **state) {
    (void)state;
    Table *table = table_new(memory, 0);
    TableEntry entry = {.move = 77, .score = 5, .depth = 300, .bound = BOUND_LOWER}, found;
    table_store(table, 42, &entry);
    entry.move = MOVE_NONE;
    entry.score = 6;
    table_store(table, 42, &entry);
    assert_true(table_probe(table, 42, &found));
    assert_int_equal(found.move, 77);
    assert_int_equal(found.score, 6);
    assert_int_equal(found.depth, TABLE_DEPTH_MAX);
    entry.bound = BOUND_NONE;
    table_store(table, 43, &entry);
    assert_false(table_probe(table, 43, &found));
    table_free(table);
}

// How many of so many keys are found, each with the score it was stored with.
static int found_of(const Table *table, int count) {
    int sum = 0;
    TableEntry found;
    for (int n = 0; n < count; n++)
        if (table_probe(table, rng_mix((uint64_t)n), &found)) {
            assert_int_equal(found.score, n % 1000);
            sum++;
        }
    return sum;
}

// A table that expects little uses little, keeps about half when it grows, and is whole when cleared.
static void a_table_grows_with_what_it_expects(void **state) {
    (void)state;
    enum { COUNT = 4000 };
    Table *table = table_new(memory, 1 << 20);
    for (int round = 0; round < 2; round++) {
        table_expect(table, COUNT);
        for (int n = 0; n < COUNT; n++)
            table_store(table, rng_mix((uint64_t)n),
                        &(TableEntry){.score = (int16_t)(n % 1000), .bound = BOUND_EXACT});
        int all = found_of(table, COUNT);
        assert_true(all > COUNT * 99 / 100);
        table_expect(table, 1); // never shrinks
        assert_int_equal(found_of(table, COUNT), all);
        table_expect(table, 2 * COUNT);
        int half = found_of(table, COUNT);
        assert_true(half > COUNT * 2 / 5 && half < COUNT * 3 / 5);
        table_expect(table, UINT64_MAX / 2);
        assert_true(found_of(table, COUNT) <= half);
        table_clear(table);
        assert_int_equal(found_of(table, COUNT), 0);
    }
    table_free(table);
}

// Keys 2^40 apart share a bucket of any small table.
static uint64_t rival(int n) {
    return 5 + ((uint64_t)n << 40);
}

static void old_and_shallow_entries_go_first(void **state) {
    (void)state;
    Table *table = table_new(memory, 0);
    TableEntry found;
    for (int n = 1; n <= 4; n++)
        table_store(table, rival(n),
                    &(TableEntry){.depth = (int16_t)(10 * n), .bound = BOUND_EXACT});
    table_store(table, rival(5), &(TableEntry){.depth = 1, .bound = BOUND_EXACT});
    assert_false(table_probe(table, rival(1), &found));
    for (int n = 2; n <= 5; n++)
        assert_true(table_probe(table, rival(n), &found));
    table_new_search(table);
    for (int n = 6; n <= 9; n++) { // four shallow new ones drive out the deep old ones
        table_store(table, rival(n), &(TableEntry){.depth = 0, .bound = BOUND_EXACT});
        assert_true(table_probe(table, rival(n), &found));
    }
    for (int n = 2; n <= 5; n++)
        assert_false(table_probe(table, rival(n), &found));
    for (int n = 6; n <= 9; n++)
        assert_true(table_probe(table, rival(n), &found));
    table_free(table);
}

typedef struct Hammer {
    Table *table;
    uint64_t hits[4];
    size_t rounds;
} Hammer;

// All fields follow from the key and one of two "versions", so a mixture of two writes would show.
static TableEntry entry_of(uint64_t key, unsigned version) {
    uint64_t word = rng_mix(key * 2 + version);
    return (TableEntry){
        .move = (Move)(word & 0x3ff),
        .score = (int16_t)(word >> 10 & 0x7fff),
        .eval = (int16_t)(word >> 25 & 0x7fff),
        .depth = (int16_t)(word >> 40 & 0x7f),
        .bound = (Bound)(1 + (word >> 47) % 3),
    };
}

static bool entries_equal(TableEntry a, TableEntry b) {
    return a.move == b.move && a.score == b.score && a.eval == b.eval && a.depth == b.depth &&
           a.bound == b.bound;
}

static void hammer(void *argument, int index) {
    Hammer *h = argument;
    Rng rng = rng_seed((uint64_t)index);
    for (size_t i = 0; i < h->rounds; i++) {
        uint64_t key = rival((int)rng_below(&rng, 8));
        TableEntry entry = entry_of(key, rng_below(&rng, 2));
        table_store(h->table, key, &entry);
        key = rival((int)rng_below(&rng, 8));
        if (!table_probe(h->table, key, &entry))
            continue;
        h->hits[index]++;
        if (!entries_equal(entry, entry_of(key, 0)) && !entries_equal(entry, entry_of(key, 1)))
            abort(); // cmocka's assertions belong to the main thread
    }
}

static void no_torn_entry_is_believed(void **state) {
    (void)state;
    Hammer h = {.table = table_new(memory, 0), .rounds = test_count(50000, 500000, 20000000)};
    Pool *pool = pool_new(4);
    pool_run(pool, hammer, &h);
    for (int i = 0; i < 4; i++)
        assert_true(h.hits[i] > h.rounds / 20);
    pool_free(pool);
    table_free(h.table);
}

// --- deepening, and all of it together ---

typedef struct Nim {
    Ask order;
    StopFlag stop;
    Table *table;
    uint64_t salt; // so that two games in one table could not help each other by accident
    int heap;
    uint64_t nodes;
    size_t infos;
    Info last;
    int64_t ago_ms; // the search pretends to have begun so long ago
    int depths;
    Outcome outcome;
} Nim;

// Scores count from the root. 0 means: not known at this depth.
static int nim_search(Nim *nim, int heap, int depth, int ply, Move *best) {
    nim->nodes++;
    *best = MOVE_NONE;
    if (heap == 0)
        return score_loss_in(ply);
    if (depth == 0 || stop_raised(&nim->stop))
        return 0;
    uint64_t key = rng_mix((uint64_t)heap + nim->salt);
    TableEntry entry;
    if (table_probe(nim->table, key, &entry) && entry.depth >= depth) {
        *best = entry.move;
        return table_score_out(entry.score, ply);
    }
    int score = -SCORE_INFINITE;
    for (int take = 1; take <= 3 && take <= heap; take++) {
        Move reply;
        int value = -nim_search(nim, heap - take, depth - 1, ply + 1, &reply);
        if (value > score) {
            score = value;
            *best = (Move)take;
        }
    }
    if (!stop_raised(&nim->stop))
        table_store(nim->table, key,
                    &(TableEntry){.move = *best,
                                  .score = (int16_t)table_score_in(score, ply),
                                  .depth = (int16_t)depth,
                                  .bound = BOUND_EXACT});
    return score;
}

static bool nim_root(void *search, int depth, Line *lines, size_t *line_count) {
    Nim *nim = search;
    nim->depths++;
    Move best;
    int score = nim_search(nim, nim->heap, depth, 0, &best);
    if (stop_raised(&nim->stop))
        return false;
    lines[0] = (Line){.score = score, .visits = -1, .pv = {best}, .pv_length = 1};
    lines[0].win = score_win_rate(score, 300);
    *line_count = 1;
    return true;
}

static uint64_t nim_nodes(const void *search) {
    return ((const Nim *)search)->nodes;
}

static int nim_selective_depth(const void *search) {
    return ((const Nim *)search)->depths;
}

static void nim_info(const Info *info, void *user) {
    Nim *nim = user;
    if (nim->infos && info->depth <= nim->last.depth)
        abort();
    nim->infos++;
    nim->last = *info;
}

static void nim_think(Nim *nim, bool single_move) {
    nim->order.stop = &nim->stop;
    nim->order.on_info = nim_info;
    nim->order.user = nim;
    nim->order.start_us = clock_now_us() - nim->ago_ms * 1000;
    nim->infos = 0;
    nim->depths = 0;
    nim->outcome.move = 1; // legal while the heap is not empty
    Deepening deepening = {
        .order = &nim->order,
        .first_depth = 1,
        .depth_step = 1,
        .last_depth = nim->heap,
        .single_move = single_move,
        .search_root = nim_root,
        .search = nim,
        .nodes = nim_nodes,
        .selective_depth = nim_selective_depth,
    };
    deepen(&deepening, &nim->outcome);
}

static Nim nim_new(int heap) {
    return (Nim){
        .order = {.limits = LIMITS_OPEN, .budget_ms = LIMIT_NONE},
        .table = table_new(memory, 0),
        .heap = heap,
    };
}

static void deepening_ends_when_the_best_line_is_proven(void **state) {
    (void)state;
    for (int heap = 1; heap <= 24; heap++) {
        Nim nim = nim_new(heap);
        nim_think(&nim, false);
        int score = nim.outcome.info.line.score;
        assert_true(score_is_proven(score));
        assert_int_equal(score > 0, heap % 4 != 0);
        // Best play from a heap of 4k+r: the winner needs 2k+1 plies, the loser of 4k holds out 2k.
        assert_int_equal(score_plies(score), heap % 4 ? heap / 4 * 2 + 1 : heap / 2);
        assert_int_equal(nim.outcome.info.depth, score_plies(score));
        if (heap % 4)
            assert_int_equal(nim.outcome.move, heap % 4);
        assert_int_equal(nim.outcome.move, nim.outcome.info.line.pv[0]);
        assert_int_equal(nim.infos, nim.depths);
        assert_int_equal(nim.outcome.info.selective_depth, nim.depths);
        assert_int_equal(nim.last.nodes, nim.outcome.info.nodes);
        assert_int_equal(nim.last.line.score, score);
        table_free(nim.table);
    }
}

static void deepening_obeys_the_limits(void **state) {
    (void)state;
    Nim nim = nim_new(100);
    nim.order.limits.depth = 5;
    nim_think(&nim, false);
    assert_int_equal(nim.depths, 5);
    assert_int_equal(nim.outcome.info.depth, 5);

    nim.order.limits.depth = 0; // nothing at all: the fall-back stays
    nim_think(&nim, false);
    assert_int_equal(nim.depths, 0);
    assert_int_equal(nim.outcome.move, 1);
    assert_int_equal(nim.outcome.info.line.pv_length, 1);
    assert_int_equal(nim.outcome.info.line.pv[0], 1);

    // Fifty seconds have gone. Where forty were meant for the move, the first iteration is the
    // last; where the limit is a minute and nothing else, it is used.
    nim.order.limits.depth = 4;
    nim.order.budget_ms = 160000;
    nim.order.soft_ms = 40000;
    nim.ago_ms = 50000;
    nim_think(&nim, false);
    assert_int_equal(nim.depths, 1);
    assert_true(nim.outcome.info.time_ms >= 50000);
    nim.order.budget_ms = nim.order.soft_ms = 60000;
    nim_think(&nim, false);
    assert_int_equal(nim.depths, 4);
    nim.order.soft_ms = 0; // the same in other words
    nim_think(&nim, false);
    assert_int_equal(nim.depths, 4);
    nim.order.budget_ms = 50000; // gone, whether or not a timer has said so
    nim_think(&nim, false);
    assert_int_equal(nim.depths, 1);

    nim.ago_ms = 0;
    nim.order.budget_ms = 100000;
    nim.order.limits.depth = 8;
    nim_think(&nim, true); // a single move is looked at, for its score, ...
    assert_int_equal(nim.depths, 8);
    nim.ago_ms = 11000; // ... but a little only, when a tenth of the time is gone
    nim_think(&nim, true);
    assert_int_equal(nim.depths, 4);
    nim.ago_ms = 0;
    nim.order.limits.depth = 4;
    nim.order.budget_ms = LIMIT_NONE;
    nim_think(&nim, true); // analysis goes on
    assert_int_equal(nim.depths, 4);

    stop_raise(&nim.stop);
    nim_think(&nim, false);
    assert_int_equal(nim.infos, 0);
    assert_int_equal(nim.outcome.move, 1);
    table_free(nim.table);
}

static void *nim_body(void *argument) {
    Nim *nim = argument;
    for (int i = 0; i < 50; i++)
        nim_think(nim, false);
    return NULL;
}

static void two_searchers_work_side_by_side(void **state) {
    (void)state;
    Nim nims[2] = {nim_new(17), nim_new(20)};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        nims[i].salt = (uint64_t)i << 32;
        threads[i] = thread_start(nim_body, &nims[i]);
    }
    for (int i = 0; i < 2; i++)
        thread_join(threads[i]);
    assert_int_equal(nims[0].outcome.info.line.score, score_win_in(9));
    assert_int_equal(nims[0].outcome.move, 1);
    assert_int_equal(nims[1].outcome.info.line.score, score_loss_in(10));
    // Stopping one leaves the other thinking.
    Timer *timer = timer_new();
    timer_arm(timer, clock_now_us() + 1000, &nims[1].stop);
    while (!stop_raised(&nims[1].stop))
        clock_sleep_ms(1);
    for (int i = 0; i < 2; i++)
        nim_think(&nims[i], false);
    assert_true(nims[0].infos > 0);
    assert_int_equal(nims[1].infos, 0);
    timer_free(timer);
    for (int i = 0; i < 2; i++)
        table_free(nims[i].table);
}

int main(void) {
    memory = memory_new(0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(win_rates_are_a_curve_through_the_middle),
        cmocka_unit_test(distances_survive_the_table),
        cmocka_unit_test(the_timer_is_never_early),
        cmocka_unit_test(a_disarmed_timer_leaves_the_flag_alone),
        cmocka_unit_test(flags_may_die_right_after_disarming),
        cmocka_unit_test(every_index_runs_once_a_round),
        cmocka_unit_test(memory_is_accounted_for),
        cmocka_unit_test(memory_has_eight_parts),
        cmocka_unit_test(the_table_remembers_all_fields),
        cmocka_unit_test(a_store_without_a_move_keeps_the_old_one),
        cmocka_unit_test(old_and_shallow_entries_go_first),
        cmocka_unit_test(a_table_grows_with_what_it_expects),
        cmocka_unit_test(no_torn_entry_is_believed),
        cmocka_unit_test(deepening_ends_when_the_best_line_is_proven),
        cmocka_unit_test(deepening_obeys_the_limits),
        cmocka_unit_test(two_searchers_work_side_by_side),
    };
    int failed = cmocka_run_group_tests_name("search", tests, NULL, NULL);
    memory_free(memory);
    return failed;
}
