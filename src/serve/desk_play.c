// SPDX-License-Identifier: MIT
// A move and what comes of it in one answer: the game as it stands, the clocks, and the engine
// whose turn it is begins to think.
#include "serve/desk_private.h"

#include "base/clock.h"
#include "search/info_text.h"
#include "serve/question.h"
#include "serve/view.h"

#include <string.h>

static const char *const seats[] = {"first", "second"};

// --- clocks ---

// {"first_ms":60000,"second_ms":60000,"increment_ms":0,"ran_ms":1200}: what both have left, and for
// how long the turn at hand has run by the page's count. Without one there is no clock.
static bool read_clock(const Value *question, GameClock *clock, int64_t *ran_us, Error *err) {
    const Value *value = value_get(question, "clock");
    *ran_us = 0;
    *clock = game_clock_of(value ? 0 : LIMIT_NONE,
                           within(value_get_int(value, "increment_ms", 0), 0, 3600000));
    if (!value)
        return true;
    if (!value_get(value, "first_ms") || !value_get(value, "second_ms"))
        return error_set(err, "a clock says what both have left: first_ms and second_ms");
    clock->left_us[SEAT_FIRST] = within(value_get_int(value, "first_ms", 0), 0, 86400000) * 1000;
    clock->left_us[SEAT_SECOND] = within(value_get_int(value, "second_ms", 0), 0, 86400000) * 1000;
    *ran_us = within(value_get_int(value, "ran_ms", 0), 0, 86400000) * 1000;
    return true;
}

// `fell` is a Seat, or -1.
static void write_clock(const GameClock *clock, int64_t now_us, int fell, Json *json) {
    if (!clock->on)
        return;
    json_put_object(json, "clock");
    json_put_int(json, "first_ms", game_clock_left_ms(clock, SEAT_FIRST, now_us));
    json_put_int(json, "second_ms", game_clock_left_ms(clock, SEAT_SECOND, now_us));
    json_put_text(json, "fell", fell < 0 ? NULL : seats[fell]);
    json_end_object(json);
}

bool ask_clock(Desk *desk, const Value *question, int64_t ask, Error *err) {
    GameClock clock;
    int64_t ran_us;
    const char *name = value_get_text(question, "seat");
    if (!read_clock(question, &clock, &ran_us, err))
        return false;
    if (!name || (strcmp(name, seats[0]) != 0 && strcmp(name, seats[1]) != 0))
        return error_set(err, "whose clock? {\"seat\":\"first\"} or second");
    Seat seat = strcmp(name, seats[0]) == 0 ? SEAT_FIRST : SEAT_SECOND;
    game_clock_start(&clock, seat, 0);
    Json *json = answer_begin(&desk->answer, "clock", ask);
    write_clock(&clock, ran_us, game_clock_fell(&clock, ran_us) ? (int)seat : -1, json);
    desk_send(desk);
    return true;
}

// --- choosing ---

// Sets a player to think about its move; takes the game over.
static bool start_choice(Desk *desk, const Value *question, Game *game, const char *spec,
                         const GameClock *clock, int64_t ask, Error *err) {
    const HouseSetup *setup = desk->setup;
    const char *table = value_get_text(question, "table");
    bool timed = value_get(question, "clock_ms") != NULL;
    if (!question_spec_allowed(setup->registry, setup->specs, setup->spec_count, spec, err)) {
        game_free(game);
        return false;
    }
    Job job = {.kind = JOB_CHOOSE,
               .spec = (char *)spec,
               .table = (char *)(table ? table : ""),
               .limits = desk_limits(question, timed ? LIMIT_NONE : 5000)};
    if (clock->on) {
        int64_t left = game_clock_left_ms(clock, game_actor(game), 0);
        job.limits.time_ms = LIMIT_NONE;
        job.limits.clock_ms = left > 0 ? left : 1;
        job.limits.increment_ms = clock->increment_us / 1000;
    }
    job.limits.multipv = 1;
    desk->clock = *clock;
    game_clock_start(&desk->clock, game_actor(game), clock_now_us());
    return desk_begin(desk, game, &job, ask, err);
}

bool ask_choose(Desk *desk, const Value *question, int64_t ask, Error *err) {
    const char *spec = value_get_text(question, "player");
    if (!spec)
        return error_set(err, "who is to choose? {\"player\":\"tengen\"}");
    Game *game =
        question_game(desk->setup->registry, value_get(question, "game"), false, NULL, err);
    if (game && game_over(game)) {
        game_free(game);
        return error_set(err, "the game is over");
    }
    GameClock none = game_clock_of(LIMIT_NONE, 0);
    return game && start_choice(desk, question, game, spec, &none, ask, err);
}

// What the chosen move leads to comes with it, without another question. The time it took is the
// server's own measure.
void desk_tell_choice(Desk *desk, const Choice *choice) {
    const Position *position = game_position(desk->game);
    int seat = (int)game_actor(desk->game);
    bool in_time = game_clock_press(&desk->clock, clock_now_us());
    Json *json = answer_begin(&desk->answer, "chosen", desk->asked);
    json_key(json, "move");
    view_move(position, choice->move, json);
    if (choice->has_info) {
        json_key(json, "line");
        info_line_json(position, &choice->info.line, choice->info.depth, json);
    }
    write_clock(&desk->clock, 0, in_time ? -1 : seat, json);
    if (game_play(desk->game, choice->move, true, NULL)) {
        json_put_object(json, "view");
        view_game(desk->game, json);
        json_end_object(json);
    }
    desk_send(desk);
}

// --- looking ---

// The player whose turn it is when `seats` says who sits where; NULL for a person, or at the end.
static const char *engine_to_move(const Value *question, const Game *game) {
    const Value *sitting = value_get(question, "seats");
    const char *spec = value_text(value_at(sitting, game_actor(game)));
    return game_over(game) || (spec && seat_is_human(spec)) ? NULL : spec;
}

bool ask_look(Desk *desk, const Value *question, int64_t ask, Error *err) {
    bool fresh = value_get_bool(question, "fresh", false);
    GameClock clock;
    int64_t ran_us;
    Seat mover = SEAT_FIRST;
    if (!read_clock(question, &clock, &ran_us, err))
        return false;
    Game *game =
        question_game(desk->setup->registry, value_get(question, "game"), fresh, &mover, err);
    if (!game)
        return false;
    if (fresh && !game_clock_charge(&clock, mover, ran_us, 0)) {
        game_free(game);
        return error_set(err, "the clock has run out");
    }
    const char *spec = engine_to_move(question, game);
    Json *json = answer_begin(&desk->answer, "view", ask);
    view_game(game, json);
    write_clock(&clock, 0, -1, json);
    json_put_bool(json, "thinking", spec != NULL);
    desk_send(desk);
    if (spec)
        return start_choice(desk, question, game, spec, &clock, ask, err);
    game_free(game);
    return true;
}
