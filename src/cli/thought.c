// SPDX-License-Identifier: MIT
// What the engine says is queued by its thread and handed on by ours, so that callers may print and
// a closed pipe stops the search.
#include "cli/thought.h"

#include "base/memory.h"
#include "cli/waker.h"
#include "engine/thinker.h"
#include "game/notation.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

Player *thought_player(const Call *call, Error *err) {
    PlayerDefaults defaults = common_player_defaults(call->options);
    return registry_player(call->registry, "tengen", &defaults, err);
}

Position *thought_position(const Call *call, const char *text, Error *err) {
    const CommonOptions *options = call->options;
    if (!*text) {
        error_set(err,
                  "a POSITION is a move list, stones, a record or - for the empty board, not ''");
        return NULL;
    }
    RecordHints hints = common_hints(options, registry_games(call->registry));
    return position_read(text, &hints, options->to_move, err);
}

// What the thinking thread has said and nobody has read yet.
typedef struct Queue {
    pthread_mutex_t lock;
    Info *infos;
    size_t count, capacity;
    bool done, ok;
    Choice choice;
    Error err;
    Waker waker;
} Queue;

static void on_info(const Info *info, void *user) {
    Queue *queue = user;
    pthread_mutex_lock(&queue->lock);
    queue->infos = mem_grow(queue->infos, queue->count, &queue->capacity, sizeof *queue->infos);
    queue->infos[queue->count++] = *info;
    pthread_mutex_unlock(&queue->lock);
    waker_poke(&queue->waker);
}

static void on_done(bool ok, const Choice *choice, const Error *err, void *user) {
    Queue *queue = user;
    pthread_mutex_lock(&queue->lock);
    queue->done = true;
    queue->ok = ok;
    queue->choice = *choice;
    queue->err = *err;
    pthread_mutex_unlock(&queue->lock);
    waker_poke(&queue->waker);
}

// Hands on what was said; true when nothing more will come.
static bool hand_on(Queue *queue, Thought *thought, Thinker *thinker) {
    pthread_mutex_lock(&queue->lock);
    Info *infos = queue->infos;
    size_t count = queue->count;
    bool done = queue->done;
    queue->infos = NULL;
    queue->count = queue->capacity = 0;
    pthread_mutex_unlock(&queue->lock);
    for (size_t i = 0; i < count && thought->on_info; i++)
        if (!thought->on_info(&infos[i], thought->user)) {
            thought->on_info = NULL;
            thinker_stop(thinker);
        }
    free(infos);
    return done;
}

bool thought_think(Thought *thought, const Position *position, Choice *choice, Error *err) {
    Game *game = game_from_position(position_clone(position));
    if (!player_begin(thought->player, game, err)) {
        game_free(game);
        return false;
    }
    Queue queue = {0};
    pthread_mutex_init(&queue.lock, NULL);
    waker_open(&queue.waker);
    waker_catch(&queue.waker, SIGINT);
    Thinker *thinker = thinker_new();
    thinker_start(thinker, thought->player, game, &thought->limits, on_info, on_done, &queue);
    while (!hand_on(&queue, thought, thinker)) {
        waker_wait(&queue.waker, -1, -1);
        if (waker_caught(SIGINT)) {
            thought->interrupted = true;
            thinker_stop(thinker);
        }
    }
    thinker_free(thinker);
    waker_release(SIGINT);
    waker_close(&queue.waker);
    pthread_mutex_destroy(&queue.lock);
    *choice = queue.choice;
    *err = queue.err;
    game_free(game);
    return queue.ok;
}
