// SPDX-License-Identifier: MIT
#include "store/sql.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>
#include <time.h>

static bool may_not_be_written(const Store *store, Error *err) {
    return error_set(err, "the database '%.200s' may not be written to", store->path);
}

bool sql_fail(Store *store, Error *err) {
    int code = sqlite3_errcode(store->file) & 0xff;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return error_set(err,
                         "the database '%.200s' is in use by another program that does not "
                         "let go of it",
                         store->path);
    if (code == SQLITE_READONLY)
        return may_not_be_written(store, err);
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
    *MEM_MORE(store->statements, store->statement_count, store->statement_capacity) =
        (SqlStatement){text, compiled};
    return compiled;
}

sqlite3_stmt *sql_bind(sqlite3_stmt *statement, const SqlValue *values, size_t count) {
    assert(!statement ||
           (int)count >= sqlite3_bind_parameter_count(statement)); // every ? has a value
    for (int i = 0; statement && i < (int)count; i++) {
        const SqlValue *value = &values[i];
        if (value->kind == SQL_TEXT)
            sqlite3_bind_text(statement, i + 1, value->bytes, -1, SQLITE_STATIC);
        else if (value->kind == SQL_INT)
            sqlite3_bind_int64(statement, i + 1, value->number);
        else if (value->kind == SQL_REAL)
            sqlite3_bind_double(statement, i + 1, value->real);
        else
            sqlite3_bind_blob(statement, i + 1, value->bytes, (int)value->number, SQLITE_STATIC);
    }
    return statement;
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
    assert(column >= 0 && column < sqlite3_column_count(statement));
    return mem_copy_text((const char *)sqlite3_column_text(statement, column));
}

const char *sql_text(sqlite3_stmt *statement, int column) {
    assert(column >= 0 && column < sqlite3_column_count(statement));
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

bool sql_execute(Store *store, const char *text, Error *err) {
    return sqlite3_exec(store->file, text, NULL, NULL, NULL) == SQLITE_OK || sql_fail(store, err);
}

// --- transactions ---

void sql_undo(Store *store) {
    if (!sqlite3_get_autocommit(store->file))
        sqlite3_exec(store->file, "ROLLBACK", NULL, NULL, NULL);
}

// SQLite lets even those begin who may only read.
bool sql_begin(Store *store, Error *err) {
    if (store->reads_only)
        return may_not_be_written(store, err);
    return sql_run(store, sql_use(store, store->batch ? "SAVEPOINT part" : "BEGIN IMMEDIATE"), err);
}

bool sql_end_write(Store *store, bool good, Error *err) {
    assert(!good || !sqlite3_get_autocommit(store->file));
    if (good && sql_run(store, sql_use(store, store->batch ? "RELEASE part" : "COMMIT"), err))
        return true;
    if (!store->batch)
        sql_undo(store);
    else if (!sqlite3_get_autocommit(store->file))
        sqlite3_exec(store->file, "ROLLBACK TO part; RELEASE part", NULL, NULL, NULL);
    return false;
}

bool store_begin(Store *store, Error *err) {
    if (store->batch)
        return error_set(err, "a batch is open already");
    if (store->reads_only)
        return may_not_be_written(store, err);
    assert(sqlite3_get_autocommit(store->file));
    store->batch = sql_run(store, sql_use(store, "BEGIN IMMEDIATE"), err);
    assert(!store->batch || !sqlite3_get_autocommit(store->file));
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
    sql_undo(store);
    return false;
}

void store_rollback(Store *store) {
    if (store->batch)
        sql_undo(store);
    store->batch = false;
}

int64_t sql_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
