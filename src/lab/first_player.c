// SPDX-License-Identifier: MIT
// The engine's own player, given a registry in which another searcher plays Hex.
#include "lab/first_player.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "hex/hex.h"
#include "lab/first_search.h"

#include <stdlib.h>

typedef struct FirstPlayer {
    Player player;
    Registry *registry;
    Player *inner;
} FirstPlayer;

static Player *inner_of(const Player *player) {
    return ((const FirstPlayer *)player)->inner;
}

static void first_destroy(Player *base) {
    FirstPlayer *player = (FirstPlayer *)base;
    player_free(player->inner);
    registry_free(player->registry);
    free(player);
}

static Player *first_create(const PlayerType *type, const Registry *registry, const char *rest,
                            const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    FirstPlayer *player = mem_new(sizeof *player);
    player->player.type = type;
    player->registry = registry_new();
    registry_add_game(player->registry, &hex_game, &first_searcher);
    player->inner = engine_player.create(&engine_player, player->registry, rest, defaults, err);
    if (player->inner)
        return &player->player;
    first_destroy(&player->player);
    return NULL;
}

static bool first_begin(Player *player, const Game *game, Error *err) {
    if (!registry_searcher(((FirstPlayer *)player)->registry, game_position(game)->type))
        return error_set(err, "hex-first plays hex, not %s", game_position(game)->type->name);
    return player_begin(inner_of(player), game, err);
}

static bool first_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    return player_choose(inner_of(player), turn, choice, err);
}

static void first_reseed(Player *player, uint64_t seed) {
    player_reseed(inner_of(player), seed);
}

static Limits first_limits(const Player *player, Limits given) {
    return player_limits(inner_of(player), given);
}

const PlayerType first_player = {
    .name = "hex-first",
    .summary = "the alpha-beta search this house first played Hex with",
    .options = engine_player_options,
    .create = first_create,
    .destroy = first_destroy,
    .begin = first_begin,
    .choose = first_choose,
    .reseed = first_reseed,
    .limits = first_limits,
};
