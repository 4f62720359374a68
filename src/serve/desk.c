// SPDX-License-Identifier: MIT
#include "serve/desk_private.h"

#include "base/clock.h"
#include "base/memory.h"
#include "serve/files.h"
#include "serve/refusal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Desk *desk_new(House *house) {
    Desk *desk = mem_new(sizeof *desk);
    desk->house = house;
    desk->setup = house_setup(house);
    desk->number = house_enter(house, desk);
    return desk;
}

void desk_free(Desk *desk) {
    if (!desk)
        return;
    desk_keep(desk);
    if (desk->worker)
        desk_rest(desk, "is left");
    house_leave(desk->house, desk);
    outbox_free(&desk->outbox);
    text_free(&desk->answer.text);
    game_free(desk->game);
    free(desk);
}

uint64_t desk_number(const Desk *desk) {
    return desk->number;
}

Outbox *desk_outbox(Desk *desk) {
    return &desk->outbox;
}

// --- answers ---

void desk_send(Desk *desk) {
    answer_end(&desk->answer);
    outbox_add(&desk->outbox, &desk->answer.text);
}

void desk_refuse_ask(Desk *desk, int64_t ask, const char *reason) {
    refusal_write(answer_begin(&desk->answer, "refused", ask), reason);
    desk_send(desk);
}

// The number of a question that is not read any further, for without it no page knows which of its
// questions was refused: pages write it near the beginning. -1: it is not there.
static int64_t number_of(const char *text, size_t length) {
    static const char key[] = "\"ask\":";
    enum { NEAR = 100, DIGITS = 15 };
    char start[NEAR + 1], digits[DIGITS + 1] = "";
    snprintf(start, sizeof start, "%.*s", length < NEAR ? (int)length : NEAR, text);
    const char *at = strstr(start, key);
    int64_t number;
    if (at)
        snprintf(digits, sizeof digits, "%.*s", (int)strspn(at + strlen(key), "0123456789"),
                 at + strlen(key));
    return text_to_int(digits, &number) ? number : -1;
}

void desk_refuse(Desk *desk, const char *text, size_t length, const char *reason) {
    desk_refuse_ask(desk, number_of(text, length), reason);
}

// --- questions for the store ---

bool desk_queue(Desk *desk, StoreTask *task, Error *err) {
    task->desk = desk->number;
    bool writes = task->writes = task->writes || desk->writing;
    if (!house_queue(desk->house, task, err))
        return false;
    desk->waiting++;
    desk->writing += writes;
    return true;
}

void desk_deliver(Desk *desk, StoreTask *task) {
    serve_log(desk->setup->log, "page %" PRIu64 " %s %.1f ms%s", desk->number, task->name,
              (double)(clock_now_us() - task->began_us) / 1000, task->failed ? ", refused" : "");
    desk->waiting--;
    desk->writing -= task->writes;
    if (task->answer.text.length)
        outbox_add(&desk->outbox, &task->answer.text);
}

// --- questions ---

typedef enum QuestionNeeds { NEEDS_NOTHING, READS_STORE, WRITES_STORE } QuestionNeeds;

// Answered at once, or `later` by a thread that may wait for the disk or parse a long text.
static QuestionFn ask_hello;
static const struct QuestionType {
    const char *type;
    QuestionFn *now;
    StoreFn *later;
    QuestionNeeds needs;
} questions[] = {
    {.type = "hello", .now = ask_hello},
    {.type = "look", .now = ask_look},
    {.type = "choose", .now = ask_choose},
    {.type = "clock", .now = ask_clock},
    {.type = "analyse", .now = ask_analyse},
    {.type = "review", .now = ask_review},
    {.type = "stop", .now = ask_stop},
    {.type = "rest", .now = ask_rest},
    {.type = "import", .later = ask_import},
    {.type = "export", .later = ask_export},
    {.type = "scores", .later = ask_scores, .needs = READS_STORE},
    {.type = "open", .later = ask_open, .needs = READS_STORE},
    {.type = "games", .later = ask_games, .needs = READS_STORE},
    {.type = "replies", .later = ask_replies, .needs = READS_STORE},
    {.type = "get", .later = ask_get, .needs = READS_STORE},
    {.type = "save", .later = ask_save, .needs = WRITES_STORE},
    {.type = "delete", .later = ask_delete, .needs = WRITES_STORE},
    {.type = "set", .later = ask_set, .needs = WRITES_STORE},
};

static const struct QuestionType *find_question(const Value *question, Error *err) {
    const char *type = value_get_text(question, "type");
    if (!value_is_object(question) || !type) {
        error_set(err, "a message is an object with a type, {\"type\":\"hello\"}");
        return NULL;
    }
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(questions[i].type, type) == 0)
            return &questions[i];
    error_set(err, "'%.30s' is no question this server knows", type);
    return NULL;
}

// Takes the question over.
static bool ask_later(Desk *desk, const struct QuestionType *type, Value *question, size_t length,
                      int64_t ask, Error *err) {
    const HouseSetup *setup = desk->setup;
    const Store *needed = type->needs == WRITES_STORE ? setup->store : setup->reader;
    bool kept = needed || !type->needs;
    if (!kept || desk->waiting >= BOUND_WAITING) {
        value_free(question);
        return error_set(err, kept ? "the database is busy; wait a moment"
                              : setup->reader
                                  ? "this server keeps no games: its library is read only"
                                  : "this server keeps no games; start it with --db FILE");
    }
    StoreTask task = {.run = type->later,
                      .name = type->type,
                      .ask = ask,
                      .size = length,
                      .writes = type->needs == WRITES_STORE,
                      .question = question};
    return desk_queue(desk, mem_copy(&task, sizeof task), err);
}

