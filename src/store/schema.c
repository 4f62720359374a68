// SPDX-License-Identifier: MIT
// The schema as the steps that led to it. A file knows how many of them it has seen (user_version);
// the rest are taken in one transaction when it is opened. A step that has been released is never
// changed: what is wrong with it is put right by the next one.
//
//     games      what is known of a game without reading its tree
//     trees      the tree, as SGF; apart, so that lists do not wade through it
//     positions  the main line: which position (canonical key and rule) stood on the board after
//                how many plies, what was played next in the canonical form, and who won, so
//                that counting need not look at the games
//     analyses   what an engine thought of a position; `stones` is the canonical form itself, so
//                that a key that two positions share does no harm
//     lines      its lines, moves as they lie in the canonical form
//     settings   JSON texts
//     saves      of games that pages keep: the nonce of the first save, and the name of the last
#include "store/sql.h"

static const char *const steps[] = {
    // 1: games
    "CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL,"
    " rule TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, black TEXT, white TEXT,"
    " event TEXT, date TEXT, day TEXT NOT NULL, opening TEXT, source TEXT, result INTEGER NOT NULL,"
    " plies INTEGER NOT NULL, fingerprint BLOB NOT NULL, created INTEGER NOT NULL,"
    " changed INTEGER NOT NULL);"
    "CREATE INDEX games_by_fingerprint ON games (fingerprint);"
    "CREATE INDEX games_by_day ON games (day);"
    "CREATE INDEX games_by_change ON games (changed);"
    "CREATE TABLE trees (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,"
    " sgf TEXT NOT NULL);"
    "CREATE TABLE positions (key INTEGER NOT NULL,"
    " game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, ply INTEGER NOT NULL,"
    " next INTEGER, result INTEGER NOT NULL, PRIMARY KEY (key, game, ply)) WITHOUT ROWID;"
    "CREATE INDEX positions_by_game ON positions (game);",
    // 2: analyses
    "CREATE TABLE analyses (id INTEGER PRIMARY KEY, key INTEGER NOT NULL, game TEXT NOT NULL,"
    " rule TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, stones TEXT NOT NULL,"
    " to_move INTEGER NOT NULL, engine TEXT NOT NULL, limits TEXT, depth INTEGER NOT NULL,"
    " selective INTEGER NOT NULL, nodes INTEGER NOT NULL, time INTEGER NOT NULL,"
    " proven INTEGER NOT NULL, line_count INTEGER NOT NULL, made INTEGER NOT NULL,"
    " UNIQUE (key, rule, engine, line_count));"
    "CREATE TABLE lines (analysis INTEGER NOT NULL REFERENCES analyses ON DELETE CASCADE,"
    " rank INTEGER NOT NULL, score INTEGER NOT NULL, drawn INTEGER NOT NULL, win REAL NOT NULL,"
    " visits INTEGER NOT NULL, pv TEXT NOT NULL, PRIMARY KEY (analysis, rank)) WITHOUT ROWID;",
    // 3: settings
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",
    // 4: saves
    "CREATE TABLE saves (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,"
    " nonce TEXT, version TEXT);"
    "CREATE UNIQUE INDEX saves_by_nonce ON saves (nonce);",
};

int schema_version(void) {
    return (int)(sizeof steps / sizeof *steps);
}

static bool take_steps(Store *store, int from, int to, Error *err) {
    for (int i = from; i < to; i++)
        if (!sql_execute(store, steps[i], err))
            return false;
    char mark[96];
    sqlite3_snprintf(sizeof mark, mark, "PRAGMA application_id=%d; PRAGMA user_version=%d",
                     SCHEMA_ID, to);
    return sql_execute(store, mark, err);
}

bool schema_migrate(Store *store, int version, Error *err) {
    int64_t now;
    if (!sql_begin(store, err))
        return false;
    // Asked again behind the lock: another process may have been quicker.
    bool good = sql_number(store, "PRAGMA user_version", &now, err) &&
                (now >= version || take_steps(store, (int)now, version, err));
    return sql_end_write(store, good, err);
}
