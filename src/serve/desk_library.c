// SPDX-License-Identifier: MIT
// Questions to the store: games, positions, analyses, settings.
#include "serve/desk_private.h"

#include "search/info_text.h"
#include "serve/document.h"
#include "serve/question.h"
#include "serve/view.h"

#include <stdlib.h>
#include <string.h>

// --- one game ---

// A page that names no version is one of an earlier program.
static StoreSaving save(StoreTask *task, int64_t *id, const Record *record, const StoreNote *note,
                        Error *err) {
    const char *version = value_get_text(task->question, "version");
    const char *over = value_get_text(task->question, "over");
    if (!version)
        return store_save(task->store, id, record, note, err) ? STORE_SAVED : STORE_NOT_SAVED;
    if (!store_version_fits(version)) {
        error_set(err, "a version is a writer's name, a dot and a number, up to %d characters",
                  STORE_VERSION_CHARS - 1);
        return STORE_NOT_SAVED;
    }
    return store_save_version(task->store, id, record, note, version, over ? over : "", err);
}

bool ask_save(StoreTask *task, Error *err) {
    OpeningKind opening;
    Record *record = document_read(task->registry, value_get(task->question, "document"), SIZE_MAX,
                                   &opening, err);
    if (!record)
        return false;
    int64_t id = value_get_int(task->question, "id", 0);
    StoreNote note = {.opening = opening_name(opening), .source = id ? NULL : "page"};
    StoreSaving saving = save(task, &id, record, &note, err);
    record_free(record);
    if (saving == STORE_NOT_SAVED)
        return false;
    Json *json =
        answer_begin(&task->answer, saving == STORE_SAVED ? "saved" : "outdated", task->ask);
    json_put_int(json, "id", id);
    if (saving != STORE_SAVED)
        json_put_bool(json, "gone", saving == STORE_GONE);
    return true;
}

bool ask_open(StoreTask *task, Error *err) {
    StoredGame about = {0};
    int64_t id = value_get_int(task->question, "id", 0);
    Record *record = store_load(task->store, id, &about, err);
    if (!record)
        return false;
    Json *json = answer_begin(&task->answer, "opened", task->ask);
    json_put_int(json, "id", id);
    json_put_text(json, "version", about.version);
    json_key(json, "document");
    bool shown = document_write(record, about.opening, json, err);
    stored_game_free(&about);
    record_free(record);
    return shown;
}

bool ask_delete(StoreTask *task, Error *err) {
    int64_t id = value_get_int(task->question, "id", 0);
    if (!store_delete(task->store, id, err))
        return false;
    json_put_int(answer_begin(&task->answer, "deleted", task->ask), "id", id);
    return true;
}

// --- many games ---

static void write_game(const StoredGame *game, Json *json) {
    json_begin_object(json);
    json_put_int(json, "id", game->id);
    json_put_text(json, "game", game->type->name);
    json_put_text(json, "rule", game->type->rules[game->rule].name);
    json_put_int(json, "width", game->width);
    json_put_int(json, "height", game->height);
    json_put_text(json, "black", game->black);
    json_put_text(json, "white", game->white);
    json_put_text(json, "event", game->event);
    json_put_text(json, "day", game->day);
    json_put_text(json, "opening", game->opening);
    json_put_text(json, "result", result_name(game->result));
    json_put_int(json, "plies", game->plies);
    json_put_int(json, "changed_ms", game->changed_ms);
    json_put_int(json, "ply", game->ply);
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

static bool read_query(const StoreTask *task, StoreQuery *query, Error *err) {
    const Value *question = task->question;
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
    return !name || (query->type = registry_game(task->registry, name, err)) != NULL;
}

bool ask_games(StoreTask *task, Error *err) {
    StoreQuery query;
    if (!read_query(task, &query, err))
        return false;
    Game *game = NULL;
    if (value_get(task->question, "position")) {
        game =
            question_game(task->registry, value_get(task->question, "position"), false, NULL, err);
        if (!game)
            return false;
        query.position = game_position(game);
    }
    StoreList list = {0};
    bool found = store_list(task->store, &query, &list, err);
    game_free(game);
    if (!found)
        return false;
    Json *json = answer_begin(&task->answer, "games", task->ask);
    json_put_int(json, "total", list.total);
    json_put_array(json, "items");
    for (size_t i = 0; i < list.count; i++)
        write_game(&list.items[i], json);
    json_end_array(json);
    store_list_free(&list);
    return true;
}

bool ask_replies(StoreTask *task, Error *err) {
    Game *game = question_game(task->registry, value_get(task->question, "game"), false, NULL, err);
    StoreReplies replies = {0};
    if (!game)
        return false;
    const Position *position = game_position(game);
    bool found = store_replies(task->store, position, false, &replies, err);
    if (found) {
        Json *json = answer_begin(&task->answer, "replies", task->ask);
        json_put_int(json, "games", replies.games);
        json_put_array(json, "items");
        for (size_t i = 0; i < replies.count && i < BOUND_LIST; i++) {
            const StoreReply *reply = &replies.items[i];
            json_begin_object(json);
            json_key(json, "move");
            view_move(position, reply->move, json);
            json_put_int(json, "games", reply->games);
            json_put_int(json, "black", reply->black);
            json_put_int(json, "white", reply->white);
            json_put_int(json, "draws", reply->draws);
            json_end_object(json);
        }
        json_end_array(json);
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
    json_put_text(json, "to_move", view_side(position->to_move));
    json_key(json, "line");
    if (found.line_count)
        info_line_json(position, &found.lines[0], found.depth, json);
    else
        json_null(json);
    json_end_object(json);
    stored_analysis_free(&found);
}

bool ask_scores(StoreTask *task, Error *err) {
    Game *game = question_game(task->registry, value_get(task->question, "game"), false, NULL, err);
    if (!game)
        return false;
    size_t count = game_choices(game);
    Game *walk = game_clone(game);
    while (game_undo(walk))
        ;
    Json *json = answer_begin(&task->answer, "scores", task->ask);
    json_put_array(json, "items");
    for (size_t ply = 0; ply <= count; ply++) {
        write_score(task->store, walk, json);
        if (ply < count && ply < game_position(game)->ply_count)
            game_play(walk, game_position(game)->plies[ply].move, true, NULL);
    }
    json_end_array(json);
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

static bool tell_setting(StoreTask *task, const char *key, const char *value) {
    Json *json = answer_begin(&task->answer, "setting", task->ask);
    json_put_text(json, "key", key);
    json_put_text(json, "value", value);
    return true;
}

bool ask_get(StoreTask *task, Error *err) {
    const char *key = key_of(task->question, err);
    if (!key)
        return false;
    char *value = store_get(task->store, key);
    tell_setting(task, key, value);
    free(value);
    return true;
}

// The value is JSON as a text.
bool ask_set(StoreTask *task, Error *err) {
    const char *key = key_of(task->question, err);
    const char *value = value_get_text(task->question, "value");
    if (!key)
        return false;
    if (value && strlen(value) > 65536)
        return error_set(err, "a setting holds up to 64 kB");
    return store_set(task->store, key, value, err) && tell_setting(task, key, value);
}
