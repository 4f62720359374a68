// SPDX-License-Identifier: MIT
#include "engine/thinker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

#include <stdatomic.h>
#include <stdlib.h>

struct Thinker {
    pthread_t thread;
    bool started; // there is a thread to join
    atomic_bool busy;
    StopFlag stop;
    StopFlag stop_pondering;
    bool ponder;
    int64_t start_us;
    Player *player;
    Game *game;
    Limits limits;
    InfoFn on_info;
    ThinkerDone on_done;
    void *user;
};

Thinker *thinker_new(void) {
    return mem_new(sizeof(Thinker));
}

void thinker_free(Thinker *thinker) {
    if (!thinker)
        return;
    thinker_stop(thinker);
    thinker_wait(thinker);
    free(thinker);
}

// The answer and, if the player has said what it expects, the reply. False when the game is over
// with that: there is nothing to think about.
static bool look_ahead(Game *game, const Choice *choice) {
    const Line *line = &choice->info.line;
    if (!move_is_stone(choice->move) || !game_play(game, choice->move, false, NULL) ||
        game_over(game))
        return false;
    bool expected = choice->has_info && line->pv_length > 1 && line->pv[0] == choice->move &&
                    move_is_stone(line->pv[1]) &&
                    game_check(game, line->pv[1], NULL) == VERDICT_LEGAL;
    if (expected)
        game_play(game, line->pv[1], false, NULL);
    return !game_over(game);
}

static void ponder(Thinker *thinker, const Choice *choice) {
    if (look_ahead(thinker->game, choice))
        player_ponder(thinker->player, game_position(thinker->game), &thinker->limits,
                      &thinker->stop_pondering);
}

static void *think(void *argument) {
    Thinker *thinker = argument;
    Turn turn = {
        .game = thinker->game,
        .limits = thinker->limits,
        .stop = &thinker->stop,
        .on_info = thinker->on_info,
        .user = thinker->user,
        .start_us = thinker->start_us,
    };
    Choice choice;
    Error err = {""};
    bool ok = player_choose(thinker->player, &turn, &choice, &err);
    thinker->on_done(ok, &choice, &err, thinker->user);
    atomic_store(&thinker->busy, false);
    if (ok && thinker->ponder && !stop_raised(&thinker->stop_pondering))
        ponder(thinker, &choice);
    return NULL;
}

void thinker_start(Thinker *thinker, Player *player, const Game *game, const Limits *limits,
                   InfoFn on_info, ThinkerDone on_done, void *user) {
    thinker_wait(thinker);
    thinker->start_us = clock_now_us(); // its thread may be slow to start: that is its time, too
    stop_clear(&thinker->stop);
    stop_clear(&thinker->stop_pondering);
    thinker->player = player;
    thinker->game = game_clone(game);
    thinker->limits = *limits;
    thinker->on_info = on_info;
    thinker->on_done = on_done;
    thinker->user = user;
    atomic_store(&thinker->busy, true);
    thinker->thread = thread_start(think, thinker);
    thinker->started = true;
}

void thinker_stop(Thinker *thinker) {
    stop_raise(&thinker->stop);
    stop_raise(&thinker->stop_pondering);
}

void thinker_set_ponder(Thinker *thinker, bool on) {
    thinker_wait(thinker);
    thinker->ponder = on;
}

void thinker_wait(Thinker *thinker) {
    if (!thinker->started)
        return;
    stop_raise(&thinker->stop_pondering);
    thread_join(thinker->thread);
    thinker->started = false;
    game_free(thinker->game);
    thinker->game = NULL;
}

bool thinker_busy(Thinker *thinker) {
    return atomic_load(&thinker->busy);
}
