// SPDX-License-Identifier: MIT
#include "engine/thinker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

#include <stdlib.h>

typedef struct ThinkerJob {
    ThinkerBody body; // NULL: there is none
    void *argument;
    void (*release)(void *argument);
    Ask ask;
    Game *game;   // that of the ask, a copy; NULL: none
    bool stopped; // before it began
} ThinkerJob;

struct Thinker {
    void (*wake)(void *user);
    void *user;
    pthread_t thread;
    bool started;         // with the first ask
    pthread_mutex_t lock; // of everything below
    pthread_cond_t changed;
    bool closing;
    ThinkerJob next;
    bool working; // until the wake for its answer has returned
    bool muted;   // ... but something else was asked for meanwhile
    bool pondering;
    int waiting; // threads in thinker_wait()
    StopFlag stop, stop_pondering;
    int64_t stop_asked_us; // when, while it has not stopped; 0: not asked
    int64_t slowest_stop_us;
    Said *said, **last;   // what was not yet polled, and where the next one goes
    Said *polled;         // what was handed out
    ThinkerUpdate answer; // without what was said
    bool fresh;           // ... and not yet polled
};

Thinker *thinker_new(void (*wake)(void *user), void *user) {
    Thinker *thinker = mem_new(sizeof *thinker);
    thinker->wake = wake;
    thinker->user = user;
    pthread_mutex_init(&thinker->lock, NULL);
    thread_cond_init(&thinker->changed);
    thinker->last = &thinker->said;
    return thinker;
}

static void job_drop(ThinkerJob *job) {
    if (job->body && job->release)
        job->release(job->argument);
    game_free(job->game);
    *job = (ThinkerJob){0};
}

static void said_free(Said *said) {
    while (said) {
        Said *next = said->next;
        free(said->item);
        free(said);
        said = next;
    }
}

// --- on the thinking thread ---

// Queues a report, unless something else was asked for since. Allocates nothing while
// the lock is held: the way back from die() would leave it taken.
static void tell(Thinker *thinker, const Info *info, void *item) {
    Said *said = mem_new(sizeof *said);
    said->item = item;
    if (info)
        said->info = *info;
    pthread_mutex_lock(&thinker->lock);
    bool heard = !thinker->muted;
    if (heard) {
        *thinker->last = said;
        thinker->last = &said->next;
    }
    pthread_mutex_unlock(&thinker->lock);
    if (!heard)
        said_free(said);
    else if (thinker->wake)
        thinker->wake(thinker->user);
}

static void hear(const Info *info, void *user) {
    tell(user, info, NULL);
}

