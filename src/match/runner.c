// SPDX-License-Identifier: MIT
#include "match/runner.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/ordered.h"
#include "base/rng.h"

#include <stdlib.h>

// A worker keeps the players of its last game: a match of two never starts a program twice.
typedef struct Bench {
    size_t player;
    Player *object; // NULL: the place is free
} Bench;

typedef struct RunnerWorker {
    Runner *runner;
    Bench bench[2];
    StopFlag stop;
    atomic_bool cancel;
    _Atomic int64_t overdue_us;
} RunnerWorker;

struct Runner {
    RunnerSetup setup;
    RunnerEvents events;
    Standing standing;
    Journal *journal;      // NULL: nothing is kept
    RunnerWorker *workers; // `concurrency` of them
    Ordered *games;        // results are Played
};

Runner *runner_new(const RunnerSetup *setup, const RunnerEvents *events, const Sprt *sprt) {
    Runner *runner = mem_new(sizeof *runner);
    runner->setup = *setup;
    runner->events = *events;
    int64_t games = schedule_games(&setup->schedule);
    runner->games = ordered_new(0, games, games + 1);
    runner->workers = mem_new_array((size_t)setup->concurrency, sizeof *runner->workers);
    for (int i = 0; i < setup->concurrency; i++)
        runner->workers[i].runner = runner;
    standing_begin(&runner->standing, setup->schedule.players, sprt);
    return runner;
}

static void drop(void *result) {
    played_free(result);
    free(result);
}

void runner_free(Runner *runner) {
    for (int i = 0; i < runner->setup.concurrency; i++)
        for (int b = 0; b < 2; b++)
            player_free(runner->workers[i].bench[b].object);
    ordered_free(runner->games, drop);
    standing_free(&runner->standing);
    free(runner->workers);
    free(runner);
}

const Standing *runner_standing(const Runner *runner) {
    return &runner->standing;
}

int64_t runner_uncounted(const Runner *runner) {
    return ordered_waiting(runner->games);
}

// --- players ---

static Player *make_player(const Runner *runner, size_t player, Error *err) {
    const RunnerSetup *setup = &runner->setup;
    Player *object = registry_player(setup->registry, setup->specs[player], &setup->defaults, err);
    PlayerHosting hosting = {.threads = setup->defaults.threads,
                             .hash_bytes = setup->defaults.hash_bytes,
                             .margin_ms = 2 * setup->margin_ms};
    if (object)
        player_configure(object, &hosting);
    return object;
}

static void dismiss(Bench *bench) {
    player_free(bench->object);
    bench->object = NULL;
}

// Puts both players of a game on the bench, `seats` pointing to their places. Others leave. A
// program begins once without a clock: it may allocate its table when it is told of memory, and
// answers the referee's begin() when that is done. What fails here is judged there.
static bool call_up(RunnerWorker *worker, const size_t players[2], const Game *game,
                    Bench *seats[2], Error *err) {
    for (int b = 0; b < 2; b++) {
        Bench *bench = &worker->bench[b];
        if (bench->object && bench->player != players[0] && bench->player != players[1])
            dismiss(bench);
    }
    for (int seat = 0; seat < 2; seat++) {
        seats[seat] = NULL;
        for (int b = 0; b < 2; b++)
            if (worker->bench[b].object && worker->bench[b].player == players[seat])
                seats[seat] = &worker->bench[b];
    }
    for (int seat = 0; seat < 2; seat++) {
        if (seats[seat])
            continue;
        Bench *bench = &worker->bench[worker->bench[0].object ? 1 : 0];
        *bench = (Bench){players[seat], make_player(worker->runner, players[seat], err)};
        if (!bench->object)
            return false;
        if (bench->object->type->is_command)
            player_begin(bench->object, game, NULL);
        seats[seat] = bench;
    }
    return true;
}

bool runner_probe(Runner *runner, bool *broken, Error *err) {
    bool ok = true;
    *broken = false;
    Game *game = openings_game(runner->setup.openings, 0);
    for (size_t i = 0; i < runner->setup.schedule.players && ok; i++) {
        Player *player = make_player(runner, i, err);
        ok = player && player_begin(player, game, err);
        *broken = player && !ok && player_failure(player) != PLAYER_FINE;
        // The first two will be wanted at once.
        if (i < 2)
            runner->workers[0].bench[i] = (Bench){i, player};
        else
            player_free(player);
    }
    game_free(game);
    return ok;
}

