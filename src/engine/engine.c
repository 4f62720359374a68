// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/beat.h"
#include "search/timer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Engine {
    const Registry *registry;
    Memory *memory;
    Pool *pool;
    Timer *timer;
    Beat *beat;
    const GameType *game; // the searcher is for this one
    const SearcherType *type;
    Searcher *searcher;
};

typedef struct Outfit {
    Engine *engine;
    int threads;
    size_t hash_bytes;
} Outfit;

static void equip(void *argument) {
    const Outfit *outfit = argument;
    Engine *engine = outfit->engine;
    engine->memory = memory_new(outfit->hash_bytes);
    engine->pool = pool_new(outfit->threads);
    engine->timer = timer_new();
    engine->beat = beat_new();
}

Engine *engine_new(const Registry *registry, int threads, size_t hash_bytes) {
    Engine *engine = mem_new(sizeof *engine);
    engine->registry = registry;
    Error err;
    if (!error_catch(equip, &(Outfit){engine, threads, hash_bytes}, &err)) {
        engine_free(engine); // threads and memory must not outlive it
        die("%s", err.text);
    }
    return engine;
}

static void drop_searcher(Engine *engine) {
    if (engine->searcher)
        engine->type->destroy(engine->searcher);
    engine->searcher = NULL;
    engine->game = NULL;
}

void engine_free(Engine *engine) {
    if (!engine)
        return;
    beat_free(engine->beat);
    drop_searcher(engine);
    timer_free(engine->timer);
    pool_free(engine->pool);
    memory_free(engine->memory);
    free(engine);
}

void engine_new_game(Engine *engine) {
    if (engine->searcher)
        engine->type->new_game(engine->searcher);
}

const Registry *engine_registry(const Engine *engine) {
    return engine->registry;
}

size_t engine_hit_rates(const Engine *engine, HitRate rates[HIT_RATES_MAX]) {
    return engine->searcher && engine->type->hit_rates
               ? engine->type->hit_rates(engine->searcher, rates)
               : 0;
}

static void use_searcher(Engine *engine, const GameType *game) {
    if (engine->game == game)
        return;
    drop_searcher(engine);
    engine->type = registry_searcher(engine->registry, game);
    engine->searcher = engine->type->create(&(Services){engine->pool, engine->memory});
    engine->game = game;
}

bool engine_load(Engine *engine, const Position *position, const char *path, Error *err) {
    use_searcher(engine, position->type);
    if (!engine->type->load)
        return error_set(err, "the search for %s has no weights to load", position->type->name);
    return engine->type->load(engine->searcher, position, path, err);
}

bool engine_configure(Engine *engine, const Position *position, const TextList *options,
                      Error *err) {
    use_searcher(engine, position->type);
    const SearcherType *type = engine->type;
    for (size_t i = 0; i < options->count; i++)
        if (!options_know(type->options, options->items[i]))
            return error_set(err, "the search for %s has no option '%.*s'", position->type->name,
                             (int)strcspn(options->items[i], "="), options->items[i]);
    if (!options->count)
        return true;
    void *values = mem_new(type->options_size);
    bool ok = true;
    for (size_t i = 0; i < options->count && ok; i++)
        ok = options_parse_pair(type->options, values, options->items[i], err);
    ok = ok && type->configure(engine->searcher, position, values, err);
    options_free(type->options, values);
    free(values);
    return ok;
}

void engine_prepare(Engine *engine, const Position *position) {
    use_searcher(engine, position->type);
    if (engine->type->prepare)
        engine->type->prepare(engine->searcher, position);
}

typedef struct EngineThought {
    EngineBody body;
    Engine *engine;
    Ask ask;
    void *argument;
} EngineThought;

static void run_body(void *argument) {
    const EngineThought *thought = argument;
    thought->body(thought->engine, &thought->ask, thought->argument);
}

bool engine_run(Engine *engine, EngineBody body, const Ask *ask, void *argument, Error *err) {
    EngineThought thought = {body, engine, *ask, argument};
    bool beats = beat_begin(engine->beat, &thought.ask);
    bool ok = error_catch(run_body, &thought, err);
    beat_watch(thought.ask.beat, NULL, NULL); // one that failed has not: what it showed is gone
    if (beats)
        beat_end(engine->beat);
    return ok;
}

static void search(Engine *engine, const Ask *ask, void *outcome) {
    engine->type->think(engine->searcher, ask, outcome);
}

void engine_think(Engine *engine, const Ask *ask, Outcome *outcome) {
    int64_t start = ask->start_us ? ask->start_us : clock_now_us();
    const Position *position = ask->position;
    assert(ask->stop && position_empty(position) >= 0);
    *outcome = (Outcome){.move = MOVE_NONE};
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    if (!count)
        return;
    use_searcher(engine, position->type);
    Budget budget = limits_budget(&ask->limits, position_empty(position));
    if (budget.hard_ms != LIMIT_NONE)
        timer_arm(engine->timer, start + budget.hard_ms * 1000, ask->stop);
    Ask order = *ask;
    order.start_us = start;
    order.budget_ms = budget.hard_ms;
    order.soft_ms = budget.soft_ms;
    pool_set_stop(engine->pool, ask->stop);
    Error err;
    bool ok = engine_run(engine, search, &order, outcome, &err);
    timer_disarm(engine->timer);
    stop_lower_time(ask->stop);
    beat_add(ask->beat, outcome->info.nodes);
    if (!ok)
        die("%s", err.text);
    // Nothing leaves the engine that the rules do not allow.
    bool legal = position_check(position, outcome->move, NULL) == VERDICT_LEGAL;
    assert(legal);
    if (!legal)
        *outcome = (Outcome){.move = moves[0]};
}
