// SPDX-License-Identifier: MIT
// Where the games of a match begin: a list from a file, positions our own search finds even, or the
// empty board. An opening is asked for by its number and is the same whenever and wherever it is
// asked for.
//
// A file is one of these, told apart by its name and its lines (# begins a comment line):
//
//     rule|size|moves|side to move|source     as suites have it; lines of another rule or size are
//                                             for other matches and passed over
//     0,0, 1,-1, 2,3                          Piskvork: columns and rows from the centre
//     h8 i9 g7                                POSITION, moves or stones
//     .sgf .psq .hexworld                     records; an SGF file may hold many games
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include "engine/game.h"
#include "engine/registry.h"
#include "game/record.h"

typedef struct Openings Openings;

// All of them fill in what `board` leaves open: from the file, else with the game's usual values.
// NULL with a sentence (FILE:LINE where there are lines) when an opening is none, is illegal or
// already over under the rule, or does not go with `kind`.
Openings *openings_read(const char *path, RecordHints *board, OpeningKind kind, Error *err);
// The same from memory; `path` is its name in sentences and says the format.
Openings *openings_parse(const char *path, const char *bytes, size_t count, RecordHints *board,
                         OpeningKind kind, Error *err);
Openings *openings_empty(RecordHints *board, OpeningKind kind, Error *err);
// Opening number i follows from the seed and i alone. The registry must outlive the list.
Openings *openings_generate(const Registry *registry, RecordHints *board, uint64_t seed,
                            Error *err);
void openings_free(Openings *openings); // NULL is fine

void openings_shuffle(Openings *openings, uint64_t seed); // of a file; nothing otherwise
// A number for what is in it: two lists with the same one are the same.
uint64_t openings_key(const Openings *openings);

// The game that opening number `index` begins with (lists start again at their end). The caller
// frees it. Any thread may ask.
Game *openings_game(Openings *openings, int64_t index);

#endif
