// SPDX-License-Identifier: MIT
// The Engine owns what thinking needs: a table, a pool of threads, a timer and one searcher per
// game. It knows no board by itself; every call brings the Game to think about. Two engines in one
// process share nothing.
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/player.h"
#include "engine/registry.h"

typedef struct Engine Engine;

Engine *engine_new(const Registry *registry, int threads, size_t hash_bytes);
void engine_free(Engine *engine);
void engine_new_game(Engine *engine); // forgets what it learned
// Gets ready for a game like this one now, so that the first thought does not pay for it.
void engine_prepare(Engine *engine, const Position *position);
// Judges this position's game by the weights in this file instead of those built in, until another
// game is thought about. False with a sentence when that cannot be.
bool engine_load(Engine *engine, const Position *position, const char *path, Error *err);
const Registry *engine_registry(const Engine *engine);              // it was made with
void engine_resize(Engine *engine, int threads, size_t hash_bytes); // not while thinking

// Thinks about the side to move and fills in the outcome; the answer is a legal move, or MOVE_NONE
// when there is none. Blocks; the flag may be raised from any thread and is answered within
// milliseconds. It is not cleared here. One call at a time per engine.
typedef struct EngineOrder {
    const Position *position;
    Limits limits;
    uint64_t seed;
    StopFlag *stop;
    int64_t start_us; // when its time began to run, see clock_now_us(); 0: now
    InfoFn on_info;
    void *user;
} EngineOrder;
void engine_think(Engine *engine, const EngineOrder *order, Outcome *outcome);

// The same, for a game in an opening that offers more than stones: swap, put two, or a stone.
void engine_choose(Engine *engine, const Game *game, const EngineOrder *order, Outcome *outcome);

extern const PlayerType engine_player;       // `tengen`
extern const Option engine_player_options[]; // of its SPEC
extern const PlayerType random_player;       // `random`
extern const PlayerType human_player;        // `human`

#endif
