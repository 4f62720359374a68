// SPDX-License-Identifier: MIT
// A lesson in as few bytes as it takes: tens of thousands wait to be drawn, and a LineLesson has room for the
// largest board. What stands before its stones is kept as it is.
#ifndef TRAIN_LINE_PACKED_H
#define TRAIN_LINE_PACKED_H

#include "train/checkpoint.h"
#include "train/line_lesson.h"

typedef struct LinePacked LinePacked;

LinePacked *line_packed_new(const LineLesson *lesson); // free() releases it
void line_packed_open(const LinePacked *packed, LineLesson *lesson);
// Several of them, at most as many as there is room for.
void line_packed_keep(LinePacked **lessons, size_t *count, size_t room, Checkpoint *checkpoint);

#endif
