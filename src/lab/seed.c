// SPDX-License-Identifier: MIT
// What the seed players have in common: their SPEC, what they refuse, how they stop, and what more
// than one of them does with a root.
#include "lab/seed.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/beat.h"
#include "search/timer.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const SeedType *const lab_seeds[] = {
    &gomokuku_seed, &hexmax_seed, &sustech_seed, &nthu_seed, &hust_seed, NULL,
};

typedef struct SeedPlayer {
    Player player;
    SeedSettings settings; // depth LIMIT_NONE: not given
    int64_t threads;
    int64_t time_ms; // of the SPEC, LIMIT_NONE: not given
    Timer *timer;
    Beat *beat;
    Pool *pool; // NULL for one thread
} SeedPlayer;

// Deeper than any of them gets; hexmax, which never prunes, would not even end at 6.
enum { SEED_DEPTH_MAX = 40 };

#define PLACE(field) offsetof(SeedPlayer, field)
#define DEPTH_ROW                                                                                  \
    { "depth", OPTION_INT, PLACE(settings.depth), "N", 1, SEED_DEPTH_MAX, "plies" }
#define TIME_ROW                                                                                   \
    { "time", OPTION_DURATION, PLACE(time_ms), "5s|500ms", 1, TIME_MAX_MS, "per move" }
#define THREADS_ROW                                                                                \
    { "threads", OPTION_INT, PLACE(threads), "N", 1, SEED_THREADS_MAX, "searching threads" }
#define MODE_ROW                                                                                   \
    {                                                                                              \
        "mode", OPTION_CHOICE, PLACE(settings.mode), "serial|parallel|no-map", 0, 0,               \
            "how the root is searched"                                                             \
    }

const Option seed_options[] = {DEPTH_ROW, TIME_ROW, {0}};
const Option seed_parallel_options[] = {DEPTH_ROW, TIME_ROW, THREADS_ROW, {0}};
const Option seed_mode_options[] = {MODE_ROW, DEPTH_ROW, TIME_ROW, THREADS_ROW, {0}};

static const SeedType *seed_of(const Player *player) {
    return (const SeedType *)player->type;
}

Player *seed_create(const PlayerType *type, const Registry *registry, const char *rest,
                    const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    SeedPlayer *player = mem_new(sizeof *player);
    player->player.type = type;
    player->settings.depth = LIMIT_NONE;
    player->threads = defaults->threads < SEED_THREADS_MAX ? defaults->threads : SEED_THREADS_MAX;
    player->time_ms = LIMIT_NONE;
    if (!options_parse_spec(type->options, player, rest, err)) {
        free(player);
        return NULL;
    }
    player->timer = timer_new();
    player->beat = beat_new();
    if (player->threads > 1 && type->options != seed_options)
        player->pool = pool_new((int)player->threads);
    return &player->player;
}

void seed_destroy(Player *base) {
    SeedPlayer *player = (SeedPlayer *)base;
    beat_free(player->beat);
    timer_free(player->timer);
    pool_free(player->pool);
    free(player);
}

static bool knows_size(const SeedType *seed, int width, int height) {
    bool known = seed->sizes[0] == 0;
    for (const int *size = seed->sizes; *size; size++)
        known |= *size == width;
    return known && width == height;
}

bool seed_begin(Player *player, const Game *game, Error *err) {
    const SeedType *seed = seed_of(player);
    const Position *position = game_position(game);
    const char *name = seed->player.name;
    if (position->type != seed->game || strcmp(position_rule(position), seed->rule) != 0)
        return error_set(err, "%s plays %s only, not %s", name, seed->rule,
                         position_rule(position));
    if (!knows_size(seed, position->width, position->height)) {
        if (!seed->sizes[0])
            return error_set(err, "%s plays on square boards only, not on %dx%d", name,
                             position->width, position->height);
        char second[24] = "";
        if (seed->sizes[1])
            snprintf(second, sizeof second, " and %dx%d", seed->sizes[1], seed->sizes[1]);
        return error_set(err, "%s plays on %dx%d%s only, not on %dx%d", name, seed->sizes[0],
                         seed->sizes[0], second, position->width, position->height);
    }
    if (game_opening(game) != OPENING_FREE)
        return error_set(err, "%s knows no opening but free, not %s", name,
                         opening_name(game_opening(game)));
    return true;
}

// --- one turn ---

// Every seed has its own scale; none of them proves anything.
static Info info_of(const SeedAnswer *answer, int64_t start_us) {
    int64_t most = SCORE_LIKELY - 1;
    int64_t value = answer->value > most ? most : answer->value < -most ? -most : answer->value;
    Info info = {.depth = answer->depth,
                 .selective_depth = answer->depth,
                 .multipv = 1,
                 .nodes = answer->nodes,
                 .time_ms = (clock_now_us() - start_us) / 1000};
    info.line.score = (int)value;
    info.line.win = score_win_rate(info.line.score, 1000);
    info.line.visits = -1;
    info.line.pv[0] = answer->move;
    info.line.pv_length = 1;
    return info;
}

void seed_report(const SeedOrder *order, const SeedAnswer *answer) {
    if (!order->ask.on_info)
        return;
    Info info = info_of(answer, order->ask.start_us);
    order->ask.on_info(&info, order->ask.user);
}

