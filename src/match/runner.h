// SPDX-License-Identifier: MIT
// Plays the games of a match, several at a time, and reports them in order.
//
// Every worker thread plays one game at a time with players of its own; the thread that called
// runner_run() does the rest: it counts, reports, watches overdue turns and asks whether to go on.
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "engine/registry.h"
#include "match/journal.h"
#include "match/openings.h"
#include "match/referee.h"
#include "match/standing.h"

typedef struct RunnerSetup {
    const Registry *registry;
    char *const *specs; // one a player
    PlayerDefaults defaults;
    const PlayedContext *context;
    Openings *openings;
    Schedule schedule;
    Limits limits;
    int64_t margin_ms;
    Adjudication adjudication;
    uint64_t seed; // what is left to chance in a game follows from this and the game's number
    int concurrency;
} RunnerSetup;

typedef enum RunnerWish {
    RUNNER_GO_ON,
    RUNNER_FINISH, // no new games; those that are running are played to their end
    RUNNER_STOP,   // now
} RunnerWish;

typedef struct RunnerEvents {
    // A game has been counted; in the order of their numbers.
    void (*on_game)(const Played *played, const Standing *standing, void *user);
    // Several times a second, and after games.
    RunnerWish (*on_tick)(const Standing *standing, int64_t running, void *user);
    void *user;
} RunnerEvents;

typedef struct Runner Runner;

Runner *runner_new(const RunnerSetup *setup, const RunnerEvents *events, const Sprt *sprt);
void runner_free(Runner *runner);

// Makes every player once and lets it begin a game, so that what cannot play is refused before the
// first one. False with a sentence; *broken when a program failed and not the caller.
bool runner_probe(Runner *runner, bool *broken, Error *err);

// Games are kept there from now on; NULL: nowhere.
void runner_keep(Runner *runner, Journal *journal);

// A game that was played already. It is counted and not played again; the game is taken.
void runner_know(Runner *runner, Played *played);

// Plays what is missing. Blocks until all is played, decided or no longer wanted. False with a
// sentence when games could not be kept.
bool runner_run(Runner *runner, Error *err);

const Standing *runner_standing(const Runner *runner);
int64_t
runner_uncounted(const Runner *runner); // games that are kept but stand behind a missing one

#endif
