// SPDX-License-Identifier: MIT
// `tengen db find` and `list`: games and replies, as tables and as JSON.
#include "cli/db.h"

#include "base/json.h"
#include "cli/thought.h"
#include "game/coord.h"

#include <inttypes.h>
#include <string.h>

enum { DEFAULT_LIMIT = 20 };

// --- as text ---

static const char *known(const char *text) {
    return text ? text : "?";
}

// Strangers' names must not command the terminal.
static void add_plain(Text *out, const char *text) {
    for (; *text; text++)
        text_add_char(out, (unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text);
}

static void add_size(Text *out, int width, int height) {
    text_addf(out, "%d", width);
    if (width != height)
        text_addf(out, "x%d", height);
}

static void game_line(const StoredGame *game, Text *out) {
    static const char *const marks[] = {"*", "1-0", "0-1", "1/2"};
    Text board = {0};
    text_addf(&board, "%s ", game->type->rules[game->rule].name);
    add_size(&board, game->width, game->height);
    text_addf(out, "%6" PRId64 "  %-10s  %-13s  %-6s  %5d  ", game->id, known(game->day),
              board.chars, marks[game->result], game->plies);
    if (game->ply >= 0)
        text_addf(out, "%2d  ", game->ply);
    add_plain(out, known(game->black));
    text_add(out, " - ");
    add_plain(out, known(game->white));
    text_add_char(out, '\n');
    text_free(&board);
}

static void list_text(const StoreList *list, bool with_ply, Text *out) {
    text_addf(out, "%" PRId64 " game%s\n", list->total, list->total == 1 ? "" : "s");
    if (list->count)
        text_addf(out, "number  day         board          result  plies  %sblack - white\n",
                  with_ply ? "at  " : "");
    for (size_t i = 0; i < list->count; i++)
        game_line(&list->items[i], out);
    if ((int64_t)list->count < list->total)
        text_addf(out, "... and %" PRId64 " more; see --limit\n",
                  list->total - (int64_t)list->count);
}

static void replies_text(const StoreReplies *replies, const Position *position, Text *out) {
    char word[COORD_CHARS];
    if (replies->count)
        text_add(out, "next         games   black   white    draw\n");
    for (size_t i = 0; i < replies->count; i++) {
        const StoreReply *reply = &replies->items[i];
        double whole = (double)reply->games / 100;
        text_addf(out, "%-11s %6" PRId64 "  %5.1f%%  %5.1f%%  %5.1f%%\n",
                  move_print(position, reply->move, word), reply->games,
                  (double)reply->black / whole, (double)reply->white / whole,
                  (double)reply->draws / whole);
    }
}

// --- as JSON ---

static void put_text(Json *json, const char *name, const char *text) {
    json_key(json, name);
    json_text(json, text);
}

static void put_int(Json *json, const char *name, int64_t number) {
    json_key(json, name);
    json_int(json, number);
}

static void list_json(const StoreList *list, Text *out) {
    for (size_t i = 0; i < list->count; i++) {
        const StoredGame *game = &list->items[i];
        Json json = {.out = out};
        Text size = {0};
        add_size(&size, game->width, game->height);
        json_begin_object(&json);
        put_int(&json, "game", game->id);
        put_text(&json, "rule", game->type->rules[game->rule].name);
        put_text(&json, "size", size.chars);
        put_text(&json, "black", game->black);
        put_text(&json, "white", game->white);
        put_text(&json, "event", game->event);
        put_text(&json, "day", game->day);
        put_text(&json, "opening", game->opening);
        put_text(&json, "source", game->source);
        put_text(&json, "result", result_name(game->result));
        put_int(&json, "plies", game->plies);
        if (game->ply >= 0)
            put_int(&json, "at", game->ply);
        json_end_object(&json);
        text_add_char(out, '\n');
        text_free(&size);
    }
}

static void replies_json(const StoreReplies *replies, const Position *position, Text *out) {
    char word[COORD_CHARS];
    for (size_t i = 0; i < replies->count; i++) {
        const StoreReply *reply = &replies->items[i];
        Json json = {.out = out};
        json_begin_object(&json);
        put_text(&json, "next", move_print(position, reply->move, word));
        put_int(&json, "games", reply->games);
        put_int(&json, "black", reply->black);
        put_int(&json, "white", reply->white);
        put_int(&json, "draws", reply->draws);
        json_end_object(&json);
        text_add_char(out, '\n');
    }
}

// --- the verbs ---

// The games that match; `position` may be NULL.
static int show_games(const Call *call, Store *store, const Position *position, Text *out) {
    const DbOptions *given = call->options;
    StoreQuery query = db_query(call, position);
    query.limit = given->limit >= 0 ? given->limit : DEFAULT_LIMIT;
    StoreList list;
    Error err = {""};
    if (!store_list(store, &query, &list, &err))
        return call_fail(call, EXIT_MACHINE, "%s", err.text);
    if (given->common.json)
        list_json(&list, out);
    else
        list_text(&list, position != NULL, out);
    int code = list.total ? EXIT_GOOD : EXIT_BAD;
    store_list_free(&list);
    return code;
}

static int show_replies(const Call *call, Store *store, const Position *position, Text *out) {
    const DbOptions *given = call->options;
    StoreReplies replies;
    Error err = {""};
    if (!store_replies(store, position, given->any_rule, &replies, &err))
        return call_fail(call, EXIT_MACHINE, "%s", err.text);
    (given->common.json ? replies_json : replies_text)(&replies, position, out);
    store_replies_free(&replies);
    return EXIT_GOOD;
}

static int look_up(const Call *call, const char *text, bool with_replies) {
    Error err = {""};
    Position *position = text ? thought_position(call, text, &err) : NULL;
    if (text && !position)
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    int code = EXIT_GOOD;
    Store *store = db_open(call, STORE_EXISTING, &code);
    Text out = {0};
    if (store && with_replies)
        code = show_replies(call, store, position, &out);
    if (store && code == EXIT_GOOD)
        code = show_games(call, store, position, &out);
    output_flush(&out);
    text_free(&out);
    store_close(store);
    position_free(position);
    return code;
}

int db_find(const Call *call, char **words, size_t count) {
    (void)count;
    const DbOptions *given = call->options;
    if (given->at)
        return call_fail(call, EXIT_USAGE, "find takes one POSITION, not --at as well");
    return look_up(call, words[0], true);
}

int db_list(const Call *call, char **words, size_t count) {
    (void)words;
    (void)count;
    return look_up(call, ((const DbOptions *)call->options)->at, false);
}
