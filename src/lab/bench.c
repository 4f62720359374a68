// SPDX-License-Identifier: MIT
#include "lab/bench.h"

#include "base/clock.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "game/coord.h"
#include "game/notation.h"

#include <assert.h>
#include <string.h>

enum { BENCH_HASH = 20 << 20 }; // a table of 16 MB in Gomoku

typedef struct BenchPosition {
    const char *name, *rule;
    int width, height;
    const char *moves;
} BenchPosition;

// Every rule of both games, from the empty board to the crowded one. Changing a row changes the
// signature.
static const BenchPosition positions[] = {
    {"freestyle, empty board", "freestyle", 15, 15, "-"},
    {"freestyle, opening", "freestyle", 15, 15, "h8 i9 j7 i7 i8"},
    {"freestyle, middle game", "freestyle", 20, 20,
     "j10 k11 l10 k10 k9 j8 m11 i7 h6 l9 j11 i12 k12 n10"},
    {"freestyle, open three to answer", "freestyle", 15, 15, "h8 a1 h9 c2 h10"},
    {"freestyle, crowded and small", "freestyle", 7, 7,
     "B:b2,d2,f2,c4,e4,b6,d6,f6,a3;W:c2,e2,b4,d4,f4,c6,e6,d3,g5"},
    {"standard, opening", "standard", 15, 15, "h8 h9 g10 i7"},
    {"standard, middle game", "standard", 15, 15,
     "h8 g9 i9 g7 j10 g10 g8 f8 e7 k11 i10 h10 i11 i12 i8"},
    {"renju, opening", "renju", 15, 15, "h8 i9 j9 g7"},
    {"renju, middle game, White", "renju", 15, 15, "h8 h9 j7 i8 j9 j8 i7 k7 h7 g7 h6"},
    {"renju, middle game, Black", "renju", 15, 15, "h8 h9 j7 i8 j9 j8 i7 k7 h7 g7 h6 h5"},
    {"renju, forbidden points", "renju", 15, 15, "B:g8,i8,h7,h9,k11,d4;W:g10,j6,f5,e9,l9,c12"},
    {"caro, middle game", "caro", 15, 15, "h8 g8 h9 h7 g10 f11 i9 j9 f9 i8"},
    {"caro-exact, middle game", "caro-exact", 17, 13, "i7 h8 j8 h6 k9 l10 h7 g7 j7 k7"},
    {"hex 5x5, empty board", "hex", 5, 5, "-"},
    {"hex 9x7, opening", "hex", 9, 7, "e4 d5"},
    {"hex 11x11, opening", "hex", 11, 11, "b4 f6 h4"},
    {"hex 11x11, middle game", "hex", 11, 11, "c2 f6 h4 g8 e8 d7 h7 i5 d5 e4 c9 d10"},
    {"hex 19x19, empty board", "hex", 19, 19, "-"},
};

// To be proven where steps are counted, since no search above asks a solver; not in the signature.
static const BenchPosition proofs[] = {
    {"hex 7x7, a proof", "hex", 7, 7, "c2"},
};

// What a search goes into: the signature of everything and that of its rule.
typedef struct Signatures {
    uint64_t *all, *own;
    const Ask *ask; // whose listener hears it, too
} Signatures;

static void mix(uint64_t *signature, uint64_t value) {
    *signature = rng_mix(*signature ^ rng_mix(value + 0x9e3779b97f4a7c15u));
}

static void mix_line(const Signatures *signatures, uint64_t nodes, int score, Move move) {
    uint64_t values[] = {nodes, (uint64_t)(int64_t)score, (uint64_t)(int64_t)move};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        mix(signatures->all, values[i]);
        mix(signatures->own, values[i]);
    }
}

// Most positions end at the node limit, so it is the nodes of each iteration that tell. Beats are the
// machine's affair.
static void mix_info(const Info *info, void *user) {
    const Signatures *signatures = user;
    if (!info->beat)
        mix_line(signatures, info->nodes, info->line.score, info->line.pv[0]);
    if (signatures->ask->on_info)
        signatures->ask->on_info(info, signatures->ask->user);
}

