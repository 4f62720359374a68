// SPDX-License-Identifier: MIT
// A tuning as a run: the same whatever the number of threads, whole again after a sudden end at any
// byte, and never mixed with another. Nearly all of it without a game: pairs that a formula decides.
#include "support.h"

#include "base/file.h"
#include "base/rng.h"
#include "match/tune.h"
#include "match/tune_chart.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/tengen-tune-XXXXXX";
static char path[64];

static TuneHead make_head(int64_t games, uint64_t seed) {
    TuneHead head = {.nodes = 100, .games = games};
    head.game = strdup("gomoku");
    head.rule = strdup("renju");
    head.size = strdup("15x15");
    head.player = strdup("tengen:level=9");
    head.openings = strdup("even");
    head.rate = strdup("0.05");
    head.spsa = (Spsa){.count = 3, .steps = games / 2, .rate = 0.05, .seed = seed};
    for (size_t i = 0; i < 3; i++) {
        head.spsa.params[i] =
            (SpsaParam){.start = 50, .least = 0, .most = 100, .step = 5, .whole = i != 2};
        snprintf(head.spsa.params[i].name, SPSA_NAME, "P%zu", i);
    }
    return head;
}

// --- pairs without a game ---

typedef struct TestPlay {
    const Spsa *spsa;
    int64_t fails_at; // -1: never
    unsigned slow_us; // at most; pairs end in any order then
    atomic_int played;
} TestPlay;

// The player that is nearer to 70 in all is the better one.
static bool play(const TuneTask *task, TunePair *pair, void *user, Error *err) {
    TestPlay *test = user;
    Rng rng = rng_seed((uint64_t)task->pair);
    double plus = 0, minus = 0;
    if (task->pair == test->fails_at)
        return error_set(err, "pair %lld is not to be", (long long)task->pair);
    for (size_t i = 0; i < test->spsa->count; i++) {
        plus -= fabs(task->plus[i] - 70);
        minus -= fabs(task->minus[i] - 70);
    }
    double chance = 1 / (1 + exp((minus - plus) / 10));
    for (int i = 0; i < 2; i++)
        pair->games[i] = rng_below(&rng, 10) == 0                ? 'd'
                         : rng_below(&rng, 1000) < chance * 1000 ? 'w'
                                                                 : 'l';
    if (test->slow_us)
        usleep((useconds_t)(rng_mix((uint64_t)task->pair) % test->slow_us));
    atomic_fetch_add(&test->played, 1);
    return true;
}

typedef struct TestRun {
    int threads;
    int64_t fails_at;
    unsigned slow_us;
    int played;
    double values[3];
    Error err;
} TestRun;

static void seen(const TuneLog *log, const TuneWay *way, void *user) {
    TestRun *run = user;
    assert_int_equal((int64_t)log->count, way->pairs);
    memcpy(run->values, tune_way_now(way), sizeof run->values);
}

static bool run(TestRun *run, int64_t games, uint64_t seed) {
    TuneHead head = make_head(games, seed);
    TuneLog log;
    bool broken;
    TuneFile *file = tune_file_open(path, &head, false, &log, &broken, &run->err);
    bool ok = file != NULL;
    if (file) {
        TestPlay test = {
            .spsa = &log.head.spsa, .fails_at = run->fails_at, .slow_us = run->slow_us};
        TuneOrder order = {.log = &log,
                           .file = file,
                           .threads = run->threads,
                           .play = play,
                           .player = &test,
                           .on_pair = seen,
                           .user = run};
        ok = tune_run(&order, &run->err);
        run->played = test.played;
        tune_file_close(file, NULL);
    }
    tune_log_free(&log);
    tune_head_free(&head);
    return ok;
}

static void read_whole(Text *into) {
    Error err = {""};
    text_clear(into);
    assert_true(file_read(path, into, &err));
}

// --- the run ---

static void threads_do_not_matter(void **state) {
    (void)state;
    Text one = {0}, many = {0};
    TestRun first = {.threads = 1, .fails_at = -1};
    int64_t games = (int64_t)test_count(200, 600, 4000);
    assert_true(run(&first, games, 7));
    assert_int_equal(first.played, games / 2);
    read_whole(&one);
    unlink(path);
    for (int threads = 2; threads <= 9; threads += 7) {
        TestRun again = {.threads = threads, .fails_at = -1, .slow_us = 2000};
        assert_true(run(&again, games, 7));
        read_whole(&many);
        unlink(path);
        assert_string_equal(one.chars, many.chars);
        assert_memory_equal(first.values, again.values, sizeof first.values);
    }
    for (int i = 0; i < 3; i++)
        assert_true(first.values[i] > 50); // on the way to 70
    text_free(&one);
    text_free(&many);
}

