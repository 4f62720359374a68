// SPDX-License-Identifier: MIT
// The store: games with their trees, analyses and settings in one SQLite file that outlives a kill
// at any moment.
//
// What is confirmed is on the disk: when a call that writes returns true outside a batch, its
// transaction is committed with a full sync. Inside store_begin() .. store_commit() that holds once
// store_commit() has returned true. Several processes may use, and create, one file at once; a
// writer waits for another one for up to STORE_TIMEOUT_MS before it gives up with a sentence.
//
// A Store is used by one thread at a time; give each thread its own, or a lock. Whatever a call
// hands out belongs to the caller, who releases it with the function named beside it. Every call
// that can fail returns false (or NULL) with a sentence; nothing was changed then, and the store
// can be used on.
//
// Positions are looked up by what stands on the board and whose turn it is: by whatever order of
// moves they came about, and up to the symmetries of the game (game/canonical.h). Moves are always
// handed out the way round the *asked* position lies. The main line of a game is what its positions
// are; variations are kept and not searched.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "game/record.h"
#include "search/info.h"

typedef struct Store Store;

enum { STORE_TIMEOUT_MS = 10000 };

typedef enum StoreMode {
    STORE_CREATE,   // a file that is not there is made; its folders for the default path only
    STORE_EXISTING, // a file that is not there is an error
    STORE_READING,  // likewise, and nothing is written to it; see store_reads_only()
} StoreMode;

// An older file is brought up to date; one of a newer program, or of another kind, is refused and
// left as it is. `games` is NULL-ended and must outlive the store. A NULL path is the default one.
// A file that may not be written to is opened as by STORE_READING, whatever the mode.
Store *store_open(const char *path, StoreMode mode, const GameType *const *games, Error *err);
// Every call that writes fails with a sentence then. Where it may, SQLite keeps its own files beside
// it all the same (-shm, and a -wal of 0 bytes), lest it overlook a writer. An older file cannot be opened so, nor one that
// lies where nothing may be written and whose last writer was killed.
bool store_reads_only(const Store *store);
void store_close(Store *store); // NULL is fine; an open batch is rolled back

// $XDG_DATA_HOME/tengen/games.db or ~/.local/share/tengen/games.db; the caller frees it. NULL with
// a sentence when neither variable says where.
char *store_default_path(Error *err);

// Many writes as one: quick, and all of them or none on the disk. Not nested.
bool store_begin(Store *store, Error *err);
bool store_commit(Store *store, Error *err); // false: nothing of the batch was kept
void store_rollback(Store *store);

// --- games ---

// What is known of a game without reading its tree. Texts are NULL where nothing is known.
typedef struct StoredGame {
    int64_t id; // never 0, never used again after a deletion
    const GameType *type;
    int rule; // index into type->rules
    int width, height;
    char *black, *white, *event;
    char *date; // as the record writes it (SGF's DT)
    char *
        day; // "2026-11-16": of the date where it can be read, else of the first saving; never NULL
    char *opening;                  // how it was begun, an opening's name: "swap2"
    char *source;                   // where it is from: a path, "page", ...
    Result result;                  // RESULT_NONE: not finished or unknown
    int plies;                      // of the main line, choices of the opening counted
    int64_t created_ms, changed_ms; // Unix time, by the clock of the machine
    int ply;                        // found by position: how many plies led there; else -1
    char *version;                  // by store_load(): the last save's, see store_save_version()
} StoredGame;

void stored_game_free(StoredGame *game); // what it points to, not the struct

// What a record does not say itself; NULL where nothing is known.
typedef struct StoreNote {
    const char *opening, *source;
    bool imported; // played elsewhere: the day of a new game is not today (store_import() says so)
} StoreNote;

// Keeps the whole tree with all properties. *id 0: a new game, whose id is put there; otherwise
// that game is replaced (its first saving stays; NULLs of the note leave what is known). The result
// is the one of the rules where the main line ends the game, else the record's RE. False when the
// main line cannot be played by the rules, or there is no such game (it was deleted meanwhile).
bool store_save(Store *store, int64_t *id, const Record *record, const StoreNote *note, Error *err);

// The same with several writers and answers that may get lost. `version` names this
// save, "writer.serial": a name that no other writer has, and a number that grows with every save
// of this one. `over` is the version that it was made from, "" when it is a new one. A save that
// comes again is known and writes nothing; *id 0 finds the game that this writer has begun.
typedef enum StoreSaving {
    STORE_SAVED,     // it is on the disk, now or since it came before
    STORE_OUTDATED,  // another writer has saved since `over`; nothing was written
    STORE_GONE,      // the game was deleted
    STORE_NOT_SAVED, // as when store_save() returns false, see err
} StoreSaving;
enum { STORE_VERSION_CHARS = 64 };
bool store_version_fits(const char *version); // is it such a name, and not too long?
StoreSaving store_save_version(Store *store, int64_t *id, const Record *record,
                               const StoreNote *note, const char *version, const char *over,
                               Error *err);

