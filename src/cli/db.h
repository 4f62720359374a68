// SPDX-License-Identifier: MIT
// What the verbs of `tengen db` share.
#ifndef CLI_DB_H
#define CLI_DB_H

#include "cli/command.h"
#include "store/store.h"

typedef struct DbOptions {
    CommonOptions common;
    char *path; // of the database; NULL: the user's own
    bool read_only;
    char *at;         // a POSITION
    StoreQuery query; // what games are asked for, but for the board; limit -1: the verb's own
    int format;       // a RecordFormat
} DbOptions;

// One verb being obeyed.
typedef struct DbRun {
    const Call *call;
    const DbOptions *given;
    char **words; // behind the verb
    size_t count;
    Store *store;       // open, but for import
    Position *position; // that was asked for, NULL: none
    StoreQuery query;   // all that the options and this position ask
    int64_t id;         // of the game that was asked for
} DbRun;

// The verbs that live in files of their own; they return an exit code.
int db_import(const DbRun *run);
int db_export(const DbRun *run);
int db_find(const DbRun *run);
int db_list(const DbRun *run);

#endif
