// SPDX-License-Identifier: MIT
// What the parts of `tengen tune` are to each other.
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include "base/text.h"
#include "match/tune.h"

// How a tuning stands: a line a parameter, and the command that tries what was found. JSON is one
// object and a line break.
void tune_table_print(const TuneLog *log, Text *out);
void tune_table_json(const TuneLog *log, Text *out);

#endif
