// SPDX-License-Identifier: MIT
// Positions that stand in many games: each teaches a bounded number of times, so that a line that is often played,
// or a file that was given twice, does not count for more than all that comes after it.
//
// Turned and mirrored positions are one. What is remembered is the last million of them or so, in a table of fixed
// size; the one that comes to a taken place takes it over.
#ifndef TRAIN_REPEATS_H
#define TRAIN_REPEATS_H

#include "train/checkpoint.h"
#include "train/samples.h"

typedef struct Repeats Repeats;

enum { REPEATS_MOST = 4 }; // times that a position teaches in a pass

Repeats *repeats_new(void);
void repeats_free(Repeats *repeats);  // NULL is fine
void repeats_begin(Repeats *repeats); // a pass
// Positions of the game that came often enough count as not judged from now on.
void repeats_drop(Repeats *repeats, const SampleBoard *board, SampleGame *game);
void repeats_keep(Repeats *repeats, Checkpoint *checkpoint);

#endif
