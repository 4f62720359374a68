// SPDX-License-Identifier: MIT
// Questions that take time: who thinks, for how long, and what is told on the way.
#include "serve/desk_private.h"

#include "game/annotations.h"
#include "serve/question.h"
#include "serve/view.h"

#include <string.h>

// --- keeping ---

static void keep(Desk *desk, const Position *position, const Info *lines, int count, uint64_t nodes,
                 int64_t time_ms) {
    const HouseSetup *setup = house_setup(desk->house);
    if (!setup->store || count < 1 || !lines[0].line.pv_length)
        return;
    Line kept[BOUND_LINES];
    int used = 0;
    for (int i = 0; i < count; i++)
        if (lines[i].line.pv_length)
            kept[used++] = lines[i].line;
    Text engine = {0};
    text_addf(&engine, "tengen %s", setup->version);
    StoredAnalysis analysis = {.engine = engine.chars,
                               .depth = lines[0].depth,
                               .selective_depth = lines[0].selective_depth,
                               .nodes = nodes,
                               .time_ms = time_ms,
                               .lines = kept,
                               .line_count = (size_t)used};
    // A memory that cannot be written to is no reason to stop analysing.
    store_keep_analysis(setup->store, position, &analysis, NULL);
    text_free(&engine);
}

// What took no time to find can be found again.
enum { WORTH_KEEPING_MS = 300 };

void desk_keep(Desk *desk) {
    if (desk->heard_ms >= WORTH_KEEPING_MS)
        keep(desk, game_position(desk->game), desk->heard, desk->heard_count, desk->heard_nodes,
             desk->heard_ms);
    desk->heard_count = 0;
    desk->heard_ms = 0;
}

// --- asking ---

