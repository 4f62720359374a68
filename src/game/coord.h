// SPDX-License-Identifier: MIT
// Cells as people write them: "h8". Columns are a, b, c ... with no letter skipped; rows count from
// the bottom in Gomoku and from the top in Hex.
#ifndef GAME_COORD_H
#define GAME_COORD_H

#include "game/position.h"

enum { COORD_CHARS = 16 }; // room for the longest word move_print() writes, "swap-pieces"

// "h8", "H8", "pass", "resign", "swap-pieces", "swap-sides", "swap" (pieces where the game has
// them, sides otherwise), "put-two". A cell must be on the board; nothing else is checked.
bool move_parse(const Position *position, const char *word, Move *move, Error *err);
// Writes the same words back; returns `out`.
char *move_print(const Position *position, Move move, char out[COORD_CHARS]);

// The same for a board known only by its game and size (records are parsed before there is a
// Position).
// "swap" means pieces where game_swap() says so and sides elsewhere.
bool coord_parse_move(const GameType *type, int width, int height, const char *word, Move *move);
char *coord_print_move(const GameType *type, int height, Move move, char out[COORD_CHARS]);
// Cells only.
bool coord_parse(const GameType *type, int width, int height, const char *word, Move *cell);
char *coord_print(const GameType *type, int height, Move cell, char out[COORD_CHARS]);

// "15" or "11x9", columns x rows.
bool size_parse(const char *word, int *width, int *height);

#endif