// What a pair is played around follows from the results long before it, however late or early
// somebody comes for it.
static void a_pair_follows_from_those_long_before_it(void **state) {
    (void)state;
    enum { PAIRS = 200 };
    TuneHead head = make_head(2 * PAIRS, 3);
    TuneWay way;
    Rng rng = rng_seed(test_seed());
    double after[PAIRS + 1][SPSA_PARAMS_MAX]; // so many pairs
    spsa_start(&head.spsa, after[0]);
    tune_way_begin(&way, &head.spsa);
    for (int64_t i = 0; i < PAIRS; i++) {
        for (int64_t pair = i; pair <= i + TUNE_AHEAD && pair < PAIRS; pair++) {
            const double *wanted = after[pair < TUNE_AHEAD ? 0 : pair - TUNE_AHEAD];
            assert_memory_equal(tune_way_around(&way, pair), wanted, 3 * sizeof *wanted);
        }
        TunePair pair = {{"wdl"[rng_below(&rng, 3)], "wdl"[rng_below(&rng, 3)]}};
        memcpy(after[i + 1], after[i], sizeof *after);
        spsa_learn(&head.spsa, after[i + 1], i + 1, tune_pair_result(pair));
        tune_way_add(&way, pair);
        assert_memory_equal(tune_way_now(&way), after[i + 1], 3 * sizeof **after);
    }
    tune_head_free(&head);
}

static void a_pair_that_fails_ends_it(void **state) {
    (void)state;
    TestRun test = {.threads = 3, .fails_at = 50, .slow_us = 200};
    Text whole = {0}, again = {0};
    assert_false(run(&test, 200, 7));
    assert_string_equal(test.err.text, "pair 50 is not to be");
    TuneLog log;
    assert_true(tune_file_read(path, &log, &test.err));
    assert_true(log.count <= 50);
    tune_log_free(&log);
    test.fails_at = -1;
    assert_true(run(&test, 200, 7)); // it goes on from there
    read_whole(&again);
    unlink(path);
    assert_true(run(&test, 200, 7));
    read_whole(&whole);
    unlink(path);
    assert_string_equal(whole.chars, again.chars);
    text_free(&whole);
    text_free(&again);
}

// --- sudden ends ---

static void a_cut_file_goes_on(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    TestRun test = {.threads = 2, .fails_at = -1};
    Text whole = {0}, again = {0};
    assert_true(run(&test, 200, 7));
    read_whole(&whole);
    for (size_t i = 0, n = test_count(20, 100, 1000); i < n; i++) {
        assert_int_equal(truncate(path, rng_below(&rng, (uint32_t)whole.length + 1)), 0);
        assert_true(run(&test, 200, 7));
        read_whole(&again);
        assert_string_equal(whole.chars, again.chars);
    }
    assert_true(run(&test, 200, 7)); // nothing is missing
    assert_int_equal(test.played, 0);
    unlink(path);
    text_free(&whole);
    text_free(&again);
}

// The file's length, 0 if there is none.
static size_t length_now(void) {
    struct stat about;
    return stat(path, &about) == 0 ? (size_t)about.st_size : 0;
}

