// SPDX-License-Identifier: MIT
// For the tests of the store: a file of its own for each test, and games to keep in it.
#ifndef TESTS_STORE_GAMES_H
#define TESTS_STORE_GAMES_H

#include "base/rng.h"
#include "store/store.h"

extern const GameType *const store_test_games[]; // NULL-ended: Gomoku and Hex

// A folder that is not there yet, within the system's one for such things; a file name in it.
char *store_test_folder(void);
void store_test_remove(char *folder); // with everything in it; frees the name
char *store_test_path(const char *folder, const char *name);

// Random moves of a random game, with variations, comments and names.
Record *store_test_record(Rng *rng);
// Moves as typed, Black first; the record has no names.
Record *store_test_moves(const GameType *type, const char *rule, int size, const char *moves);

// The whole record as SGF; the caller frees it.
char *store_test_sgf(const Record *record);

#endif
