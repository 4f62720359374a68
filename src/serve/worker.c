// SPDX-License-Identifier: MIT
#include "serve/worker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

// A player and what it was last told of.
typedef struct Sitter {
    Player *player;
    char *table; // the sitting it has begun
} Sitter;

struct Worker {
    WorkerSetup setup;
    pthread_t thread;
    pthread_mutex_t lock; // everything down to the line
    pthread_cond_t changed;
    bool closing;
    bool waiting; // `next` is to be done
    Job next;
    bool working;
    StopFlag stop;
    int64_t asked_to_stop_us; // when, while it has not; 0 when nobody asked
    int64_t slowest_stop_us;
    News news;
    size_t judgement_capacity;
    // --- the thinking thread's alone ---
    Engine *engine; // for analyses, made when first needed
    Sitter sitters[2];
};

static Job job_copy(const Job *job) {
    Job copy = *job;
    copy.game = game_clone(job->game);
    copy.spec = mem_copy_text(job->spec);
    copy.table = mem_copy_text(job->table);
    return copy;
}

static void job_free(Job *job) {
    game_free(job->game);
    free(job->spec);
    free(job->table);
    *job = (Job){0};
}

// The lock is held.
static void ask_to_stop(Worker *worker) {
    if (worker->working && !worker->asked_to_stop_us)
        worker->asked_to_stop_us = clock_now_us();
    stop_raise(&worker->stop);
}

// Likewise; the thinking thread is at rest.
static void note_stop(Worker *worker) {
    if (!worker->asked_to_stop_us)
        return;
    int64_t took = clock_now_us() - worker->asked_to_stop_us;
    if (took > worker->slowest_stop_us)
        worker->slowest_stop_us = took;
    worker->asked_to_stop_us = 0;
}

// --- the thinking thread ---

static void on_info(const Info *info, void *user) {
    Worker *worker = user;
    if (info->multipv < 1 || info->multipv > BOUND_LINES)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->news.lines[info->multipv - 1] = *info;
    if (worker->news.line_count < info->multipv)
        worker->news.line_count = info->multipv;
    worker->news.more = true;
    pthread_mutex_unlock(&worker->lock);
}

static Engine *engine_of(Worker *worker) {
    if (!worker->engine)
        worker->engine = engine_new(worker->setup.registry, worker->setup.threads,
                                    (size_t)worker->setup.hash_bytes);
    return worker->engine;
}

static void sitter_free(Sitter *sitter) {
    player_free(sitter->player);
    free(sitter->table);
    *sitter = (Sitter){0};
}

// The player of this SPEC: in the seat he had, or in the one that is to choose now.
static Sitter *seat_player(Worker *worker, const Job *job, Error *err) {
    for (int i = 0; i < 2; i++)
        if (worker->sitters[i].player && strcmp(worker->sitters[i].player->spec, job->spec) == 0)
            return &worker->sitters[i];
    Sitter *sitter = &worker->sitters[game_actor(job->game)];
    sitter_free(sitter);
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = worker->setup.threads;
    defaults.hash_bytes = worker->setup.hash_bytes;
    sitter->player = registry_player(worker->setup.registry, job->spec, &defaults, err);
    return sitter->player ? sitter : NULL;
}

static bool choose(Worker *worker, const Job *job, Choice *choice, Error *err) {
    Sitter *sitter = seat_player(worker, job, err);
    if (!sitter)
        return false;
    if (!sitter->table || strcmp(sitter->table, job->table) != 0) {
        if (sitter->table)
            player_end(sitter->player);
        free(sitter->table);
        sitter->table = NULL;
        if (!player_begin(sitter->player, job->game, err))
            return false;
        sitter->table = mem_copy_text(job->table);
    }
    Turn turn = {.game = job->game,
                 .limits = job->limits,
                 .stop = &worker->stop,
                 .on_info = on_info,
                 .user = worker};
    return player_choose(sitter->player, &turn, choice, err);
}

static void analyse(Worker *worker, const Job *job) {
    Outcome outcome;
    EngineOrder order = {.position = game_position(job->game),
                         .limits = job->limits,
                         .stop = &worker->stop,
                         .on_info = on_info,
                         .user = worker};
    engine_think(engine_of(worker), &order, &outcome);
}

// --- reviews ---

static void judge(Worker *worker, const Judgement *judgement) {
    News *news = &worker->news;
    pthread_mutex_lock(&worker->lock);
    news->judgements = mem_grow(news->judgements, news->judgement_count,
                                &worker->judgement_capacity, sizeof *news->judgements);
    news->judgements[news->judgement_count++] = *judgement;
    pthread_mutex_unlock(&worker->lock);
}

// A game that is over needs no thought.
static void settled(const Game *game, Judgement *judgement) {
    const Position *position = game_position(game);
    Result result = game_result(game);
    Line *line = &judgement->line;
    line->visits = -1;
    line->drawn = result == RESULT_DRAW;
    line->score = line->drawn                              ? 0
                  : result == side_wins(position->to_move) ? score_win_in(0)
                                                           : score_loss_in(0);
    line->win = line->drawn ? 0.5 : line->score > 0;
}

