// SPDX-License-Identifier: MIT
#include "serve/desk_private.h"

#include "base/clock.h"
#include "base/memory.h"
#include "serve/question.h"
#include "serve/view.h"

#include <stdlib.h>
#include <string.h>

Desk *desk_new(House *house) {
    Desk *desk = mem_new(sizeof *desk);
    desk->house = house;
    desk->number = house_enter(house, desk);
    return desk;
}

void desk_free(Desk *desk) {
    if (!desk)
        return;
    desk_keep(desk);
    house_leave(desk->house, desk);
    outbox_free(&desk->outbox);
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

void answer_begin(Answer *answer, Desk *desk, const char *type, int64_t ask) {
    *answer = (Answer){.desk = desk};
    answer->json.out = &answer->text;
    json_begin_object(&answer->json);
    answer_field(answer, "type", type);
    if (ask >= 0)
        answer_int(answer, "ask", ask);
}

void answer_send(Answer *answer) {
    json_end_object(&answer->json);
    outbox_add(&answer->desk->outbox, &answer->text);
    text_free(&answer->text);
}

void answer_field(Answer *answer, const char *key, const char *text) {
    json_key(&answer->json, key);
    json_text(&answer->json, text);
}

void answer_int(Answer *answer, const char *key, int64_t value) {
    json_key(&answer->json, key);
    json_int(&answer->json, value);
}

static void refuse(Desk *desk, int64_t ask, const char *reason) {
    Answer answer;
    answer_begin(&answer, desk, "refused", ask);
    answer_field(&answer, "reason", reason);
    answer_send(&answer);
}

void desk_refuse(Desk *desk, const char *reason) {
    refuse(desk, -1, reason);
}

// --- questions ---

static const struct {
    const char *type;
    QuestionFn answer;
} questions[] = {
    {"hello", ask_hello},     {"look", ask_look},     {"choose", ask_choose},
    {"analyse", ask_analyse}, {"review", ask_review}, {"scores", ask_scores},
    {"stop", ask_stop},       {"save", ask_save},     {"open", ask_open},
    {"delete", ask_delete},   {"games", ask_games},   {"replies", ask_replies},
    {"import", ask_import},   {"export", ask_export}, {"get", ask_get},
    {"set", ask_set},         {"rest", ask_rest},
};

static bool answer_question(Desk *desk, const Value *question, int64_t ask, Error *err) {
    const char *type = value_get_text(question, "type");
    if (!value_is_object(question) || !type)
        return error_set(err, "a message is an object with a type, {\"type\":\"hello\"}");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(questions[i].type, type) == 0)
            return questions[i].answer(desk, question, ask, err);
    return error_set(err, "'%.30s' is no question this server knows", type);
}

void desk_receive(Desk *desk, const char *text, size_t length) {
    Error err = {""};
    if (!rate_take(&desk->rate, clock_now_us())) {
        refuse(desk, -1, "too many messages; wait a moment");
        return;
    }
    Value *question = value_parse(text, length, &err);
    int64_t ask = value_get_int(question, "ask", -1);
    if (!question || !answer_question(desk, question, ask, &err))
        refuse(desk, ask, err.text);
    value_free(question);
}

// --- hello: what there is ---

static void write_games(const Registry *registry, Json *json) {
    json_begin_array(json);
    for (const GameType *const *game = registry_games(registry); *game; game++) {
        json_begin_object(json);
        json_key(json, "name");
        json_text(json, (*game)->name);
        json_key(json, "rules");
        json_begin_array(json);
        for (const RuleInfo *rule = (*game)->rules; rule->name; rule++)
            json_text(json, rule->name);
        json_end_array(json);
        json_key(json, "least");
        json_int(json, (*game)->min_size);
        json_key(json, "most");
        json_int(json, (*game)->max_size);
        json_key(json, "usual");
        json_int(json, (*game)->default_size);
        json_key(json, "hexagonal");
        json_bool(json, (*game)->hexagonal);
        json_key(json, "openings");
        json_begin_array(json);
        for (int kind = OPENING_FREE; kind <= OPENING_SWAP_SIDES; kind++)
            if (opening_fits((OpeningKind)kind, *game, (*game)->default_size, (*game)->default_size,
                             NULL))
                json_text(json, opening_name((OpeningKind)kind));
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

static bool has_levels(const PlayerType *type) {
    for (const Option *option = type->options; option && option->name; option++)
        if (strcmp(option->name, "level") == 0)
            return true;
    return false;
}

static void write_player(const char *spec, const char *summary, bool levels, unsigned games,
                         const Registry *registry, Json *json) {
    json_begin_object(json);
    json_key(json, "spec");
    json_text(json, spec);
    json_key(json, "summary");
    json_text(json, summary);
    json_key(json, "levels");
    json_bool(json, levels);
    json_key(json, "games");
    json_begin_array(json);
    for (int i = 0; registry_games(registry)[i]; i++)
        if (games & 1u << i)
            json_text(json, registry_games(registry)[i]->name);
    json_end_array(json);
    json_end_object(json);
}

static void write_players(const House *house, Json *json) {
    const HouseSetup *setup = house_setup(house);
    json_begin_array(json);
    for (size_t i = 0; i < registry_player_count(setup->registry); i++) {
        const PlayerType *type = registry_player_at(setup->registry, i);
        if (!type->is_command)
            write_player(type->name, type->summary, has_levels(type), house_player_games(house, i),
                         setup->registry, json);
    }
    for (size_t i = 0; i < setup->spec_count; i++)
        write_player(setup->specs[i], "", false, ~0u, setup->registry, json);
    json_end_array(json);
}

bool ask_hello(Desk *desk, const Value *question, int64_t ask, Error *err) {
    const HouseSetup *setup = house_setup(desk->house);
    int64_t version = value_get_int(question, "protocol", 1);
    if (version != 1)
        return error_set(err, "this server speaks protocol 1; load the page again");
    Answer answer;
    answer_begin(&answer, desk, "welcome", ask);
    answer_int(&answer, "protocol", 1);
    answer_field(&answer, "version", setup->version);
    json_key(&answer.json, "games");
    write_games(setup->registry, &answer.json);
    json_key(&answer.json, "players");
    write_players(desk->house, &answer.json);
    json_key(&answer.json, "keeps");
    json_bool(&answer.json, setup->store != NULL);
    answer_int(&answer, "threads", setup->threads);
    json_key(&answer.json, "bounds");
    json_begin_object(&answer.json);
    answer_int(&answer, "message", BOUND_MESSAGE);
    answer_int(&answer, "rate", BOUND_RATE);
    answer_int(&answer, "sockets", BOUND_SOCKETS);
    answer_int(&answer, "engines", BOUND_ENGINES);
    answer_int(&answer, "nodes", BOUND_NODES);
    answer_int(&answer, "lines", BOUND_LINES);
    json_end_object(&answer.json);
    answer_send(&answer);
    return true;
}

bool ask_look(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Game *game = question_game(house_setup(desk->house)->registry, value_get(question, "game"),
                               value_get_bool(question, "fresh", false), err);
    if (!game)
        return false;
    Answer answer;
    answer_begin(&answer, desk, "view", ask);
    view_game(game, &answer.json);
    answer_send(&answer);
    game_free(game);
    return true;
}
