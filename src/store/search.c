// SPDX-License-Identifier: MIT
// Finding games, and what was played next.
#include "store/digest.h"
#include "store/games.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// --- the question as SQL ---

// Conditions are joined as they come; what they ask for is bound by number, so that no text of a
// stranger becomes SQL. ?1 is the day from, ?2 to, ?3 player, ?4 opening, ?5 game, ?6 rule, ?7 width,
// ?8 height, ?9 result, ?10 limit, ?11 offset; from ?12 on the keys of the position.
enum { FIRST_KEY = 12, RULES_MAX = 16 };

typedef struct Keys {
    int64_t items[RULES_MAX]; // one, or one of each rule
    int count;
} Keys;

static Keys keys_of(const Position *position, bool any_rule) {
    Keys keys = {0};
    Canonical canonical = position_canonical(position);
    const RuleInfo *rules = position->type->rules;
    if (!any_rule)
        keys.items[keys.count++] = index_key(canonical, &rules[position->rule]);
    for (; any_rule && rules->name && keys.count < RULES_MAX; rules++)
        keys.items[keys.count++] = index_key(canonical, rules);
    return keys;
}

// "key = ?12", which keeps the games in order, or "key IN (?12, ?13 ...)".
static void add_keys(const Keys *keys, Text *sql) {
    text_addf(sql, keys->count == 1 ? "key = ?%d" : "key IN (?%d", FIRST_KEY);
    for (int i = 1; i < keys->count; i++)
        text_addf(sql, ", ?%d", FIRST_KEY + i);
    text_add(sql, keys->count == 1 ? "" : ")");
}

static void bind_keys(sqlite3_stmt *statement, const Keys *keys) {
    for (int i = 0; i < keys->count; i++)
        sql_bind_int(statement, FIRST_KEY + i, keys->items[i]);
}

