// SPDX-License-Identifier: MIT
// What is in the file, and whether it is sound.
#include "base/memory.h"
#include "game/notation.h"
#include "store/digest.h"
#include "store/sql.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- statistics ---

static bool read_counts(Store *store, const char *sql, StoreCount **counts, size_t *count,
                        Error *err) {
    sqlite3_stmt *statement = sql_use(store, sql);
    size_t capacity = 0;
    bool failed;
    while (sql_row(store, statement, &failed, err)) {
        *MEM_MORE(*counts, *count, capacity) =
            (StoreCount){.name = sql_copy_text(statement, 0),
                         .games = sqlite3_column_int64(statement, 1),
                         .black = sqlite3_column_int64(statement, 2),
                         .white = sqlite3_column_int64(statement, 3),
                         .draws = sqlite3_column_int64(statement, 4)};
    }
    return !failed;
}

static const char boards_sql[] =
    "SELECT rule || ' ' || width || CASE WHEN width = height THEN '' ELSE 'x' || height END,"
    " count(*) AS n, sum(result = 1), sum(result = 2), sum(result = 3)"
    " FROM games GROUP BY game, rule, width, height ORDER BY n DESC, 1";

// A game between two players of one name counts for both colours.
static const char players_sql[] =
    "SELECT name, count(*) AS n, sum(black AND result = 1), sum(NOT black AND result = 2),"
    " sum(result = 3) FROM (SELECT black AS name, 1 AS black, result FROM games"
    " UNION ALL SELECT white, 0, result FROM games) WHERE name IS NOT NULL"
    " GROUP BY name ORDER BY n DESC, name LIMIT 20";

bool store_stats(Store *store, StoreStats *stats, Error *err) {
    int64_t version = 0;
    *stats = (StoreStats){0};
    const struct {
        const char *sql;
        int64_t *number;
    } numbers[] = {
        {"SELECT count(*) FROM games", &stats->games},
        {"SELECT count(*) FROM positions", &stats->positions},
        {"SELECT count(DISTINCT key) FROM positions", &stats->different_positions},
        {"SELECT count(*) FROM analyses", &stats->analyses},
        {"SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", &stats->bytes},
        {"PRAGMA user_version", &version},
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof numbers / sizeof *numbers; i++)
        good = sql_number(store, numbers[i].sql, numbers[i].number, err);
    stats->version = (int)version;
    good = good && read_counts(store, boards_sql, &stats->boards, &stats->board_count, err) &&
           read_counts(store, players_sql, &stats->players, &stats->player_count, err);
    if (!good)
        store_stats_free(stats);
    return good;
}

void store_stats_free(StoreStats *stats) {
    for (size_t i = 0; i < stats->board_count; i++)
        free(stats->boards[i].name);
    for (size_t i = 0; i < stats->player_count; i++)
        free(stats->players[i].name);
    free(stats->boards);
    free(stats->players);
    *stats = (StoreStats){0};
}

// --- the check ---

typedef struct Check {
    Store *store;
    StoreProblemFn on_problem;
    void *user;
    int64_t problems;
    Error *err;
} Check;

static void report(Check *check, const char *format, ...) PRINTF_LIKE(2, 3);
static void report(Check *check, const char *format, ...) {
    va_list args;
    Error sentence;
    char line[sizeof sentence.text];
    va_start(args, format);
    sqlite3_vsnprintf(sizeof line, line, format, args);
    va_end(args);
    error_set(&sentence, "%s", line); // replaces control characters in what was quoted
    check->problems++;
    check->on_problem(sentence.text, check->user);
}

// Rows of one text each, every one of them a problem; "ok" is SQLite's word for none.
static bool check_rows(Check *check, const char *sql, const char *what) {
    sqlite3_stmt *statement = sql_use(check->store, sql);
    bool failed;
    while (sql_row(check->store, statement, &failed, check->err)) {
        const char *text = sql_text(statement, 0);
        if (strcmp(text, "ok") != 0)
            report(check, "%s: %.200s", what, text);
    }
    return !failed;
}

