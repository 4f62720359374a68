// SPDX-License-Identifier: MIT
// Raw mode and back, keys out of bytes, lines cut to the width of a window. Giving the terminal
// back is written with calls that a signal handler may make, because it may have to.
#include "cli/tty.h"

#include "cli/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const char enter_screen[] = "\033[?1049h\033[2J\033[H";
static const char leave_screen[] = "\033[0m\033[?25h\033[?1049l";

// Signals that end the program; the terminal is restored first.
static const int fatal[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGSEGV,
                            SIGABRT, SIGBUS,  SIGFPE, SIGILL};
enum { FATAL_COUNT = sizeof fatal / sizeof *fatal };

// There is one terminal, and signal and exit handlers are told nothing: hence static, see waker.c.
static struct {
    volatile sig_atomic_t raw;
    bool at_exit;
    struct termios found;
    struct sigaction before[FATAL_COUNT];
} tty;

// Only calls that are allowed in a signal handler.
static void give_back(void) {
    if (!tty.raw)
        return;
    tty.raw = 0;
    ssize_t written = write(STDOUT_FILENO, leave_screen, sizeof leave_screen - 1);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &tty.found);
}

static void on_fatal(int number) {
    int saved = errno;
    give_back();
    for (int i = 0; i < FATAL_COUNT; i++)
        if (fatal[i] == number)
            sigaction(number, &tty.before[i], NULL);
    errno = saved;
    raise(number); // delivered, as it would have been, when this handler returns
}

static bool go_raw(void) {
    struct termios raw = tty.found;
    // Not cfmakeraw(): output processing stays on so that messages of others still look right.
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON | BRKINT | ISTRIP);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) != 0)
        return false;
    tty.raw = 1;
    fputs(enter_screen, stdout);
    fflush(stdout);
    return true;
}

bool tty_enter(void) {
    const char *term = getenv("TERM");
    if (tty.raw || !terminal_is(stdin) || !terminal_is(stdout) || !term || !*term ||
        text_same(term, "dumb") || tcgetattr(STDIN_FILENO, &tty.found) != 0)
        return false;
    if (!tty.at_exit)
        atexit(tty_leave);
    tty.at_exit = true;
    struct sigaction action = {.sa_handler = on_fatal};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FATAL_COUNT; i++)
        sigaction(fatal[i], &action, &tty.before[i]);
    return go_raw();
}

void tty_leave(void) {
    if (!tty.raw)
        return;
    fflush(stdout);
    give_back();
    for (int i = 0; i < FATAL_COUNT; i++)
        sigaction(fatal[i], &tty.before[i], NULL);
}

void tty_suspend(void) {
    if (!tty.raw)
        return;
    give_back();
    raise(SIGTSTP);
    go_raw();
}

void tty_size(FILE *stream, int *columns, int *rows) {
    struct winsize size;
    bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}

bool tty_show(const Text *frame) {
    int columns, rows;
    tty_size(stdout, &columns, &rows);
    Text out = {0};
    text_add(&out, "\033[?25l\033[H");
    const char *line = text_chars(frame);
    for (int row = 0; row < rows; row++) {
        line = tty_clip(line, columns, &out);
        text_add(&out, "\033[0m\033[K");
        if (!*line++)
            break;
        if (row + 1 < rows)
            text_add(&out, "\r\n");
    }
    text_add(&out, "\033[J\033[?25h");
    fwrite(out.chars, 1, out.length, stdout);
    text_free(&out);
    return fflush(stdout) == 0;
}

// --- keys ---

static void read_bytes(Keyboard *keyboard) {
    int room = (int)sizeof keyboard->bytes - keyboard->count;
    if (!room)
        return;
    ssize_t count = read(STDIN_FILENO, keyboard->bytes + keyboard->count, (size_t)room);
    if (count > 0)
        keyboard->count += (int)count;
    else if (count == 0 || errno != EINTR)
        keyboard->ended = true;
}

static void use_bytes(Keyboard *keyboard, int count) {
    keyboard->count -= count;
    memmove(keyboard->bytes, keyboard->bytes + count, (size_t)keyboard->count);
}

// The rest of an escape sequence follows within milliseconds; a lone ESC has none.
static void await_sequence(Keyboard *keyboard) {
    struct pollfd polled = {.fd = STDIN_FILENO, .events = POLLIN};
    while (keyboard->count < 3 && poll(&polled, 1, 25) == 1 && !keyboard->ended)
        read_bytes(keyboard);
}

static Key escape_key(Keyboard *keyboard) {
    await_sequence(keyboard);
    if (keyboard->count < 3 || (keyboard->bytes[1] != '[' && keyboard->bytes[1] != 'O')) {
        use_bytes(keyboard, 1);
        return (Key){.kind = KEY_ESCAPE};
    }
    // ESC [ parameters final: the parameters are skipped, so Ctrl-Up counts as Up.
    int end = 2;
    while (end < keyboard->count && keyboard->bytes[end] >= 0x20 && keyboard->bytes[end] < 0x40)
        end++;
    char final = end < keyboard->count ? keyboard->bytes[end] : '\0';
    use_bytes(keyboard, end < keyboard->count ? end + 1 : end);
    static const KeyKind arrows[] = {KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT};
    return (Key){.kind = final >= 'A' && final <= 'D' ? arrows[final - 'A'] : KEY_NONE};
}

static Key decode(Keyboard *keyboard) {
    static const struct {
        char byte;
        KeyKind kind;
    } controls[] = {
        {'\r', KEY_ENTER},     {'\n', KEY_ENTER}, {0x7f, KEY_BACKSPACE},
        {'\b', KEY_BACKSPACE}, {'\t', KEY_TAB},   {3, KEY_INTERRUPT},
        {4, KEY_END},          {26, KEY_SUSPEND}, {12, KEY_REDRAW},
    };
    char c = keyboard->bytes[0];
    if (c == 0x1b)
        return escape_key(keyboard);
    use_bytes(keyboard, 1);
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (controls[i].byte == c)
            return (Key){.kind = controls[i].kind};
    return (Key){.kind = c >= 0x20 && c < 0x7f ? KEY_CHAR : KEY_NONE, .c = c};
}

Key tty_key(Keyboard *keyboard, Waker *waker, int milliseconds) {
    if (!keyboard->count && !keyboard->ended && waker_wait(waker, STDIN_FILENO, milliseconds))
        read_bytes(keyboard);
    if (keyboard->count)
        return decode(keyboard);
    return (Key){.kind = keyboard->ended ? KEY_END : KEY_NONE};
}

// --- widths ---

// Bytes of the escape sequence that begins here, 0 when none does.
static size_t escape_length(const char *at) {
    if (at[0] != 0x1b || at[1] != '[')
        return 0;
    size_t length = 2;
    while (at[length] && (at[length] < 0x40 || at[length] > 0x7e))
        length++;
    return at[length] ? length + 1 : length;
}

static bool continues(char c) {
    return ((unsigned char)c & 0xc0) == 0x80; // inside a UTF-8 character
}

int tty_columns(const char *line) {
    int columns = 0;
    while (*line) {
        size_t escape = escape_length(line);
        columns += !escape && !continues(*line);
        line += escape ? escape : 1;
    }
    return columns;
}

const char *tty_clip(const char *line, int columns, Text *out) {
    while (*line && *line != '\n') {
        size_t length = escape_length(line);
        bool visible = !length;
        if (visible)
            for (length = 1; continues(line[length]);)
                length++;
        if (!visible || columns-- > 0)
            text_add_bytes(out, line, length);
        line += length;
    }
    return line;
}
