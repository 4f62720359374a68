// SPDX-License-Identifier: MIT
// What the verbs of `tengen db` share.
#ifndef CLI_DB_H
#define CLI_DB_H

#include "cli/command.h"
#include "store/store.h"

typedef struct DbOptions {
    CommonOptions common;
    char *path;                              // of the database; NULL: the user's own
    char *player, *opening, *from, *to, *at; // what games are asked for
    int result;                              // a Result, or -1
    int format;                              // a RecordFormat
    bool any_rule;
    int64_t limit; // -1: the verb's own
} DbOptions;

// Opens the database the options name. NULL with the exit code, everything said.
Store *db_open(const Call *call, StoreMode mode, int *code);

// The question the options ask; `position` (may be NULL) is the caller's.
StoreQuery db_query(const Call *call, const Position *position);

// The verbs that live in files of their own. `words` are behind the verb.
int db_import(const Call *call, char **words, size_t count);
int db_export(const Call *call, char **words, size_t count);
int db_find(const Call *call, char **words, size_t count);
int db_list(const Call *call, char **words, size_t count);

#endif
