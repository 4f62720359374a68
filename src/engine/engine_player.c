// SPDX-License-Identifier: MIT
// The player `tengen`: an Engine behind the Player interface.
#include "base/memory.h"
#include "base/rng.h"
#include "engine/engine.h"

#include <stdlib.h>

typedef struct EnginePlayer {
    Player player;
    Engine *engine;
    Limits own; // what the SPEC set; everything else is the front end's
    int64_t threads, hash_bytes, seed;
    char *weights;   // a file, NULL: those built in
    TextList search; // options of the searches' own
    // What the weights were last loaded for.
    const GameType *loaded_game;
    int loaded_rule;
    Rng rng;
    uint64_t game_seed; // constant within a game: a weak level keeps its errors
} EnginePlayer;

enum { THREADS_MAX = 256 };

#define PLACE(field) offsetof(EnginePlayer, field)
const Option engine_player_options[] = {
    {"level", OPTION_INT, PLACE(own.level), "1..10", 1, LEVEL_MAX, "strength, 10 is full"},
    {"time", OPTION_DURATION, PLACE(own.time_ms), "5s|500ms", 1, TIME_MAX_MS, "per move"},
    {"depth", OPTION_INT, PLACE(own.depth), "N", 1, DEPTH_MAX, "plies"},
    {"nodes", OPTION_INT, PLACE(own.nodes), "N", 1, INT64_MAX, "stones placed by the search"},
    {"threads", OPTION_INT, PLACE(threads), "N", 1, THREADS_MAX, "searching threads"},
    {"hash", OPTION_BYTES, PLACE(hash_bytes), "64M", 1 << 16, (int64_t)1 << 40,
     "memory for all it remembers"},
    {"seed", OPTION_INT, PLACE(seed), "N", 0, INT64_MAX, "for what is left to chance"},
    {"weights", OPTION_TEXT, PLACE(weights), "FILE", 0, 0, "in place of those built in"},
    {0},
};

static bool known_to_a_search(const Registry *registry, const char *pair) {
    for (const GameType *const *game = registry_games(registry); *game; game++)
        if (options_know(registry_searcher(registry, *game)->options, pair))
            return true;
    return false;
}

// What is no option of every search must be one of some game's.
static bool read_options(EnginePlayer *player, const Registry *registry, const char *rest,
                         Error *err) {
    if (!options_take_spec(engine_player_options, player, rest, &player->search, err))
        return false;
    for (size_t i = 0; i < player->search.count; i++)
        if (!known_to_a_search(registry, player->search.items[i]))
            return options_parse_pair(engine_player_options, player, player->search.items[i], err);
    return true;
}

static Player *engine_create(const PlayerType *type, const Registry *registry, const char *rest,
                             const PlayerDefaults *defaults, Error *err) {
    EnginePlayer *player = mem_new(sizeof *player);
    player->player.type = type;
    player->own = LIMITS_OPEN;
    player->own.level = defaults->level;
    player->threads = defaults->threads;
    player->hash_bytes = defaults->hash_bytes;
    player->seed = defaults->seed;
    for (size_t i = 0; defaults->search && i < defaults->search->count; i++)
        list_add(&player->search, defaults->search->items[i]);
    if (!read_options(player, registry, rest, err)) {
        options_free(engine_player_options, player);
        list_free(&player->search);
        free(player);
        return NULL;
    }
    player->rng = rng_seed(player->seed >= 0 ? (uint64_t)player->seed : rng_entropy());
    player->engine = engine_new(registry, (int)player->threads, (size_t)player->hash_bytes);
    return &player->player;
}

static void engine_destroy(Player *base) {
    EnginePlayer *player = (EnginePlayer *)base;
    engine_free(player->engine);
    options_free(engine_player_options, player);
    list_free(&player->search);
    free(player);
}

static bool engine_begin(Player *base, const Game *game, Error *err) {
    EnginePlayer *player = (EnginePlayer *)base;
    const Position *position = game_position(game);
    player->game_seed = rng_next(&player->rng);
    engine_new_game(player->engine);
    engine_prepare(player->engine, position);
    if (!engine_configure(player->engine, position, &player->search, err))
        return false;
    if (!player->weights ||
        (player->loaded_game == position->type && player->loaded_rule == position->rule))
        return true;
    player->loaded_game = NULL;
    if (!engine_load(player->engine, position, player->weights, err))
        return false;
    player->loaded_game = position->type;
    player->loaded_rule = position->rule;
    return true;
}

static Limits lay_over(Limits under, const Limits *own) {
    if (own->time_ms != LIMIT_NONE) { // a time of its own replaces the clock as well
        under.time_ms = own->time_ms;
        under.clock_ms = LIMIT_NONE;
    }
    if (own->depth != LIMIT_NONE)
        under.depth = own->depth;
    if (own->nodes != LIMIT_NONE)
        under.nodes = own->nodes;
    if (own->level < under.level)
        under.level = own->level;
    return under;
}

static bool engine_choose_move(Player *base, const Ask *ask, Choice *choice, Error *err) {
    EnginePlayer *player = (EnginePlayer *)base;
    Ask own = *ask;
    own.limits = lay_over(ask->limits, &player->own);
    own.seed = player->game_seed;
    Outcome outcome;
    engine_choose(player->engine, &own, &outcome);
    if (outcome.move == MOVE_NONE)
        return error_set(err, "there is no legal move");
    *choice = (Choice){outcome.move, true, outcome.info};
    return true;
}

// What it finds is in the table when the position comes. A weaker level does without: it must not
// grow stronger with a slow opponent. Takes no random number, so the moves that
// follow are left to the same chance as without.
static void engine_ponder(Player *base, const Position *position, const Limits *limits,
                          StopFlag *stop) {
    EnginePlayer *player = (EnginePlayer *)base;
    Ask order = {
        .position = position,
        .limits = lay_over(*limits, &player->own),
        .stop = stop,
    };
    order.limits.time_ms = order.limits.clock_ms = order.limits.nodes = LIMIT_NONE;
    order.limits.multipv = 1;
    Outcome outcome;
    if (order.limits.level == LEVEL_MAX)
        engine_think(player->engine, &order, &outcome);
}

static void engine_reseed(Player *base, uint64_t seed) {
    EnginePlayer *player = (EnginePlayer *)base;
    player->rng = rng_seed(player->seed >= 0 ? seed ^ rng_mix((uint64_t)player->seed) : seed);
}

static Limits engine_limits(const Player *base, Limits given) {
    return lay_over(given, &((const EnginePlayer *)base)->own);
}

const PlayerType engine_player = {
    .name = "tengen",
    .summary = "this engine",
    .options = engine_player_options,
    .create = engine_create,
    .destroy = engine_destroy,
    .begin = engine_begin,
    .choose = engine_choose_move,
    .ponder = engine_ponder,
    .reseed = engine_reseed,
    .limits = engine_limits,
};
