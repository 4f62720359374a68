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
    bool reads_only;
    bool batch;             // between store_begin() and store_commit()
    int64_t waits_since_ms; // for another program's lock
    SqlStatement *statements;
    size_t statement_count, statement_capacity;
};

// The statement with this text, ready to be bound; NULL when SQLite cannot prepare it.
sqlite3_stmt *sql_use(Store *store, const char *text);

// What stands for a `?`. Texts (NULL is NULL) and bytes must live until the statement has run.
typedef struct SqlValue {
    enum SqlKind { SQL_TEXT, SQL_INT, SQL_REAL, SQL_BYTES } kind;
    const void *bytes;
    int64_t number; // of SQL_BYTES how many there are
    double real;
} SqlValue;
#define sql_int(value)         ((SqlValue){.kind = SQL_INT, .number = (int64_t)(value)})
#define sql_chars(text)        ((SqlValue){.kind = SQL_TEXT, .bytes = (text)})
#define sql_real(value)        ((SqlValue){.kind = SQL_REAL, .real = (value)})
#define sql_bytes(from, count) ((SqlValue){.kind = SQL_BYTES, .bytes = (from), .number = (count)})
#define SQL_VALUES(...)                                                                            \
    (const SqlValue[]){__VA_ARGS__}, sizeof((const SqlValue[]){__VA_ARGS__}) / sizeof(SqlValue)
sqlite3_stmt *sql_bind(sqlite3_stmt *statement, const SqlValue *values, size_t count);
// The statement with ?1, ?2 ... bound in this order; and run when it gives no rows:
// sql_do(store, err, "DELETE FROM games WHERE id = ?1", sql_int(id)).
#define sql_ask(store, text, ...)     sql_bind(sql_use(store, text), SQL_VALUES(__VA_ARGS__))
#define sql_do(store, err, text, ...) sql_run(store, sql_ask(store, text, __VA_ARGS__), err)

// Runs a statement that gives no rows.
bool sql_run(Store *store, sqlite3_stmt *statement, Error *err);
// The next row; false at the end and on a failure, which *failed tells apart. The statement is let
// go then. A caller that does not read to the end calls sql_end(): a statement that is not at its
// end holds on to the past of the file.
bool sql_row(Store *store, sqlite3_stmt *statement, bool *failed, Error *err);
void sql_end(sqlite3_stmt *statement);
// A column as a text of the caller's, NULL stays NULL.
char *sql_copy_text(sqlite3_stmt *statement, int column);
// The same to look at until the next row; "" for NULL, which a damaged file may hold anywhere.
const char *sql_text(sqlite3_stmt *statement, int column);
// The first column of the first row; false when that fails. 0 when there is no row.
bool sql_number(Store *store, const char *text, int64_t *number, Error *err);

// Statements without `?` and rows, which are not kept prepared.
bool sql_execute(Store *store, const char *text, Error *err);

// Sets the sentence for what SQLite complained about last and returns false.
bool sql_fail(Store *store, Error *err);

// Around everything that writes: all of it or nothing. Within a batch a part of the batch.
bool sql_begin(Store *store, Error *err);
bool sql_end_write(Store *store, bool good, Error *err); // commits if `good`; else false
void sql_undo(Store *store); // the whole transaction; some failures (a full disk) have done it

int64_t sql_now_ms(void);

// --- games.c ---

// What a SELECT must begin with for games_read_row(); the table goes by the name g.
#define GAMES_COLUMNS                                                                              \
    "g.id, g.game, g.rule, g.width, g.height, g.black, g.white, g.event, g.date, g.day, "          \
    "g.opening, g.source, g.result, g.plies, g.created, g.changed"
enum { GAMES_COLUMN_COUNT = 16 };

// A row becomes a StoredGame. False with a sentence when its game or rule is unknown.
bool games_read_row(const Store *store, sqlite3_stmt *row, StoredGame *game, Error *err);

// --- schema.c ---

enum { SCHEMA_ID = 0x74676e31 }; // "tgn1", SQLite's application_id
int schema_version(void);        // the newest
// Runs the steps from the file's version up to `version` in one transaction.
bool schema_migrate(Store *store, int version, Error *err);

#endif
