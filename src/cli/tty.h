// SPDX-License-Identifier: MIT
// A terminal in raw mode: single keys come in, whole frames go out. However the program ends, the
// terminal is given back as it was found.
#ifndef CLI_TTY_H
#define CLI_TTY_H

#include "base/text.h"
#include "cli/waker.h"

#include <stdio.h>

// Raw mode on the alternate screen. False when stdin and stdout are not one capable terminal.
bool tty_enter(void);
void tty_leave(void);   // fine when it was not entered
void tty_suspend(void); // Ctrl-Z: gives the terminal back, stops the program, comes back raw

void tty_size(FILE *stream, int *columns, int *rows); // 80 x 24 where it is not known
// Shows the text at once from the top left corner; lines end in "\n", what was there before goes.
bool tty_show(const Text *frame);

typedef enum KeyKind {
    KEY_NONE, // nothing whole has come yet
    KEY_CHAR, // printable, in `c`
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_ENTER,
    KEY_BACKSPACE,
    KEY_ESCAPE,
    KEY_TAB,
    KEY_INTERRUPT, // Ctrl-C
    KEY_END,       // Ctrl-D, or the terminal is gone
    KEY_SUSPEND,   // Ctrl-Z
    KEY_REDRAW,    // Ctrl-L
} KeyKind;

typedef struct Key {
    KeyKind kind;
    char c;
} Key;

// Bytes come in pieces; an arrow key is three of them.
typedef struct Keyboard {
    char bytes[64];
    int count;
    bool ended;
} Keyboard;

// Waits for a key or a poke of the waker, at most `milliseconds` (-1: no timeout). KEY_NONE when
// there is no key.
Key tty_key(Keyboard *keyboard, Waker *waker, int milliseconds);

// Columns a line of ours takes up: escape sequences take none, a UTF-8 character one.
int tty_columns(const char *line);
// Appends at most that many columns of the line, with all its colours. Returns where it ends: at a
// "\n" or at the end of the text.
const char *tty_clip(const char *line, int columns, Text *out);

#endif