// What the SPEC says wins over what the front end says, and that over the seed's own habits.
static SeedOrder order_of(const SeedPlayer *player, const Ask *turn, int64_t *budget_ms) {
    const SeedType *seed = seed_of(&player->player);
    const Position *position = game_position(turn->game);
    SeedOrder order = {.ask = *turn, .settings = player->settings, .pool = player->pool};
    order.ask.position = position;
    order.ask.start_us = clock_now_us();
    Limits limits = turn->limits;
    if (player->time_ms != LIMIT_NONE) {
        limits.time_ms = player->time_ms;
        limits.clock_ms = LIMIT_NONE;
    }
    int64_t depth = player->settings.depth != LIMIT_NONE ? player->settings.depth : limits.depth;
    *budget_ms = limits_budget(&limits, position_empty(position)).soft_ms;
    if (*budget_ms == LIMIT_NONE && depth == LIMIT_NONE && limits.nodes == LIMIT_NONE)
        *budget_ms = seed->time_ms;
    if (depth == LIMIT_NONE)
        depth = seed->depth;
    order.settings.depth = depth < 1 ? 1 : depth > SEED_DEPTH_MAX ? SEED_DEPTH_MAX : depth;
    return order;
}

bool seed_choose(Player *base, const Ask *turn, Choice *choice, Error *err) {
    SeedPlayer *player = (SeedPlayer *)base;
    Move moves[MOVES_MAX];
    if (!position_moves(game_position(turn->game), moves))
        return error_set(err, "there is no legal move");
    int64_t budget_ms;
    SeedOrder order = order_of(player, turn, &budget_ms);
    if (budget_ms != LIMIT_NONE)
        timer_arm(player->timer, order.ask.start_us + budget_ms * 1000, turn->stop);
    SeedAnswer answer = {.move = MOVE_NONE};
    bool beats = beat_begin(player->beat, &order.ask);
    seed_of(base)->think(&order, &answer);
    if (beats)
        beat_end(player->beat);
    timer_disarm(player->timer);
    stop_lower_time(turn->stop);
    *choice = (Choice){answer.move, true, info_of(&answer, order.ask.start_us)};
    return true;
}

// --- the root ---

// Bytes between what two threads write, so that they share no cache line.
enum { SEED_APART = 128 };

typedef struct SeedMapRun {
    const SeedMap *map;
    char *searches; // one a thread
    size_t stride;
    int64_t values[BOARD_POINTS];
    bool done[BOARD_POINTS];
    atomic_size_t next;
} SeedMapRun;

static SeedSearch *search_of(const SeedMapRun *run, int index) {
    return (SeedSearch *)(void *)(run->searches + (size_t)index * run->stride);
}

static void value_moves(void *argument, int index) {
    SeedMapRun *run = argument;
    SeedSearch *search = search_of(run, index);
    for (;;) {
        size_t i = atomic_fetch_add_explicit(&run->next, 1, memory_order_relaxed);
        if (i >= run->map->count || search->stopped)
            return;
        run->values[i] = run->map->value(search, run->map->moves[i]);
        run->done[i] = !search->stopped;
    }
}

static void choose_from(const SeedMapRun *run, SeedAnswer *answer) {
    const SeedMap *map = run->map;
    bool any = false;
    answer->complete = true;
    for (size_t i = 0; i < map->count; i++) {
        answer->complete &= run->done[i];
        bool better = !any || run->values[i] > answer->value ||
                      (map->last_of_equals && run->values[i] == answer->value);
        if (!run->done[i] || !better)
            continue;
        any = true;
        answer->move = map->moves[i];
        answer->value = run->values[i];
    }
}

void seed_map(const SeedOrder *order, const SeedMap *map, SeedAnswer *answer) {
    int threads = seed_threads(order);
    SeedOrder share = *order;
    if (order->ask.limits.nodes != LIMIT_NONE)
        share.ask.limits.nodes /= threads;
    SeedMapRun *run = mem_new(sizeof *run);
    run->map = map;
    run->stride = (map->search_size / SEED_APART + 2) * SEED_APART;
    run->searches = mem_new_array((size_t)threads, run->stride);
    for (int i = 0; i < threads; i++) {
        memcpy(search_of(run, i), map->search, map->search_size);
        search_of(run, i)->order = &share;
    }
    if (order->pool)
        pool_run(order->pool, value_moves, run);
    else
        value_moves(run, 0);
    for (int i = 0; i < threads; i++)
        answer->nodes += search_of(run, i)->nodes;
    answer->root_children = (int)map->count;
    choose_from(run, answer);
    free(run->searches);
    free(run);
}

static void take_counts(const SeedSearch *search, SeedAnswer *answer) {
    answer->nodes = search->nodes;
    answer->evaluations = search->evaluations;
    answer->hits = search->hits;
}

void seed_deepen(SeedSearch *search, bool (*iterate)(SeedSearch *search, SeedAnswer *answer),
                 int64_t last, int64_t enough, SeedAnswer *answer) {
    seed_report(search->order, answer); // there is a legal move from here on
    int first = last < 2 ? (int)last : 2;
    for (int depth = first; depth && depth <= last && answer->value < enough; depth += 2) {
        SeedAnswer found = *answer;
        found.depth = depth;
        if (!iterate(search, &found) || (search->stopped && depth > first))
            break;
        *answer = found;
        take_counts(search, answer);
        seed_report(search->order, answer);
        if (search->stopped)
            break;
    }
    take_counts(search, answer);
    answer->complete = !search->stopped;
}
