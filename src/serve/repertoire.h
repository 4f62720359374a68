// SPDX-License-Identifier: MIT
// What a player can be asked to play: it is found out by asking, for every rule, board and opening.
#ifndef SERVE_REPERTOIRE_H
#define SERVE_REPERTOIRE_H

#include "engine/registry.h"

// One rule that a player knows.
typedef struct RepertoireRule {
    const GameType *game;
    const char *rule;
    uint32_t sizes;    // bit n: boards of n x n
    bool oblong;       // boards that are not square as well
    unsigned openings; // bit k: the OpeningKind k
} RepertoireRule;

typedef struct Repertoire {
    RepertoireRule *rules;
    size_t count;
} Repertoire;

// Nothing for a player that runs a command: it would have to be started.
Repertoire repertoire_ask(const Registry *registry, const PlayerType *type);
void repertoire_free(Repertoire *repertoire);

#endif
