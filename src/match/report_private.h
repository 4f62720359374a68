// SPDX-License-Identifier: MIT
// Shared by the parts of the page: report.c (the page), report_tables.c, report_charts.c and
// report_games.c (the data its script draws boards from).
#ifndef MATCH_REPORT_PRIVATE_H
#define MATCH_REPORT_PRIVATE_H

#include "match/ranking.h"
#include "match/report.h"

enum { REPORT_COLOURS = 8 }; // the style sheet has so many; then they come again

typedef struct Report {
    const Archive *archive;
    const Standing *standing;
    char *const *names;
    Text *out;
    Ranked *ranked; // everybody, the best first
    bool determined;
} Report;

void report_name(const Report *report, size_t player); // with his colour before it
const char *report_ending(Ending ending);              // "on the board", "ran out of time" ...

void report_standings(const Report *report);
void report_crosstable(const Report *report);
void report_losses(const Report *report);

void report_progress(const Report *report); // Elo over time, and the path of an SPRT
void report_times(const Report *report);

void report_data(const Report *report, Text *json); // one JSON object

// The style sheet and the script, made from the files of these names.
extern const char report_css[];
extern const char report_js[];

#endif
