// SPDX-License-Identifier: MIT
#include "engine/player.h"

#include "game/coord.h"

#include <stdlib.h>

void player_free(Player *player) {
    if (!player)
        return;
    free(player->spec);
    player->type->destroy(player);
}

bool player_begin(Player *player, const Game *game, Error *err) {
    return player->type->begin(player, game, err);
}

bool player_choose(Player *player, const Turn *turn, Choice *choice, Error *err) {
    *choice = (Choice){.move = MOVE_NONE};
    if (!player->type->choose(player, turn, choice, err))
        return false;
    Error why = {""};
    if (game_check(turn->game, choice->move, &why) == VERDICT_LEGAL)
        return true;
    char word[COORD_CHARS];
    return error_set(err, "%s answered %s: %s", player->spec,
                     move_print(game_position(turn->game), choice->move, word), why.text);
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
