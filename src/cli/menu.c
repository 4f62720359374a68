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

typedef struct Menu {
    Settings *settings;
    Keyboard keyboard;
    Waker waker;
    int row;
    bool typing; // the name of a file
    Text input;
    Error err; // what was wrong with it
} Menu;

static void draw(const Menu *menu) {
    bool colour = terminal_colour(stdout);
    const char *bold = colour ? "\033[1m" : "", *plain = colour ? "\033[0m" : "";
    Text frame = {0};
    text_addf(&frame, "\n    %stengen%s   Gomoku, Renju and Hex\n\n", bold, plain);
    for (int i = 0; i < SETTING_ROWS; i++)
        if (settings_asks(menu->settings, &setting_rows[i]))
            draw_row(&setting_rows[i], menu->settings, i == menu->row, colour, &frame);
    if (menu->typing)
        text_addf(&frame, "\n    %s\n    Enter opens the file, Esc goes back\n    file: %s",
                  menu->err.text, text_chars(&menu->input));
    else
        text_addf(&frame,
                  "\n    %sEnter%s starts the game\n"
                  "    arrows choose and change%s, q leaves\n    ",
                  bold, plain, settings_may_resume(menu->settings) ? ", o opens a file" : "");
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

static void type(Menu *menu, Key key) {
    if (key.kind == KEY_CHAR)
        text_add_char(&menu->input, key.c);
    if (key.kind == KEY_BACKSPACE && menu->input.length)
        menu->input.chars[--menu->input.length] = '\0';
    bool opened = key.kind == KEY_ENTER && menu->input.length &&
                  settings_open(menu->settings, text_trim(menu->input.chars), &menu->err);
    if (opened)
        menu->row = next_row(menu->settings, 0, -1); // where it is named, the last row
    if (opened || key.kind == KEY_ESCAPE) {
        menu->typing = false;
        text_clear(&menu->input);
        menu->err = (Error){""};
    }
}

static void choose(Menu *menu, Key key) {
    if (key.kind == KEY_UP || key.kind == KEY_DOWN || key.kind == KEY_TAB)
        menu->row = next_row(menu->settings, menu->row, key.kind == KEY_UP ? -1 : 1);
    if (key.kind == KEY_LEFT || key.kind == KEY_RIGHT)
        setting_rows[menu->row].change(menu->settings, key.kind == KEY_LEFT ? -1 : 1);
    if (key.kind == KEY_CHAR && (key.c == 'o' || key.c == 'O'))
        menu->typing = settings_may_resume(menu->settings);
}

static MenuEnd ask(Menu *menu) {
    for (;;) {
        draw(menu);
        Key key = tty_key(&menu->keyboard, &menu->waker, -1);
        bool leave = key.kind == KEY_CHAR && (key.c == 'q' || key.c == 'Q') && !menu->typing;
        if (key.kind == KEY_INTERRUPT || key.kind == KEY_END || leave)
            return MENU_LEAVE;
        if (key.kind == KEY_ENTER && !menu->typing)
            return MENU_START;
        if (key.kind == KEY_SUSPEND)
            tty_suspend();
        else if (menu->typing)
            type(menu, key);
        else
            choose(menu, key);
    }
}

MenuEnd settings_menu(Settings *settings) {
    int open = 0;
    for (int i = 0; i < SETTING_ROWS; i++)
        open += settings_asks(settings, &setting_rows[i]);
    if (!open)
        return MENU_START;
    Menu menu = {.settings = settings, .row = next_row(settings, SETTING_ROWS - 1, 1)};
    waker_open(&menu.waker);
    waker_catch(&menu.waker, SIGWINCH);
    MenuEnd end = ask(&menu);
    waker_release(SIGWINCH);
    waker_close(&menu.waker);
    text_free(&menu.input);
    return end;
}
