// SPDX-License-Identifier: MIT
#include "match/runner.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/thread.h"
#include "child/child.h"

#include <stdlib.h>

enum { TICK_US = 50000 };

typedef enum SlotState { SLOT_OPEN, SLOT_RUNNING, SLOT_DONE, SLOT_COUNTED } SlotState;

typedef struct Slot {
    SlotState state;
    Played played; // while done and not yet counted
} Slot;

// A worker keeps the players of its last game: a match of two never starts a program twice.
typedef struct Bench {
    size_t player;
    Player *object; // NULL: the place is free
} Bench;

typedef struct Worker {
    Runner *runner;
    pthread_t thread;
    Bench bench[2];
    StopFlag stop;
    atomic_bool cancel;
    _Atomic int64_t overdue_us;
} Worker;

struct Runner {
    RunnerSetup setup;
    RunnerEvents events;
    Standing standing;
    Journal *journal; // NULL: nothing is kept
    Janitor *janitor;
    Worker *workers;
    pthread_mutex_t mutex; // guards what follows
    pthread_cond_t changed;
    Slot *slots;         // one a game
    int64_t total, next; // no game below `next` is open
    int64_t running, uncounted;
    int working; // workers that have not left yet
    bool closed; // no new games
    bool failed; // a game could not be kept
    Error failure;
};

Runner *runner_new(const RunnerSetup *setup, const RunnerEvents *events, const Sprt *sprt) {
    Runner *runner = mem_new(sizeof *runner);
    runner->janitor = janitor_new();
    runner->setup = *setup;
    runner->events = *events;
    runner->total = schedule_games(&setup->schedule);
    runner->slots = mem_new_array((size_t)runner->total, sizeof *runner->slots);
    runner->workers = mem_new_array((size_t)setup->concurrency, sizeof *runner->workers);
    for (int i = 0; i < setup->concurrency; i++)
        runner->workers[i].runner = runner;
    standing_begin(&runner->standing, setup->schedule.players, sprt);
    pthread_mutex_init(&runner->mutex, NULL);
    thread_cond_init(&runner->changed);
    return runner;
}

void runner_free(Runner *runner) {
    for (int i = 0; i < runner->setup.concurrency; i++)
        for (int b = 0; b < 2; b++)
            player_free(runner->workers[i].bench[b].object);
    janitor_free(runner->janitor);
    for (int64_t i = 0; i < runner->total; i++)
        played_free(&runner->slots[i].played);
    standing_free(&runner->standing);
    pthread_cond_destroy(&runner->changed);
    pthread_mutex_destroy(&runner->mutex);
    free(runner->slots);
    free(runner->workers);
    free(runner);
}

const Standing *runner_standing(const Runner *runner) {
    return &runner->standing;
}

int64_t runner_uncounted(const Runner *runner) {
    return runner->uncounted;
}

// --- players ---

static Player *make_player(const Runner *runner, size_t player, Error *err) {
    const RunnerSetup *setup = &runner->setup;
    Player *object = registry_player(setup->registry, setup->specs[player], &setup->defaults, err);
    if (object && object->type->is_human) {
        player_free(object);
        error_set(err, "'%.60s' cannot play a match; `tengen play` is for people",
                  setup->specs[player]);
        return NULL;
    }
    if (object && (object->type == &gomocup_child_player || object->type == &gtp_child_player)) {
        ChildSettings settings = CHILD_SETTINGS;
        settings.own_folder = true;
        settings.janitor = runner->janitor;
        settings.threads = setup->defaults.threads;
        settings.hash_bytes = setup->defaults.hash_bytes;
        if (settings.margin_ms < 2 * setup->margin_ms)
            settings.margin_ms = 2 * setup->margin_ms;
        child_player_configure(object, &settings);
    }
    return object;
}

static void dismiss(Bench *bench) {
    player_free(bench->object);
    bench->object = NULL;
}

// Puts both players of a game on the bench, `seats` pointing to their places. Others leave.
static bool call_up(Worker *worker, const size_t players[2], Bench *seats[2], Error *err) {
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
        *broken =
            player && !ok && player->type->is_command && child_player_failure(player) != CHILD_FINE;
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

static void fail(Runner *runner, const Error *err) {
    pthread_mutex_lock(&runner->mutex);
    if (!runner->failed)
        runner->failure = *err;
    runner->failed = runner->closed = true;
    pthread_mutex_unlock(&runner->mutex);
}

// Plays one game and keeps it. False when it was cancelled or could not be kept.
static bool play(Worker *worker, int64_t number, Played *played) {
    const RunnerSetup *setup = &worker->runner->setup;
    Fixture fixture = schedule_fixture(&setup->schedule, number);
    Bench *seats[2];
    Error err = {""};
    if (!call_up(worker, fixture.players, seats, &err)) {
        fail(worker->runner, &err);
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
    Game *game = openings_game(setup->openings, fixture.opening);
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
            fail(worker->runner, &err);
            played_free(played);
            done = false;
        }
    }
    game_free(game);
    return done;
}

