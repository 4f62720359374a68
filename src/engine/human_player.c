// SPDX-License-Identifier: MIT
// The player `human`: a person at the front end. The front end sees is_human and asks the person
// itself; a program that has nobody to ask gets a sentence instead of a hang.
#include "base/memory.h"
#include "engine/engine.h"

#include <stdlib.h>

static Player *human_create(const PlayerType *type, const Registry *registry, const char *rest,
                            const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    (void)rest;
    (void)defaults;
    (void)err;
    Player *player = mem_new(sizeof *player);
    player->type = type;
    return player;
}

static void human_destroy(Player *player) {
    free(player);
}

static bool human_begin(Player *player, const Game *game, Error *err) {
    (void)player;
    (void)game;
    (void)err;
    return true;
}

static bool human_choose(Player *player, const Turn *turn, Choice *choice, Error *err) {
    (void)player;
    (void)turn;
    (void)choice;
    return error_set(err, "there is no person here to ask for a move");
}

const PlayerType human_player = {
    .name = "human",
    .summary = "a person at the terminal",
    .is_human = true,
    .create = human_create,
    .destroy = human_destroy,
    .begin = human_begin,
    .choose = human_choose,
};
