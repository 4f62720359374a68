// SPDX-License-Identifier: MIT
// What the parts of `tengen match` are to each other.
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "cli/command.h"
#include "cli/waker.h"
#include "match/runner.h"

// --- match_table.c: how it stands, for people (a table) and for programs (JSON) ---

typedef struct MatchTable {
    const Standing *standing;
    const PlayedContext *context;
    const char *conditions; // "50 ms a move (margin 20 ms)"
    int64_t total;          // games of the whole match
    int anchor;             // a player, or -1
    double anchor_elo;      // its rating
    bool by_opening;        // a line an opening as well
} MatchTable;

void match_table_print(const MatchTable *table, Text *out);
void match_table_json(const MatchTable *table, Text *out); // one object and a line break
// "game 12: tengen beats random as black in 43 moves: five in a row"
void match_game_print(const PlayedContext *context, const Played *played, Text *out);

// --- match_view.c: a line a game on stdout, in order, and on a terminal a table that is redrawn in
// place on stderr ---

typedef struct MatchView {
    const Call *call;
    MatchTable table;
    Waker waker;
    int interrupts; // Ctrl-C so far
    bool stopped;   // told to end at once, or the output is no longer read
    bool live;      // a terminal watches
    int drawn;      // lines of the table that stand on the screen
    int64_t drawn_us;
    int64_t drawn_games;
    Text text;
} MatchView;

void match_view_open(MatchView *view, const Call *call, const MatchTable *table);
void match_view_close(MatchView *view); // and prints the result

// For the runner; `user` is the view.
void match_view_game(const Played *played, const Standing *standing, void *user);
RunnerWish match_view_tick(const Standing *standing, int64_t running, void *user);

// --- match_report.c ---

// Runs a match that was given words: they must be "report" and a folder. Writes the page to `out`,
// or to DIR/report.html when that is NULL; returns an exit code.
int match_report_run(const Call *call, const char *out);

#endif
