// SPDX-License-Identifier: MIT
// What the three seed systems that count runs say a run is worth.
#ifndef LAB_RUN_WORTH_H
#define LAB_RUN_WORTH_H

#include "lab/runs.h"

int64_t gomokuku_worth(int length, int end, int other_end);
// As its listing has it: a six (or, across a short diagonal, a seven) against the edge passes for a
// five, and a two with a stone at its first end (on the left; above, where it is upright) for nothing.
int64_t gomokuku_faithful_worth(int length, int end, int other_end);
int64_t sustech_worth(int length, int end, int other_end);
int64_t hust_worth(int length, int end, int other_end);

#endif
