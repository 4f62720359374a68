// SPDX-License-Identifier: MIT
#include "engine/game.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

struct Game {
    Position *position;
    OpeningKind opening;
    bool resigned;
    Seat resigner;
};

static Game *wrap(Position *position, OpeningKind opening) {
    assert(position);
    Game *game = mem_new(sizeof *game);
    game->position = position;
    game->opening = opening;
    return game;
}

Game *game_new(const GameType *type, const char *rule, int width, int height, OpeningKind opening,
               Error *err) {
    Position *position = position_new(type, rule, width, height, err);
    if (!position)
        return NULL;
    if (!opening_fits(opening, type, width, height, err)) {
        position_free(position);
        return NULL;
    }
    return wrap(position, opening);
}

Game *game_from_position(Position *position) {
    return wrap(position, OPENING_FREE);
}

Game *game_resume(Position *position, OpeningKind opening) {
    bool fits = opening_fits(opening, position->type, position->width, position->height, NULL);
    return wrap(position, fits ? opening : OPENING_FREE);
}

Game *game_clone(const Game *game) {
    Game *copy = mem_copy(game, sizeof *game);
    copy->position = position_clone(game->position);
    assert(copy->position->key == game->position->key);
    return copy;
}

void game_free(Game *game) {
    if (!game)
        return;
    position_free(game->position);
    free(game);
}

const Position *game_position(const Game *game) {
    return game->position;
}

OpeningKind game_opening(const Game *game) {
    return game->opening;
}

Phase game_phase(const Game *game) {
    return opening_phase(game->opening, game->position);
}

Seat game_actor(const Game *game) {
    return game_phase(game).second_acts ? SEAT_SECOND : SEAT_FIRST;
}

Side game_seat_side(const Game *game, Seat seat) {
    assert(seat == SEAT_FIRST || seat == SEAT_SECOND);
    bool white = (seat == SEAT_SECOND) != game->position->sides_swapped;
    return white ? SIDE_WHITE : SIDE_BLACK;
}

Verdict game_check(const Game *game, Move move, Error *why) {
    if (game_over(game)) {
        error_set(why, "the game is over");
        return VERDICT_ILLEGAL;
    }
    if (move == MOVE_RESIGN)
        return VERDICT_LEGAL;
    Verdict verdict = position_check(game->position, move, why);
    if (verdict != VERDICT_ILLEGAL && !opening_allows(game->opening, game->position, move, why))
        verdict = VERDICT_ILLEGAL;
    return verdict;
}

bool game_play(Game *game, Move move, bool accept_forbidden, Error *err) {
    Verdict verdict = game_check(game, move, err);
    if (verdict == VERDICT_ILLEGAL || (verdict == VERDICT_FORBIDDEN && !accept_forbidden))
        return false;
    assert(!game->resigned);
    if (move == MOVE_RESIGN) {
        game->resigner = game_actor(game);
        game->resigned = true;
        return true;
    }
    return position_play(game->position, move, err);
}

bool game_undo(Game *game) {
    if (game->resigned) {
        game->resigned = false;
        return true;
    }
    if (!game->position->ply_count)
        return false;
    position_undo(game->position);
    return true;
}

size_t game_choices(const Game *game) {
    return game->position->ply_count + game->resigned;
}

Result game_result(const Game *game) {
    assert(!game->resigned || position_result(game->position) == RESULT_NONE);
    if (game->resigned)
        return side_wins(side_other(game_seat_side(game, game->resigner)));
    return position_result(game->position);
}

const char *game_result_reason(const Game *game) {
    return game->resigned ? "resignation" : position_result_reason(game->position);
}

bool game_over(const Game *game) {
    return game_result(game) != RESULT_NONE;
}
