// SPDX-License-Identifier: MIT
// What is seen of a match while it is played: a line a game on stdout, in order, and on a terminal
// a table that is redrawn in place on stderr.
#ifndef CLI_MATCH_VIEW_H
#define CLI_MATCH_VIEW_H

#include "cli/command.h"
#include "cli/match_table.h"
#include "cli/waker.h"
#include "match/runner.h"

typedef struct MatchView {
    const Call *call;
    MatchTable table;
    Waker waker;
    int interrupts; // Ctrl-C so far
    bool stopped;   // told to end at once, or nobody reads what is written
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

#endif
