// SPDX-License-Identifier: MIT
#include "engine/player.h"

#include "game/coord.h"

#include <stdlib.h>
#include <string.h>

bool seat_is_human(const char *spec) {
    return strcmp(spec, SEAT_HUMAN) == 0;
}

void player_free(Player *player) {
    if (!player)
        return;
    free(player->spec);
    player->type->destroy(player);
}

bool player_begin(Player *player, const Game *game, Error *err) {
    return !player->type->begin || player->type->begin(player, game, err);
}

bool player_ask(Player *player, const Ask *ask, Choice *choice, Error *err) {
    *choice = (Choice){.move = MOVE_NONE};
    Ask whole = *ask;
    whole.position = game_position(ask->game);
    return player->type->choose(player, &whole, choice, err);
}

bool player_choose(Player *player, const Ask *ask, Choice *choice, Error *err) {
    if (!player_ask(player, ask, choice, err))
        return false;
    Error why = {""};
    if (game_check(ask->game, choice->move, &why) == VERDICT_LEGAL)
        return true;
    char word[COORD_CHARS];
    return error_set(err, "%s answered %s: %s", player->spec,
                     move_print(game_position(ask->game), choice->move, word), why.text);
}

void player_end(Player *player) {
    if (player->type->end)
        player->type->end(player);
}

void player_ponder(Player *player, const Position *position, const Limits *limits, StopFlag *stop) {
    if (player->type->ponder)
        player->type->ponder(player, position, limits, stop);
}

void player_reseed(Player *player, uint64_t seed) {
    if (player->type->reseed)
        player->type->reseed(player, seed);
}

Limits player_limits(const Player *player, Limits given) {
    return player->type->limits ? player->type->limits(player, given) : given;
}

void player_configure(Player *player, const PlayerHosting *hosting) {
    if (player->type->configure)
        player->type->configure(player, hosting);
}

PlayerFailure player_failure(const Player *player) {
    return player->type->failure ? player->type->failure(player) : PLAYER_FINE;
}

uint64_t player_memory(const Player *player) {
    return player->type->memory ? player->type->memory(player) : 0;
}

const char *player_message(const Player *player) {
    return player->type->message ? player->type->message(player) : "";
}
