// SPDX-License-Identifier: MIT
#include "match/openings_private.h"

#include "base/memory.h"
#include "base/rng.h"
#include "game/notation.h"

#include <stdlib.h>

enum { TABLE_BYTES = 1 << 20 }; // for a short search; it is cleared for each

Openings *openings_new(OpeningKind kind) {
    Openings *openings = mem_new(sizeof *openings);
    openings->kind = kind;
    pthread_mutex_init(&openings->mutex, NULL);
    return openings;
}

void openings_free(Openings *openings) {
    if (!openings)
        return;
    for (size_t i = 0; i < openings->count; i++)
        game_free(openings->games[i]);
    for (size_t i = 0; i < EVEN_KEPT; i++)
        game_free(openings->kept[i].game);
    free(openings->games);
    engine_free(openings->engine);
    pthread_mutex_destroy(&openings->mutex);
    free(openings);
}

void openings_settle_board(RecordHints *board) {
    if (!board->game)
        board->game = board->games[0];
    if (!board->rule)
        board->rule = board->game->rules[0].name;
    if (!board->width)
        board->width = board->height = board->game->default_size;
}

// The position as the start of a game with this opening: its moves must be the opening's own.
static Game *begin_game(const Position *position, OpeningKind kind, Error *err) {
    if (kind == OPENING_FREE)
        return game_from_position(position_clone(position));
    int played = 0;
    for (size_t i = 0; i < position->ply_count; i++)
        played += move_is_stone(position->plies[i].move);
    if (played != position->stones) {
        error_set(err, "stones that were set up do not go with the opening %s", opening_name(kind));
        return NULL;
    }
    Game *game = game_new(position->type, position_rule(position), position->width,
                          position->height, kind, err);
    for (size_t i = 0; game && i < position->ply_count; i++)
        if (!game_play(game, position->plies[i].move, false, err)) {
            game_free(game);
            return NULL;
        }
    return game;
}

bool openings_add(Openings *openings, Position *position, Error *err) {
    Game *game = NULL;
    if (position_result(position) != RESULT_NONE)
        error_set(err, "the game is over before it begins: %s", position_result_reason(position));
    else
        game = begin_game(position, openings->kind, err);
    position_free(position);
    if (!game)
        return false;
    *MEM_MORE(openings->games, openings->count, openings->capacity) = game;
    return true;
}

Openings *openings_empty(RecordHints *board, OpeningKind kind, Error *err) {
    openings_settle_board(board);
    Position *position = position_new(board->game, board->rule, board->width, board->height, err);
    if (!position)
        return NULL;
    Openings *openings = openings_new(kind);
    if (!openings_add(openings, position, err)) {
        openings_free(openings);
        return NULL;
    }
    openings->board = *board;
    return openings;
}

Openings *openings_generate(const Registry *registry, RecordHints *board, uint64_t seed,
                            Error *err) {
    Openings *openings = openings_empty(board, OPENING_FREE, err);
    if (!openings)
        return NULL;
    openings->engine = engine_new(registry, 1, TABLE_BYTES);
    openings->seed = seed;
    return openings;
}

void openings_shuffle(Openings *openings, uint64_t seed) {
    Rng rng = rng_seed(seed);
    for (size_t left = openings->count; left > 1; left--) {
        size_t other = rng_below(&rng, (uint32_t)left);
        Game *held = openings->games[left - 1];
        openings->games[left - 1] = openings->games[other];
        openings->games[other] = held;
    }
}

uint64_t openings_key(const Openings *openings) {
    uint64_t key = rng_mix((uint64_t)openings->kind + 1);
    if (openings->engine)
        return rng_mix(key ^ openings->seed);
    Text text = {0};
    for (size_t i = 0; i < openings->count; i++) {
        const Position *position = game_position(openings->games[i]);
        text_clear(&text);
        position_print(position, &text);
        for (size_t c = 0; c < text.length; c++)
            key = rng_mix(key ^ (unsigned char)text.chars[c]);
        key = rng_mix(key ^ (256 + position->to_move));
    }
    text_free(&text);
    return key;
}

Game *openings_game(Openings *openings, int64_t index) {
    if (!openings->engine)
        return game_clone(openings->games[(size_t)index % openings->count]);
    pthread_mutex_lock(&openings->mutex);
    KeptOpening *kept = &openings->kept[(size_t)index % EVEN_KEPT];
    if (!kept->game || kept->index != index) {
        game_free(kept->game);
        *kept = (KeptOpening){index, openings_make_even(openings, index)};
    }
    Game *game = game_clone(kept->game);
    pthread_mutex_unlock(&openings->mutex);
    return game;
}
