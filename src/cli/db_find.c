// SPDX-License-Identifier: MIT
// `tengen db find` and `list`: games and replies, as tables and as JSON.
#include "cli/db.h"

#include "base/json.h"
#include "game/coord.h"

#include <inttypes.h>

enum { DEFAULT_LIMIT = 20 };

// --- as text ---

static const char *known(const char *text) {
    return text && *text ? text : "?";
}

// Untrusted text: control characters must not reach the terminal.
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

static void list_json(const StoreList *list, Text *out) {
    if (!list->total) { // an answer, too
        Json none = json_line(out);
        json_put_int(&none, "games", 0);
        json_end_line(&none);
    }
    for (size_t i = 0; i < list->count; i++) {
        const StoredGame *game = &list->items[i];
        Json json = json_line(out);
        Text size = {0};
        add_size(&size, game->width, game->height);
        json_put_int(&json, "game", game->id);
        json_put_text(&json, "rule", game->type->rules[game->rule].name);
        json_put_text(&json, "size", size.chars);
        json_put_text(&json, "black", game->black);
        json_put_text(&json, "white", game->white);
        json_put_text(&json, "event", game->event);
        json_put_text(&json, "day", game->day);
        json_put_text(&json, "opening", game->opening);
        json_put_text(&json, "source", game->source);
        json_put_text(&json, "result", result_name(game->result));
        json_put_int(&json, "plies", game->plies);
        if (game->ply >= 0)
            json_put_int(&json, "at", game->ply);
        json_end_line(&json);
        text_free(&size);
    }
}

static void replies_json(const StoreReplies *replies, const Position *position, Text *out) {
    char word[COORD_CHARS];
    for (size_t i = 0; i < replies->count; i++) {
        const StoreReply *reply = &replies->items[i];
        Json json = json_line(out);
        json_put_text(&json, "next", move_print(position, reply->move, word));
        json_put_int(&json, "games", reply->games);
        json_put_int(&json, "black", reply->black);
        json_put_int(&json, "white", reply->white);
        json_put_int(&json, "draws", reply->draws);
        json_end_line(&json);
    }
}

// --- the verbs ---

static int show_games(const DbRun *run, Text *out) {
    StoreQuery query = run->query;
    if (query.limit < 0)
        query.limit = DEFAULT_LIMIT;
    StoreList list;
    if (!store_list(run->store, &query, &list, run->call->err))
        return call_error(run->call, EXIT_MACHINE);
    if (run->given->common.json)
        list_json(&list, out);
    else
        list_text(&list, run->position != NULL, out);
    int code = list.total ? EXIT_GOOD : EXIT_BAD;
    store_list_free(&list);
    return code;
}

int db_list(const DbRun *run) {
    Text out = {0};
    int code = show_games(run, &out);
    output_end(&out);
    return code;
}

int db_find(const DbRun *run) {
    StoreReplies replies;
    Text out = {0};
    if (!store_replies(run->store, run->position, run->query.any_rule, &replies, run->call->err))
        return call_error(run->call, EXIT_MACHINE);
    (run->given->common.json ? replies_json : replies_text)(&replies, run->position, &out);
    store_replies_free(&replies);
    int code = show_games(run, &out);
    output_end(&out);
    return code;
}
