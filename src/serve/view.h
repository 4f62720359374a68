// SPDX-License-Identifier: MIT
// A game as the page draws it: everything that can be seen or chosen, as fields of a JSON object.
#ifndef SERVE_VIEW_H
#define SERVE_VIEW_H

#include "base/json.h"
#include "engine/game.h"

// Adds the fields to the object that is open.
void view_game(const Game *game, Json *json);

void view_move(const Position *position, Move move, Json *json); // its word, as a value
const char *view_side(Side side);                                // "b" or "w"

#endif
