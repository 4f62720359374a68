// SPDX-License-Identifier: MIT
// Where games at a terminal are kept while they are played, so that no word, key or signal loses one:
// a file each in $XDG_DATA_HOME/tengen/played or ~/.local/share/tengen/played. Nothing here removes any.
#ifndef CLI_KEPT_H
#define CLI_KEPT_H

#include "engine/opening.h"
#include "game/record.h"

// The path of a file for a new game, in a folder that is there; the caller frees it. NULL with a
// sentence when there is no such place.
char *kept_new_path(Error *err);
// Is that a file of this place? Then a game that goes on from it is kept there, too.
bool kept_owns(const char *path);

// A game to go on with.
typedef struct KeptGame {
    char *path;
    Position *position;
    OpeningKind opening; // it began with, and may still be in
    bool people[2];      // by side: a person played it
} KeptGame;

typedef struct KeptList {
    KeptGame *items;
    size_t count, capacity;
} KeptList;

// The unfinished games that are kept, the newest first; what cannot be read is left out.
void kept_find(const GameType *const *games, KeptList *list);
// Adds the game of a file, wherever that is. False with a sentence when there is none.
bool kept_read(const char *path, const GameType *const *games, KeptList *list, Error *err);
// How the game of a file began; OPENING_FREE when that is no file, or it does not say.
OpeningKind kept_opening(const char *path, const GameType *const *games);
void kept_free(KeptList *list);

#endif
