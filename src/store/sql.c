// SPDX-License-Identifier: MIT
#include "store/sql.h"

#include "base/memory.h"

#include <string.h>
#include <time.h>

bool sql_fail(Store *store, Error *err) {
    int code = sqlite3_errcode(store->file) & 0xff;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return error_set(err,
                         "the database '%.200s' is in use by another program that does not "
                         "let go of it",
                         store->path);
    if (code == SQLITE_READONLY)
        return error_set(err, "the database '%.200s' may not be written to", store->path);
    if (code == SQLITE_NOTADB)
        return error_set(err, "'%.200s' is no database", store->path);
    return error_set(err, "the database '%.200s' fails: %s", store->path,
                     sqlite3_errmsg(store->file));
}

sqlite3_stmt *sql_use(Store *store, const char *text) {
    for (size_t i = 0; i < store->statement_count; i++) {
        SqlStatement *known = &store->statements[i];
        if (known->text == text || strcmp(known->text, text) == 0) {
            sqlite3_reset(known->compiled);
            sqlite3_clear_bindings(known->compiled);
            return known->compiled;
        }
    }
    sqlite3_stmt *compiled = NULL;
    if (sqlite3_prepare_v3(store->file, text, -1, SQLITE_PREPARE_PERSISTENT, &compiled, NULL) !=
        SQLITE_OK)
        return NULL;
    store->statements = mem_grow(store->statements, store->statement_count,
                                 &store->statement_capacity, sizeof *store->statements);
    store->statements[store->statement_count++] = (SqlStatement){text, compiled};
    return compiled;
}

void sql_bind_text(sqlite3_stmt *statement, int index, const char *text) {
    if (statement)
        sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

void sql_bind_int(sqlite3_stmt *statement, int index, int64_t value) {
    if (statement)
        sqlite3_bind_int64(statement, index, value);
}

bool sql_row(Store *store, sqlite3_stmt *statement, bool *failed, Error *err) {
    int code = statement ? sqlite3_step(statement) : SQLITE_ERROR;
    *failed = code != SQLITE_ROW && code != SQLITE_DONE;
    if (*failed)
        sql_fail(store, err);
    if (code != SQLITE_ROW)
        sql_end(statement);
    return code == SQLITE_ROW;
}

bool sql_run(Store *store, sqlite3_stmt *statement, Error *err) {
    bool failed;
    while (sql_row(store, statement, &failed, err))
        ;
    return !failed;
}

void sql_end(sqlite3_stmt *statement) {
    if (statement)
        sqlite3_reset(statement);
}

char *sql_copy_text(sqlite3_stmt *statement, int column) {
    return mem_copy_text((const char *)sqlite3_column_text(statement, column));
}

const char *sql_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? (const char *)text : "";
}

bool sql_number(Store *store, const char *text, int64_t *number, Error *err) {
    sqlite3_stmt *statement = sql_use(store, text);
    bool failed;
    *number = 0;
    if (sql_row(store, statement, &failed, err)) {
        *number = sqlite3_column_int64(statement, 0);
        sql_end(statement);
    }
    return !failed;
}

// --- transactions ---

bool sql_begin(Store *store, Error *err) {
    return sql_run(store, sql_use(store, store->batch ? "SAVEPOINT part" : "BEGIN IMMEDIATE"), err);
}

bool sql_end_write(Store *store, bool good, Error *err) {
    if (good && sql_run(store, sql_use(store, store->batch ? "RELEASE part" : "COMMIT"), err))
        return true;
    // Some failures (a full disk) have rolled everything back already.
    if (!sqlite3_get_autocommit(store->file)) {
        if (store->batch)
            sqlite3_exec(store->file, "ROLLBACK TO part; RELEASE part", NULL, NULL, NULL);
        else
            sqlite3_exec(store->file, "ROLLBACK", NULL, NULL, NULL);
    }
    return false;
}

bool store_begin(Store *store, Error *err) {
    if (store->batch)
        return error_set(err, "a batch is open already");
    store->batch = sql_run(store, sql_use(store, "BEGIN IMMEDIATE"), err);
    return store->batch;
}

bool store_commit(Store *store, Error *err) {
    if (!store->batch)
        return error_set(err, "there is no batch to commit");
    store->batch = false;
    if (sqlite3_get_autocommit(store->file))
        return error_set(err, "a failure has undone the batch before its end");
    if (sql_run(store, sql_use(store, "COMMIT"), err))
        return true;
    sqlite3_exec(store->file, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

void store_rollback(Store *store) {
    if (store->batch && !sqlite3_get_autocommit(store->file))
        sqlite3_exec(store->file, "ROLLBACK", NULL, NULL, NULL);
    store->batch = false;
}

const GameType *sql_game(const Store *store, const char *name) {
    for (const GameType *const *game = store->games; *game; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

int64_t sql_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
