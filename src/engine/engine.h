// SPDX-License-Identifier: MIT
// The Engine owns what thinking needs: memory, a pool of threads, a timer and one searcher per
// game. It knows no board by itself; every call brings the Game to think about. Two engines in one
// process share nothing.
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/player.h"
#include "engine/registry.h"

typedef struct Engine Engine;

// `hash_bytes` is what it may take for all it remembers; each thread takes a few megabytes more.
Engine *engine_new(const Registry *registry, int threads, size_t hash_bytes);
void engine_free(Engine *engine);
void engine_new_game(Engine *engine); // forgets what it learned
// Gets ready for a game like this one now, so that the first thought does not pay for it.
void engine_prepare(Engine *engine, const Position *position);
// Judges this position's game by the weights in this file instead of those built in, until another
// game is thought about. False with a sentence when that cannot be.
bool engine_load(Engine *engine, const Position *position, const char *path, Error *err);
// Sets the own options of the search for this position's game (SearcherType.options), each a
// "key=value", until another game is thought about. False with a sentence when it has no such
// options or they do not fit.
bool engine_configure(Engine *engine, const Position *position, const TextList *options,
                      Error *err);
// What the search of the game last thought about has counted, see search/hitrate.h; 0: nothing.
size_t engine_hit_rates(const Engine *engine, HitRate rates[HIT_RATES_MAX]);
const Registry *engine_registry(const Engine *engine); // it was made with

// Thinks about the side to move and fills in the outcome; the answer is a legal move, or MOVE_NONE
// when there is none. Blocks; the flag may be raised from any thread and is answered within
// milliseconds. It is not cleared here. One call at a time per engine.
void engine_think(Engine *engine, const Ask *ask, Outcome *outcome);

// Runs the body with a listener that hears beats, if the ask wants them and they do not run already.
// They end with the body; one that fails is false with its sentence.
typedef void (*EngineBody)(Engine *engine, const Ask *ask, void *argument);
bool engine_run(Engine *engine, EngineBody body, const Ask *ask, void *argument, Error *err);

// The same, for the ask's game in an opening that offers more than stones: swap, put two, or a
// stone.
void engine_choose(Engine *engine, const Ask *ask, Outcome *outcome);

extern const PlayerType engine_player;       // `tengen`
extern const Option engine_player_options[]; // of its SPEC
extern const PlayerType random_player;       // `random`

#endif
