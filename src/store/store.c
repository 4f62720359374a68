// SPDX-License-Identifier: MIT
// Opening the file, and settings.
#include "store/store.h"

#include "base/clock.h"
#include "base/memory.h"
#include "store/sql.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOK_AGAIN_MS = 2 }; // at a file that another program has locked

char *store_default_path(Error *err) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    Text path = {0};
    // The XDG base directory specification: what is not absolute is to be ignored.
    if (data && *data == '/')
        text_addf(&path, "%s/tengen/games.db", data);
    else if (home && *home)
        text_addf(&path, "%s/.local/share/tengen/games.db", home);
    if (path.length)
        return text_take(&path);
    error_set(err, "where is the database? Neither HOME nor XDG_DATA_HOME is set; give --db FILE");
    return NULL;
}

static bool make_folders(const char *path, Error *err) {
    char *folder = mem_copy_text(path);
    bool good = true;
    for (char *slash = strchr(folder + 1, '/'); good && *folder && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            good = error_set(err, "cannot make the folder '%.200s': %s", folder, strerror(errno));
        *slash = '/';
    }
    free(folder);
    return good;
}

// SQLite's own patience looks again every 100 ms when it has waited for a while, and so misses the
// moments at which another program that writes a lot lets go.
static int wait_for_lock(void *user, int tries) {
    Store *store = user;
    if (tries == 0)
        store->waits_since_ms = clock_now_ms();
    if (clock_now_ms() - store->waits_since_ms >= STORE_TIMEOUT_MS)
        return 0;
    clock_sleep_ms(LOOK_AGAIN_MS);
    return 1;
}

// A folder that somebody names and that is not there is more likely a slip than a wish.
static bool check_folder(const char *path, Error *err) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *folder = mem_copy_text(path);
    struct stat about;
    folder[length] = '\0';
    bool good = !length || stat(folder, &about) == 0 ||
                error_set(err,
                          "there is no folder '%.200s' for a database; make it first, or name "
                          "another file",
                          folder);
    free(folder);
    return good;
}

// Is there something to open, or may there be? `own` is the default path, whose folders we make.
static bool check_path(const Store *store, StoreMode mode, bool own, Error *err) {
    struct stat about;
    if (stat(store->path, &about) == 0)
        return !S_ISDIR(about.st_mode) ||
               error_set(err, "'%.200s' is a folder, not a database", store->path);
    if (errno != ENOENT)
        return error_set(err, "cannot open the database '%.200s': %s", store->path,
                         strerror(errno));
    if (mode != STORE_CREATE)
        return error_set(err, "there is no database '%.200s'", store->path);
    return own ? make_folders(store->path, err) : check_folder(store->path, err);
}