// The same for games from elsewhere: one that is already there (same rule, size, players, event,
// date, result, set-up and main line) is not saved again.
typedef enum StoreVerdict {
    STORE_ADDED,
    STORE_KNOWN,   // *id is the game that was there
    STORE_REFUSED, // the record cannot be replayed, see err
    STORE_FAILED,  // the file or the disk, see err
} StoreVerdict;
StoreVerdict store_import(Store *store, const Record *record, const StoreNote *note, int64_t *id,
                          Error *err);

// The tree as it was saved, and what is known of it (`about` may be NULL). NULL when there is no
// such game.
Record *store_load(Store *store, int64_t id, StoredGame *about, Error *err);
bool store_delete(Store *store, int64_t id, Error *err); // false when there is no such game

// --- search ---

typedef enum StoreOrder { STORE_NEWEST, STORE_OLDEST, STORE_BY_CHANGE } StoreOrder;

// Everything that is not NULL, 0 or -1 must hold. Start from STORE_QUERY_ALL.
typedef struct StoreQuery {
    const char *player;       // a part of either name; ASCII case ignored
    const char *opening;      // its name
    const char *from, *to;    // days, both included: "2026-11-16", "2026-11", "2026"
    const GameType *type;     // the game, and
    const char *rule;         // its rule
    int width, height;        // the board
    int result;               // a Result
    const Position *position; // stood on the board; of its rule unless any_rule
    bool any_rule;
    StoreOrder order;
    int64_t limit, offset; // limit -1: all
} StoreQuery;

bool store_day(const char *text); // can `from` and `to` take this?

#define STORE_QUERY_ALL ((StoreQuery){.result = -1, .limit = -1})

typedef struct StoreList {
    StoredGame *items;
    size_t count;
    int64_t total; // that match, whatever the limit
} StoreList;

// False with a sentence for a day that is none, or when the file fails. An empty list is no error.
bool store_list(Store *store, const StoreQuery *query, StoreList *list, Error *err);
void store_list_free(StoreList *list);

// What was played next at a position, most often first. Moves that are the same by a symmetry of
// the position are one. `games` counts all, also those without a result.
typedef struct StoreReply {
    Move move; // a stone or a choice
    int64_t games, black, white, draws;
} StoreReply;

typedef struct StoreReplies {
    StoreReply *items;
    size_t count;
    int64_t games; // in which the position stood on the board, also as the last one
} StoreReplies;

bool store_replies(Store *store, const Position *position, bool any_rule, StoreReplies *replies,
                   Error *err);
void store_replies_free(StoreReplies *replies);

// --- analyses ---

// What an engine thought of a position. Scores are from its side to move, as in search/info.h.
typedef struct StoredAnalysis {
    char *engine; // "tengen 0.5.0"
    char *limits; // JSON text: what it was asked with; may be NULL
    int depth, selective_depth;
    uint64_t nodes;
    int64_t time_ms;
    Line *lines; // the best one first
    size_t line_count;
    int64_t made_ms; // Unix time; set by the store
} StoredAnalysis;

void stored_analysis_free(StoredAnalysis *analysis); // what it points to, not the struct

// Keeps one of each engine and number of lines for a position: a new one replaces the old unless it
// saw less (a shallower depth, or fewer nodes at the same, and no proof where the old one has one).
// False, too, when a line is empty or cannot be played at the position; such a one that is in the file
// all the same is not handed out, but is a failure of store_find_analysis(), and any new one replaces it.
bool store_keep_analysis(Store *store, const Position *position, const StoredAnalysis *analysis,
                         Error *err);
// The deepest one with at least `lines` lines, or the one with the most when none has as many.
// *found says whether there is one; `engine` NULL is any.
bool store_find_analysis(Store *store, const Position *position, const char *engine, size_t lines,
                         StoredAnalysis *analysis, bool *found, Error *err);

// --- settings ---

bool store_set(Store *store, const char *key, const char *json, Error *err); // NULL removes it
char *store_get(Store *store, const char *key); // NULL when it is not set; the caller frees it

// --- the file itself ---

typedef struct StoreCount {
    char *name; // a rule and size, a player ...
    int64_t games, black, white, draws;
} StoreCount;

typedef struct StoreStats {
    int64_t games, positions, different_positions, analyses, bytes;
    int version;        // of the schema
    StoreCount *boards; // "renju 15", most games first
    size_t board_count;
    StoreCount *players; // as either colour, most games first, at most 20; wins as Black and White
    size_t player_count;
} StoreStats;

bool store_stats(Store *store, StoreStats *stats, Error *err);
void store_stats_free(StoreStats *stats);

// SQLite's own integrity check, then ours: every tree can be read, its main line is what the index
// says, every analysis belongs to its position and its lines can be played there. `on_problem` gets a sentence each. False when the
// check itself could not be made; *problems counts them.
typedef void (*StoreProblemFn)(const char *sentence, void *user);
bool store_check(Store *store, StoreProblemFn on_problem, void *user, int64_t *problems,
                 Error *err);

#endif