// Every other run is left alone until it has written something, however slow the machine is.
static void a_killed_run_goes_on(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    TestRun test = {.threads = 3, .fails_at = -1, .slow_us = 3000};
    Text whole = {0}, again = {0};
    assert_true(run(&test, 300, 9));
    read_whole(&whole);
    unlink(path);
    size_t grew = 0, last = 0;
    for (size_t i = 0, n = test_count(5, 15, 200); i < n; i++) {
        pid_t child = fork();
        if (child == 0) {
            run(&test, 300, 9);
            _exit(0);
        }
        bool wait = i % 2 && last < whole.length;
        for (int ms = 0; wait && ms < 60000 && length_now() <= last; ms++)
            usleep(1000);
        usleep(1000 + rng_below(&rng, 20000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        if (access(path, F_OK) == 0)
            read_whole(&again);
        grew += again.length > last;
        last = again.length;
        assert_memory_equal(text_chars(&again), whole.chars, again.length); // so far the same
    }
    assert_true(grew > 0);
    assert_true(run(&test, 300, 9));
    read_whole(&again);
    unlink(path);
    assert_string_equal(whole.chars, again.chars);
    text_free(&whole);
    text_free(&again);
}

// --- the file ---

static void another_tuning_is_refused(void **state) {
    (void)state;
    TestRun test = {.threads = 1, .fails_at = -1};
    bool broken;
    Error err = {""};
    TuneLog log;
    assert_true(run(&test, 20, 7));
    TuneHead head = make_head(20, 8);
    assert_null(tune_file_open(path, &head, false, &log, &broken, &err));
    assert_false(broken);
    assert_non_null(strstr(err.text, "was begun with 'seed 7', not 'seed 8'"));
    TuneFile *file = tune_file_open(path, &head, true, &log, &broken, &err); // any seed
    assert_non_null(file);
    assert_int_equal(head.spsa.seed, 7);
    assert_int_equal(log.count, 10);
    TuneLog second;
    assert_null(tune_file_open(path, &head, true, &second, &broken, &err)); // one at a time
    assert_non_null(strstr(err.text, "another program is writing"));
    tune_log_free(&log);
    tune_file_close(file, NULL);
    head.spsa.params[1].least = 1;
    assert_null(tune_file_open(path, &head, true, &log, &broken, &err));
    assert_non_null(strstr(err.text, "'param P1=50:0:100:5 whole', not 'param P1=50:1:100:5"));
    tune_head_free(&head);
    unlink(path);
}

static void what_is_no_tuning_is_told(void **state) {
    (void)state;
    static const char begin[] = "tune 1\ngame gomoku\nrule renju\nsize 15x15\nplayer tengen\n"
                                "openings even\nnodes 100\ngames 4\nrate 0.01\nseed 1\n";
    static const char *const rows[][2] = {
        {"param A=1:0:2:0.5 whole\nresults\nwl\nwx\n", "pair 2, 'wx', is no result of two games"},
        {"param A=1:0:2:0.5 whole\nresults\nwl\n\n", "pair 2, '', is no result"},
        {"param A=1:0:2:0.5 whole\nresults\nwl\nwl\nwl\n", "pair 3, 'wl', is no result"},
        {"param A=1:0:2:0.5\nresults\n", "'A=1:0:2:0.5' is no parameter"},
        {"param A=1:0:2:9 real\nresults\n", "A takes a step of more than 0"},
        {"results\n", "its head is not complete"},
        {"games 3\nparam A=1:0:2:0.5 real\nresults\n", "its head is not complete"},
        {"rate 0\nparam A=1:0:2:0.5 real\nresults\n", "'rate 0' is no number above 0"},
        {"rate 1e9\nparam A=1:0:2:0.5 real\nresults\n", "'rate 1e9' is no number above 0"},
        {"tea\nresults\n", "'tea' is no row of its head"},
        {"tea\nparam A=1:0:2:0.5 real\nresults\n", "'tea' is no row of its head"},
        {"tea 3\nresults\n", "no option 'tea' here"},
        {"", "is no file of `tengen tune`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Text text = {0};
        TuneLog log = {.count = 0};
        Error err = {""};
        size_t whole;
        text_addf(&text, "%s%s", begin, rows[i][0]);
        assert_false(tune_file_parse("FILE", &text, &log, &whole, &err));
        if (!strstr(err.text, rows[i][1]))
            assert_string_equal(err.text, rows[i][1]);
        tune_log_free(&log);
        text_free(&text);
    }
}

// --- the chart ---

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static void every_way_is_drawn(void **state) {
    (void)state;
    TestRun test = {.threads = 2, .fails_at = -1};
    TuneLog log;
    Text svg = {0};
    assert_true(run(&test, 400, 7));
    assert_true(tune_file_read(path, &log, &test.err));
    tune_chart(&log, &svg);
    assert_non_null(strstr(svg.chars, "3 parameters, 400 of 400 games"));
    assert_int_equal(count_of(svg.chars, "<path class=\"line c"), 6); // and in the legend
    const char *line = strstr(svg.chars, "<path class=\"line c0\"");
    const char *end = strchr(line, '>');
    size_t points = 1;
    for (; line < end; line++)
        points += *line == 'L';
    assert_int_equal(points, 64);
    // More than can be told apart: the sixteen that went furthest. Before the first game, too.
    for (size_t i = 0; i < 40; i++) {
        log.head.spsa.params[i] = log.head.spsa.params[2];
        snprintf(log.head.spsa.params[i].name, SPSA_NAME, "N%zu", i);
    }
    log.head.spsa.count = 40;
    log.head.spsa.params[33].step = 20;
    for (int empty = 0; empty < 2; empty++) {
        text_clear(&svg);
        log.count = empty ? 0 : log.count;
        tune_chart(&log, &svg);
        assert_int_equal(count_of(svg.chars, "<path class=\"line c"), 32);
        assert_int_equal(count_of(svg.chars, ">N33<"), empty ? 0 : 1);
    }
    unlink(path);
    tune_log_free(&log);
    text_free(&svg);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_pair_follows_from_those_long_before_it),
        cmocka_unit_test(a_pair_that_fails_ends_it),
        cmocka_unit_test(a_cut_file_goes_on),
        cmocka_unit_test(a_killed_run_goes_on),
        cmocka_unit_test(another_tuning_is_refused),
        cmocka_unit_test(what_is_no_tuning_is_told),
        cmocka_unit_test(every_way_is_drawn),
    };
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/a.tune", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
