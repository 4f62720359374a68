// SPDX-License-Identifier: MIT
#include "game/game_type.h"

#include <string.h>

const GameType *game_named(const GameType *const *games, const char *name) {
    while (*games && strcmp((*games)->name, name) != 0)
        games++;
    return *games;
}

int game_rule_index(const GameType *type, const char *rule) {
    for (int i = 0; type->rules[i].name; i++)
        if (strcmp(type->rules[i].name, rule) == 0)
            return i;
    return -1;
}

const char *game_shape_name(BoardShape shape) {
    static const char *const names[] = {[BOARD_SQUARES] = "squares", [BOARD_HEXAGONS] = "hexagons"};
    return names[shape];
}

bool game_size_fits(const GameType *type, int width, int height, Error *err) {
    int least = type->min_size, most = type->max_size;
    if (width >= least && width <= most && height >= least && height <= most)
        return true;
    return error_set(err, "a %s board is %dx%d to %dx%d, not %dx%d", type->name, least, least, most,
                     most, width, height);
}

bool game_offers(const GameType *type, OpeningKind kind) {
    return kind == OPENING_FREE || type->openings >> kind & 1;
}

OpeningKind game_swap(const GameType *type, int width, int height) {
    if (width == height && game_offers(type, OPENING_SWAP_PIECES))
        return OPENING_SWAP_PIECES;
    return game_offers(type, OPENING_SWAP_SIDES) ? OPENING_SWAP_SIDES : OPENING_FREE;
}
