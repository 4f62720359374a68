// SPDX-License-Identifier: MIT
#include "match/referee.h"

#include "base/clock.h"
#include "base/memory.h"
#include "engine/game_clock.h"
#include "game/coord.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MEMORY_EVERY_US = 500000, // reading /proc costs more than a fast move
    GRACE_MS = 2000,          // past the limit until a player is told to stop: a child gives up
                              // by itself after one second
};

typedef struct Arbiter {
    const RefereeOrder *order;
    Game *game;
    Played *played;
    GameClock clock;
    int64_t measured_us[2]; // when the memory of a seat was last measured, 0: never
    // Adjudication by score: how long each seat has thought the same, and what: +1 it is ahead.
    int64_t agreed[2];
    int view[2];
} Arbiter;

static void settle(Arbiter *arbiter, Result result, Ending ending, const char *reason) {
    Played *played = arbiter->played;
    for (int seat = 0; seat < 2; seat++) {
        played->sides[seat] = game_seat_side(arbiter->game, (Seat)seat);
        played->points[seat] = result == RESULT_DRAW                      ? 1
                               : result == side_wins(played->sides[seat]) ? 2
                                                                          : 0;
    }
    played->ending = ending;
    snprintf(played->reason, sizeof played->reason, "%s", reason);
}

// False: the game does not go on.
static bool forfeit(Arbiter *arbiter, Seat seat, Ending ending, const char *reason) {
    Side side = game_seat_side(arbiter->game, seat);
    settle(arbiter, side_wins(side_other(side)), ending, reason);
    return false;
}

static Ending ending_of_failure(const Player *player) {
    static const Ending endings[] = {
        [PLAYER_FINE] = ENDING_ERROR,      [PLAYER_SILENT] = ENDING_SILENCE,
        [PLAYER_DIED] = ENDING_CRASH,      [PLAYER_NONSENSE] = ENDING_NONSENSE,
        [PLAYER_STOPPED] = ENDING_SILENCE,
    };
    return endings[player_failure(player)];
}

static void measure(Arbiter *arbiter, Seat seat, bool now) {
    const Player *player = arbiter->order->players[seat];
    int64_t time = clock_now_us();
    if (!now && arbiter->measured_us[seat] && time - arbiter->measured_us[seat] < MEMORY_EVERY_US)
        return;
    uint64_t bytes = player_memory(player);
    if (bytes > arbiter->played->memory[seat])
        arbiter->played->memory[seat] = bytes;
    arbiter->measured_us[seat] = time;
}

// --- clocks ---

// What this turn's player is told, and held to.
static Limits turn_limits(const Arbiter *arbiter, Seat seat) {
    Limits limits = arbiter->order->limits;
    limits.clock_ms = game_clock_left_ms(&arbiter->clock, seat, 0);
    return player_limits(arbiter->order->players[seat], limits);
}

static int64_t allowed_ms(const Limits *limits) {
    int64_t time = limits->time_ms, clock = limits->clock_ms;
    return time == LIMIT_NONE || (clock != LIMIT_NONE && clock < time) ? clock : time;
}

// False when the turn took longer than its limit and the margin.
static bool charge(Arbiter *arbiter, Seat seat, const Limits *limits, int64_t time_us) {
    const char *side = side_name(game_seat_side(arbiter->game, seat));
    long long margin_ms = arbiter->order->margin_ms, move_ms = limits->time_ms;
    char reason[160] = "";
    if (move_ms != LIMIT_NONE && time_us > (move_ms + margin_ms) * 1000)
        snprintf(reason, sizeof reason, "%s took %.1f ms of %lld ms (margin %lld ms)", side,
                 (double)time_us / 1000, move_ms, margin_ms);
    double had_ms = (double)arbiter->clock.left_us[seat] / 1000;
    if (limits->clock_ms != LIMIT_NONE &&
        !game_clock_charge(&arbiter->clock, seat, time_us, margin_ms * 1000))
        snprintf(reason, sizeof reason,
                 "%s took %.1f ms with %.1f ms left on the clock (margin %lld ms)", side,
                 (double)time_us / 1000, had_ms, margin_ms);
    return !*reason || forfeit(arbiter, seat, ENDING_TIME, reason);
}

// --- adjudication ---

// What the player to move said of the position, +1 when it says it is ahead by enough.
static int opinion(const Adjudication *rules, const Choice *choice) {
    if (!choice->has_info)
        return 0;
    int score = choice->info.line.score;
    return score >= rules->score ? 1 : score <= -rules->score ? -1 : 0;
}

static bool adjudged(Arbiter *arbiter, Result result, const char *reason) {
    settle(arbiter, result, ENDING_ADJUDICATED, reason);
    return true;
}

// Called after the seat's move stands. True when the game is settled by it.
static bool adjudicate(Arbiter *arbiter, Seat seat, const Choice *choice) {
    const Adjudication *rules = &arbiter->order->adjudication;
    Side side = game_seat_side(arbiter->game, seat);
    const Line *line = &choice->info.line;
    if (rules->proven && choice->has_info && (line->drawn || score_is_proven(line->score))) {
        Side winner = line->score > 0 ? side : side_other(side);
        return line->drawn ? adjudged(arbiter, RESULT_DRAW, "adjudicated: a proven draw")
                           : adjudged(arbiter, side_wins(winner), "adjudicated: a proven win");
    }
    if (rules->score) {
        int view = opinion(rules, choice);
        arbiter->agreed[seat] = view && view == arbiter->view[seat] ? arbiter->agreed[seat] + 1 : 1;
        arbiter->view[seat] = view;
        Seat other = seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
        if (view && arbiter->view[other] == -view && arbiter->agreed[seat] >= rules->count &&
            arbiter->agreed[other] >= rules->count)
            return adjudged(arbiter, side_wins(view > 0 ? side : side_other(side)),
                            "adjudicated: both players agree on the score");
    }
    return rules->moves && (int64_t)arbiter->played->move_count >= rules->moves &&
           adjudged(arbiter, RESULT_DRAW, "adjudicated: drawn by the move count");
}