// The rows of the index against the main line.
static bool check_positions(Check *check, int64_t id, const Digest *digest) {
    sqlite3_stmt *statement = sql_ask(
        check->store, "SELECT ply, key, next, result FROM positions WHERE game = ?1 ORDER BY ply",
        sql_int(id));
    size_t expected = 0, plies = digest->last->ply_count;
    bool failed, same = true;
    while (sql_row(check->store, statement, &failed, check->err)) {
        bool last = expected == plies;
        same = same && expected <= plies &&
               sqlite3_column_int64(statement, 0) == (int64_t)expected &&
               sqlite3_column_int64(statement, 1) == digest_key(digest, expected) &&
               sqlite3_column_int(statement, 3) == (int)digest->result &&
               (last ? sqlite3_column_type(statement, 2) == SQLITE_NULL
                     : sqlite3_column_int(statement, 2) == digest_next(digest, expected));
        expected++;
    }
    if (!failed && (!same || expected != plies + 1))
        report(check, "the index of game %lld is not its main line", (long long)id);
    return !failed;
}

static bool check_game(Check *check, int64_t id, const void *fingerprint, int bytes) {
    Error why = {""};
    StoredGame about = {0};
    Digest digest = {0};
    Record *record = store_load(check->store, id, &about, &why);
    bool good = true;
    if (!record) {
        report(check, "the tree of game %lld cannot be read: %s", (long long)id, why.text);
    } else if (!digest_make(&digest, record, &why)) {
        report(check, "the main line of game %lld cannot be played: %s", (long long)id, why.text);
    } else {
        if (about.type != record->type || about.rule != record->rule ||
            about.width != record->width || about.height != record->height ||
            about.result != digest.result || about.plies != (int)digest.last->ply_count ||
            bytes != FINGERPRINT_BYTES || memcmp(fingerprint, digest.fingerprint, (size_t)bytes))
            report(check, "what is known of game %lld is not what its tree says", (long long)id);
        good = check_positions(check, id, &digest);
    }
    digest_free(&digest);
    stored_game_free(&about);
    record_free(record);
    return good;
}

static bool check_games(Check *check) {
    sqlite3_stmt *statement =
        sql_use(check->store, "SELECT id, fingerprint FROM games ORDER BY id");
    bool failed;
    while (sql_row(check->store, statement, &failed, check->err))
        if (!check_game(check, sqlite3_column_int64(statement, 0),
                        sqlite3_column_blob(statement, 1), sqlite3_column_bytes(statement, 1))) {
            sql_end(statement);
            return false;
        }
    return !failed;
}

// The position an analysis is of, set up from its row; NULL when the row is not sound.
static Position *analysed_position(Check *check, sqlite3_stmt *row) {
    const GameType *type = game_named(check->store->games, sql_text(row, 1));
    return type ? position_parse(type, sql_text(row, 2), sqlite3_column_int(row, 3),
                                 sqlite3_column_int(row, 4), sql_text(row, 5),
                                 sqlite3_column_int(row, 6), NULL)
                : NULL;
}

static bool check_analyses(Check *check) {
    sqlite3_stmt *statement =
        sql_use(check->store, "SELECT id, game, rule, width, height, stones, to_move, key, engine,"
                              " line_count FROM analyses ORDER BY id");
    bool failed;
    while (sql_row(check->store, statement, &failed, check->err)) {
        long long id = sqlite3_column_int64(statement, 0);
        Position *position = analysed_position(check, statement);
        StoredAnalysis found = {0};
        bool is_there = false;
        Error why = {""};
        if (!position ||
            position_canonical(position).key != (uint64_t)sqlite3_column_int64(statement, 7))
            report(check, "analysis %lld is not of the position it is kept under", id);
        else if (!store_find_analysis(check->store, position, sql_text(statement, 8),
                                      (size_t)sqlite3_column_int64(statement, 9), &found, &is_there,
                                      &why) ||
                 !is_there)
            report(check, "analysis %lld cannot be read: %s", id,
                   why.text[0] ? why.text : "it has no lines");
        stored_analysis_free(&found);
        position_free(position);
    }
    sql_end(statement);
    return !failed;
}

bool store_check(Store *store, StoreProblemFn on_problem, void *user, int64_t *problems,
                 Error *err) {
    Check check = {.store = store, .on_problem = on_problem, .user = user, .err = err};
    bool good =
        check_rows(&check, "PRAGMA integrity_check", "the file is damaged") &&
        check_rows(&check,
                   "SELECT 'row ' || rowid || ' of ' || \"table\" FROM pragma_foreign_key_check",
                   "something belongs to a game that is gone") &&
        check_games(&check) && check_analyses(&check);
    *problems = check.problems;
    return good;
}
