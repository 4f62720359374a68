// SPDX-License-Identifier: MIT
// Games in and out.
#include "store/sql.h"

#include "store/digest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- out ---

void stored_game_free(StoredGame *game) {
    free(game->black);
    free(game->white);
    free(game->event);
    free(game->date);
    free(game->day);
    free(game->opening);
    free(game->source);
    free(game->version);
    *game = (StoredGame){0};
}

bool games_read_row(const Store *store, sqlite3_stmt *row, StoredGame *game, Error *err) {
    const char *name = sql_text(row, 1);
    const char *rule = sql_text(row, 2);
    int64_t id = sqlite3_column_int64(row, 0);
    const GameType *type = game_named(store->games, name);
    int rule_index = type ? game_rule_index(type, rule) : -1;
    *game = (StoredGame){0};
    if (rule_index < 0)
        return error_set(err,
                         "game %" PRId64 " is of a kind this program does not know: %.40s, %.40s",
                         id, name, rule);
    *game = (StoredGame){
        .id = id,
        .type = type,
        .rule = rule_index,
        .width = sqlite3_column_int(row, 3),
        .height = sqlite3_column_int(row, 4),
        .black = sql_copy_text(row, 5),
        .white = sql_copy_text(row, 6),
        .event = sql_copy_text(row, 7),
        .date = sql_copy_text(row, 8),
        .day = sql_copy_text(row, 9),
        .opening = sql_copy_text(row, 10),
        .source = sql_copy_text(row, 11),
        .result = (Result)sqlite3_column_int(row, 12),
        .plies = sqlite3_column_int(row, 13),
        .created_ms = sqlite3_column_int64(row, 14),
        .changed_ms = sqlite3_column_int64(row, 15),
        .ply = -1,
    };
    return true;
}

static bool no_such_game(int64_t id, Error *err) {
    return error_set(err, "there is no game %" PRId64 " in the database", id);
}

Record *store_load(Store *store, int64_t id, StoredGame *about, Error *err) {
    sqlite3_stmt *statement = sql_ask(
        store,
        "SELECT " GAMES_COLUMNS ", t.sgf, s.version FROM games g JOIN trees t ON t.game = g.id"
        " LEFT JOIN saves s ON s.game = g.id WHERE g.id = ?1",
        sql_int(id));
    bool failed;
    StoredGame game = {0};
    Record *record = NULL;
    if (sql_row(store, statement, &failed, err)) {
        RecordHints hints = {.games = store->games};
        if (games_read_row(store, statement, &game, err))
            record = record_parse(RECORD_SGF, sql_text(statement, GAMES_COLUMN_COUNT),
                                  (size_t)sqlite3_column_bytes(statement, GAMES_COLUMN_COUNT),
                                  &hints, err);
        if (record)
            game.version = sql_copy_text(statement, GAMES_COLUMN_COUNT + 1);
        sql_end(statement);
    } else if (!failed) {
        no_such_game(id, err);
    }
    if (record && about)
        *about = game;
    else
        stored_game_free(&game);
    return record;
}

// --- in ---

static bool keep_positions(Store *store, int64_t id, const Digest *digest, Error *err) {
    bool good = sql_do(store, err, "DELETE FROM positions WHERE game = ?1", sql_int(id));
    for (size_t ply = 0; good && ply <= digest->last->ply_count; ply++)
        good = sql_do(
            store, err,
            "INSERT INTO positions (key, game, ply, next, result) VALUES (?1, ?2, ?3, ?4, ?5)",
            sql_int(digest_key(digest, ply)), sql_int(id), sql_int(ply),
            ply < digest->last->ply_count ? sql_int(digest_next(digest, ply)) : sql_chars(NULL),
            sql_int(digest->result));
    return good;
}

static bool keep_tree(Store *store, int64_t id, const Record *record, Error *err) {
    Text sgf = {0};
    bool good = record_print(record, RECORD_SGF, &sgf, err) &&
                sql_do(store, err,
                       "INSERT INTO trees (game, sgf) VALUES (?1, ?2)"
                       " ON CONFLICT (game) DO UPDATE SET sgf = excluded.sgf",
                       sql_int(id), sql_chars(text_chars(&sgf)));
    text_free(&sgf);
    return good;
}

