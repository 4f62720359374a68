// SPDX-License-Identifier: MIT
// The registry: which games and players there are. Filled by the composition root (src/cli for the
// program, src/engine/library.c for the library), read by everything else.
#ifndef ENGINE_REGISTRY_H
#define ENGINE_REGISTRY_H

#include "engine/player.h"
#include "game/position.h"
#include "search/searcher.h"

typedef struct Registry Registry;

Registry *registry_new(void);
void registry_free(Registry *registry);

void registry_add_game(Registry *registry, const GameType *type, const SearcherType *searcher);
void registry_add_player(Registry *registry, const PlayerType *type);

const GameType *const *registry_games(const Registry *registry); // NULL-ended
// By the game's name, or by a rule's ("renju" is a game of gomoku); NULL with a sentence otherwise.
const GameType *registry_game(const Registry *registry, const char *name, Error *err);
const SearcherType *registry_searcher(const Registry *registry, const GameType *type);

size_t registry_player_count(const Registry *registry);
const PlayerType *registry_player_at(const Registry *registry, size_t index);

// A player from its SPEC: `name[:key=value,...]`, `cmd:COMMAND LINE`, `htp:COMMAND LINE`.
// A person (seat_is_human()) is none. `defaults` are what the SPEC's own options are laid over.
// NULL with a sentence when the SPEC is wrong. The registry must outlive the player.
Player *registry_player(const Registry *registry, const char *spec, const PlayerDefaults *defaults,
                        Error *err);

#endif
