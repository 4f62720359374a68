// SPDX-License-Identifier: MIT
// The way of every parameter of a tuning, as a chart.
#ifndef MATCH_TUNE_CHART_H
#define MATCH_TUNE_CHART_H

#include "base/text.h"
#include "match/tune_file.h"

// An SVG file: over the games, where each stood between its least and its most. Where there are more
// than one chart can tell apart, those that went furthest.
void tune_chart(const TuneLog *log, Text *svg);

#endif
