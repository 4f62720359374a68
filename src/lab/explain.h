// SPDX-License-Identifier: MIT
// A search told as it happens: every node with its window, every leaf with its worth, every cut
// with what it left out. For small trees, to learn from.
#ifndef LAB_EXPLAIN_H
#define LAB_EXPLAIN_H

#include "base/text.h"
#include "lab/walk.h"

enum { EXPLAIN_LINES_MAX = 2000 };

// Zero-initialised is ready. Hand explain_event and its address to LabSettings.
typedef struct Explanation {
    Text text;
    size_t lines;
    bool full; // the log was cut at its maximal length
    bool json; // an object a line, for programs
} Explanation;

void explain_event(const WalkEvent *event, void *explanation);
// "12", "win" with the plies left, "-inf": as people read values.
void explain_value(int64_t value, Text *out);

#endif
