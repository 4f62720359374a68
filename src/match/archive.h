// SPDX-License-Identifier: MIT
// A match read back from its folder: what it was played with, its games by number, and how it
// stands. Nothing in the folder is locked or changed, so a running match can be looked at.
#ifndef MATCH_ARCHIVE_H
#define MATCH_ARCHIVE_H

#include "base/option.h"
#include "match/journal.h"
#include "match/standing.h"

typedef struct Archive {
    char *folder;
    Value *settings; // match.json
    PlayedContext context;
    TextList names, specs; // one a player
    int64_t total;         // games of the whole match
    int anchor;            // a player, or -1
    double anchor_elo;
    Played *games; // by number, each number once
    size_t count, capacity;
    // The games before the first missing number, up to the verdict: games[0 .. standing.games-1].
    Standing standing;
} Archive;

// `games` is NULL-ended and must outlive the archive. False with a sentence when there is no match
// in the folder or it is not one of ours; the archive is empty then.
bool archive_read(Archive *archive, const char *folder, const GameType *const *games, Error *err);
void archive_free(Archive *archive);

// A setting of match.json as text, "" when it is not there.
const char *archive_setting(const Archive *archive, const char *name);

#endif
