// SPDX-License-Identifier: MIT
// A player against itself, many times over: the games that weights are learned from.
//
// A game begins with a few random stones, discarded when the player thinks that they decide the
// game; the first moves after that may be chosen at random among those nearly as good as the best.
// It ends by the rules, or as soon as its result is proven. Game number i
// follows from the seed and i alone, and games are kept in the order of their numbers: the file is
// the same whatever the number of threads, and a run that was ended goes on where it was.
#ifndef TRAIN_SELFPLAY_H
#define TRAIN_SELFPLAY_H

#include "engine/registry.h"
#include "train/samples.h"

typedef struct SelfplaySetup {
    const Registry *registry;
    const char *spec; // of the player
    PlayerDefaults defaults;
    SampleBoard board;
    Limits limits;
    uint64_t seed;
    int64_t first, games; // numbers first .. games-1 are played
    int threads;
    int64_t noisy; // moves after the opening in which chance may choose
    // Percent of the moves that get a share of the nodes only: such a game costs less, and its
    // result teaches as much. What they think best is not told.
    int64_t quick;
} SelfplaySetup;

typedef struct SelfplayTally {
    int64_t games;
    int64_t results[4]; // by Result
    int64_t moves;      // that were thought about
} SelfplayTally;

// Called on the thread of selfplay_run() after a game is kept, in order; false: stop.
typedef bool (*SelfplayFn)(const SelfplayTally *tally, void *user);

// Is there such a player, and does it play this game? False with a sentence otherwise.
bool selfplay_check(const SelfplaySetup *setup, Error *err);
// Blocks until all is played, or stopped. False with a sentence when the player fails or the file
// cannot be written.
bool selfplay_run(const SelfplaySetup *setup, SampleWriter *writer, SelfplayFn on_game, void *user,
                  SelfplayTally *tally, Error *err);

#endif