// --- the game ---

// The answer is played, and loses if the rules say so. True when the game goes on.
static bool play_answer(Arbiter *arbiter, Seat seat, const Choice *choice) {
    Game *game = arbiter->game;
    Error why = {""};
    char word[COORD_CHARS], reason[256];
    Side side = game_seat_side(game, seat);
    Verdict verdict = game_check(game, choice->move, &why);
    if (verdict == VERDICT_ILLEGAL) {
        snprintf(reason, sizeof reason, "%s answered %s: %.180s", side_name(side),
                 move_print(game_position(game), choice->move, word), why.text);
        arbiter->played->move_count--; // it was never a move
        free(arbiter->played->moves[arbiter->played->move_count].message);
        return forfeit(arbiter, seat, ENDING_ILLEGAL, reason);
    }
    game_play(game, choice->move, true, NULL);
    if (verdict == VERDICT_FORBIDDEN)
        return forfeit(arbiter, seat, ENDING_FORBIDDEN, why.text);
    if (!game_over(game))
        return !adjudicate(arbiter, seat, choice);
    settle(arbiter, game_result(game),
           choice->move == MOVE_RESIGN ? ENDING_RESIGNATION : ENDING_RULES,
           game_result_reason(game));
    return false;
}

static void note(Arbiter *arbiter, Seat seat, const Choice *choice, int64_t time_us) {
    const Player *player = arbiter->order->players[seat];
    PlayedMove *move = played_add(arbiter->played, choice->move, seat, time_us);
    if (choice->has_info) {
        move->has_info = true;
        move->depth = choice->info.depth;
        move->score = choice->info.line.score;
        move->nodes = choice->info.nodes;
    }
    const char *message = player_message(player);
    if (*message)
        move->message = mem_copy_text(message);
}

static int64_t ask(Arbiter *arbiter, Seat seat, const Limits *limits, Choice *choice, bool *ok,
                   Error *err) {
    const RefereeOrder *order = arbiter->order;
    Ask turn = {.game = arbiter->game, .limits = order->limits, .stop = order->stop};
    turn.limits.clock_ms = game_clock_left_ms(&arbiter->clock, seat, 0);
    // A player of ours plays as it would behind a pipe: the same thinking time, and no losses on
    // time when the machine is busy.
    if (!order->players[seat]->type->is_command && turn.limits.time_ms != LIMIT_NONE)
        turn.limits.time_ms -= limits_answer_ms(turn.limits.time_ms);
    int64_t allowed = allowed_ms(limits), start = clock_now_us();
    if (allowed != LIMIT_NONE)
        atomic_store(order->overdue_us, start + (allowed + order->margin_ms + GRACE_MS) * 1000);
    *ok = player_ask(order->players[seat], &turn, choice, err);
    int64_t time_us = clock_now_us() - start;
    // The watcher that took the moment is about to raise the flag: it must not hit the next turn.
    if (allowed != LIMIT_NONE && atomic_exchange(order->overdue_us, 0) == 0)
        while (!stop_raised(order->stop))
            clock_sleep_ms(1);
    return time_us;
}

// One turn. True when the game goes on.
static bool take_turn(Arbiter *arbiter) {
    Seat seat = game_actor(arbiter->game);
    Limits limits = turn_limits(arbiter, seat);
    Choice choice;
    Error err = {""};
    bool ok;
    int64_t time_us = ask(arbiter, seat, &limits, &choice, &ok, &err);
    if (atomic_load(arbiter->order->cancel))
        return false;
    stop_clear(arbiter->order->stop); // an overdue turn was told to stop; the next one is not
    if (!ok)
        return forfeit(arbiter, seat, ending_of_failure(arbiter->order->players[seat]), err.text);
    if (!charge(arbiter, seat, &limits, time_us))
        return false;
    note(arbiter, seat, &choice, time_us);
    measure(arbiter, seat, false);
    return play_answer(arbiter, seat, &choice);
}

// True when both players are ready.
static bool begin(Arbiter *arbiter) {
    for (int seat = 0; seat < 2; seat++) {
        Player *player = arbiter->order->players[seat];
        Error err = {""};
        if (!player_begin(player, arbiter->game, &err))
            return forfeit(arbiter, (Seat)seat, ending_of_failure(player), err.text);
    }
    return true;
}

bool referee_play(const RefereeOrder *order, Game *game, Played *played) {
    Arbiter arbiter = {.order = order, .game = game, .played = played};
    int64_t start = clock_now_us();
    *played = (Played){.to_move = game_position(game)->to_move};
    Text text = {0};
    position_print(game_position(game), &text);
    played->start = text_take(&text);
    arbiter.clock = game_clock_of(order->limits.clock_ms, order->limits.increment_ms);
    if (begin(&arbiter))
        while (take_turn(&arbiter))
            continue;
    for (int seat = 0; seat < 2; seat++) {
        measure(&arbiter, (Seat)seat, true);
        player_end(order->players[seat]);
    }
    played->time_ms = (clock_now_us() - start) / 1000;
    if (!atomic_load(order->cancel))
        return true;
    played_free(played);
    return false;
}

bool referee_faulted(const Played *played, Seat seat) {
    return played->points[seat] == 0 && played->ending >= ENDING_TIME &&
           played->ending <= ENDING_ERROR && played->ending != ENDING_FORBIDDEN;
}
