// SPDX-License-Identifier: MIT
#include "cli/match.h"

#include "base/clock.h"
#include "cli/terminal.h"
#include "cli/tty.h"

#include <signal.h>

enum { REDRAW_US = 200000 };

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof signals / sizeof *signals };

void match_view_open(MatchView *view, const Call *call, const MatchTable *table) {
    *view = (MatchView){.call = call, .table = *table, .drawn_games = -1};
    view->live = terminal_is(stderr) && !call->common->quiet && !call->common->json;
    waker_open(&view->waker);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        waker_catch(&view->waker, signals[i]);
}

// --- the table in place ---

static void erase(MatchView *view) {
    if (view->drawn)
        fprintf(stderr, "\x1b[%dF\x1b[J", view->drawn);
    view->drawn = 0;
}

// Lines that are wider than the screen would wrap and spoil the count of lines; a table that is
// higher than the screen is cut at its foot.
static void draw(MatchView *view, int64_t running) {
    int columns, rows;
    tty_size(stderr, &columns, &rows);
    Text table = {0}, frame = {0};
    match_table_print(&view->table, &table);
    text_addf(&table, "\n%lld running; %s\n", (long long)running,
              view->interrupts ? "Ctrl-C again stops at once" : "Ctrl-C ends after these games");
    erase(view);
    for (const char *line = table.chars; *line && view->drawn < rows - 1; line++, view->drawn++) {
        line = tty_clip(line, columns - 1, &frame);
        text_add_char(&frame, '\n');
    }
    fwrite(frame.chars, 1, frame.length, stderr);
    fflush(stderr);
    text_free(&table);
    text_free(&frame);
    view->drawn_us = clock_now_us();
    view->drawn_games = view->table.standing->games;
}

// --- what the runner calls ---

void match_view_game(const Played *played, const Standing *standing, void *user) {
    MatchView *view = user;
    (void)standing;
    text_clear(&view->text);
    match_game_print(view->table.context, played, &view->text);
    if (view->call->log)
        fputs(text_chars(&view->text), view->call->log);
    if (view->call->common->json) {
        text_clear(&view->text);
        played_print(played, view->table.context, &view->text);
    }
    // The live table says it all; lines that scroll would only push it about.
    if (!view->call->common->quiet && !(view->live && terminal_is(stdout)) &&
        !output_flush(&view->text))
        view->stopped = true;
}

RunnerWish match_view_tick(const Standing *standing, int64_t running, void *user) {
    MatchView *view = user;
    int interrupts = waker_caught(SIGINT);
    view->interrupts += interrupts;
    view->stopped |= waker_caught(SIGTERM) || waker_caught(SIGHUP) || view->interrupts > 1;
    bool news = standing->games != view->drawn_games || interrupts;
    if (view->live && news && clock_now_us() - view->drawn_us >= REDRAW_US)
        draw(view, running);
    return view->stopped ? RUNNER_STOP : view->interrupts ? RUNNER_FINISH : RUNNER_GO_ON;
}

void match_view_close(MatchView *view) {
    erase(view);
    text_clear(&view->text);
    if (view->call->common->json) {
        match_table_json(&view->table, &view->text);
    } else {
        if (!view->call->common->quiet && !view->live && view->table.standing->games)
            text_add_char(&view->text, '\n');
        match_table_print(&view->table, &view->text);
    }
    output_flush(&view->text);
    text_free(&view->text);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        waker_release(signals[i]);
    waker_close(&view->waker);
}