// The next game nobody plays, -1 when there is none. The mutex is held.
static int64_t take_number(Runner *runner) {
    while (runner->next < runner->total && runner->slots[runner->next].state != SLOT_OPEN)
        runner->next++;
    if (runner->closed || runner->next >= runner->total)
        return -1;
    runner->slots[runner->next].state = SLOT_RUNNING;
    runner->running++;
    return runner->next;
}

static void *work(void *argument) {
    Worker *worker = argument;
    Runner *runner = worker->runner;
    pthread_mutex_lock(&runner->mutex);
    for (int64_t number; (number = take_number(runner)) >= 0;) {
        pthread_mutex_unlock(&runner->mutex);
        Played played;
        bool done = play(worker, number, &played);
        pthread_mutex_lock(&runner->mutex);
        Slot *slot = &runner->slots[number];
        slot->state = done ? SLOT_DONE : SLOT_OPEN;
        if (done)
            slot->played = played;
        runner->running--;
        runner->uncounted += done;
        pthread_cond_signal(&runner->changed);
        if (!done)
            break;
    }
    // Programs that do not care for END take a second each to be rid of: all workers at once.
    pthread_mutex_unlock(&runner->mutex);
    for (int b = 0; b < 2; b++)
        dismiss(&worker->bench[b]);
    pthread_mutex_lock(&runner->mutex);
    runner->working--;
    pthread_cond_signal(&runner->changed);
    pthread_mutex_unlock(&runner->mutex);
    return NULL;
}

// --- the caller's thread ---

void runner_keep(Runner *runner, Journal *journal) {
    runner->journal = journal;
}

void runner_know(Runner *runner, Played *played) {
    bool fits = played->number < runner->total;
    if (fits && runner->slots[played->number].state == SLOT_OPEN) {
        runner->slots[played->number] = (Slot){SLOT_DONE, *played};
        runner->uncounted++;
    } else {
        played_free(played);
    }
}

// Counts the games that are next in line and reports them. The mutex is held and let go meanwhile.
static void count(Runner *runner) {
    while (runner->standing.games < runner->total && !standing_decided(&runner->standing)) {
        Slot *slot = &runner->slots[runner->standing.games];
        if (slot->state != SLOT_DONE)
            return;
        Played played = slot->played;
        *slot = (Slot){.state = SLOT_COUNTED};
        runner->uncounted--;
        pthread_mutex_unlock(&runner->mutex);
        standing_add(&runner->standing, &played);
        runner->events.on_game(&played, &runner->standing, runner->events.user);
        played_free(&played);
        pthread_mutex_lock(&runner->mutex);
    }
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

// One round of the caller's loop. The mutex is held.
static void attend(Runner *runner) {
    count(runner);
    int64_t running = runner->running;
    bool decided = standing_decided(&runner->standing), failed = runner->failed;
    pthread_mutex_unlock(&runner->mutex);
    RunnerWish wish = runner->events.on_tick(&runner->standing, running, runner->events.user);
    // What is still being played when the verdict falls could not change it.
    if (decided || failed || wish == RUNNER_STOP)
        cancel_all(runner);
    stop_overdue(runner);
    pthread_mutex_lock(&runner->mutex);
    runner->closed |= decided || wish != RUNNER_GO_ON;
}

bool runner_run(Runner *runner, Error *err) {
    pthread_mutex_lock(&runner->mutex);
    count(runner);
    runner->closed = standing_decided(&runner->standing);
    runner->working = runner->setup.concurrency;
    for (int i = 0; i < runner->setup.concurrency; i++)
        runner->workers[i].thread = thread_start(work, &runner->workers[i]);
    while (runner->working) {
        attend(runner);
        if (runner->working)
            thread_cond_wait_until(&runner->changed, &runner->mutex, clock_now_us() + TICK_US);
    }
    count(runner);
    bool failed = runner->failed;
    pthread_mutex_unlock(&runner->mutex);
    for (int i = 0; i < runner->setup.concurrency; i++)
        thread_join(runner->workers[i].thread);
    return !failed || error_set(err, "%s", runner->failure.text);
}
