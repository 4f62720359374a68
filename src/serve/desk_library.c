// SPDX-License-Identifier: MIT
// Questions to the store: games, positions, analyses, settings.
#include "serve/desk_private.h"

#include "serve/document.h"
#include "serve/question.h"
#include "serve/view.h"

#include <stdlib.h>
#include <string.h>

static Store *store_of(const Desk *desk, Error *err) {
    Store *store = house_setup(desk->house)->store;
    if (!store)
        error_set(err, "this server keeps no games; start it with --db FILE");
    return store;
}

static const Registry *registry_of(const Desk *desk) {
    return house_setup(desk->house)->registry;
}

// --- one game ---

bool ask_save(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    OpeningKind opening;
    Record *record =
        store ? document_read(registry_of(desk), value_get(question, "document"), &opening, err)
              : NULL;
    if (!record)
        return false;
    int64_t id = value_get_int(question, "id", 0);
    StoreNote note = {.opening = opening_name(opening), .source = id ? NULL : "page"};
    bool saved = store_save(store, &id, record, &note, err);
    record_free(record);
    if (!saved)
        return false;
    Answer answer;
    answer_begin(&answer, desk, "saved", ask);
    answer_int(&answer, "id", id);
    answer_send(&answer);
    return true;
}

bool ask_open(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    StoredGame about = {0};
    int64_t id = value_get_int(question, "id", 0);
    Record *record = store ? store_load(store, id, &about, err) : NULL;
    if (!record)
        return false;
    Answer answer;
    answer_begin(&answer, desk, "opened", ask);
    answer_int(&answer, "id", id);
    json_key(&answer.json, "document");
    bool shown = document_write(record, about.opening, &answer.json, err);
    if (shown)
        answer_send(&answer);
    else
        text_free(&answer.text);
    stored_game_free(&about);
    record_free(record);
    return shown;
}

bool ask_delete(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    int64_t id = value_get_int(question, "id", 0);
    if (!store || !store_delete(store, id, err))
        return false;
    Answer answer;
    answer_begin(&answer, desk, "deleted", ask);
    answer_int(&answer, "id", id);
    answer_send(&answer);
    return true;
}

// --- many games ---

static void write_game(const StoredGame *game, Answer *answer) {
    Json *json = &answer->json;
    json_begin_object(json);
    answer_int(answer, "id", game->id);
    answer_field(answer, "game", game->type->name);
    answer_field(answer, "rule", game->type->rules[game->rule].name);
    answer_int(answer, "width", game->width);
    answer_int(answer, "height", game->height);
    answer_field(answer, "black", game->black);
    answer_field(answer, "white", game->white);
    answer_field(answer, "event", game->event);
    answer_field(answer, "day", game->day);
    answer_field(answer, "opening", game->opening);
    answer_field(answer, "result", result_name(game->result));
    answer_int(answer, "plies", game->plies);
    answer_int(answer, "changed_ms", game->changed_ms);
    answer_int(answer, "ply", game->ply);
    json_end_object(json);
}

static int result_of(const char *name) {
    for (int result = RESULT_NONE; name && result <= RESULT_DRAW; result++)
        if (strcmp(result_name((Result)result), name) == 0)
            return result;
    return -1;
}

// Texts that are empty ask for nothing.
static const char *wanted(const Value *question, const char *key) {
    const char *text = value_get_text(question, key);
    return text && *text ? text : NULL;
}

static bool read_query(const Desk *desk, const Value *question, StoreQuery *query, Error *err) {
    *query = STORE_QUERY_ALL;
    query->player = wanted(question, "player");
    query->opening = wanted(question, "opening");
    query->from = wanted(question, "from");
    query->to = wanted(question, "to");
    query->result = result_of(wanted(question, "result"));
    query->rule = wanted(question, "rule");
    query->order = STORE_BY_CHANGE;
    query->offset = value_get_int(question, "offset", 0);
    query->limit = value_get_int(question, "limit", 50);
    query->any_rule = true;
    if (query->offset < 0 || query->limit < 0 || query->limit > BOUND_LIST)
        return error_set(err, "a list begins at 0 or later and has up to %d games", BOUND_LIST);
    const char *name = wanted(question, "game");
    return !name || (query->type = registry_game(registry_of(desk), name, err)) != NULL;
}

