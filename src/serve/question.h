// SPDX-License-Identifier: MIT
// What a page asks about, made of JSON: a game to look at, a player to be asked.
#ifndef SERVE_QUESTION_H
#define SERVE_QUESTION_H

#include "engine/registry.h"
#include "serve/value.h"

// The game of a question, see docs/serve.md. `fresh`: the last move was just made, so a forbidden
// one is refused; otherwise such a move stands and loses. NULL with a sentence.
Game *question_game(const Registry *registry, const Value *value, bool fresh, Error *err);

// The same as far as the first `count` moves; counts beyond the end are the end.
Game *question_game_at(const Registry *registry, const Value *value, size_t count, Error *err);

// A SPEC a page may ask for: one of `allowed` as it stands, or a player of ours by name with options
// that can do no harm. Commands and files are for whoever started the server.
bool question_spec_allowed(const Registry *registry, const char *const *allowed, size_t count,
                           const char *spec, Error *err);

// The opening by name; OPENING_FREE where nothing is said.
bool question_opening(const Value *value, OpeningKind *opening, Error *err);

#endif
