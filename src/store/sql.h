// SPDX-License-Identifier: MIT
// What the files of this room share: the open file, and a thin layer over SQLite in which a
// statement is prepared once and every failure is a sentence.
//
// A statement is named by its text, a literal, so that SQL stands where it is used. The functions
// take a statement that could not be prepared (NULL) and fail in sql_run() or sql_row().
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/store.h"

#include <sqlite3.h>

typedef struct SqlStatement {
    const char *text;
    sqlite3_stmt *compiled;
} SqlStatement;

struct Store {
    sqlite3 *file;
    char *path;
    const GameType *const *games;
    bool batch; // between store_begin() and store_commit()
    SqlStatement *statements;
    size_t statement_count, statement_capacity;
};

// The statement with this text, ready to be bound; NULL when SQLite cannot prepare it.
sqlite3_stmt *sql_use(Store *store, const char *text);
// NULL is bound as NULL. The text must live until the statement has run.
void sql_bind_text(sqlite3_stmt *statement, int index, const char *text);
void sql_bind_int(sqlite3_stmt *statement, int index, int64_t value);

// Runs a statement that gives no rows.
bool sql_run(Store *store, sqlite3_stmt *statement, Error *err);
// The next row; false at the end and on a failure, which *failed tells apart. The statement is let go
// then. Who does not read to the end calls sql_end(): a statement that is not at its end holds on
// to the past of the file.
bool sql_row(Store *store, sqlite3_stmt *statement, bool *failed, Error *err);
void sql_end(sqlite3_stmt *statement);
// A column as a text of the caller's, NULL stays NULL.
char *sql_copy_text(sqlite3_stmt *statement, int column);
// The same to look at until the next row; "" for NULL, which a damaged file may hold anywhere.
const char *sql_text(sqlite3_stmt *statement, int column);
// The first column of the first row; false when that fails. 0 when there is no row.
bool sql_number(Store *store, const char *text, int64_t *number, Error *err);

// Sets the sentence for what SQLite complained about last and returns false.
bool sql_fail(Store *store, Error *err);

// Around everything that writes: all of it or nothing. Within a batch a part of the batch.
bool sql_begin(Store *store, Error *err);
bool sql_end_write(Store *store, bool good, Error *err); // commits if `good`; else false

const GameType *sql_game(const Store *store, const char *name); // NULL when there is none
int64_t sql_now_ms(void);

// --- schema.c ---

enum { SCHEMA_ID = 0x74676e31 }; // "tgn1", SQLite's application_id
int schema_version(void);        // the newest
// Runs the steps from the file's version up to `version` in one transaction.
bool schema_migrate(Store *store, int version, Error *err);

#endif
