// SPDX-License-Identifier: MIT
#include "train/adam.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double KEEP_MEAN = 0.9, KEEP_SQUARE = 0.999, TINY = 1e-12;

void adam_init(Adam *adam, size_t count) {
    *adam = (Adam){.count = count, .mean_share = 1, .square_share = 1};
    double **vectors[] = {&adam->values, &adam->gradient, &adam->start, &adam->pull,
                          &adam->rate,   &adam->mean,     &adam->square};
    const size_t number = sizeof vectors / sizeof *vectors;
    double *room = mem_new_array(number * count, sizeof *room);
    for (size_t i = 0; i < number; i++)
        *vectors[i] = room + i * count;
}

void adam_free(Adam *adam) {
    free(adam->values); // the others lie behind them
    *adam = (Adam){0};
}

void adam_place(Adam *adam, size_t from, size_t count, double start, double pull, double rate) {
    assert(from + count <= adam->count);
    for (size_t i = from; i < from + count; i++) {
        adam->values[i] = adam->start[i] = start;
        adam->pull[i] = pull;
        adam->rate[i] = rate;
    }
}

void adam_step(Adam *adam, double samples, double all, double speed) {
    assert(samples > 0 && all > 0);
    adam->mean_share *= KEEP_MEAN;
    adam->square_share *= KEEP_SQUARE;
    double mean_scale = 1 / (1 - adam->mean_share), square_scale = 1 / (1 - adam->square_share);
    for (size_t i = 0; i < adam->count; i++) {
        double gradient =
            adam->gradient[i] / samples + adam->pull[i] * (adam->values[i] - adam->start[i]) / all;
        adam->mean[i] = KEEP_MEAN * adam->mean[i] + (1 - KEEP_MEAN) * gradient;
        adam->square[i] = KEEP_SQUARE * adam->square[i] + (1 - KEEP_SQUARE) * gradient * gradient;
        adam->values[i] -= speed * adam->rate[i] * adam->mean[i] * mean_scale /
                           (sqrt(adam->square[i] * square_scale) + TINY);
        adam->gradient[i] = 0;
    }
}

void adam_keep(Adam *adam, Checkpoint *checkpoint) {
    double *const vectors[] = {adam->values, adam->gradient, adam->mean, adam->square};
    checkpoint_expect(checkpoint, adam->count);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        checkpoint_keep(checkpoint, vectors[i], adam->count * sizeof *vectors[i]);
    checkpoint_keep(checkpoint, &adam->mean_share, sizeof adam->mean_share);
    checkpoint_keep(checkpoint, &adam->square_share, sizeof adam->square_share);
}
