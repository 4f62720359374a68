// SPDX-License-Identifier: MIT
// What a training run needs to go on after a sudden end, in a file of its own.
//
//     tengen training 1
//     gomoku freestyle, passes 12, batch 1024 ... games.samples 2528490
//     the numbers, then a hash of them
//
// The second line says of which run it is: of which files, with which settings. One description serves both
// ways: the same calls in the same order keep numbers and bring them back, so that the two cannot disagree.
//
//     checkpoint_keep(checkpoint, &fit->rng, sizeof fit->rng);
//
// Numbers are kept as they lie in memory: a checkpoint is for the program and the machine that made it. It
// appears under its name only when it is complete. After the first failure nothing more happens, and
// checkpoint_close() says what it was.
#ifndef TRAIN_CHECKPOINT_H
#define TRAIN_CHECKPOINT_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Checkpoint Checkpoint;

// Begins a new one, which takes the place of the one that is there when it is closed.
Checkpoint *checkpoint_new(const char *path, const char *about);
// Opens the one that is there; it is whole and of that run. NULL with a sentence; without one when there is none.
Checkpoint *checkpoint_open(const char *path, const char *about, Error *err);
bool checkpoint_brings_back(const Checkpoint *checkpoint); // it was opened

void checkpoint_keep(Checkpoint *checkpoint, void *bytes, size_t count);
// A number; the one that was kept comes back. It is at most `most`, or the file is none of ours.
uint64_t checkpoint_number(Checkpoint *checkpoint, uint64_t number, uint64_t most);
// A number that is a property of the program. Brought back by another program, it is told.
void checkpoint_expect(Checkpoint *checkpoint, uint64_t number);

// False with a sentence when something failed; what was there before then still is.
bool checkpoint_close(Checkpoint *checkpoint, Error *err);
void checkpoint_remove(const char *path); // and what a sudden end left of the next one

#endif