static const char insert_game[] =
    "INSERT INTO games (game, rule, width, height, black, white, event, date, day, opening, source,"
    " result, plies, fingerprint, changed, created)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ifnull(?10, ?18), ?11, ?12, ?13, ?14, ?15, ?15)";

// A day that the record does not say stays the one of the first saving; that of an import says
// nothing about the game.
static const char update_game[] =
    "UPDATE games SET game = ?1, rule = ?2, width = ?3, height = ?4, black = ?5, white = ?6,"
    " event = ?7, date = ?8, opening = coalesce(?10, opening, ?18),"
    " day = CASE WHEN ?17 <> '' THEN ?17 WHEN day = '' THEN ''"
    " ELSE date(created / 1000, 'unixepoch') END,"
    " source = ifnull(?11, source), result = ?12, plies = ?13, fingerprint = ?14, changed = ?15"
    " WHERE id = ?16";

static bool keep_game(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                      const Digest *digest, Error *err) {
    int64_t now = sql_now_ms();
    char today[DAY_CHARS] = "";
    if (!note || !note->imported)
        day_of_time(now, today);
    if (!sql_do(store, err, *id ? update_game : insert_game, sql_chars(record->type->name),
                sql_chars(record->type->rules[record->rule].name), sql_int(record->width),
                sql_int(record->height), sql_chars(record->black), sql_chars(record->white),
                sql_chars(record->event), sql_chars(record->date),
                sql_chars(digest->day[0] ? digest->day : today),
                sql_chars(note ? note->opening : NULL), sql_chars(note ? note->source : NULL),
                sql_int(digest->result), sql_int(digest->last->ply_count),
                sql_bytes(digest->fingerprint, FINGERPRINT_BYTES), sql_int(now), sql_int(*id),
                sql_chars(digest->day), sql_chars(digest->opening)))
        return false;
    if (*id && !sqlite3_changes(store->file))
        return no_such_game(*id, err);
    if (!*id)
        *id = sqlite3_last_insert_rowid(store->file);
    return true;
}

// All of it, within a transaction.
static bool keep_all(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                     const Digest *digest, Error *err) {
    return keep_game(store, id, record, note, digest, err) && keep_tree(store, *id, record, err) &&
           keep_positions(store, *id, digest, err);
}

// Writers that hold the last version of a game replaced without one must find theirs outdated.
static bool forget_version(Store *store, int64_t id, Error *err) {
    return !id ||
           sql_do(store, err, "UPDATE saves SET version = NULL WHERE game = ?1", sql_int(id));
}

static bool write_game(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                       const Digest *digest, Error *err) {
    int64_t given = *id;
    if (!sql_begin(store, err))
        return false;
    bool good = forget_version(store, given, err) && keep_all(store, id, record, note, digest, err);
    good = sql_end_write(store, good, err);
    if (!good)
        *id = given;
    return good;
}

bool store_save(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                Error *err) {
    Digest digest;
    bool good =
        digest_make(&digest, record, err) && write_game(store, id, record, note, &digest, err);
    digest_free(&digest);
    return good;
}

// --- saves with a version ---

static size_t writer_length(const char *version) {
    const char *dot = strrchr(version, '.');
    return dot ? (size_t)(dot - version) : 0;
}

static bool read_serial(const char *version, int64_t *serial) {
    size_t length = writer_length(version);
    return length && text_to_int(version + length + 1, serial) && *serial > 0;
}

bool store_version_fits(const char *version) {
    int64_t serial;
    return strlen(version) < STORE_VERSION_CHARS && read_serial(version, &serial);
}