static int64_t within(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

static Limits limits_of(const Value *question, int64_t otherwise_ms) {
    Limits limits = LIMITS_OPEN;
    int64_t time = value_get_int(question, "time_ms", otherwise_ms);
    int64_t clock = value_get_int(question, "clock_ms", LIMIT_NONE);
    if (time >= 0)
        limits.time_ms = within(time, 1, BOUND_THOUGHT_MS);
    if (clock >= 0) {
        limits.clock_ms = within(clock, 1, 86400000);
        limits.increment_ms = within(value_get_int(question, "increment_ms", 0), 0, 3600000);
    }
    limits.multipv = within(value_get_int(question, "lines", 1), 1, BOUND_LINES);
    limits.level = within(value_get_int(question, "level", LEVEL_MAX), 1, LEVEL_MAX);
    return limits;
}

static bool begin(Desk *desk, const Value *question, Job *job, Error *err) {
    Game *game =
        question_game(house_setup(desk->house)->registry, value_get(question, "game"), false, err);
    if (!game)
        return false;
    Worker *worker = house_worker(desk->house, desk, err);
    if (!worker) {
        game_free(game);
        return false;
    }
    desk_keep(desk);
    game_free(desk->game);
    desk->game = game;
    desk->worker = worker;
    desk->asked = job->ask;
    desk->lines = (int)job->limits.multipv;
    job->game = game;
    job->desk = desk->number;
    worker_start(worker, job);
    return true;
}

bool ask_choose(Desk *desk, const Value *question, int64_t ask, Error *err) {
    const HouseSetup *setup = house_setup(desk->house);
    const char *spec = value_get_text(question, "player");
    const char *table = value_get_text(question, "table");
    if (!spec)
        return error_set(err, "who is to choose? {\"player\":\"tengen\"}");
    if (!question_spec_allowed(setup->registry, setup->specs, setup->spec_count, spec, err))
        return false;
    Game *game = question_game(setup->registry, value_get(question, "game"), false, err);
    bool over = game && game_over(game);
    game_free(game);
    if (over)
        return error_set(err, "the game is over");
    bool clock = value_get_int(question, "clock_ms", -1) >= 0;
    Job job = {.kind = JOB_CHOOSE,
               .spec = (char *)spec,
               .table = (char *)(table ? table : ""),
               .limits = limits_of(question, clock ? LIMIT_NONE : 5000),
               .ask = ask};
    job.limits.multipv = 1;
    return begin(desk, question, &job, err);
}

// --- what the store remembers of a position ---

static void write_infos(Answer *answer, const Position *position, const Info *lines, int count,
                        uint64_t nodes, int64_t time_ms) {
    int depth = 0;
    json_key(&answer->json, "lines");
    json_begin_array(&answer->json);
    for (int i = 0; i < count; i++) {
        if (lines[i].line.pv_length)
            view_line(position, &lines[i].line, lines[i].depth, &answer->json);
        if (lines[i].depth > depth)
            depth = lines[i].depth;
    }
    json_end_array(&answer->json);
    answer_int(answer, "depth", depth);
    answer_int(answer, "nodes", (int64_t)nodes);
    answer_int(answer, "time_ms", time_ms);
    answer_int(answer, "nps", time_ms > 0 ? (int64_t)(nodes * 1000 / (uint64_t)time_ms) : 0);
}

static void send_stored(Desk *desk, int64_t ask, const StoredAnalysis *found) {
    Info lines[BOUND_LINES];
    int count = 0;
    for (; count < (int)found->line_count && count < desk->lines; count++)
        lines[count] = (Info){.depth = found->depth, .line = found->lines[count]};
    Answer answer;
    answer_begin(&answer, desk, "analysis", ask);
    json_key(&answer.json, "stored");
    json_bool(&answer.json, true);
    write_infos(&answer, game_position(desk->game), lines, count, found->nodes, found->time_ms);
    answer_send(&answer);
}

// What was thought of this position before is there at once.
static void recall(Desk *desk, int64_t ask) {
    Store *store = house_setup(desk->house)->store;
    StoredAnalysis found;
    bool there = false;
    if (!store || !store_find_analysis(store, game_position(desk->game), NULL, (size_t)desk->lines,
                                       &found, &there, NULL))
        return;
    if (!there)
        return;
    send_stored(desk, ask, &found);
    stored_analysis_free(&found);
}

bool ask_analyse(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Job job = {.kind = JOB_ANALYSE, .limits = limits_of(question, LIMIT_NONE), .ask = ask};
    job.limits.clock_ms = LIMIT_NONE;
    job.limits.level = LEVEL_MAX;
    if (!begin(desk, question, &job, err))
        return false;
    recall(desk, ask);
    return true;
}

bool ask_review(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Job job = {.kind = JOB_REVIEW, .limits = limits_of(question, 500), .ask = ask};
    job.limits.multipv = 1;
    job.limits.clock_ms = LIMIT_NONE;
    job.limits.level = LEVEL_MAX;
    return begin(desk, question, &job, err);
}

bool ask_stop(Desk *desk, const Value *question, int64_t ask, Error *err) {
    (void)question;
    (void)err;
    desk_keep(desk);
    if (desk->worker)
        worker_stop(desk->worker);
    desk->worker = NULL;
    Answer answer;
    answer_begin(&answer, desk, "stopped", ask);
    answer_send(&answer);
    return true;
}

// Whether anybody thinks, for whomever: how long it takes until nobody does is a promise of ours.
bool ask_rest(Desk *desk, const Value *question, int64_t ask, Error *err) {
    (void)question;
    (void)err;
    int64_t slowest_us;
    Answer answer;
    answer_begin(&answer, desk, "rest", ask);
    answer_int(&answer, "thinking", house_thinking(desk->house, &slowest_us));
    answer_int(&answer, "slowest_stop_us", slowest_us);
    answer_send(&answer);
    return true;
}

// --- telling ---

static uint64_t total_nodes(const News *news) {
    uint64_t most = 0;
    for (int i = 0; i < news->line_count; i++)
        if (news->lines[i].nodes > most)
            most = news->lines[i].nodes;
    return most;
}

static int64_t total_ms(const News *news) {
    int64_t most = 0;
    for (int i = 0; i < news->line_count; i++)
        if (news->lines[i].time_ms > most)
            most = news->lines[i].time_ms;
    return most;
}

static void tell_lines(Desk *desk, const News *news, const char *type) {
    Answer answer;
    answer_begin(&answer, desk, type, news->ask);
    write_infos(&answer, game_position(desk->game), news->lines, news->line_count,
                total_nodes(news), total_ms(news));
    json_key(&answer.json, "done");
    json_bool(&answer.json, news->ended);
    answer_send(&answer);
}

static void tell_choice(Desk *desk, const News *news) {
    Answer answer;
    if (!news->ok) {
        answer_begin(&answer, desk, "refused", news->ask);
        answer_field(&answer, "reason", news->err.text);
        answer_send(&answer);
        return;
    }
    const Position *position = game_position(desk->game);
    answer_begin(&answer, desk, "chosen", news->ask);
    json_key(&answer.json, "move");
    view_move(position, news->choice.move, &answer.json);
    if (news->choice.has_info) {
        json_key(&answer.json, "line");
        view_line(position, &news->choice.info.line, news->choice.info.depth, &answer.json);
    }
    answer_send(&answer);
}

static void write_blame(const Position *position, const Blame *blame, Json *json) {
    if (blame->kind == BLAME_NONE) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    json_key(json, "kind");
    json_text(json, blame->kind == BLAME_MISSED ? "missed" : "allowed");
    json_key(json, "mark");
    json_text(json, blame->has_mark ? mark_name(blame->mark) : NULL);
    json_key(json, "cell");
    view_move(position, blame->cell, json);
    json_key(json, "plies");
    json_int(json, blame->plies);
    json_end_object(json);
}

static Game *game_at(const Game *game, size_t ply) {
    Game *copy = game_clone(game);
    while (game_choices(copy) > ply)
        game_undo(copy);
    return copy;
}

static void tell_judgement(Desk *desk, const News *news, const Judgement *judgement) {
    Game *game = game_at(desk->game, judgement->ply);
    const Position *position = game_position(game);
    Answer answer;
    answer_begin(&answer, desk, "judged", news->ask);
    answer_int(&answer, "ply", (int64_t)judgement->ply);
    answer_field(&answer, "to_move", position->to_move == SIDE_BLACK ? "b" : "w");
    json_key(&answer.json, "line");
    view_line(position, &judgement->line, judgement->depth, &answer.json);
    json_key(&answer.json, "drop");
    if (judgement->has_drop)
        json_number(&answer.json, judgement->drop, 4);
    else
        json_null(&answer.json);
    json_key(&answer.json, "why");
    write_blame(position, &judgement->blame, &answer.json);
    answer_send(&answer);
    Info info = {.depth = judgement->depth, .line = judgement->line};
    keep(desk, position, &info, 1, judgement->nodes, judgement->time_ms);
    game_free(game);
}

static void tell_review(Desk *desk, const News *news) {
    for (size_t i = 0; i < news->judgement_count; i++)
        tell_judgement(desk, news, &news->judgements[i]);
    if (!news->ended)
        return;
    Answer answer;
    answer_begin(&answer, desk, "reviewed", news->ask);
    json_key(&answer.json, "whole");
    json_bool(&answer.json, !news->stopped);
    answer_send(&answer);
}

static void hear_lines(Desk *desk, const News *news) {
    memcpy(desk->heard, news->lines, (size_t)news->line_count * sizeof *desk->heard);
    desk->heard_count = news->line_count;
    desk->heard_nodes = total_nodes(news);
    desk->heard_ms = total_ms(news);
}

void desk_hear(Desk *desk, const News *news) {
    if (!desk->worker || news->ask != desk->asked)
        return;
    if (news->kind == JOB_REVIEW) {
        tell_review(desk, news);
    } else if (news->kind == JOB_ANALYSE) {
        tell_lines(desk, news, "analysis");
        hear_lines(desk, news);
        if (news->ended)
            desk_keep(desk);
    } else if (news->ended) {
        tell_choice(desk, news);
    } else {
        tell_lines(desk, news, "thought");
    }
    if (news->ended)
        desk->worker = NULL;
}