bool ask_games(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    StoreQuery query;
    if (!store || !read_query(desk, question, &query, err))
        return false;
    Game *game = NULL;
    if (value_get(question, "position")) {
        game = question_game(registry_of(desk), value_get(question, "position"), false, err);
        if (!game)
            return false;
        query.position = game_position(game);
    }
    StoreList list = {0};
    bool found = store_list(store, &query, &list, err);
    game_free(game);
    if (!found)
        return false;
    Answer answer;
    answer_begin(&answer, desk, "games", ask);
    answer_int(&answer, "total", list.total);
    json_key(&answer.json, "items");
    json_begin_array(&answer.json);
    for (size_t i = 0; i < list.count; i++)
        write_game(&list.items[i], &answer);
    json_end_array(&answer.json);
    answer_send(&answer);
    store_list_free(&list);
    return true;
}

bool ask_replies(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    Game *game =
        store ? question_game(registry_of(desk), value_get(question, "game"), false, err) : NULL;
    StoreReplies replies = {0};
    if (!game)
        return false;
    const Position *position = game_position(game);
    bool found = store_replies(store, position, false, &replies, err);
    if (found) {
        Answer answer;
        answer_begin(&answer, desk, "replies", ask);
        answer_int(&answer, "games", replies.games);
        json_key(&answer.json, "items");
        json_begin_array(&answer.json);
        for (size_t i = 0; i < replies.count && i < BOUND_LIST; i++) {
            const StoreReply *reply = &replies.items[i];
            json_begin_object(&answer.json);
            json_key(&answer.json, "move");
            view_move(position, reply->move, &answer.json);
            answer_int(&answer, "games", reply->games);
            answer_int(&answer, "black", reply->black);
            answer_int(&answer, "white", reply->white);
            answer_int(&answer, "draws", reply->draws);
            json_end_object(&answer.json);
        }
        json_end_array(&answer.json);
        answer_send(&answer);
        store_replies_free(&replies);
    }
    game_free(game);
    return found;
}

// --- the score graph of a game that was analysed before ---

static void write_score(Store *store, const Game *game, Json *json) {
    const Position *position = game_position(game);
    StoredAnalysis found;
    bool there = false;
    if (game_over(game) || !store_find_analysis(store, position, NULL, 1, &found, &there, NULL) ||
        !there) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    json_key(json, "to_move");
    json_text(json, position->to_move == SIDE_BLACK ? "b" : "w");
    json_key(json, "line");
    if (found.line_count)
        view_line(position, &found.lines[0], found.depth, json);
    else
        json_null(json);
    json_end_object(json);
    stored_analysis_free(&found);
}

bool ask_scores(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    Game *game =
        store ? question_game(registry_of(desk), value_get(question, "game"), false, err) : NULL;
    if (!game)
        return false;
    size_t count = game_choices(game);
    Game *walk = question_game_at(registry_of(desk), value_get(question, "game"), 0, err);
    Answer answer;
    answer_begin(&answer, desk, "scores", ask);
    json_key(&answer.json, "items");
    json_begin_array(&answer.json);
    for (size_t ply = 0; walk && ply <= count; ply++) {
        write_score(store, walk, &answer.json);
        if (ply < count && ply < game_position(game)->ply_count)
            game_play(walk, game_position(game)->plies[ply].move, true, NULL);
    }
    json_end_array(&answer.json);
    answer_send(&answer);
    game_free(walk);
    game_free(game);
    return true;
}

// --- settings ---

static const char *key_of(const Value *question, Error *err) {
    const char *key = value_get_text(question, "key");
    size_t length = key ? strlen(key) : 0;
    if (length > 0 && length <= 40 && strspn(key, "abcdefghijklmnopqrstuvwxyz-") == length)
        return key;
    error_set(err, "a setting's key is up to 40 small letters");
    return NULL;
}

static void tell_setting(Desk *desk, int64_t ask, const char *key, const char *value) {
    Answer answer;
    answer_begin(&answer, desk, "setting", ask);
    answer_field(&answer, "key", key);
    answer_field(&answer, "value", value);
    answer_send(&answer);
}

bool ask_get(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    const char *key = store ? key_of(question, err) : NULL;
    if (!key)
        return false;
    char *value = store_get(store, key);
    tell_setting(desk, ask, key, value);
    free(value);
    return true;
}

// The value is JSON as a text.
bool ask_set(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Store *store = store_of(desk, err);
    const char *key = store ? key_of(question, err) : NULL;
    const char *value = value_get_text(question, "value");
    if (!key)
        return false;
    if (value && strlen(value) > 65536)
        return error_set(err, "a setting holds up to 64 kB");
    if (!store_set(store, key, value, err))
        return false;
    tell_setting(desk, ask, key, value);
    return true;
}
