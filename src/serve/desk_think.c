// SPDX-License-Identifier: MIT
// Questions that take time: who thinks, for how long, and what is told on the way.
#include "serve/desk_private.h"

#include "base/clock.h"
#include "game/annotations.h"
#include "search/info_text.h"
#include "serve/question.h"
#include "serve/view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// --- asking ---

Limits desk_limits(const Value *question, int64_t otherwise_ms) {
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

bool desk_begin(Desk *desk, Game *game, Job *job, int64_t ask, Error *err) {
    PageWorker *worker = house_worker(desk->house, desk, err);
    if (!worker) {
        game_free(game);
        return false;
    }
    desk_keep(desk);
    if (desk->worker)
        desk_rest(desk, "is asked something else");
    game_free(desk->game);
    desk->game = game;
    desk->worker = worker;
    desk->asked = ask;
    desk->lines = (int)job->limits.multipv;
    job->game = game;
    job->desk = desk->number;
    job->ask = ++desk->thoughts; // the page's own number may repeat
    desk->began_us = clock_now_us();
    serve_log(desk->setup->log, "page %" PRIu64 " engine starts", desk->number);
    worker_start(worker, job);
    return true;
}

// At full strength, whatever a player of the page is held to.
static bool study(Desk *desk, const Value *question, Job *job, int64_t ask, Error *err) {
    job->limits.clock_ms = LIMIT_NONE;
    job->limits.level = LEVEL_MAX;
    Game *game =
        question_game(desk->setup->registry, value_get(question, "game"), false, NULL, err);
    return game && desk_begin(desk, game, job, ask, err);
}

bool ask_analyse(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Job job = {.kind = JOB_ANALYSE, .limits = desk_limits(question, LIMIT_NONE)};
    if (!study(desk, question, &job, ask, err))
        return false;
    desk_recall(desk, ask);
    return true;
}

bool ask_review(Desk *desk, const Value *question, int64_t ask, Error *err) {
    Job job = {.kind = JOB_REVIEW, .limits = desk_limits(question, 500)};
    job.limits.multipv = 1;
    return study(desk, question, &job, ask, err);
}

void desk_rest(Desk *desk, const char *how) {
    desk->worker = NULL;
    serve_log(desk->setup->log, "page %" PRIu64 " engine %s after %.1f ms", desk->number, how,
              (double)(clock_now_us() - desk->began_us) / 1000);
}

bool ask_stop(Desk *desk, const Value *question, int64_t ask, Error *err) {
    (void)question;
    (void)err;
    desk_keep(desk);
    if (desk->worker) {
        worker_stop(desk->worker);
        desk_rest(desk, "is stopped");
    }
    answer_begin(&desk->answer, "stopped", ask);
    desk_send(desk);
    return true;
}

// Status: busy engines and the worst stop latency.
bool ask_rest(Desk *desk, const Value *question, int64_t ask, Error *err) {
    (void)question;
    (void)err;
    int64_t slowest_us;
    Json *json = answer_begin(&desk->answer, "rest", ask);
    json_put_int(json, "thinking", house_thinking(desk->house, &slowest_us));
    json_put_int(json, "slowest_stop_us", slowest_us);
    desk_send(desk);
    return true;
}

// --- telling ---

static void tell_lines(Desk *desk, const News *news, const char *type) {
    Json *json = answer_begin(&desk->answer, type, desk->asked);
    write_infos(game_position(desk->game), news->lines, news->line_count, json);
    json_put_bool(json, "done", news->update.done);
    desk_send(desk);
}

static void write_blame(const Position *position, const Blame *blame, Json *json) {
    if (blame->kind == BLAME_NONE) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    json_put_text(json, "kind", blame->kind == BLAME_MISSED ? "missed" : "allowed");
    json_put_text(json, "mark", blame->has_mark ? mark_name(blame->mark) : NULL);
    json_key(json, "cell");
    view_move(position, blame->cell, json);
    json_put_int(json, "plies", blame->plies);
    json_end_object(json);
}

static Game *game_at(const Game *game, size_t ply) {
    Game *copy = game_clone(game);
    while (game_choices(copy) > ply)
        game_undo(copy);
    return copy;
}

static void tell_judgement(Desk *desk, const Judgement *judgement) {
    Game *game = game_at(desk->game, judgement->ply);
    const Position *position = game_position(game);
    Json *json = answer_begin(&desk->answer, "judged", desk->asked);
    json_put_int(json, "ply", (int64_t)judgement->ply);
    json_put_text(json, "to_move", view_side(position->to_move));
    json_key(json, "line");
    info_line_json(position, &judgement->info.line, judgement->info.depth, json);
    json_put_number(json, "drop", judgement->has_drop ? judgement->drop : NAN, 4);
    json_key(json, "why");
    write_blame(position, &judgement->blame, json);
    desk_send(desk);
    desk_keep_lines(desk, game, &judgement->info, 1);
}

static void tell_review(Desk *desk, const News *news) {
    for (size_t i = 0; i < news->judgement_count; i++)
        tell_judgement(desk, &news->judgements[i]);
    if (!news->update.done)
        return;
    json_put_bool(answer_begin(&desk->answer, "reviewed", desk->asked), "whole",
                  !news->update.stopped);
    desk_send(desk);
}

void desk_hear(Desk *desk, const News *news) {
    const ThinkerUpdate *update = &news->update;
    if (!desk->worker || news->ask != desk->thoughts)
        return;
    if (news->kind == JOB_REVIEW) {
        tell_review(desk, news);
    } else if (news->kind == JOB_ANALYSE) {
        tell_lines(desk, news, "analysis");
        memcpy(desk->heard, news->lines, (size_t)news->line_count * sizeof *desk->heard);
        desk->heard_count = news->line_count;
        if (update->done)
            desk_keep(desk);
    } else if (!update->done) {
        tell_lines(desk, news, "thought");
    } else if (update->ok) {
        desk_tell_choice(desk, &update->choice);
    } else {
        desk_refuse_ask(desk, desk->asked, update->err.text);
    }
    if (update->done)
        desk_rest(desk, update->ok ? "ends" : "fails");
}
