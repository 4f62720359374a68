// SPDX-License-Identifier: MIT
// Several sample files read side by side, as one row of games: always from the file that is furthest behind, by
// the share of its games that were shown. Files may be of different kinds of games, and none shall come last.
#ifndef TRAIN_SAMPLE_FILES_H
#define TRAIN_SAMPLE_FILES_H

#include "base/option.h"
#include "train/checkpoint.h"
#include "train/samples.h"

typedef struct SampleFiles SampleFiles;

// `games` is NULL-ended; both it and the paths outlive the files.
SampleFiles *sample_files_new(const TextList *paths, const GameType *const *games);
void sample_files_free(SampleFiles *files);

void sample_files_begin(SampleFiles *files); // from the first game of each
// The next game, and whether it is one of those that are held out. False at the end, and with a sentence where
// something is wrong; `err` must start empty. How many games a file has is known once its end was seen.
bool sample_files_next(SampleFiles *files, SampleGame *game, bool *held_out, Error *err);
const SampleBoard *sample_files_board(const SampleFiles *files); // of the game read last
// The place they are at.
void sample_files_keep(SampleFiles *files, Checkpoint *checkpoint);

#endif