static void search_one(Engine *engine, const Position *position, int64_t nodes, BenchLine *line,
                       Signatures *signatures) {
    Ask order = {.position = position,
                 .limits = LIMITS_OPEN,
                 .seed = 1,
                 .stop = signatures->ask->stop,
                 .on_info = mix_info,
                 .user = signatures,
                 .beats = signatures->ask->beats};
    order.limits.nodes = nodes;
    Outcome outcome;
    engine_new_game(engine);
    int64_t start = clock_now_us();
    engine_think(engine, &order, &outcome);
    line->time_us = clock_now_us() - start;
    line->nodes = outcome.info.nodes;
    line->score = outcome.info.line.score;
    line->depth = outcome.info.depth;
    move_print(position, outcome.move, line->move);
    mix_line(signatures, line->nodes, line->score, outcome.move);
}

// The positions of a rule stand together.
static uint64_t *rule_signature(BenchTotal *total, const char *rule) {
    BenchRule *last = total->rules + total->rule_count - 1;
    if (total->rule_count == 0 || strcmp(last->name, rule) != 0)
        total->rules[total->rule_count++] = (BenchRule){rule, 0};
    return &total->rules[total->rule_count - 1].signature;
}

// Asked before the engine turns to another game; a search counts since it was made.
static void add_rates(const Engine *engine, BenchTotal *total) {
    HitRate rates[HIT_RATES_MAX];
    size_t count = engine_hit_rates(engine, rates);
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < total->rate_count && strcmp(total->rates[at].name, rates[i].name) != 0)
            at++;
        assert(at < BENCH_RATES_MAX);
        total->rates[at] = rates[i];
        total->rate_count += at == total->rate_count;
    }
}

// The position of a row; NULL: its rule was not asked for.
static Position *set_up(const Registry *registry, const BenchPosition *row, const char *rule) {
    Error err;
    const GameType *game = registry_game(registry, row->rule, &err);
    if (!game)
        die("the bench position '%s' has no game: %s", row->name, err.text);
    if (rule && strcmp(rule, row->rule) != 0 && strcmp(rule, game->name) != 0)
        return NULL;
    Position *position =
        position_parse(game, row->rule, row->width, row->height, row->moves, -1, &err);
    if (!position)
        die("the bench position '%s' cannot be set up: %s", row->name, err.text);
    return position;
}

static int64_t node_limit(const Registry *registry, const Position *position, int64_t nodes) {
    int cost = registry_searcher(registry, position->type)->node_cost;
    return cost > 1 ? nodes / cost + 1 : nodes;
}

static void count_proofs(const Registry *registry, Engine *engine, const char *rule, int64_t nodes,
                         BenchTotal *total) {
    for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++) {
        Position *position = set_up(registry, &proofs[i], rule);
        if (!position)
            continue;
        StopFlag stop = {0};
        Ask order = {.position = position, .limits = LIMITS_OPEN, .seed = 1, .stop = &stop};
        order.limits.prove = true;
        order.limits.nodes = node_limit(registry, position, nodes);
        Outcome outcome;
        engine_new_game(engine);
        engine_think(engine, &order, &outcome);
        add_rates(engine, total);
        position_free(position);
    }
}

bool bench_run(const Registry *registry, const char *rule, const Ask *ask, BenchFn on_line,
               void *user, BenchTotal *total, Error *err) {
    int64_t nodes = ask->limits.nodes;
    Engine *engine = engine_new(registry, 1, BENCH_HASH);
    *total = (BenchTotal){0};
    for (size_t i = 0; i < sizeof positions / sizeof *positions && !stop_raised(ask->stop); i++) {
        Position *position = set_up(registry, &positions[i], rule);
        if (!position)
            continue;
        BenchLine line = {.name = positions[i].name, .rule = positions[i].rule};
        Signatures signatures = {&total->signature, rule_signature(total, line.rule), ask};
        search_one(engine, position, node_limit(registry, position, nodes), &line, &signatures);
        add_rates(engine, total);
        total->nodes += line.nodes;
        total->time_us += line.time_us;
        bool more = !on_line || stop_raised(ask->stop) || on_line(&line, user);
        position_free(position);
        if (!more)
            break;
    }
    if (total->rate_count)
        count_proofs(registry, engine, rule, nodes, total);
    engine_free(engine);
    if (stop_raised(ask->stop))
        return error_set(err, "stopped; a signature takes all positions");
    return total->rule_count > 0 ||
           error_set(err, "no position of the bench has the rule '%s'", rule);
}

uint64_t bench_speed(const BenchTotal *total) {
    return total->time_us > 0 ? total->nodes * 1000000 / (uint64_t)total->time_us : total->nodes;
}