// --- a worker's life ---

// Plays one game and keeps it. False when it was cancelled, could not be played or not be kept; the
// last two are failures.
static bool play(RunnerWorker *worker, int64_t number, Played *played) {
    const RunnerSetup *setup = &worker->runner->setup;
    Fixture fixture = schedule_fixture(&setup->schedule, number);
    Bench *seats[2];
    Error err = {""};
    Game *game = openings_game(setup->openings, fixture.opening);
    if (!call_up(worker, fixture.players, game, seats, &err)) {
        ordered_fail(worker->runner->games, &err);
        game_free(game);
        return false;
    }
    RefereeOrder order = {.limits = setup->limits,
                          .margin_ms = setup->margin_ms,
                          .adjudication = setup->adjudication,
                          .stop = &worker->stop,
                          .cancel = &worker->cancel,
                          .overdue_us = &worker->overdue_us};
    for (int seat = 0; seat < 2; seat++) {
        order.players[seat] = seats[seat]->object;
        player_reseed(order.players[seat],
                      rng_mix(setup->seed ^ rng_mix((uint64_t)number * 2 + (uint64_t)seat)));
    }
    bool done = referee_play(&order, game, played);
    if (done) {
        played->number = number;
        played->opening = fixture.opening;
        for (int seat = 0; seat < 2; seat++) {
            played->players[seat] = fixture.players[seat];
            if (referee_faulted(played, (Seat)seat))
                dismiss(seats[seat]);
        }
        Journal *journal = worker->runner->journal;
        if (journal && !journal_add(journal, played, game_position(game), &err)) {
            ordered_fail(worker->runner->games, &err);
            played_free(played);
            done = false;
        }
    }
    game_free(game);
    return done;
}

static void work(Ordered *games, int index, void *user) {
    RunnerWorker *worker = &((Runner *)user)->workers[index];
    bool done = true;
    for (int64_t number; done && ordered_claim(games, &number);) {
        Played played;
        done = play(worker, number, &played);
        if (done)
            ordered_put(games, number, mem_copy(&played, sizeof played));
        else
            ordered_return(games, number);
    }
    // Programs that ignore END take a second each to end: every worker ends its own.
    for (int b = 0; b < 2; b++)
        dismiss(&worker->bench[b]);
}

// --- the caller's thread ---

void runner_keep(Runner *runner, Journal *journal) {
    runner->journal = journal;
}

void runner_know(Runner *runner, Played *played) {
    Played *known = mem_copy(played, sizeof *played);
    if (!ordered_put(runner->games, played->number, known))
        drop(known);
}

// What is still being played when the verdict falls could not change it.
static bool count(Ordered *games, int64_t number, void *result, void *user) {
    (void)games, (void)number;
    Runner *runner = user;
    standing_add(&runner->standing, result);
    runner->events.on_game(result, &runner->standing, runner->events.user);
    drop(result);
    return !standing_decided(&runner->standing);
}

static void cancel_all(Runner *runner) {
    for (int i = 0; i < runner->setup.concurrency; i++) {
        atomic_store(&runner->workers[i].cancel, true);
        stop_raise(&runner->workers[i].stop);
    }
}

static void stop_overdue(Runner *runner) {
    int64_t now = clock_now_us();
    for (int i = 0; i < runner->setup.concurrency; i++) {
        int64_t overdue = atomic_load(&runner->workers[i].overdue_us);
        if (overdue && now >= overdue &&
            atomic_compare_exchange_strong(&runner->workers[i].overdue_us, &overdue, 0))
            stop_raise(&runner->workers[i].stop);
    }
}

static void tick(Ordered *games, void *user) {
    Runner *runner = user;
    RunnerWish wish =
        runner->events.on_tick(&runner->standing, ordered_running(games), runner->events.user);
    if (wish != RUNNER_GO_ON)
        ordered_close(games);
    if (wish == RUNNER_STOP || standing_decided(&runner->standing) || ordered_failed(games, NULL))
        cancel_all(runner);
    stop_overdue(runner);
}

bool runner_run(Runner *runner, Error *err) {
    OrderedCrew crew = {.threads = runner->setup.concurrency,
                        .work = work,
                        .take = count,
                        .tick = tick,
                        .user = runner};
    return ordered_run(runner->games, &crew, err);
}
