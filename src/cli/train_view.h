// SPDX-License-Identifier: MIT
// What is seen of learning while it goes on: a bar on a terminal, a line or an object for each report, curves. It
// also catches the signals that would end the program, so that the run is kept first.
#ifndef CLI_TRAIN_VIEW_H
#define CLI_TRAIN_VIEW_H

#include "cli/command.h"
#include "cli/waker.h"
#include "train/trainer.h"

typedef struct TrainView {
    const Call *call;
    const TrainOrder *order;
    const char *curves; // a file, NULL: none
    Waker waker;
    bool live;                  // there is a terminal
    int64_t begun_us, drawn_us; // begun: with the first position
    int64_t begun_at;           // positions: a run may go on from where it was
    Error failure;              // of the curves
} TrainView;

void train_view_open(TrainView *view, const Call *call, const TrainOrder *order,
                     const char *curves);
// False with a sentence when the curves could not be written.
bool train_view_close(TrainView *view, Error *err);

// The callbacks of a TrainOrder; the view is the user.
bool train_view_game(const TrainProgress *progress, void *user);
void train_view_report(const TrainResult *result, void *user);

void train_view_json(const TrainResult *result, Text *out); // how it ended

#endif
