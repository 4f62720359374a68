// SPDX-License-Identifier: MIT
// A game as the page draws it: everything that can be seen or chosen, as fields of a JSON object.
#ifndef SERVE_VIEW_H
#define SERVE_VIEW_H

#include "base/json.h"
#include "engine/game.h"
#include "search/info.h"

// Adds the fields to the object that is open.
void view_game(const Game *game, Json *json);

// A line of a search, as an object: win, score, proven, visits, depth, pv.
void view_line(const Position *position, const Line *line, int depth, Json *json);
// "win 9", "loss 8", "draw" or null, as a value.
void view_proof(const Line *line, Json *json);

void view_move(const Position *position, Move move, Json *json); // its word, as a value

#endif