void thinker_post(Thinker *thinker, void *item) {
    tell(thinker, NULL, item);
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

static bool choose(Thinker *thinker, const Ask *ask, void *player, Choice *choice, Error *err) {
    (void)thinker;
    return player_choose(player, ask, choice, err);
}

// The lock is held here and below, but for the calls to others.
static void ponder(Thinker *thinker, const ThinkerJob *job, const Choice *choice) {
    thinker->pondering = true;
    stop_clear(&thinker->stop_pondering);
    pthread_mutex_unlock(&thinker->lock);
    if (look_ahead(job->game, choice))
        player_ponder(job->argument, game_position(job->game), &job->ask.limits,
                      &thinker->stop_pondering);
    pthread_mutex_lock(&thinker->lock);
    thinker->pondering = false;
}

static void note_stop(Thinker *thinker) {
    int64_t took = thinker->stop_asked_us ? clock_now_us() - thinker->stop_asked_us : 0;
    if (took > thinker->slowest_stop_us)
        thinker->slowest_stop_us = took;
    thinker->stop_asked_us = 0;
}

static void work(Thinker *thinker, ThinkerJob *job) {
    ThinkerUpdate answer = {.done = true, .choice.move = MOVE_NONE};
    thinker->working = true;
    thinker->muted = false;
    thinker->stop_asked_us = 0; // what came while the last answer was handed out met nothing
    stop_clear(&thinker->stop);
    if (job->stopped)
        stop_raise(&thinker->stop);
    pthread_mutex_unlock(&thinker->lock);

    answer.ok = job->body(thinker, &job->ask, job->argument, &answer.choice, &answer.err);

    pthread_mutex_lock(&thinker->lock);
    bool heard = !thinker->muted;
    bool asked_to_stop = stop_raised_for(&thinker->stop, STOP_ASKED);
    note_stop(thinker);
    answer.stopped = asked_to_stop;
    if (heard) {
        thinker->answer = answer;
        thinker->fresh = true;
    }
    pthread_mutex_unlock(&thinker->lock);
    if (heard && thinker->wake)
        thinker->wake(thinker->user);

    pthread_mutex_lock(&thinker->lock);
    thinker->working = false;
    pthread_cond_broadcast(&thinker->changed);
    if (answer.ok && job->ask.ponder && !asked_to_stop && !thinker->next.body &&
        !thinker->waiting && !thinker->closing && !stop_raised_for(&thinker->stop, STOP_ASKED))
        ponder(thinker, job, &answer.choice);
}

static void *run(void *argument) {
    Thinker *thinker = argument;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->closing) {
        if (!thinker->next.body) {
            pthread_cond_wait(&thinker->changed, &thinker->lock);
            continue;
        }
        ThinkerJob job = thinker->next;
        thinker->next = (ThinkerJob){0};
        work(thinker, &job);
        pthread_mutex_unlock(&thinker->lock);
        job_drop(&job);
        pthread_mutex_lock(&thinker->lock);
        pthread_cond_broadcast(&thinker->changed);
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

// --- on the caller's ---

// The lock is held.
static void ask_to_stop(Thinker *thinker) {
    if (thinker->working && !thinker->fresh && !thinker->stop_asked_us)
        thinker->stop_asked_us = clock_now_us();
    stop_raise(&thinker->stop);
    stop_raise(&thinker->stop_pondering);
    thinker->next.stopped = true;
}

// Likewise; what was said and not yet polled.
static Said *take_said(Thinker *thinker) {
    Said *said = thinker->said;
    thinker->said = NULL;
    thinker->last = &thinker->said;
    return said;
}

static void begin(Thinker *thinker, const ThinkerJob *job) {
    if (!thinker->started)
        thinker->thread = thread_start(run, thinker);
    thinker->started = true;
    pthread_mutex_lock(&thinker->lock);
    ThinkerJob before = thinker->next;
    ask_to_stop(thinker);
    thinker->muted = true;
    thinker->next = *job;
    thinker->next.ask.stop = &thinker->stop;
    thinker->next.ask.on_info = hear;
    thinker->next.ask.user = thinker;
    thinker->next.ask.beats = true;
    if (!job->ask.start_us) // the thread may be slow to begin: that is its time, too
        thinker->next.ask.start_us = clock_now_us();
    Said *unheard = take_said(thinker);
    thinker->answer.done = thinker->fresh = false;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    said_free(unheard);
    job_drop(&before);
}

void thinker_ask(Thinker *thinker, Player *player, const Ask *ask) {
    ThinkerJob job = {.body = choose, .argument = player, .ask = *ask};
    job.ask.game = job.game = game_clone(ask->game);
    begin(thinker, &job);
}

void thinker_run(Thinker *thinker, ThinkerBody body, void *argument,
                 void (*release)(void *argument)) {
    begin(thinker, &(ThinkerJob){.body = body, .argument = argument, .release = release});
}

void thinker_stop(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    ask_to_stop(thinker);
    pthread_mutex_unlock(&thinker->lock);
}

// The lock is held.
static bool is_busy(const Thinker *thinker) {
    return thinker->working || thinker->next.body;
}

void thinker_wait(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    thinker->waiting++;
    stop_raise(&thinker->stop_pondering);
    while (is_busy(thinker) || thinker->pondering)
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    thinker->waiting--;
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_wait_until(Thinker *thinker, int64_t moment_us) {
    pthread_mutex_lock(&thinker->lock);
    while (is_busy(thinker) && clock_now_us() < moment_us)
        thread_cond_wait_until(&thinker->changed, &thinker->lock, moment_us);
    bool idle = !is_busy(thinker);
    pthread_mutex_unlock(&thinker->lock);
    return idle;
}

bool thinker_busy(Thinker *thinker) {
    return !thinker_wait_until(thinker, 0);
}

int64_t thinker_slowest_stop_us(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    int64_t slowest = thinker->slowest_stop_us;
    pthread_mutex_unlock(&thinker->lock);
    return slowest;
}

bool thinker_poll(Thinker *thinker, ThinkerUpdate *update) {
    pthread_mutex_lock(&thinker->lock);
    Said *before = thinker->polled;
    thinker->polled = take_said(thinker);
    *update = thinker->answer;
    update->said = thinker->polled;
    bool news = thinker->polled || thinker->fresh;
    thinker->fresh = false;
    pthread_mutex_unlock(&thinker->lock);
    said_free(before);
    return news;
}

void thinker_free(Thinker *thinker) {
    if (!thinker)
        return;
    pthread_mutex_lock(&thinker->lock);
    thinker->closing = true;
    ask_to_stop(thinker);
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    if (thinker->started)
        thread_join(thinker->thread);
    job_drop(&thinker->next);
    said_free(thinker->said);
    said_free(thinker->polled);
    pthread_cond_destroy(&thinker->changed);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
}
