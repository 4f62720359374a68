// SPDX-License-Identifier: MIT
// The optimiser: Adam (Kingma and Ba 2015) over a vector of parameters, each drawn towards the
// value it began with by its own strength, as a Gaussian prior would.
#ifndef TRAIN_ADAM_H
#define TRAIN_ADAM_H

#include "train/checkpoint.h"

typedef struct Adam {
    size_t count;
    double *values;   // the parameters
    double *gradient; // of the loss of a batch, summed; the caller adds to it
    double *start;    // what they are drawn towards
    double *pull;     // how strongly: 1/variance
    double *rate;     // the step of each at full speed
    double *mean, *square;
    double mean_share, square_share; // of the past in these two, by now
} Adam;

void adam_init(Adam *adam, size_t count);
void adam_free(Adam *adam);
// Sets up parameters from .. from+count-1: where they begin, how firmly they stay there, and how
// fast they move.
void adam_place(Adam *adam, size_t from, size_t count, double start, double pull, double rate);
// One step against the gradient of `samples` of `all` samples; `speed` in 0 .. 1. Clears the
// gradient.
void adam_step(Adam *adam, double samples, double all, double speed);
void adam_keep(Adam *adam, Checkpoint *checkpoint); // where it is, not how it was placed

#endif