// The game this is a save of, *id 0 where there is none yet, and the version it has. False when the
// file fails; the caller frees *last.
static bool find_last(Store *store, int64_t *id, const char *version, char **last, Error *err) {
    char writer[STORE_VERSION_CHARS] = "";
    bool failed;
    memcpy(writer, version, writer_length(version));
    sqlite3_stmt *statement =
        *id ? sql_ask(store,
                      "SELECT g.id, s.version FROM games g LEFT JOIN saves s ON s.game = g.id"
                      " WHERE g.id = ?1",
                      sql_int(*id))
            : sql_ask(store, "SELECT game, version FROM saves WHERE nonce = ?1", sql_chars(writer));
    *id = 0;
    *last = NULL;
    if (sql_row(store, statement, &failed, err)) {
        *id = sqlite3_column_int64(statement, 0);
        *last = sql_copy_text(statement, 1);
        sql_end(statement);
    }
    return !failed;
}

// May `version`, made from `over`, replace `last`? *known: it or a later one is there already.
static bool may_replace(const char *last, const char *version, const char *over, bool *known) {
    int64_t mine, there;
    size_t length = writer_length(version);
    *known = false;
    if (last && read_serial(last, &there) && writer_length(last) == length &&
        memcmp(last, version, length) == 0) {
        *known = read_serial(version, &mine) && there >= mine;
        return true;
    }
    return strcmp(last ? last : "", over) == 0;
}

static bool name_version(Store *store, int64_t id, bool fresh, const char *version, Error *err) {
    char writer[STORE_VERSION_CHARS] = "";
    memcpy(writer, version, writer_length(version));
    return sql_do(store, err,
                  "INSERT INTO saves (game, nonce, version) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT (game) DO UPDATE SET version = excluded.version",
                  sql_int(id), sql_chars(fresh ? writer : NULL), sql_chars(version));
}

// Within a transaction. *id is that of the game that is or was there.
static StoreSaving save_over(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                             const Digest *digest, const char *version, const char *over,
                             Error *err) {
    int64_t given = *id;
    char *last;
    bool known = false;
    if (!find_last(store, id, version, &last, err))
        return STORE_NOT_SAVED;
    bool fresh = !*id, may = fresh || may_replace(last, version, over, &known);
    free(last);
    if (given && fresh)
        return STORE_GONE;
    if (!may)
        return STORE_OUTDATED;
    return known || (keep_all(store, id, record, note, digest, err) &&
                     name_version(store, *id, fresh, version, err))
               ? STORE_SAVED
               : STORE_NOT_SAVED;
}

StoreSaving store_save_version(Store *store, int64_t *id, const Record *record,
                               const StoreNote *note, const char *version, const char *over,
                               Error *err) {
    Digest digest;
    int64_t given = *id;
    StoreSaving saving = STORE_NOT_SAVED;
    if (digest_make(&digest, record, err) && sql_begin(store, err)) {
        saving = save_over(store, id, record, note, &digest, version, over, err);
        if (!sql_end_write(store, saving != STORE_NOT_SAVED, err))
            saving = STORE_NOT_SAVED;
    }
    if (saving == STORE_NOT_SAVED)
        *id = given;
    digest_free(&digest);
    return saving;
}

StoreVerdict store_import(Store *store, const Record *record, const StoreNote *note, int64_t *id,
                          Error *err) {
    Digest digest;
    StoreVerdict verdict = STORE_REFUSED;
    bool failed;
    StoreNote imported = note ? *note : (StoreNote){0};
    imported.imported = true;
    *id = 0;
    if (digest_make(&digest, record, err)) {
        sqlite3_stmt *statement =
            sql_ask(store, "SELECT id FROM games WHERE fingerprint = ?1 LIMIT 1",
                    sql_bytes(digest.fingerprint, FINGERPRINT_BYTES));
        if (sql_row(store, statement, &failed, err)) {
            *id = sqlite3_column_int64(statement, 0);
            sql_end(statement);
            verdict = STORE_KNOWN;
        } else {
            verdict = !failed && write_game(store, id, record, &imported, &digest, err)
                          ? STORE_ADDED
                          : STORE_FAILED;
        }
    }
    digest_free(&digest);
    return verdict;
}

bool store_delete(Store *store, int64_t id, Error *err) {
    return sql_do(store, err, "DELETE FROM games WHERE id = ?1", sql_int(id)) &&
           (sqlite3_changes(store->file) || no_such_game(id, err));
}
