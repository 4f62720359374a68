// SPDX-License-Identifier: MIT
#include "train/adam.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double KEEP_MEAN = 0.9, KEEP_SQUARE = 0.999, TINY = 1e-12;

void adam_init(Adam *adam, size_t count) {
    *adam = (Adam){.count = count, .mean_share = 1, .square_share = 1};
    double **vectors[] = {&adam->values, &adam->gradient, &adam->start, &adam->pull,
                          &adam->rate,   &adam->mean,     &adam->square};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = mem_new_array(count, sizeof **vectors[i]);
}

void adam_free(Adam *adam) {
    free(adam->values);
    free(adam->gradient);
    free(adam->start);
    free(adam->pull);
    free(adam->rate);
    free(adam->mean);
    free(adam->square);
    *adam = (Adam){0};
}

void adam_place(Adam *adam, size_t from, size_t count, double start, double pull, double rate) {
    for (size_t i = from; i < from + count; i++) {
        adam->values[i] = adam->start[i] = start;
        adam->pull[i] = pull;
        adam->rate[i] = rate;
    }
}

void adam_step(Adam *adam, double samples, double all, double speed) {
    adam->mean_share *= KEEP_MEAN;
    adam->square_share *= KEEP_SQUARE;
    double mean_scale = 1 / (1 - adam->mean_share), square_scale = 1 / (1 - adam->square_share);
    for (size_t i = 0; i < adam->count; i++) {
        double slope =
            adam->gradient[i] / samples + adam->pull[i] * (adam->values[i] - adam->start[i]) / all;
        adam->mean[i] = KEEP_MEAN * adam->mean[i] + (1 - KEEP_MEAN) * slope;
        adam->square[i] = KEEP_SQUARE * adam->square[i] + (1 - KEEP_SQUARE) * slope * slope;
        adam->values[i] -= speed * adam->rate[i] * adam->mean[i] * mean_scale /
                           (sqrt(adam->square[i] * square_scale) + TINY);
        adam->gradient[i] = 0;
    }
}
