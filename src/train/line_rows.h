// SPDX-License-Identifier: MIT
// The rows of a line network while they are learned, in floats.
//
// A row is the sum of three: of the window's five inner cells, of its seven, and of all nine. Where a window was
// seldom seen its own part stays near nothing, and it stands for what its inner cells say. What is used is the
// sum, rounded as the engine will have it, so that learning knows about the rounding; the gradient passes
// through as if it were not there.
#ifndef TRAIN_LINE_ROWS_H
#define TRAIN_LINE_ROWS_H

#include "base/rng.h"
#include "gomoku/line_net_file.h"
#include "train/checkpoint.h"

typedef struct LineRows LineRows;

// A window and its mirror image are one: the smaller number stands for both.
typedef struct LineImages {
    uint32_t own[WINDOWS];     // of the window as it is
    uint32_t swapped[WINDOWS]; // ... and with the colours changed
} LineImages;

LineImages *line_images_new(void); // to be released with free()

enum {
    LINE_LEVELS = 3, // parts a row is the sum of
    LINE_PARTS = 4,  // groups of rows that threads may change side by side
};

// Where the parts of a window's row are.
typedef struct LinePlace {
    uint32_t rows[LINE_LEVELS];
} LinePlace;

LineRows *line_rows_new(Rng *rng); // for one viewer
void line_rows_free(LineRows *rows);
// They say what those of a network say, LINE_CHANNELS for each window: that, to the number, until the first step.
void line_rows_start(LineRows *rows, const int8_t *all);

LinePlace line_rows_place(const LineRows *rows, uint32_t window);
// The group a place belongs to: windows with the same inner cells share one.
static inline int line_place_part(const LinePlace *place) {
    return (int)(place->rows[0] % LINE_PARTS);
}

// It will be asked for soon.
void line_rows_want(const LineRows *rows, const LinePlace *place);
// The row in whole numbers, as the engine will have it.
void line_rows_get(const LineRows *rows, const LinePlace *place, int8_t row[LINE_CHANNELS]);

// What a batch says of a row; line_rows_step() then takes the step of one group, `rate` as fast, as after `batch`
// lessons. line_rows_begin_step() comes before the steps of all groups.
void line_rows_add(LineRows *rows, const LinePlace *place, const float gradient[LINE_CHANNELS]);
void line_rows_begin_step(LineRows *rows);
void line_rows_step(LineRows *rows, int part, double batch, double rate);

// All of them as integers, as a file has them.
void line_rows_write(const LineRows *rows, int8_t *all); // LINE_CHANNELS for each window

// Between two batches; those that nothing was learned about are as they were made.
void line_rows_keep(LineRows *rows, Checkpoint *checkpoint);

#endif
