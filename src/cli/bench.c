// SPDX-License-Identifier: MIT
// `tengen bench`: the node signature and the speed.
#include "lab/bench.h"

#include "base/json.h"
#include "cli/command.h"
#include "cli/watch.h"

#include <inttypes.h>

typedef struct BenchOptions {
    CommonOptions common;
    int64_t nodes;
    const char *rule;
    bool counters;
} BenchOptions;

static const Option options[] = {
    {"nodes", OPTION_INT, offsetof(BenchOptions, nodes), "N", 1, INT64_C(1000000000000),
     "nodes a position (100000), in Hex a fiftieth of it"},
    {"rule", OPTION_TEXT, offsetof(BenchOptions, rule), "R", 0, 0,
     "only the positions of this rule or game"},
    {"counters", OPTION_FLAG, offsetof(BenchOptions, counters), NULL, 0, 0,
     "how often the steps of the search succeed (builds with TUNE=1)"},
    {0},
};

static const BenchOptions defaults = {.nodes = BENCH_NODES};

typedef struct BenchRun {
    const Call *call;
    const BenchOptions *given;
    Watch *watch;
    BenchTotal total;
    bool ok;
} BenchRun;

static bool print_line(const BenchLine *line, void *user) {
    const BenchRun *run = user;
    const BenchOptions *given = run->given;
    if (given->common.quiet)
        return true;
    Text out = {0};
    if (given->common.json) {
        Json json = json_line(&out);
        json_put_text(&json, "position", line->name);
        json_put_int(&json, "nodes", (int64_t)line->nodes);
        json_put_int(&json, "depth", line->depth);
        json_put_int(&json, "score", line->score);
        json_put_text(&json, "move", line->move);
        json_put_int(&json, "time_ms", line->time_us / 1000);
        json_end_line(&json);
    } else {
        text_addf(&out, "%-32s %9" PRIu64 " nodes  depth %2d  score %6d  %-5s %6.1f ms\n",
                  line->name, line->nodes, line->depth, line->score, line->move,
                  (double)line->time_us / 1000);
    }
    bool taken = watch_print(run->watch, &out);
    text_free(&out);
    return taken;
}

static void put_signature(Json *json, const char *key, uint64_t signature) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, signature);
    json_put_text(json, key, text);
}

static void print_total(const BenchOptions *given, const BenchTotal *total, Text *out) {
    if (given->common.json) {
        Json json = json_line(out);
        json_put_int(&json, "nodes", (int64_t)total->nodes);
        json_put_object(&json, "signatures");
        for (size_t i = 0; i < total->rule_count; i++)
            put_signature(&json, total->rules[i].name, total->rules[i].signature);
        json_end_object(&json);
        put_signature(&json, "signature", total->signature);
        json_put_int(&json, "nps", (int64_t)bench_speed(total));
        json_end_line(&json);
        return;
    }
    for (size_t i = 0; i < total->rule_count; i++)
        text_addf(out, "signature of %s: %016" PRIx64 "\n", total->rules[i].name,
                  total->rules[i].signature);
    text_addf(out, "nodes: %" PRIu64 "\nsignature: %016" PRIx64 "\nnps: %" PRIu64 "\n",
              total->nodes, total->signature, bench_speed(total));
}

static void print_rates(const BenchTotal *total, Text *out) {
    for (size_t i = 0; i < total->rate_count; i++) {
        const HitRate *rate = &total->rates[i];
        double percent = rate->tries ? 100.0 * (double)rate->hits / (double)rate->tries : 0;
        text_addf(out, "%-44s %10" PRIu64 " of %10" PRIu64 "  %5.1f%%\n", rate->name, rate->hits,
                  rate->tries, percent);
    }
}

static void search_all(Watch *watch, const Ask *ask, void *argument) {
    BenchRun *run = argument;
    Ask order = *ask;
    run->watch = watch;
    order.limits.nodes = run->given->nodes;
    run->ok = bench_run(run->call->registry, run->given->rule, &order, print_line, run, &run->total,
                        run->call->err);
}

static int run(const Call *call) {
    const BenchOptions *given = call->options;
    BenchRun run = {.call = call, .given = given};
    bool finished = watch_once(search_all, &run, given->common.quiet ? NULL : watch_show_effort);
    if (!run.ok)
        return call_error(call, finished ? EXIT_USAGE : EXIT_BAD);
    if (given->counters && !run.total.rate_count)
        return call_fail(call, EXIT_USAGE, "nothing was counted: a build with TUNE=1 counts");
    Text out = {0};
    if (given->counters)
        print_rates(&run.total, &out);
    print_total(given, &run.total, &out);
    output_end(&out);
    return EXIT_GOOD;
}

const Command bench_command = {
    .name = "bench",
    .usage = "[--nodes N] [--rule R] [--counters]",
    .summary = "node signature and speed",
    .details = "Searches a fixed set of positions of every rule, each to a fixed number of\n"
               "nodes on one thread. The signature is taken over nodes, scores and moves: it is\n"
               "the same on every machine and with every compiler, and changes when the search\n"
               "does; each rule has one of its own, too. A node is every stone placed by a\n"
               "search.",
    .common = COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(BenchOptions),
    .defaults = &defaults,
    .run = run,
};