static bool open_as(Store *store, const char *name, int flags, Error *err) {
    sqlite3_close(store->file);
    store->file = NULL;
    if (sqlite3_open_v2(name, &store->file, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return error_set(err, "cannot open the database '%.200s': %s", store->path,
                         store->file ? sqlite3_errmsg(store->file) : "no memory");
    sqlite3_extended_result_codes(store->file, 1);
    sqlite3_busy_handler(store->file, wait_for_lock, store);
    return true;
}

// --- reading only ---

static char *log_path(const Store *store) {
    Text path = {0};
    text_addf(&path, "%s-wal", store->path);
    return text_take(&path);
}

// May this user write to the file, and make what SQLite keeps beside it?
static bool may_write(const Store *store) {
    if (faccessat(AT_FDCWD, store->path, W_OK, AT_EACCESS) != 0)
        return errno == ENOENT;
    char *log = log_path(store), *folder = mem_copy_text(store->path),
         *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    bool may = faccessat(AT_FDCWD, log, W_OK, AT_EACCESS) == 0 ||
               faccessat(AT_FDCWD, slash ? folder : ".", W_OK, AT_EACCESS) == 0;
    free(folder);
    free(log);
    return may;
}

// As it lies there: without a log of changes beside it, and where none can be made, no program
// can write to it.
static bool open_as_it_lies(Store *store, Error *err) {
    struct stat about;
    Text name = {0};
    char *log = log_path(store);
    bool whole = stat(log, &about) != 0 || about.st_size == 0;
    if (!whole)
        error_set(err,
                  "the database '%.100s' lacks what its last writer left in '%.100s', and nothing "
                  "may be written there: copy both elsewhere",
                  store->path, log);
    free(log);
    text_add(&name, "file:");
    for (const char *at = store->path; *at; at++)
        text_addf(&name, strchr("%?#", *at) ? "%%%02X" : "%c", *at);
    text_add(&name, "?immutable=1");
    bool good = whole && open_as(store, name.chars, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
    text_free(&name);
    return good;
}

static bool open_reading(Store *store, Error *err) {
    if (!open_as(store, store->path, SQLITE_OPEN_READONLY, err))
        return false;
    int code = sqlite3_exec(store->file, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) & 0xff;
    return (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || open_as_it_lies(store, err);
}

bool store_reads_only(const Store *store) {
    return store->reads_only;
}

static bool open_file(Store *store, StoreMode mode, Error *err) {
    store->reads_only = mode == STORE_READING || !may_write(store);
    if (store->reads_only)
        return open_reading(store, err);
    return open_as(store, store->path,
                   SQLITE_OPEN_READWRITE | (mode == STORE_CREATE ? SQLITE_OPEN_CREATE : 0), err);
}

// --- what it is ---

// Is it a file of ours, or an empty one that may become one? All three numbers are of one moment:
// another process may be making the file right now.
static bool check_kind(Store *store, int64_t *version, Error *err) {
    int64_t id, tables;
    bool good = sql_run(store, sql_use(store, "BEGIN"), err) &&
                sql_number(store, "PRAGMA application_id", &id, err) &&
                sql_number(store, "PRAGMA user_version", version, err) &&
                sql_number(store, "SELECT count(*) FROM sqlite_master", &tables, err);
    sql_undo(store);
    if (!good)
        return false;
    if (id != SCHEMA_ID && (id || tables || *version))
        return error_set(err, "'%.200s' is the database of another program", store->path);
    if (*version > schema_version())
        return error_set(err,
                         "'%.200s' was written by a newer tengen (version %d of the file, this "
                         "program knows %d)",
                         store->path, (int)*version, schema_version());
    return true;
}

// When two processes create a file, the change to WAL may find it locked, and SQLite does not wait
// then, to avoid a deadlock.
static bool enter_wal(Store *store, Error *err) {
    int64_t end = clock_now_ms() + STORE_TIMEOUT_MS;
    int code;
    while ((code = sqlite3_exec(store->file, "PRAGMA journal_mode=WAL", NULL, NULL, NULL)) !=
           SQLITE_OK) {
        if ((code & 0xff) != SQLITE_BUSY || clock_now_ms() > end)
            return sql_fail(store, err);
        clock_sleep_ms(LOOK_AGAIN_MS);
    }
    return true;
}

static bool prepare(Store *store, Error *err) {
    // What is confirmed is on the disk: a full sync at every commit.
    static const char pragmas[] =
        "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;"
        "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-65536";
    int64_t version;
    if (!check_kind(store, &version, err))
        return false;
    if (store->reads_only)
        return version == schema_version()
                   ? sql_execute(store, pragmas, err)
                   : error_set(err,
                               "'%.200s' was written by an older tengen (version %d of the file, "
                               "this program knows %d): open it once where it may be written",
                               store->path, (int)version, schema_version());
    return enter_wal(store, err) && sql_execute(store, pragmas, err) &&
           (version == schema_version() || schema_migrate(store, schema_version(), err));
}

Store *store_open(const char *path, StoreMode mode, const GameType *const *games, Error *err) {
    Store *store = mem_new(sizeof *store);
    store->path = path ? mem_copy_text(path) : store_default_path(err);
    store->games = games;
    if (store->path && check_path(store, mode, !path, err) && open_file(store, mode, err) &&
        prepare(store, err))
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store) {
    if (!store)
        return;
    store_rollback(store);
    for (size_t i = 0; i < store->statement_count; i++)
        sqlite3_finalize(store->statements[i].compiled);
    sqlite3_close(store->file);
    free(store->statements);
    free(store->path);
    free(store);
}

// --- settings ---

bool store_set(Store *store, const char *key, const char *json, Error *err) {
    if (!json)
        return sql_do(store, err, "DELETE FROM settings WHERE key = ?1", sql_chars(key));
    return sql_do(store, err,
                  "INSERT INTO settings (key, value) VALUES (?1, ?2)"
                  " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                  sql_chars(key), sql_chars(json));
}

char *store_get(Store *store, const char *key) {
    sqlite3_stmt *statement =
        sql_ask(store, "SELECT value FROM settings WHERE key = ?1", sql_chars(key));
    bool failed;
    char *value = NULL;
    if (sql_row(store, statement, &failed, NULL)) {
        value = sql_copy_text(statement, 0);
        sql_end(statement);
    }
    return value;
}
