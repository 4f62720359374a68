// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/timer.h"

#include <assert.h>
#include <stdlib.h>

struct Engine {
    const Registry *registry;
    Table *table;
    Pool *pool;
    Timer *timer;
    bool table_used;      // something may be in the table
    const GameType *game; // the searcher is for this one
    const SearcherType *type;
    Searcher *searcher;
};

Engine *engine_new(const Registry *registry, int threads, size_t hash_bytes) {
    Engine *engine = mem_new(sizeof *engine);
    engine->registry = registry;
    engine->table = table_new(hash_bytes);
    engine->pool = pool_new(threads);
    engine->timer = timer_new();
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
    drop_searcher(engine);
    timer_free(engine->timer);
    pool_free(engine->pool);
    table_free(engine->table);
    free(engine);
}

// A large table takes a tenth of a second to clear: not before anything was put in.
static void clear_table(Engine *engine) {
    if (engine->table_used)
        table_clear(engine->table);
    engine->table_used = false;
}

void engine_new_game(Engine *engine) {
    clear_table(engine);
    if (engine->searcher)
        engine->type->new_game(engine->searcher);
}

const Registry *engine_registry(const Engine *engine) {
    return engine->registry;
}

void engine_resize(Engine *engine, int threads, size_t hash_bytes) {
    drop_searcher(engine);
    pool_free(engine->pool);
    table_free(engine->table);
    engine->pool = pool_new(threads);
    engine->table = table_new(hash_bytes);
    engine->table_used = false;
}

static void use_searcher(Engine *engine, const GameType *game) {
    if (engine->game == game)
        return;
    drop_searcher(engine);
    clear_table(engine);
    engine->game = game;
    engine->type = registry_searcher(engine->registry, game);
    engine->searcher = engine->type->create(&(Services){engine->table, engine->pool});
}

bool engine_load(Engine *engine, const Position *position, const char *path, Error *err) {
    use_searcher(engine, position->type);
    clear_table(engine);
    if (!engine->type->load)
        return error_set(err, "the search for %s has no weights to load", position->type->name);
    return engine->type->load(engine->searcher, position, path, err);
}

void engine_prepare(Engine *engine, const Position *position) {
    use_searcher(engine, position->type);
    if (engine->type->prepare)
        engine->type->prepare(engine->searcher, position);
}

void engine_think(Engine *engine, const EngineOrder *order, Outcome *outcome) {
    int64_t start = order->start_us ? order->start_us : clock_now_us();
    const Position *position = order->position;
    *outcome = (Outcome){.move = MOVE_NONE};
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    if (!count)
        return;
    use_searcher(engine, position->type);
    int points = position->width * position->height;
    Budget budget = limits_budget(&order->limits, points - position->stones);
    if (budget.hard_ms != LIMIT_NONE)
        timer_arm(engine->timer, start + budget.hard_ms * 1000, order->stop);
    Order search = {
        .position = position,
        .limits = order->limits,
        .seed = order->seed,
        .stop = order->stop,
        .start_us = start,
        .budget_ms = budget.hard_ms,
        .soft_ms = budget.soft_ms,
        .on_info = order->on_info,
        .user = order->user,
    };
    engine->table_used = true;
    engine->type->think(engine->searcher, &search, outcome);
    timer_disarm(engine->timer);
    stop_lower_time(order->stop);
    // Nothing leaves the engine that the rules do not allow.
    if (position_check(position, outcome->move, NULL) != VERDICT_LEGAL) {
        assert(!"a searcher answered with an illegal move");
        *outcome = (Outcome){.move = moves[0]};
    }
}
