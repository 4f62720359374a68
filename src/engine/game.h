// SPDX-License-Identifier: MIT
// A Game is one game being played: a Position, the opening it began with, and who holds which
// colour.
//
// Two *seats*, first and second, stay with the players; the colours may change hands in an opening.
// Front ends ask game_actor() whose turn it is and game_play() whatever was chosen: stones and the
// opening's choices go through the same door.
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include "engine/opening.h"
#include "game/position.h"

typedef enum Seat { SEAT_FIRST, SEAT_SECOND } Seat;

typedef struct Game Game;

// NULL with a sentence when the rule, the size or the opening does not fit the game.
Game *game_new(const GameType *type, const char *rule, int width, int height, OpeningKind opening,
               Error *err);
// Takes ownership of a position that already has stones; the opening is OPENING_FREE then.
Game *game_from_position(Position *position);
// The same for a position that came about by this opening, perhaps is still in it. One that does not fit the board
// is taken for OPENING_FREE.
Game *game_resume(Position *position, OpeningKind opening);
Game *game_clone(const Game *game);
void game_free(Game *game);

const Position *game_position(const Game *game);
OpeningKind game_opening(const Game *game);
Seat game_actor(const Game *game);                // who chooses now
Side game_seat_side(const Game *game, Seat seat); // the colour that seat holds now
Phase game_phase(const Game *game);               // what may be chosen now, see opening.h

// Rules and opening together: may this be played now?
Verdict game_check(const Game *game, Move move, Error *why);
// Plays it. Illegal moves are refused; forbidden ones too unless `accept_forbidden`, in which case
// they lose, as a referee would have it. MOVE_RESIGN ends the game for the actor.
bool game_play(Game *game, Move move, bool accept_forbidden, Error *err);
bool game_undo(Game *game); // the last choice, resignation included; false when there is none
size_t game_choices(const Game *game); // made so far

Result game_result(const Game *game);             // by the rules or by resignation
const char *game_result_reason(const Game *game); // "five in a row", "resignation", "" ...
bool game_over(const Game *game);

#endif
