// SPDX-License-Identifier: MIT
// The first thing a newcomer sees: what the game will be like, on one screen. Enter starts it.
#include "cli/settings.h"

#include "cli/terminal.h"
#include "cli/tty.h"

#include <signal.h>

static void draw_row(const SettingRow *row, const Settings *settings, bool chosen, bool colour,
                     Text *frame) {
    bool unicode = terminal_unicode();
    Text value = {0}, note = {0};
    row->print(settings, &value, &note);
    text_addf(frame, "  %s %-10s %s%s %s %s%*s", chosen ? (unicode ? "▸" : ">") : " ", row->label,
              chosen && colour ? "\033[1;7m" : "", unicode ? "‹" : "<", text_chars(&value),
              unicode ? "›" : ">", 0, "");
    int used = tty_columns(text_chars(&value));
    text_addf(frame, "%s%*s%s%s%s\n", chosen && colour ? "\033[0m" : "", used < 22 ? 22 - used : 1,
              "", colour ? "\033[2m" : "", text_chars(&note), colour ? "\033[0m" : "");
    text_free(&value);
    text_free(&note);
}

static void draw(const Settings *settings, int chosen) {
    bool colour = terminal_colour(stdout);
    const char *bold = colour ? "\033[1m" : "", *plain = colour ? "\033[0m" : "";
    Text frame = {0};
    text_addf(&frame, "\n    %stengen%s   Gomoku, Renju and Hex\n\n", bold, plain);
    for (int i = 0; i < SETTING_ROWS; i++)
        if (settings_asks(settings, &setting_rows[i]))
            draw_row(&setting_rows[i], settings, i == chosen, colour, &frame);
    text_addf(&frame,
              "\n    %sEnter%s starts the game\n"
              "    arrows choose and change, q leaves\n    ",
              bold, plain);
    tty_show(&frame);
    text_free(&frame);
}

// The next row that is asked, in that direction, round at the ends.
static int next_row(const Settings *settings, int row, int by) {
    do
        row = (row + by + SETTING_ROWS) % SETTING_ROWS;
    while (!settings_asks(settings, &setting_rows[row]));
    return row;
}

MenuEnd settings_menu(Settings *settings) {
    int open = 0;
    for (int i = 0; i < SETTING_ROWS; i++)
        open += settings_asks(settings, &setting_rows[i]);
    if (!open)
        return MENU_START;
    Waker waker;
    waker_open(&waker);
    waker_catch(&waker, SIGWINCH);
    Keyboard keyboard = {0};
    int row = next_row(settings, SETTING_ROWS - 1, 1);
    KeyKind kind = KEY_NONE;
    for (;;) {
        draw(settings, row);
        Key key = tty_key(&keyboard, &waker, -1);
        kind = key.kind;
        bool leave = kind == KEY_CHAR && (key.c == 'q' || key.c == 'Q');
        if (kind == KEY_ENTER || kind == KEY_INTERRUPT || kind == KEY_END || leave)
            break;
        if (kind == KEY_UP || kind == KEY_DOWN || kind == KEY_TAB)
            row = next_row(settings, row, kind == KEY_UP ? -1 : 1);
        if (kind == KEY_LEFT || kind == KEY_RIGHT)
            setting_rows[row].change(settings, kind == KEY_LEFT ? -1 : 1);
        if (kind == KEY_SUSPEND)
            tty_suspend();
    }
    waker_release(SIGWINCH);
    waker_close(&waker);
    return kind == KEY_ENTER ? MENU_START : MENU_LEAVE;
}
