// SPDX-License-Identifier: MIT
// What a page asks about, made of JSON: a game to look at, a player to be asked.
#ifndef SERVE_QUESTION_H
#define SERVE_QUESTION_H

#include "base/value.h"
#include "engine/registry.h"

// The game of a question, see docs/serve.md. `fresh`: the last move was just made, so a forbidden
// one is refused; otherwise such a move stands and loses. `mover`, which may be NULL, gets who made
// it. NULL with a sentence.
Game *question_game(const Registry *registry, const Value *value, bool fresh, Seat *mover,
                    Error *err);

// Parts of a game: its opening by name, OPENING_FREE where nothing is said; a point of its board; a
// side, or `otherwise` where none is named. False with a sentence.
bool question_opening(const Value *value, OpeningKind *opening, Error *err);
bool question_point(const GameType *type, int width, int height, const Value *value, Move *cell,
                    Error *err);
int question_side(const Value *value, const char *key, int otherwise);

// A SPEC a page may ask for: one of `allowed` as it stands, or a player of ours by name with
// options that can do no harm. Commands and files are only for the command line of the server.
bool question_spec_allowed(const Registry *registry, const char *const *allowed, size_t count,
                           const char *spec, Error *err);

#endif
