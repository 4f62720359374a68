// SPDX-License-Identifier: MIT
// How a match stands, in words: for people (a table) and for programs (JSON).
#ifndef CLI_MATCH_TABLE_H
#define CLI_MATCH_TABLE_H

#include "base/text.h"
#include "match/standing.h"

typedef struct MatchTable {
    const Standing *standing;
    const PlayedContext *context;
    const char *conditions; // "50 ms a move (margin 20 ms)"
    int64_t total;          // games of the whole match
    int anchor;             // a player, or -1
    double anchor_elo;      // his rating
    bool by_opening;        // a line an opening as well
} MatchTable;

void match_table_print(const MatchTable *table, Text *out);
void match_table_json(const MatchTable *table, Text *out); // one object and a line break
// "game 12: tengen beats random as black in 43 moves: five in a row"
void match_game_print(const PlayedContext *context, const Played *played, Text *out);

#endif
