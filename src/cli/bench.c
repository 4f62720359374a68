// SPDX-License-Identifier: MIT
// `tengen bench`: the node signature and the speed.
#include "lab/bench.h"

#include "base/json.h"
#include "cli/command.h"

#include <inttypes.h>

typedef struct BenchOptions {
    CommonOptions common;
    int64_t nodes;
} BenchOptions;

static const Option options[] = {
    {"nodes", OPTION_INT, offsetof(BenchOptions, nodes), "N", 1, INT64_C(1000000000000),
     "nodes a position (100000), in Hex a fiftieth of it"},
    {0},
};

static void defaults(void *target) {
    ((BenchOptions *)target)->nodes = BENCH_NODES;
}

static void print_line(const BenchLine *line, void *user) {
    const BenchOptions *given = user;
    if (given->common.quiet)
        return;
    Text out = {0};
    if (given->common.json) {
        Json json = {.out = &out};
        json_begin_object(&json);
        json_key(&json, "position");
        json_text(&json, line->name);
        json_key(&json, "nodes");
        json_int(&json, (int64_t)line->nodes);
        json_key(&json, "depth");
        json_int(&json, line->depth);
        json_key(&json, "score");
        json_int(&json, line->score);
        json_key(&json, "move");
        json_text(&json, line->move);
        json_key(&json, "time_ms");
        json_int(&json, line->time_us / 1000);
        json_end_object(&json);
        text_add_char(&out, '\n');
    } else {
        text_addf(&out, "%-32s %9" PRIu64 " nodes  depth %2d  score %6d  %-5s %6.1f ms\n",
                  line->name, line->nodes, line->depth, line->score, line->move,
                  (double)line->time_us / 1000);
    }
    output_flush(&out);
    text_free(&out);
}

static int run(const Call *call) {
    const BenchOptions *given = call->options;
    BenchTotal total;
    Text out = {0};
    bench_run(call->registry, given->nodes, print_line, (void *)given, &total);
    if (given->common.json) {
        char signature[17];
        snprintf(signature, sizeof signature, "%016" PRIx64, total.signature);
        Json json = {.out = &out};
        json_begin_object(&json);
        json_key(&json, "nodes");
        json_int(&json, (int64_t)total.nodes);
        json_key(&json, "signature");
        json_text(&json, signature);
        json_key(&json, "nps");
        json_int(&json, (int64_t)bench_speed(&total));
        json_end_object(&json);
        text_add_char(&out, '\n');
    } else {
        text_addf(&out, "nodes: %" PRIu64 "\nsignature: %016" PRIx64 "\nnps: %" PRIu64 "\n",
                  total.nodes, total.signature, bench_speed(&total));
    }
    output_flush(&out);
    text_free(&out);
    return EXIT_GOOD;
}

const Command bench_command = {
    .name = "bench",
    .usage = "[--nodes N]",
    .summary = "node signature and speed",
    .details = "Searches a fixed set of positions of every rule, each to a fixed number of\n"
               "nodes on one thread. The signature is taken over nodes, scores and moves: it is\n"
               "the same on every machine and with every compiler, and changes when the search\n"
               "does. A node is every stone placed by a search.",
    .common = COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(BenchOptions),
    .defaults = defaults,
    .run = run,
};