void desk_receive(Desk *desk, const char *text, size_t length) {
    Error err = {""};
    if (!rate_take(&desk->rate, clock_now_us())) {
        desk_refuse(desk, text, length, "too many messages; wait a moment");
        serve_log(desk->setup->log, "page %" PRIu64 ", refused: too many messages", desk->number);
        return;
    }
    Value *question = value_parse(text, length, &err);
    int64_t ask = value_get_int(question, "ask", -1);
    const struct QuestionType *type = question ? find_question(question, &err) : NULL;
    int64_t began_us = clock_now_us();
    bool answered = false;
    if (type && type->later) {
        answered = ask_later(desk, type, question, length, ask, &err);
        question = NULL;
    } else if (type) {
        answered = type->now(desk, question, ask, &err);
    }
    if (!answered)
        desk_refuse_ask(desk, ask, err.text);
    if (!answered || type->now)
        serve_log(desk->setup->log, "page %" PRIu64 " %s %.1f ms%s%s", desk->number,
                  type ? type->type : "?", (double)(clock_now_us() - began_us) / 1000,
                  answered ? "" : ", refused: ", answered ? "" : err.text);
    value_free(question);
}

// --- hello: what there is ---

enum { PROTOCOL = 2 };

static void write_games(const Registry *registry, Json *json) {
    json_put_array(json, "games");
    for (const GameType *const *game = registry_games(registry); *game; game++) {
        json_begin_object(json);
        json_put_text(json, "name", (*game)->name);
        json_put_array(json, "rules");
        for (const RuleInfo *rule = (*game)->rules; rule->name; rule++)
            json_text(json, rule->name);
        json_end_array(json);
        json_put_int(json, "least", (*game)->min_size);
        json_put_int(json, "most", (*game)->max_size);
        json_put_int(json, "usual", (*game)->default_size);
        json_put_text(json, "shape", game_shape_name((*game)->shape));
        json_put_array(json, "openings");
        for (int kind = OPENING_FREE; kind < OPENING_KINDS; kind++)
            if (opening_fits((OpeningKind)kind, *game, (*game)->default_size, (*game)->default_size,
                             NULL))
                json_text(json, opening_name((OpeningKind)kind));
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

// `plays` holds a row for each rule a player knows; NULL: unknown, so any.
static void write_plays(const Repertoire *repertoire, Json *json) {
    if (!repertoire)
        return;
    json_put_array(json, "plays");
    for (size_t i = 0; i < repertoire->count; i++) {
        const RepertoireRule *rule = &repertoire->rules[i];
        json_begin_object(json);
        json_put_text(json, "game", rule->game->name);
        json_put_text(json, "rule", rule->rule);
        json_put_array(json, "sizes");
        for (int size = 1; size < 32; size++)
            if (rule->sizes & UINT32_C(1) << size)
                json_int(json, size);
        json_end_array(json);
        json_put_bool(json, "oblong", rule->oblong);
        json_put_array(json, "openings");
        for (int kind = OPENING_FREE; kind < OPENING_KINDS; kind++)
            if (rule->openings & 1u << kind)
                json_text(json, opening_name((OpeningKind)kind));
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

static bool knows_game(const Repertoire *repertoire, const GameType *game) {
    bool knows = !repertoire;
    for (size_t i = 0; repertoire && i < repertoire->count; i++)
        knows |= repertoire->rules[i].game == game;
    return knows;
}

static void write_player(const char *spec, const char *summary, bool levels,
                         const Repertoire *repertoire, const Registry *registry, Json *json) {
    json_begin_object(json);
    json_put_text(json, "spec", spec);
    json_put_text(json, "summary", summary);
    json_put_bool(json, "levels", levels);
    json_put_array(json, "games");
    for (const GameType *const *game = registry_games(registry); *game; game++)
        if (knows_game(repertoire, *game))
            json_text(json, (*game)->name);
    json_end_array(json);
    write_plays(repertoire, json);
    json_end_object(json);
}

static void write_players(const House *house, Json *json) {
    const HouseSetup *setup = house_setup(house);
    json_put_array(json, "players");
    write_player(SEAT_HUMAN, "a person", false, NULL, setup->registry, json);
    for (size_t i = 0; i < registry_player_count(setup->registry); i++) {
        const PlayerType *type = registry_player_at(setup->registry, i);
        if (!type->is_command)
            write_player(type->name, type->summary, options_know(type->options, "level"),
                         house_repertoire(house, i), setup->registry, json);
    }
    for (size_t i = 0; i < setup->spec_count; i++)
        write_player(setup->specs[i], "", false, NULL, setup->registry, json);
    json_end_array(json);
}

static bool ask_hello(Desk *desk, const Value *question, int64_t ask, Error *err) {
    const HouseSetup *setup = desk->setup;
    if (value_get_int(question, "protocol", PROTOCOL) != PROTOCOL)
        return error_set(err, "this server speaks protocol %d; load the page again", PROTOCOL);
    char page[24];
    files_tag(page);
    Json *json = answer_begin(&desk->answer, "welcome", ask);
    json_put_int(json, "protocol", PROTOCOL);
    json_put_text(json, "version", setup->version);
    json_put_text(json, "page", page);
    write_games(setup->registry, json);
    write_players(desk->house, json);
    json_put_bool(json, "keeps", setup->store != NULL);
    json_put_int(json, "threads", setup->threads);
    json_put_object(json, "bounds");
    json_put_int(json, "message", BOUND_MESSAGE);
    json_put_int(json, "rate", BOUND_RATE);
    json_put_int(json, "sockets", BOUND_SOCKETS);
    json_put_int(json, "engines", BOUND_ENGINES);
    json_put_int(json, "nodes", BOUND_NODES);
    json_put_int(json, "lines", BOUND_LINES);
    json_end_object(json);
    desk_send(desk);
    return true;
}
