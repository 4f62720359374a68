// SPDX-License-Identifier: MIT
// Finding games, and what was played next.
#include "store/digest.h"
#include "store/sql.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- the question as SQL ---

// Conditions are joined as they come; their values are bound by number, so that untrusted text
// never becomes SQL. ?1 is the day from, ?2 to, ?3 player, ?4 opening, ?5 game, ?6 rule, ?7 width,
// ?8 height, ?9 result, ?10 limit, ?11 offset. Keys of positions are numbers of our own.

// The rows of a position in the index: "key = 7", which keeps the games in order, or for all rules
// "key IN (7, 8, 9)".
static char *keys_of(const Position *position, bool any_rule) {
    Text keys = {0};
    Canonical canonical = position_canonical(position);
    const RuleInfo *rules = position->type->rules;
    bool one = !any_rule || !rules[1].name;
    if (one)
        text_addf(&keys, "key = %" PRId64, index_key(canonical, &rules[position->rule]));
    for (const RuleInfo *rule = rules; !one && rule->name; rule++)
        text_addf(&keys, "%s%" PRId64, rule == rules ? "key IN (" : ", ",
                  index_key(canonical, rule));
    text_add(&keys, one ? "" : ")");
    return text_take(&keys);
}

// A statement made of a text, which is freed.
static sqlite3_stmt *prepare(Store *store, Text *sql) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store->file, text_chars(sql), -1, &statement, NULL);
    text_free(sql);
    return statement;
}

static bool add_conditions(const StoreQuery *query, Text *sql) {
    const struct {
        bool asked;
        const char *condition;
    } conditions[] = {
        {query->from, "g.day >= ?1"},
        {query->to, "g.day BETWEEN '0' AND ?2"},
        {query->player, "(g.black LIKE ?3 ESCAPE '\\' OR g.white LIKE ?3 ESCAPE '\\')"},
        {query->opening, "g.opening = ?4"},
        {query->type, "g.game = ?5"},
        {query->rule, "g.rule = ?6"},
        {query->width, "g.width = ?7"},
        {query->height, "g.height = ?8"},
        {query->result >= 0, "g.result = ?9"},
    };
    size_t before = sql->length;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (conditions[i].asked)
            text_addf(sql, " AND %s", conditions[i].condition);
    return sql->length > before;
}

// From which end a position is looked for: a rare one by its own rows, with the games behind them;
// a common one by the games in the order they are wanted, until there are enough.
enum { COMMON_GAMES = 500 };

static void add_tables(const StoreQuery *query, const char *keys, bool common, Text *sql) {
    if (!query->position)
        text_add(sql, " FROM games g WHERE 1");
    else if (common)
        text_addf(sql,
                  " FROM games g WHERE EXISTS (SELECT 1 FROM positions WHERE game = g.id AND %s)",
                  keys);
    else // CROSS JOIN keeps the order
        text_addf(sql,
                  " FROM (SELECT game, min(ply) AS ply FROM positions WHERE %s GROUP BY game) p"
                  " CROSS JOIN games g ON g.id = p.game WHERE 1",
                  keys);
}

static void add_ply(const StoreQuery *query, const char *keys, bool common, Text *sql) {
    if (query->position && common)
        text_addf(sql, ", (SELECT min(ply) FROM positions WHERE game = g.id AND %s)", keys);
    else if (query->position)
        text_add(sql, ", p.ply");
}

static const char *const orders[] = {
    [STORE_NEWEST] = " ORDER BY g.day DESC, g.id DESC",
    [STORE_OLDEST] = " ORDER BY g.day, g.id",
    [STORE_BY_CHANGE] = " ORDER BY g.changed DESC, g.id DESC",
};

// A part of a name: LIKE's own signs mean themselves.
static void write_pattern(const char *part, Text *out) {
    text_add_char(out, '%');
    for (; *part; part++) {
        if (strchr("%_\\", *part))
            text_add_char(out, '\\');
        text_add_char(out, *part);
    }
    text_add_char(out, '%');
}

// What the bound values point to.
typedef struct Bounds {
    char from[DAY_CHARS], to[DAY_CHARS + 1];
    Text player;
} Bounds;

bool store_day(const char *text) {
    char day[DAY_CHARS];
    return day_parse(text, day);
}

static bool read_day(const char *text, char *day, Error *err) {
    return !text || day_parse(text, day) ||
           error_set(err, "a day is 2026-11-16, 2026-11 or 2026, not '%.40s'", text);
}

static bool bounds_make(Bounds *bounds, const StoreQuery *query, Error *err) {
    *bounds = (Bounds){0};
    if (!read_day(query->from, bounds->from, err) || !read_day(query->to, bounds->to, err))
        return false;
    // All of a month that is named without a day: '~' comes after '-'.
    strcat(bounds->to, "~");
    if (query->player)
        write_pattern(query->player, &bounds->player);
    return true;
}

static sqlite3_stmt *prepare_query(Store *store, Text *sql, const StoreQuery *query,
                                   const Bounds *bounds) {
    return sql_bind(
        prepare(store, sql),
        SQL_VALUES(sql_chars(bounds->from), sql_chars(bounds->to), sql_chars(bounds->player.chars),
                   sql_chars(query->opening), sql_chars(query->type ? query->type->name : NULL),
                   sql_chars(query->rule), sql_int(query->width), sql_int(query->height),
                   sql_int(query->result), sql_int(query->limit), sql_int(query->offset)));
}

// --- lists ---

