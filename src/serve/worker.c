// SPDX-License-Identifier: MIT
#include "serve/worker.h"

#include "base/memory.h"
#include "serve/house.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A move that cost so much of the chance to win gets a reason: the page calls it a slip, or worse.
static const double BLAME_DROP = 0.07;

// A player kept between jobs.
typedef struct CachedPlayer {
    Player *player;
    char *table; // the sitting it has begun
} CachedPlayer;

struct PageWorker {
    const HouseSetup *setup;
    Thinker *thinker;
    atomic_bool ended; // the job at hand: time to wake the server
    // --- the server's thread's alone ---
    bool open; // a job was started, and its end not yet fetched
    News news; // of it, so far
    // --- the thinking thread's alone ---
    Engine *engine; // for analyses, made when first needed
    CachedPlayer cached[2];
};

// --- the thinking thread ---

// A job and whose it is.
typedef struct Assignment {
    PageWorker *worker;
    Job job;
} Assignment;

static void release(void *argument) {
    Assignment *assignment = argument;
    game_free(assignment->job.game);
    free(assignment->job.spec);
    free(assignment->job.table);
    free(assignment);
}

static Engine *engine_of(PageWorker *worker) {
    if (!worker->engine)
        worker->engine = engine_new(worker->setup->registry, worker->setup->threads,
                                    (size_t)worker->setup->hash_bytes);
    return worker->engine;
}

static void cached_free(CachedPlayer *cached) {
    player_free(cached->player);
    free(cached->table);
    *cached = (CachedPlayer){0};
}

// The player of this SPEC: the cached one, or a new one in the place of the seat that chooses now.
static CachedPlayer *seat_player(PageWorker *worker, const Job *job, Error *err) {
    for (int i = 0; i < 2; i++)
        if (worker->cached[i].player && strcmp(worker->cached[i].player->spec, job->spec) == 0)
            return &worker->cached[i];
    CachedPlayer *cached = &worker->cached[game_actor(job->game)];
    cached_free(cached);
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = worker->setup->threads;
    defaults.hash_bytes = worker->setup->hash_bytes;
    cached->player = registry_player(worker->setup->registry, job->spec, &defaults, err);
    return cached->player ? cached : NULL;
}

static bool choose(PageWorker *worker, const Job *job, const Ask *ask, Choice *choice, Error *err) {
    CachedPlayer *cached = seat_player(worker, job, err);
    if (!cached)
        return false;
    if (!cached->table || strcmp(cached->table, job->table) != 0) {
        if (cached->table)
            player_end(cached->player);
        free(cached->table);
        cached->table = NULL;
        if (!player_begin(cached->player, job->game, err))
            return false;
        cached->table = mem_copy_text(job->table);
    }
    Ask turn = *ask;
    turn.game = job->game;
    turn.limits = job->limits;
    turn.start_us = 0; // a player that had to be started first does not pay for it
    return player_choose(cached->player, &turn, choice, err);
}

static void analyse(PageWorker *worker, const Job *job, const Ask *ask) {
    Outcome outcome;
    Ask order = *ask;
    order.position = game_position(job->game);
    order.limits = job->limits;
    engine_think(engine_of(worker), &order, &outcome);
}

// --- reviews ---

// A game that is over needs no thought.
static void settled(const Game *game, Judgement *judgement) {
    const Position *position = game_position(game);
    Result result = game_result(game);
    Line *line = &judgement->info.line;
    line->visits = -1;
    line->drawn = result == RESULT_DRAW;
    line->score = line->drawn                              ? 0
                  : result == side_wins(position->to_move) ? score_win_in(0)
                                                           : score_loss_in(0);
    line->win = line->drawn ? 0.5 : line->score > 0;
}

static Judgement look_at(PageWorker *worker, const Job *job, const Ask *ask, const Game *game,
                         size_t ply) {
    Judgement judgement = {.ply = ply, .blame.cell = MOVE_NONE};
    if (game_over(game)) {
        settled(game, &judgement);
        return judgement;
    }
    Outcome outcome;
    Ask order = {.position = game_position(game), .limits = job->limits, .stop = ask->stop};
    engine_think(engine_of(worker), &order, &outcome);
    judgement.info = outcome.info;
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
    now->drop = now->info.line.win - (1 - then->info.line.win);
    // The move that was made may be better than the one found in the same time.
    if (now->drop < 0 || position_last_move(b) == now->info.line.pv[0])
        now->drop = 0;
    if (now->drop >= BLAME_DROP)
        now->blame = blame_find(a, &now->info.line, b, &then->info.line);
}

