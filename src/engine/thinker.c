// SPDX-License-Identifier: MIT
#include "engine/thinker.h"

#include "base/memory.h"
#include "base/thread.h"

#include <stdatomic.h>
#include <stdlib.h>

struct Thinker {
    pthread_t thread;
    bool started; // there is a thread to join
    atomic_bool busy;
    StopFlag stop;
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

static void *think(void *argument) {
    Thinker *thinker = argument;
    Turn turn = {thinker->game, thinker->limits, &thinker->stop, thinker->on_info, thinker->user};
    Choice choice;
    Error err = {""};
    bool ok = player_choose(thinker->player, &turn, &choice, &err);
    thinker->on_done(ok, &choice, &err, thinker->user);
    atomic_store(&thinker->busy, false);
    return NULL;
}

void thinker_start(Thinker *thinker, Player *player, const Game *game, const Limits *limits,
                   InfoFn on_info, ThinkerDone on_done, void *user) {
    thinker_wait(thinker);
    stop_clear(&thinker->stop);
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
}

void thinker_wait(Thinker *thinker) {
    if (!thinker->started)
        return;
    thread_join(thinker->thread);
    thinker->started = false;
    game_free(thinker->game);
    thinker->game = NULL;
}

bool thinker_busy(Thinker *thinker) {
    return atomic_load(&thinker->busy);
}