static bool add_conditions(const StoreQuery *query, Text *sql) {
    const struct {
        bool asked;
        const char *condition;
    } conditions[] = {
        {query->from, "g.day >= ?1"},
        {query->to, "g.day <= ?2"},
        {query->player, "(g.black LIKE ?3 ESCAPE '\\' OR g.white LIKE ?3 ESCAPE '\\')"},
        {query->opening, "g.opening = ?4"},
        {query->type, "g.game = ?5"},
        {query->rule, "g.rule = ?6"},
        {query->width, "g.width = ?7"},
        {query->height, "g.height = ?8"},
        {query->result >= 0, "g.result = ?9"},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (conditions[i].asked) {
            text_addf(sql, " AND %s", conditions[i].condition);
            any = true;
        }
    return any;
}

// From which end a position is looked for: a rare one by its own rows, with the games behind them; a
// common one by the games in the order they are wanted, until there are enough.
enum { COMMON_GAMES = 500 };

static void add_tables(const StoreQuery *query, const Keys *keys, bool common, Text *sql) {
    if (!query->position) {
        text_add(sql, " FROM games g WHERE 1");
    } else if (common) {
        text_add(sql, " FROM games g WHERE EXISTS (SELECT 1 FROM positions WHERE game = g.id AND ");
        add_keys(keys, sql);
        text_add(sql, ")");
    } else {
        text_add(sql, " FROM (SELECT game, min(ply) AS ply FROM positions WHERE ");
        add_keys(keys, sql);
        // CROSS JOIN keeps the order.
        text_add(sql, " GROUP BY game) p CROSS JOIN games g ON g.id = p.game WHERE 1");
    }
}

static void add_ply(const StoreQuery *query, const Keys *keys, bool common, Text *sql) {
    if (query->position && common) {
        text_add(sql, ", (SELECT min(ply) FROM positions WHERE game = g.id AND ");
        add_keys(keys, sql);
        text_add(sql, ")");
    } else if (query->position) {
        text_add(sql, ", p.ply");
    }
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

static sqlite3_stmt *prepare(Store *store, const Text *sql, const StoreQuery *query,
                             const Keys *keys, const Bounds *bounds) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store->file, text_chars(sql), -1, &statement, NULL);
    sql_bind_text(statement, 1, bounds->from);
    sql_bind_text(statement, 2, bounds->to);
    sql_bind_text(statement, 3, bounds->player.chars);
    sql_bind_text(statement, 4, query->opening);
    sql_bind_text(statement, 5, query->type ? query->type->name : NULL);
    sql_bind_text(statement, 6, query->rule);
    sql_bind_int(statement, 7, query->width);
    sql_bind_int(statement, 8, query->height);
    sql_bind_int(statement, 9, query->result);
    sql_bind_int(statement, 10, query->limit);
    sql_bind_int(statement, 11, query->offset);
    bind_keys(statement, keys);
    return statement;
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
static bool count_position(Store *store, const Keys *keys, int64_t *games, Error *err) {
    Text sql = {0};
    sqlite3_stmt *statement = NULL;
    text_add(&sql, "SELECT count(DISTINCT game) FROM positions WHERE ");
    add_keys(keys, &sql);
    sqlite3_prepare_v2(store->file, text_chars(&sql), -1, &statement, NULL);
    bind_keys(statement, keys);
    text_free(&sql);
    return read_number(store, statement, games, err);
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
static bool count_all(Store *store, const StoreQuery *query, const Keys *keys, const Bounds *bounds,
                      int64_t *total, Error *err) {
    Text sql = {0};
    text_add(&sql, "SELECT count(*)");
    add_tables(query, keys, false, &sql);
    if (add_conditions(query, &sql) || !query->position) {
        sqlite3_stmt *statement = prepare(store, &sql, query, keys, bounds);
        text_free(&sql);
        return read_number(store, statement, total, err);
    }
    text_free(&sql);
    return count_position(store, keys, total, err);
}

static bool fill_list(Store *store, const StoreQuery *query, const Keys *keys, const Bounds *bounds,
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
    sqlite3_stmt *statement = prepare(store, &sql, query, keys, bounds);
    bool good = read_rows(store, statement, query->position, list, err);
    sqlite3_finalize(statement);
    text_free(&sql);
    list->total = (int64_t)list->count;
    if (good && (query->offset > 0 || (int64_t)list->count == query->limit))
        good = count_all(store, query, keys, bounds, &list->total, err);
    return good;
}

bool store_list(Store *store, const StoreQuery *query, StoreList *list, Error *err) {
    Bounds bounds;
    *list = (StoreList){0};
    Keys keys = {0};
    if (query->position)
        keys = keys_of(query->position, query->any_rule);
    bool good =
        bounds_make(&bounds, query, err) && fill_list(store, query, &keys, &bounds, list, err);
    text_free(&bounds.player);
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
    replies->items = mem_grow(replies->items, replies->count, capacity, sizeof *replies->items);
    replies->items[replies->count++] = *more;
}

static int most_often_first(const void *a, const void *b) {
    const StoreReply *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static bool read_replies(Store *store, const Position *position, const Keys *keys,
                         StoreReplies *replies, Error *err) {
    Canonical canonical = position_canonical(position);
    Text sql = {0};
    sqlite3_stmt *statement = NULL;
    size_t capacity = 0;
    bool failed;
    text_add(&sql, "SELECT next, count(*), sum(result = 1), sum(result = 2), sum(result = 3)"
                   " FROM positions WHERE next IS NOT NULL AND ");
    add_keys(keys, &sql);
    text_add(&sql, " GROUP BY next");
    sqlite3_prepare_v2(store->file, text_chars(&sql), -1, &statement, NULL);
    bind_keys(statement, keys);
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
    text_free(&sql);
    return !failed;
}

bool store_replies(Store *store, const Position *position, bool any_rule, StoreReplies *replies,
                   Error *err) {
    Keys keys = keys_of(position, any_rule);
    *replies = (StoreReplies){0};
    bool good = read_replies(store, position, &keys, replies, err) &&
                count_position(store, &keys, &replies->games, err);
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
