// SPDX-License-Identifier: MIT
// What the claims about the Gomoku search's speed are made of: stones placed a second on one thread and on two, under
// every rule, and without the network; and the time to a depth on two threads against one. Run where nets/ is.
#include "gomoku/gomoku.h"
#include "base/clock.h"
#include "game/notation.h"
#include "game/position.h"
#include "search/searcher.h"
#include "search/timer.h"

#include <stdio.h>
#include <stdlib.h>

enum { RUN_MS = 1500, TABLE_BYTES = 64 << 20, ROUNDS = 3, DEPTH = 14 };

typedef struct Case {
    const char *rule;
    const char *moves;
} Case;

static const Case speed_cases[] = {
    {"freestyle", "h8"},           {"freestyle", "h8 i9 h9 h7 g8"},
    {"freestyle", "h8 i8 j10 g7"}, {"standard", "h8 i9 h9 h7 g8"},
    {"renju", "h8 i9 j7"},         {"renju", "h8 h9 j7 g9 i9 j10 g7"},
    {"caro", "h8 i9 h9 h7 g8"},    {"caro-exact", "h8 i9 h9 h7 g8"},
};

// Even positions, as `tengen openings` finds them.
static const Case depth_cases[] = {
    {"freestyle", "g9 e9 j5 h10"},
    {"freestyle", "k10 h11 h13"},
    {"freestyle", "d4 h8 j5 i7 g7 d6"},
    {"freestyle", "e12 i10 l6 e7 f11"},
    {"freestyle", "g4 l4 l6"},
    {"freestyle", "g7 k6 c8"},
    {"freestyle", "e9 f5 k10 b6"},
    {"freestyle", "k4 j6 i11 e5 m7"},
    {"freestyle", "d10 e6 i10 d12 d6"},
    {"freestyle", "e6 e11 d10"},
    {"standard", "i4 l4 f9 d8 a8"},
    {"standard", "f11 d8 e6"},
    {"standard", "k9 k7 n11"},
    {"standard", "g10 d10 f5 f11"},
    {"standard", "k11 j11 g8 l6 m12"},
    {"standard", "l8 l6 n6"},
    {"standard", "h9 h7 d11 k7"},
    {"standard", "i11 f11 d11 i7 d14"},
    {"renju", "e10 k5 d7 d6 d1"},
    {"renju", "i8 g9 i11"},
    {"renju", "g6 d5 g12 k10 j4"},
    {"renju", "g8 d5 l12 f8"},
    {"renju", "e12 g11 d8 f11"},
    {"renju", "d8 f4 f7 h10 j3"},
    {"caro", "k4 f4 h6"},
    {"caro", "i4 f5 k8"},
    {"caro", "l4 f6 i7"},
    {"caro-exact", "i8 g9 e5"},
    {"caro-exact", "j5 j10 h8"},
    {"caro-exact", "e11 j4 k6 l8 k5"},
};

typedef struct Bench {
    Memory *memory;
    Pool *pool;
    Timer *timer;
    Searcher *searcher;
} Bench;

static Bench bench_new(int threads) {
    Bench bench = {
        .memory = memory_new(TABLE_BYTES), .pool = pool_new(threads), .timer = timer_new()};
    bench.searcher = gomoku_searcher.create(&(Services){bench.pool, bench.memory});
    return bench;
}

static void bench_free(Bench *bench) {
    gomoku_searcher.destroy(bench->searcher);
    pool_free(bench->pool);
    timer_free(bench->timer);
    memory_free(bench->memory);
}

static Position *position_of(const Case *c) {
    Error err = {""};
    Position *position = position_parse(&gomoku_game, c->rule, 15, 15, c->moves, -1, &err);
    if (!position) {
        fprintf(stderr, "%s: %s\n", c->moves, err.text);
        exit(1);
    }
    return position;
}

typedef struct Measured {
    double nodes, seconds;
} Measured;

static Measured think(Bench *bench, const Case *c, int64_t depth) {
    Position *position = position_of(c);
    StopFlag stop = {0};
    Limits limits = LIMITS_OPEN;
    limits.depth = depth;
    gomoku_searcher.new_game(bench->searcher);
    Outcome outcome;
    int64_t start = clock_now_us();
    if (depth == LIMIT_NONE)
        timer_arm(bench->timer, start + RUN_MS * 1000, &stop);
    Ask order = {.position = position,
                 .limits = limits,
                 .seed = 1,
                 .stop = &stop,
                 .start_us = start,
                 .budget_ms = LIMIT_NONE};
    gomoku_searcher.think(bench->searcher, &order, &outcome);
    double seconds = (double)(clock_now_us() - start) / 1e6;
    timer_disarm(bench->timer);
    position_free(position);
    return (Measured){(double)outcome.info.nodes, seconds};
}

// The network is left out: the weights alone judge and order.
static void use_weights(Bench *bench, const Case *c) {
    Position *position = position_of(c);
    char path[64];
    Error err = {""};
    snprintf(path, sizeof path, "nets/gomoku-%s.weights", c->rule);
    if (!gomoku_searcher.load(bench->searcher, position, path, &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    position_free(position);
}

// Best of a few: whatever else the machine does only makes it slower.
static double best_speed(Bench *bench, const Case *c) {
    double best = 0;
    for (int i = 0; i < ROUNDS; i++) {
        Measured run = think(bench, c, LIMIT_NONE);
        double speed = run.nodes / run.seconds;
        best = speed > best ? speed : best;
    }
    return best;
}

static double best_time(Bench *bench, const Case *c) {
    double best = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        double seconds = think(bench, c, DEPTH).seconds;
        best = seconds < best ? seconds : best;
    }
    return best;
}

int main(void) {
    Bench plain = bench_new(1), one = bench_new(1), two = bench_new(2);
    printf("stones placed a second, the best of %d runs of %.1f s\n", ROUNDS, RUN_MS / 1000.0);
    printf("%-12s %-32s %10s %10s %6s %10s %6s\n", "rule", "after", "weights", "network", "ratio",
           "2 threads", "ratio");
    double network = 0, threads = 0;
    size_t count = sizeof speed_cases / sizeof *speed_cases;
    for (size_t i = 0; i < count; i++) {
        const Case *c = &speed_cases[i];
        use_weights(&plain, c);
        double weights = best_speed(&plain, c), single = best_speed(&one, c),
               pair = best_speed(&two, c);
        printf("%-12s %-32s %10.0f %10.0f %6.2f %10.0f %6.2f\n", c->rule, c->moves, weights, single,
               single / weights, pair, pair / single);
        network += single / weights;
        threads += pair / single;
    }
    printf("mean ratios %50.2f %17.2f\n\n", network / (double)count, threads / (double)count);
    printf("seconds to depth %d, the best of %d\n", DEPTH, ROUNDS);
    printf("%-12s %-32s %10s %10s %6s\n", "rule", "after", "1 thread", "2 threads", "ratio");
    double all_one = 0, all_two = 0;
    for (size_t i = 0; i < sizeof depth_cases / sizeof *depth_cases; i++) {
        double single = best_time(&one, &depth_cases[i]), pair = best_time(&two, &depth_cases[i]);
        printf("%-12s %-32s %10.3f %10.3f %6.2f\n", depth_cases[i].rule, depth_cases[i].moves,
               single, pair, single / pair);
        all_one += single;
        all_two += pair;
    }
    printf("all together %37.3f %10.3f %6.2f\n", all_one, all_two, all_one / all_two);
    bench_free(&plain);
    bench_free(&one);
    bench_free(&two);
    return 0;
}