// The number a statement gives; it is finalised.
static bool read_number(Store *store, sqlite3_stmt *statement, int64_t *number, Error *err) {
    bool failed;
    if (sql_row(store, statement, &failed, err))
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return !failed;
}

// Games in which the position stood on the board, whatever else is asked for: told by the index
// alone.
static bool count_position(Store *store, const char *keys, int64_t *games, Error *err) {
    Text sql = {0};
    text_addf(&sql, "SELECT count(DISTINCT game) FROM positions WHERE %s", keys);
    return read_number(store, prepare(store, &sql), games, err);
}

static bool read_rows(Store *store, sqlite3_stmt *statement, bool with_ply, StoreList *list,
                      Error *err) {
    size_t capacity = 0;
    bool failed;
    while (sql_row(store, statement, &failed, err)) {
        list->items = mem_grow(list->items, list->count, &capacity, sizeof *list->items);
        StoredGame *game = &list->items[list->count];
        if (!games_read_row(store, statement, game, err))
            return false;
        list->count++;
        if (with_ply)
            game->ply = sqlite3_column_int(statement, GAMES_COLUMN_COUNT);
    }
    return !failed;
}

// How many there are of a list that was cut off.
static bool count_all(Store *store, const StoreQuery *query, const char *keys, const Bounds *bounds,
                      int64_t *total, Error *err) {
    Text sql = {0};
    text_add(&sql, "SELECT count(*)");
    add_tables(query, keys, false, &sql);
    if (add_conditions(query, &sql) || !query->position)
        return read_number(store, prepare_query(store, &sql, query, bounds), total, err);
    text_free(&sql);
    return count_position(store, keys, total, err);
}

static bool fill_list(Store *store, const StoreQuery *query, const char *keys, const Bounds *bounds,
                      StoreList *list, Error *err) {
    int64_t games = 0;
    if (query->position && !count_position(store, keys, &games, err))
        return false;
    bool common = games > COMMON_GAMES && query->limit >= 0 && query->limit < games;
    Text sql = {0};
    text_add(&sql, "SELECT " GAMES_COLUMNS);
    add_ply(query, keys, common, &sql);
    add_tables(query, keys, common, &sql);
    add_conditions(query, &sql);
    text_add(&sql, orders[query->order]);
    text_add(&sql, " LIMIT ?10 OFFSET ?11");
    sqlite3_stmt *statement = prepare_query(store, &sql, query, bounds);
    bool good = read_rows(store, statement, query->position, list, err);
    sqlite3_finalize(statement);
    list->total = (int64_t)list->count;
    if (good && (query->offset > 0 || (int64_t)list->count == query->limit))
        good = count_all(store, query, keys, bounds, &list->total, err);
    return good;
}

bool store_list(Store *store, const StoreQuery *query, StoreList *list, Error *err) {
    Bounds bounds;
    *list = (StoreList){0};
    char *keys = query->position ? keys_of(query->position, query->any_rule) : NULL;
    bool good =
        bounds_make(&bounds, query, err) && fill_list(store, query, keys, &bounds, list, err);
    text_free(&bounds.player);
    free(keys);
    if (!good)
        store_list_free(list);
    return good;
}

void store_list_free(StoreList *list) {
    for (size_t i = 0; i < list->count; i++)
        stored_game_free(&list->items[i]);
    free(list->items);
    *list = (StoreList){0};
}

// --- what was played next ---

static void count_reply(StoreReplies *replies, size_t *capacity, const StoreReply *more) {
    for (size_t i = 0; i < replies->count; i++) {
        StoreReply *known = &replies->items[i];
        if (known->move == more->move) {
            known->games += more->games;
            known->black += more->black;
            known->white += more->white;
            known->draws += more->draws;
            return;
        }
    }
    *MEM_MORE(replies->items, replies->count, *capacity) = *more;
}

static int most_often_first(const void *a, const void *b) {
    const StoreReply *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static bool read_replies(Store *store, const Position *position, const char *keys,
                         StoreReplies *replies, Error *err) {
    Canonical canonical = position_canonical(position);
    Text sql = {0};
    size_t capacity = 0;
    bool failed;
    text_addf(&sql,
              "SELECT next, count(*), sum(result = 1), sum(result = 2), sum(result = 3)"
              " FROM positions WHERE next IS NOT NULL AND %s GROUP BY next",
              keys);
    sqlite3_stmt *statement = prepare(store, &sql);
    while (sql_row(store, statement, &failed, err)) {
        Move move = (Move)sqlite3_column_int(statement, 0);
        StoreReply reply = {.move = canonical_move_first(position, canonical, move),
                            .games = sqlite3_column_int64(statement, 1),
                            .black = sqlite3_column_int64(statement, 2),
                            .white = sqlite3_column_int64(statement, 3),
                            .draws = sqlite3_column_int64(statement, 4)};
        count_reply(replies, &capacity, &reply);
    }
    sqlite3_finalize(statement);
    return !failed;
}

bool store_replies(Store *store, const Position *position, bool any_rule, StoreReplies *replies,
                   Error *err) {
    char *keys = keys_of(position, any_rule);
    *replies = (StoreReplies){0};
    bool good = read_replies(store, position, keys, replies, err) &&
                count_position(store, keys, &replies->games, err);
    free(keys);
    if (good && replies->count)
        qsort(replies->items, replies->count, sizeof *replies->items, most_often_first);
    if (!good)
        store_replies_free(replies);
    return good;
}

void store_replies_free(StoreReplies *replies) {
    free(replies->items);
    *replies = (StoreReplies){0};
}
