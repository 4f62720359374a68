// SPDX-License-Identifier: MIT
// The player `random`: any legal move, each as likely as the others. The yardstick below all
// yardsticks, and the fastest opponent for tests.
#include "base/memory.h"
#include "base/rng.h"
#include "engine/engine.h"

#include <stdlib.h>

typedef struct RandomPlayer {
    Player player;
    int64_t seed;
    Rng rng;
} RandomPlayer;

static const Option random_options[] = {
    {"seed", OPTION_INT, offsetof(RandomPlayer, seed), "N", 0, INT64_MAX, "to repeat its moves"},
    {0},
};

static Player *random_create(const PlayerType *type, const Registry *registry, const char *rest,
                             const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    RandomPlayer *player = mem_new(sizeof *player);
    player->player.type = type;
    player->seed = defaults->seed;
    if (!options_parse_spec(random_options, player, rest, err)) {
        free(player);
        return NULL;
    }
    player->rng = rng_seed(player->seed >= 0 ? (uint64_t)player->seed : rng_entropy());
    return &player->player;
}

static void random_destroy(Player *player) {
    free(player);
}

static bool random_choose(Player *base, const Ask *ask, Choice *choice, Error *err) {
    RandomPlayer *player = (RandomPlayer *)base;
    const Position *position = game_position(ask->game);
    static const Move specials[] = {MOVE_SWAP_SIDES, MOVE_SWAP_PIECES, MOVE_PUT_TWO};
    Move moves[MOVES_MAX];
    size_t legal = position_moves(position, moves), count = 0;
    for (size_t i = 0; i < legal; i++)
        if (game_opening(ask->game) == OPENING_FREE ||
            game_check(ask->game, moves[i], NULL) == VERDICT_LEGAL)
            moves[count++] = moves[i];
    // An opening's choice is taken as often as a stone, not once in two hundred.
    Move options[4];
    uint32_t option_count = 0;
    if (count)
        options[option_count++] = moves[rng_below(&player->rng, (uint32_t)count)];
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (game_check(ask->game, specials[i], NULL) == VERDICT_LEGAL)
            options[option_count++] = specials[i];
    if (!option_count)
        return error_set(err, "there is no legal move");
    choice->move = options[option_count > 1 ? rng_below(&player->rng, option_count) : 0];
    return true;
}

static void random_reseed(Player *base, uint64_t seed) {
    RandomPlayer *player = (RandomPlayer *)base;
    player->rng = rng_seed(player->seed >= 0 ? seed ^ rng_mix((uint64_t)player->seed) : seed);
}

const PlayerType random_player = {
    .name = "random",
    .summary = "any legal move",
    .options = random_options,
    .create = random_create,
    .destroy = random_destroy,
    .choose = random_choose,
    .reseed = random_reseed,
};
