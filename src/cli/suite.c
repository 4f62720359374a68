// SPDX-License-Identifier: MIT
// `tengen suite FILE...`: positions with known answers. All files are read before the first test is
// run, so that a slip in the last one is found at once.
#include "lab/suite.h"

#include "base/json.h"
#include "base/memory.h"
#include "cli/command.h"
#include "cli/watch.h"

#include <stdlib.h>

typedef struct SuiteRun {
    const Call *call;
    const Suite *suites; // one a file
    Engine *engine;
    const char *path;
    const Suite *suite; // of that file
    SuiteOutcome *outcomes;
    size_t passed, failed; // of all files
    bool on;               // neither stopped nor is the output closed
    Watch *watch;
    Ask ask;
} SuiteRun;

static void print_json(const char *path, const SuiteTest *test, const SuiteOutcome *outcome,
                       Text *out) {
    const Position *position = test->position;
    Json json = json_line(out);
    json_put_text(&json, "file", path);
    json_put_int(&json, "line", (int64_t)test->line);
    json_put_text(&json, "rule", position_rule(position));
    json_put_text(&json, "expected", test->expect);
    json_put_text(&json, "came", outcome->came);
    json_put_bool(&json, "passed", outcome->passed);
    json_put_int(&json, "nodes", (int64_t)outcome->nodes);
    json_put_int(&json, "time_ms", outcome->time_ms);
    json_put_text(&json, "source", test->source);
    json_end_line(&json);
}

static void print_test(const CommonOptions *given, const char *path, const SuiteTest *test,
                       const SuiteOutcome *outcome, Text *out) {
    if (given->json)
        print_json(path, test, outcome, out);
    else if (!given->quiet || !outcome->passed)
        text_addf(out, "%-4s %s:%zu %s expected %s, came %s -- %s\n",
                  outcome->passed ? "ok" : "FAIL", path, test->line, position_rule(test->position),
                  test->expect, outcome->came, test->source);
}

// Where the tests of the same game and board end that begin here: the solver keeps what it found
// for one board.
static size_t same_board(const Suite *suite, size_t from) {
    const Position *first = suite->tests[from].position;
    size_t end = from + 1;
    while (end < suite->count && suite->tests[end].position->type == first->type &&
           suite->tests[end].position->width == first->width &&
           suite->tests[end].position->height == first->height)
        end++;
    return end;
}

// Those of one board, and those of them that stay open once more.
static void run_board(SuiteRun *run, size_t from, size_t end) {
    Text out = {0};
    for (int round = 0; round < 2; round++)
        for (size_t i = from; i < end && run->on; i++) {
            const SuiteTest *test = &run->suite->tests[i];
            SuiteOutcome *outcome = &run->outcomes[i], before = *outcome;
            if (round > 0 && !before.is_open)
                continue;
            suite_run(test, run->engine, &run->ask, outcome);
            run->on = !stop_raised(run->ask.stop);
            if (!run->on) // perhaps in the middle of it
                continue;
            outcome->nodes += before.nodes;
            outcome->time_ms += before.time_ms;
            if (round == 0 && outcome->is_open)
                continue;
            run->passed += outcome->passed;
            run->failed += !outcome->passed;
            print_test(run->call->common, run->path, test, outcome, &out);
            run->on = watch_print(run->watch, &out);
        }
    text_free(&out);
}

static void run_file(SuiteRun *run, const char *path, const Suite *suite) {
    run->path = path;
    run->suite = suite;
    run->outcomes = mem_new_array(suite->count, sizeof *run->outcomes);
    for (size_t from = 0, end; from < suite->count; from = end) {
        end = same_board(suite, from);
        run_board(run, from, end);
    }
    free(run->outcomes);
}

static void run_files(Watch *watch, const Ask *ask, void *argument) {
    SuiteRun *run = argument;
    const Call *call = run->call;
    run->watch = watch;
    run->ask = *ask;
    run->ask.limits = common_limits(call->common);
    run->ask.start_us = 0; // each test has a time of its own
    run->engine = engine_new(call->registry, common_threads(call->common),
                             (size_t)common_hash_bytes(call->common));
    for (size_t i = 0; i < call->word_count && run->on; i++)
        run_file(run, call->words[i], &run->suites[i]);
    engine_free(run->engine);
}

static void print_count(const SuiteRun *run) {
    Text out = {0};
    if (run->call->common->json) {
        Json json = json_line(&out);
        json_put_int(&json, "passed", (int64_t)run->passed);
        json_put_int(&json, "failed", (int64_t)run->failed);
        json_end_line(&json);
    } else {
        text_addf(&out, "%zu passed, %zu failed\n", run->passed, run->failed);
    }
    output_end(&out);
}

static int run(const Call *call) {
    Suite *suites = mem_new_array(call->word_count, sizeof *suites);
    size_t tests = 0;
    bool good = true;
    for (size_t i = 0; i < call->word_count && good; i++) {
        good = suite_read(&suites[i], call->registry, call->words[i], call->err);
        tests += suites[i].count;
    }
    int code = EXIT_GOOD;
    if (!good) {
        code = call_error(call, EXIT_USAGE);
    } else if (!tests) {
        code = call_fail(call, EXIT_USAGE,
                         "there is no test in '%.200s'; a test is a line "
                         "rule|size|position|side|expect|source",
                         call->words[0]);
    } else {
        SuiteRun run = {.call = call, .suites = suites, .on = true};
        bool finished = watch_once(run_files, &run, call->common->quiet ? NULL : watch_show_effort);
        print_count(&run);
        code = run.failed ? EXIT_BAD : EXIT_GOOD;
        if (!finished)
            code = call_fail(call, EXIT_BAD, "stopped; %zu of %zu tests were run",
                             run.passed + run.failed, tests);
    }
    for (size_t i = 0; i < call->word_count; i++)
        suite_free(&suites[i]);
    free(suites);
    return code;
}

const Command suite_command = {
    .name = "suite",
    .usage = "FILE...",
    .summary = "run positions with known answers",
    .details = "One test a line, # begins a comment:  rule|size|position|side|expect|source\n"
               "\n"
               "  forbidden:f8=33      Black may not play f8, for that reason (6, 44, 33, any)\n"
               "  legal:f8             Black may play f8\n"
               "  allforbidden:f8=33,k5=44   exactly these empty points are forbidden\n"
               "  vcf:win, vcf:none    there is a win by fours alone, or proof that there is none\n"
               "  win, loss            proven for the side to move\n"
               "  best:h8,g9           the engine's move is one of these\n"
               "  result:black         how the game stands: black, white, draw or none\n"
               "\n"
               "Prints a line a test (with --quiet only those that failed) and ends with\n"
               "\"N passed, N failed\". What the engine cannot prove within its limits is\n"
               "\"unknown\" and fails. What was proven in one test serves the next, and a\n"
               "position of Hex that stays unknown gets the same limits once more after the\n"
               "others of its board. Ends with 1 when a test failed, with 2 and nothing run when\n"
               "a line cannot be understood.",
    .common = COMMON_LIMITS | COMMON_ENGINE | COMMON_JSON | COMMON_QUIET,
    .min_words = 1,
    .max_words = -1,
    .run = run,
};
