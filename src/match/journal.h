// SPDX-License-Identifier: MIT
// Everything a match leaves behind, in one folder:
//
//     match.json       the settings it is played with
//     games.jsonl      a line a game, in the order the games ended
//     games/00001.sgf  each game, and .psq where the format can hold it
//
// A game counts once its line is in games.jsonl, complete and on the disk; its files are written
// before. What a sudden end leaves half-written is the last line at most, which is dropped when the
// match is taken up again.
#ifndef MATCH_JOURNAL_H
#define MATCH_JOURNAL_H

#include "base/value.h"
#include "match/played.h"

typedef struct Journal Journal;

// One row of match.json. Rows that are not `fixed` may differ when a match is taken up again.
typedef struct JournalSetting {
    const char *name;
    char *value; // text
    bool fixed;
} JournalSetting;

// Opens the folder (and makes it, if need be). Without `resume` it must be empty. With it, the
// settings must be those it was begun with, and `on_game` gets every game that is kept, in the
// order of the file; a folder without a match is begun. `context` must outlive the journal. NULL
// with a sentence; *broken then says whether the machine failed and not the caller.
typedef void (*JournalFn)(Played *played, void *user); // takes what the game points to
Journal *journal_open(const char *folder, bool resume, const JournalSetting *settings,
                      size_t setting_count, const PlayedContext *context, JournalFn on_game,
                      void *user, bool *broken, Error *err);
void journal_close(Journal *journal); // NULL is fine

// Keeps a game: its files, then its line. Any thread. False with a sentence when the disk fails.
bool journal_add(Journal *journal, const Played *played, const Position *last, Error *err);

// What the match in this folder was begun with, texts by name; value_free() it. NULL with a
// sentence when there is none.
Value *journal_settings(const char *folder, Error *err);

// Reads the games of a folder for a report, without locking it or changing anything.
bool journal_read(const char *folder, const PlayedContext *context, JournalFn on_game, void *user,
                  Error *err);

#endif