// From the end back: what is found later in the game helps to see it coming.
static void review(PageWorker *worker, const Job *job, const Ask *ask) {
    Game *after = NULL, *game = game_clone(job->game);
    Judgement then = {0};
    for (size_t ply = game_choices(game);; ply--) {
        Judgement now = look_at(worker, job, ask, game, ply);
        if (stop_raised_for(ask->stop, STOP_ASKED))
            break;
        if (after)
            compare(game, after, &now, &then);
        Judgement *judgement = mem_new(sizeof now);
        *judgement = now;
        thinker_post(worker->thinker, judgement);
        then = now;
        game_free(after);
        after = game_clone(game);
        if (!game_undo(game))
            break;
    }
    game_free(after);
    game_free(game);
}

static bool work(Thinker *thinker, const Ask *ask, void *argument, Choice *choice, Error *err) {
    const Assignment *assignment = argument;
    const Job *job = &assignment->job;
    PageWorker *worker = assignment->worker;
    (void)thinker;
    bool ok = true;
    atomic_store(&worker->ended, false);
    if (job->kind == JOB_CHOOSE)
        ok = choose(worker, job, ask, choice, err);
    else if (job->kind == JOB_ANALYSE)
        analyse(worker, job, ask);
    else
        review(worker, job, ask);
    atomic_store(&worker->ended, true);
    return ok;
}

// What is said on the way is fetched when the server next looks: a page needs no message for each.
static void wake(void *user) {
    PageWorker *worker = user;
    if (atomic_load(&worker->ended))
        worker->setup->wake(worker->setup->user);
}

// --- the server's thread ---

PageWorker *worker_new(const HouseSetup *setup) {
    PageWorker *worker = mem_new(sizeof *worker);
    worker->setup = setup;
    worker->thinker = thinker_new(wake, worker);
    return worker;
}

void worker_free(PageWorker *worker) {
    if (!worker)
        return;
    thinker_free(worker->thinker);
    cached_free(&worker->cached[0]);
    cached_free(&worker->cached[1]);
    engine_free(worker->engine);
    free(worker);
}

void worker_start(PageWorker *worker, const Job *job) {
    Assignment *assignment = mem_new(sizeof *assignment);
    *assignment = (Assignment){worker, *job};
    assignment->job.game = game_clone(job->game);
    assignment->job.spec = mem_copy_text(job->spec);
    assignment->job.table = mem_copy_text(job->table);
    worker->news = (News){.kind = job->kind, .ask = job->ask, .desk = job->desk};
    worker->open = true;
    thinker_run(worker->thinker, work, assignment, release);
}

void worker_stop(PageWorker *worker) {
    thinker_stop(worker->thinker);
}

bool worker_busy(PageWorker *worker) {
    return worker->open;
}

bool worker_thinks(PageWorker *worker, int64_t *slowest_stop_us) {
    *slowest_stop_us = thinker_slowest_stop_us(worker->thinker);
    return thinker_busy(worker->thinker);
}

static void note_line(News *news, const Info *info) {
    if (info->multipv < 1 || info->multipv > BOUND_LINES)
        return;
    news->lines[info->multipv - 1] = *info;
    if (news->line_count < info->multipv)
        news->line_count = info->multipv;
}

bool worker_news(PageWorker *worker, News *news) {
    ThinkerUpdate update;
    size_t capacity = 0;
    if (!worker->open || !thinker_poll(worker->thinker, &update))
        return false;
    for (const Said *said = update.said; said; said = said->next)
        if (!said->item)
            note_line(&worker->news, &said->info);
    *news = worker->news;
    news->update = update;
    for (const Said *said = update.said; said; said = said->next)
        if (said->item)
            *MEM_MORE(news->judgements, news->judgement_count, capacity) =
                *(const Judgement *)said->item;
    worker->open = !update.done;
    return true;
}
