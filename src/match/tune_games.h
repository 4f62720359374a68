// SPDX-License-Identifier: MIT
// Pairs of games of a player against itself with other parameters, for a tuning.
#ifndef MATCH_TUNE_GAMES_H
#define MATCH_TUNE_GAMES_H

#include "engine/registry.h"
#include "match/openings.h"
#include "match/tune.h"

typedef struct TuneGames {
    const Registry *registry;
    const TuneHead *head;
    PlayerDefaults defaults;
    Openings *openings; // pair number i begins with opening i
} TuneGames;

// Can the player of the head play by such parameters, and this game? False with a sentence.
bool tune_games_check(const TuneGames *games, const Game *game, Error *err);

// The SPEC of the head's player with these values.
void tune_games_spec(const TuneHead *head, const double *values, Text *out);

// A TunePlayFn; `player` is the TuneGames. A game ends by the rules, or when its result is proven. Both
// games begin with the same opening, the seats exchanged.
bool tune_games_play(const TuneTask *task, TunePair *pair, void *player, Error *err);

#endif
