// SPDX-License-Identifier: MIT
// Shared by the parts of the page: report.c (the page), report_tables.c, report_charts.c and
// report_games.c (the data its script draws boards from).
#ifndef MATCH_REPORT_PRIVATE_H
#define MATCH_REPORT_PRIVATE_H

#include "match/ranking.h"
#include "match/report.h"

enum { REPORT_COLOURS = 8 }; // in the style sheet; then they repeat

typedef struct Report {
    const Archive *archive;
    const Standing *standing;
    TextList names; // of the players, as HTML,
    TextList who;   // and with their colours before them
    Text *out;
    Ranked *ranked; // all players, the best first
    bool determined;
} Report;

// A table with the heads "Player|Moves|Mean", to which more may be added before its rows. `style`
// is its class.
void report_table(Text *out, const char *style, const char *heads);
void report_heads(Text *out, const char *heads);
void report_rows(Text *out);
void report_table_end(Text *out);

void report_standings(const Report *report);
void report_crosstable(const Report *report);
void report_losses(const Report *report);

void report_progress(const Report *report); // Elo over time, and the path of an SPRT
void report_times(const Report *report);

void report_data(const Report *report, Text *json); // one JSON object

// The style sheet, the script and the sections it fills, made from the files of these names.
extern const char report_css[], report_js[];
extern const char report_openings_html[], report_games_html[];

#endif
