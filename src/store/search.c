// SPDX-License-Identifier: MIT
// Finding games, and what was played next.
#include "store/digest.h"
#include "store/games.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// --- the question as SQL ---

// Conditions are joined as they come; what they ask for is bound by number, so that no text of a
// stranger becomes SQL. ?1 is the key, ?2 player, ?3 opening, ?4 from, ?5 to, ?6 game, ?7 rule,
// ?8 width, ?9 height, ?10 result, ?11 limit, ?12 offset.
static void add_conditions(const StoreQuery *query, Text *sql) {
    const bool position_rule = query->position && !query->any_rule;
    const struct {
        bool asked;
        const char *condition;
    } conditions[] = {
        {query->player, "(g.black LIKE ?2 ESCAPE '\\' OR g.white LIKE ?2 ESCAPE '\\')"},
        {query->opening, "g.opening = ?3"},
        {query->from, "g.day >= ?4"},
        {query->to, "g.day <= ?5"},
        {query->type, "g.game = ?6"},
        {query->rule || position_rule, "g.rule = ?7"},
        {query->width, "g.width = ?8"},
        {query->height, "g.height = ?9"},
        {query->result >= 0, "g.result = ?10"},
    };
    const char *before = " WHERE ";
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (conditions[i].asked) {
            text_addf(sql, "%s%s", before, conditions[i].condition);
            before = " AND ";
        }
}

static void add_tables(const StoreQuery *query, Text *sql) {
    text_add(sql, " FROM ");
    if (query->position)
        // CROSS JOIN keeps the order: the few games of the position first, then what is known of
        // them.
        text_add(sql, "(SELECT game, min(ply) AS ply FROM positions WHERE key = ?1 GROUP BY game) p"
                      " CROSS JOIN games g ON g.id = p.game");
    else
        text_add(sql, "games g");
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

static void bind(sqlite3_stmt *statement, const StoreQuery *query, const Bounds *bounds) {
    const char *rule = query->rule;
    if (query->position) {
        sql_bind_int(statement, 1, (int64_t)position_canonical(query->position).key);
        rule = rule ? rule : position_rule(query->position);
    }
    sql_bind_text(statement, 2, bounds->player.chars);
    sql_bind_text(statement, 3, query->opening);
    sql_bind_text(statement, 4, bounds->from);
    sql_bind_text(statement, 5, bounds->to);
    sql_bind_text(statement, 6, query->type ? query->type->name : NULL);
    sql_bind_text(statement, 7, rule);
    sql_bind_int(statement, 8, query->width);
    sql_bind_int(statement, 9, query->height);
    sql_bind_int(statement, 10, query->result);
    sql_bind_int(statement, 11, query->limit);
    sql_bind_int(statement, 12, query->offset);
}

static sqlite3_stmt *prepare(Store *store, const Text *sql, const StoreQuery *query,
                             const Bounds *bounds) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store->file, text_chars(sql), -1, &statement, NULL);
    bind(statement, query, bounds);
    return statement;
}

// --- lists ---

static bool count_all(Store *store, const StoreQuery *query, const Bounds *bounds, int64_t *total,
                      Error *err) {
    Text sql = {0};
    text_add(&sql, "SELECT count(*)");
    add_tables(query, &sql);
    add_conditions(query, &sql);
    sqlite3_stmt *statement = prepare(store, &sql, query, bounds);
    bool failed;
    if (sql_row(store, statement, &failed, err))
        *total = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    text_free(&sql);
    return !failed;
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

static bool fill_list(Store *store, const StoreQuery *query, const Bounds *bounds, StoreList *list,
                      Error *err) {
    Text sql = {0};
    text_add(&sql, "SELECT " GAMES_COLUMNS);
    text_add(&sql, query->position ? ", p.ply" : "");
    add_tables(query, &sql);
    add_conditions(query, &sql);
    text_add(&sql, orders[query->order]);
    text_add(&sql, " LIMIT ?11 OFFSET ?12");
    sqlite3_stmt *statement = prepare(store, &sql, query, bounds);
    bool good = read_rows(store, statement, query->position, list, err);
    sqlite3_finalize(statement);
    text_free(&sql);
    list->total = (int64_t)list->count;
    // Only a list that was cut off needs counting.
    if (good && (query->offset > 0 || (int64_t)list->count == query->limit))
        good = count_all(store, query, bounds, &list->total, err);
    return good;
}

bool store_list(Store *store, const StoreQuery *query, StoreList *list, Error *err) {
    Bounds bounds;
    *list = (StoreList){0};
    bool good = bounds_make(&bounds, query, err) && fill_list(store, query, &bounds, list, err);
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

static bool count_games(Store *store, const Position *position, bool any_rule, int64_t *games,
                        Error *err) {
    sqlite3_stmt *statement =
        sql_use(store, any_rule ? "SELECT count(DISTINCT game) FROM positions WHERE key = ?1"
                                : "SELECT count(DISTINCT p.game) FROM positions p"
                                  " CROSS JOIN games g ON g.id = p.game"
                                  " WHERE p.key = ?1 AND g.rule = ?2");
    bool failed;
    sql_bind_int(statement, 1, (int64_t)position_canonical(position).key);
    if (!any_rule)
        sql_bind_text(statement, 2, position_rule(position));
    if (sql_row(store, statement, &failed, err)) {
        *games = sqlite3_column_int64(statement, 0);
        sql_end(statement);
    }
    return !failed;
}

bool store_replies(Store *store, const Position *position, bool any_rule, StoreReplies *replies,
                   Error *err) {
    Canonical canonical = position_canonical(position);
    sqlite3_stmt *statement =
        sql_use(store, "SELECT p.next, count(*), sum(g.result = 1), sum(g.result = 2),"
                       " sum(g.result = 3) FROM positions p CROSS JOIN games g ON g.id = p.game"
                       " WHERE p.key = ?1 AND p.next IS NOT NULL AND (?2 OR g.rule = ?3)"
                       " GROUP BY p.next");
    size_t capacity = 0;
    bool failed;
    *replies = (StoreReplies){0};
    sql_bind_int(statement, 1, (int64_t)canonical.key);
    sql_bind_int(statement, 2, any_rule);
    sql_bind_text(statement, 3, position_rule(position));
    while (sql_row(store, statement, &failed, err)) {
        Move move = (Move)sqlite3_column_int(statement, 0);
        StoreReply reply = {.move = canonical_move_first(position, canonical, move),
                            .games = sqlite3_column_int64(statement, 1),
                            .black = sqlite3_column_int64(statement, 2),
                            .white = sqlite3_column_int64(statement, 3),
                            .draws = sqlite3_column_int64(statement, 4)};
        count_reply(replies, &capacity, &reply);
    }
    bool good = !failed && count_games(store, position, any_rule, &replies->games, err);
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
