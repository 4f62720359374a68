// SPDX-License-Identifier: MIT
// A match as one page: standings, charts, openings and every game on a drawn board. The page stands
// alone (no other file, no network) and shows what the match printed, number for number.
#ifndef MATCH_REPORT_H
#define MATCH_REPORT_H

#include "match/archive.h"

void report_print(const Archive *archive, Text *out);

#endif