static Judgement look_at(Worker *worker, const Job *job, const Game *game, size_t ply) {
    Judgement judgement = {.ply = ply, .blame.cell = MOVE_NONE};
    if (game_over(game)) {
        settled(game, &judgement);
        return judgement;
    }
    Outcome outcome;
    EngineOrder order = {
        .position = game_position(game), .limits = job->limits, .stop = &worker->stop};
    engine_think(engine_of(worker), &order, &outcome);
    judgement.line = outcome.info.line;
    judgement.depth = outcome.info.depth;
    judgement.nodes = outcome.info.nodes;
    judgement.time_ms = outcome.info.time_ms;
    return judgement;
}

// What the move from `before` to `after` cost. Where the turn did not pass (a choice of colours, an
// opening being laid out) nothing can be said.
static void compare(const Game *before, const Game *after, Judgement *now, const Judgement *then) {
    const Position *a = game_position(before), *b = game_position(after);
    bool stone = b->ply_count == a->ply_count + 1 && move_is_stone(position_last_move(b));
    if (!stone || a->to_move == b->to_move || game_phase(before).placing)
        return;
    now->has_drop = true;
    now->drop = now->line.win - (1 - then->line.win);
    // The move that was made may be better than the one found in the same time.
    if (now->drop < 0 || position_last_move(b) == now->line.pv[0])
        now->drop = 0;
    if (now->drop >= 0.07)
        now->blame = blame_find(a, &now->line, b, &then->line);
}

// From the end back: what is found later in the game helps to see it coming.
static void review(Worker *worker, const Job *job) {
    Game *after = NULL, *game = game_clone(job->game);
    Judgement then = {0};
    for (size_t ply = game_choices(game);; ply--) {
        Judgement now = look_at(worker, job, game, ply);
        if (stop_raised_for(&worker->stop, STOP_ASKED))
            break;
        if (after)
            compare(game, after, &now, &then);
        judge(worker, &now);
        then = now;
        game_free(after);
        after = game_clone(game);
        if (!game_undo(game))
            break;
    }
    game_free(after);
    game_free(game);
}

static void work(Worker *worker, const Job *job) {
    Choice choice = {.move = MOVE_NONE};
    Error err = {""};
    bool ok = true;
    if (job->kind == JOB_CHOOSE)
        ok = choose(worker, job, &choice, &err);
    else if (job->kind == JOB_ANALYSE)
        analyse(worker, job);
    else
        review(worker, job);
    pthread_mutex_lock(&worker->lock);
    worker->news.ended = true;
    worker->news.stopped = stop_raised_for(&worker->stop, STOP_ASKED);
    worker->news.ok = ok;
    worker->news.choice = choice;
    worker->news.err = err;
    worker->working = false;
    note_stop(worker);
    pthread_mutex_unlock(&worker->lock);
    worker->setup.wake(worker->setup.user);
}

static void *run(void *argument) {
    Worker *worker = argument;
    for (;;) {
        pthread_mutex_lock(&worker->lock);
        while (!worker->waiting && !worker->closing)
            pthread_cond_wait(&worker->changed, &worker->lock);
        if (worker->closing) {
            pthread_mutex_unlock(&worker->lock);
            return NULL;
        }
        Job job = worker->next;
        worker->next = (Job){0};
        worker->waiting = false;
        worker->working = true;
        stop_clear(&worker->stop);
        free(worker->news.judgements); // of the job before, which nobody waits for
        worker->news = (News){.kind = job.kind, .ask = job.ask, .desk = job.desk};
        worker->judgement_capacity = 0;
        pthread_mutex_unlock(&worker->lock);
        work(worker, &job);
        job_free(&job);
    }
}

// --- the server's thread ---

Worker *worker_new(const WorkerSetup *setup) {
    Worker *worker = mem_new(sizeof *worker);
    worker->setup = *setup;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    worker->thread = thread_start(run, worker);
    return worker;
}

void worker_free(Worker *worker) {
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->closing = true;
    stop_raise(&worker->stop);
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    thread_join(worker->thread);
    job_free(&worker->next);
    free(worker->news.judgements);
    sitter_free(&worker->sitters[0]);
    sitter_free(&worker->sitters[1]);
    engine_free(worker->engine);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

void worker_start(Worker *worker, const Job *job) {
    pthread_mutex_lock(&worker->lock);
    job_free(&worker->next);
    worker->next = job_copy(job);
    worker->waiting = true;
    ask_to_stop(worker);
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_stop(Worker *worker) {
    pthread_mutex_lock(&worker->lock);
    job_free(&worker->next);
    worker->waiting = false;
    ask_to_stop(worker);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_busy(Worker *worker) {
    pthread_mutex_lock(&worker->lock);
    bool busy = worker->waiting || worker->working || worker->news.ended;
    pthread_mutex_unlock(&worker->lock);
    return busy;
}

bool worker_thinks(Worker *worker, int64_t *slowest_stop_us) {
    pthread_mutex_lock(&worker->lock);
    bool thinks = worker->waiting || worker->working;
    *slowest_stop_us = worker->slowest_stop_us;
    pthread_mutex_unlock(&worker->lock);
    return thinks;
}

bool worker_news(Worker *worker, News *news) {
    pthread_mutex_lock(&worker->lock);
    News *mine = &worker->news;
    bool fresh = mine->more || mine->judgement_count || mine->ended;
    if (fresh) {
        *news = *mine;
        mine->judgements = NULL;
        mine->judgement_count = worker->judgement_capacity = 0;
        mine->more = mine->ended = false;
    }
    pthread_mutex_unlock(&worker->lock);
    return fresh;
}
