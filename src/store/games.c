// SPDX-License-Identifier: MIT
// Games in and out.
#include "store/games.h"

#include "base/memory.h"
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
    *game = (StoredGame){0};
}

bool games_read_row(const Store *store, sqlite3_stmt *row, StoredGame *game, Error *err) {
    const char *name = sql_text(row, 1);
    const char *rule = sql_text(row, 2);
    int64_t id = sqlite3_column_int64(row, 0);
    const GameType *type = sql_game(store, name);
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
    sqlite3_stmt *statement =
        sql_use(store, "SELECT " GAMES_COLUMNS
                       ", t.sgf FROM games g JOIN trees t ON t.game = g.id WHERE g.id = ?1");
    bool failed;
    StoredGame game = {0};
    Record *record = NULL;
    sql_bind_int(statement, 1, id);
    if (sql_row(store, statement, &failed, err)) {
        RecordHints hints = {.games = store->games};
        if (games_read_row(store, statement, &game, err))
            record = record_parse(RECORD_SGF, sql_text(statement, GAMES_COLUMN_COUNT),
                                  (size_t)sqlite3_column_bytes(statement, GAMES_COLUMN_COUNT),
                                  &hints, err);
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
    sqlite3_stmt *statement = sql_use(store, "DELETE FROM positions WHERE game = ?1");
    sql_bind_int(statement, 1, id);
    bool good = sql_run(store, statement, err);
    for (size_t ply = 0; good && ply <= digest->last->ply_count; ply++) {
        statement = sql_use(
            store,
            "INSERT INTO positions (key, game, ply, next, result) VALUES (?1, ?2, ?3, ?4, ?5)");
        sql_bind_int(statement, 1, digest_key(digest, ply));
        sql_bind_int(statement, 2, id);
        sql_bind_int(statement, 3, (int64_t)ply);
        if (ply < digest->last->ply_count)
            sql_bind_int(statement, 4, digest_next(digest, ply));
        sql_bind_int(statement, 5, digest->result);
        good = sql_run(store, statement, err);
    }
    return good;
}

static bool keep_tree(Store *store, int64_t id, const Record *record, Error *err) {
    Text sgf = {0};
    bool good = record_print(record, RECORD_SGF, &sgf, err);
    if (good) {
        sqlite3_stmt *statement =
            sql_use(store, "INSERT INTO trees (game, sgf) VALUES (?1, ?2)"
                           " ON CONFLICT (game) DO UPDATE SET sgf = excluded.sgf");
        sql_bind_int(statement, 1, id);
        sql_bind_text(statement, 2, text_chars(&sgf));
        good = sql_run(store, statement, err);
    }
    text_free(&sgf);
    return good;
}

static const char insert_game[] =
    "INSERT INTO games (game, rule, width, height, black, white, event, date, day, opening, source,"
    " result, plies, fingerprint, changed, created)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ifnull(?10, ?18), ?11, ?12, ?13, ?14, ?15, ?15)";

// A day that the record does not say stays the one of the first saving.
static const char update_game[] =
    "UPDATE games SET game = ?1, rule = ?2, width = ?3, height = ?4, black = ?5, white = ?6,"
    " event = ?7, date = ?8, opening = coalesce(?10, opening, ?18),"
    " day = CASE ?17 WHEN '' THEN date(created / 1000, 'unixepoch') ELSE ?17 END,"
    " source = ifnull(?11, source), result = ?12, plies = ?13, fingerprint = ?14, changed = ?15"
    " WHERE id = ?16";

static bool keep_game(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                      const Digest *digest, Error *err) {
    int64_t now = sql_now_ms();
    char day[DAY_CHARS];
    day_of_time(now, day);
    sqlite3_stmt *statement = sql_use(store, *id ? update_game : insert_game);
    sql_bind_text(statement, 1, record->type->name);
    sql_bind_text(statement, 2, record->type->rules[record->rule].name);
    sql_bind_int(statement, 3, record->width);
    sql_bind_int(statement, 4, record->height);
    sql_bind_text(statement, 5, record->black);
    sql_bind_text(statement, 6, record->white);
    sql_bind_text(statement, 7, record->event);
    sql_bind_text(statement, 8, record->date);
    sql_bind_text(statement, 9, digest->day[0] ? digest->day : day);
    sql_bind_text(statement, 10, note ? note->opening : NULL);
    sql_bind_text(statement, 11, note ? note->source : NULL);
    sql_bind_int(statement, 12, digest->result);
    sql_bind_int(statement, 13, (int64_t)digest->last->ply_count);
    if (statement)
        sqlite3_bind_blob(statement, 14, digest->fingerprint, FINGERPRINT_BYTES, SQLITE_STATIC);
    sql_bind_int(statement, 15, now);
    sql_bind_text(statement, 18, digest->opening);
    if (*id) {
        sql_bind_int(statement, 16, *id);
        sql_bind_text(statement, 17, digest->day);
    }
    if (!sql_run(store, statement, err))
        return false;
    if (*id && !sqlite3_changes(store->file))
        return no_such_game(*id, err);
    if (!*id)
        *id = sqlite3_last_insert_rowid(store->file);
    return true;
}

static bool write_game(Store *store, int64_t *id, const Record *record, const StoreNote *note,
                       const Digest *digest, Error *err) {
    int64_t given = *id;
    if (!sql_begin(store, err))
        return false;
    bool good = keep_game(store, id, record, note, digest, err) &&
                keep_tree(store, *id, record, err) && keep_positions(store, *id, digest, err);
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

StoreVerdict store_import(Store *store, const Record *record, const StoreNote *note, int64_t *id,
                          Error *err) {
    Digest digest;
    StoreVerdict verdict = STORE_REFUSED;
    bool failed;
    *id = 0;
    if (digest_make(&digest, record, err)) {
        sqlite3_stmt *statement =
            sql_use(store, "SELECT id FROM games WHERE fingerprint = ?1 LIMIT 1");
        if (statement)
            sqlite3_bind_blob(statement, 1, digest.fingerprint, FINGERPRINT_BYTES, SQLITE_STATIC);
        if (sql_row(store, statement, &failed, err)) {
            *id = sqlite3_column_int64(statement, 0);
            sql_end(statement);
            verdict = STORE_KNOWN;
        } else {
            verdict = !failed && write_game(store, id, record, note, &digest, err) ? STORE_ADDED
                                                                                   : STORE_FAILED;
        }
    }
    digest_free(&digest);
    return verdict;
}

bool store_delete(Store *store, int64_t id, Error *err) {
    sqlite3_stmt *statement = sql_use(store, "DELETE FROM games WHERE id = ?1");
    sql_bind_int(statement, 1, id);
    return sql_run(store, statement, err) &&
           (sqlite3_changes(store->file) || no_such_game(id, err));
}
