// SPDX-License-Identifier: MIT
// Drives a program on a pseudo-terminal, as a person at a keyboard would, by a script on stdin:
//
//   pty COLUMNS ROWS program argument... <script
//
//   send TEXT        types it; \r Enter, \e Escape, \t Tab, \x03 any byte; \u \d \l \r are not
//                    special, arrows are \e[A up, \e[B down, \e[C right, \e[D left
//   expect TEXT      waits until the screen shows it (10 s)
//   absent TEXT      fails if the screen shows it now
//   kill NUMBER      sends the program a signal
//   end CODE         waits for the program to end with this exit code (128 + N for signal N)
//   restored         fails unless the terminal's settings are as before the program began
//   screen           prints the screen, for whoever writes a script
//
// A program is heard through a screen of its own: just enough of a terminal (cursor home, line
// feeds, erasing, the alternate screen) to know what a person would see. Exit 0 when all went well.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { COLUMNS_MAX = 200, ROWS_MAX = 100, CELL_BYTES = 5, PATIENCE_MS = 10000, REST_MS = 400 };

typedef struct Screen {
    char cells[ROWS_MAX][COLUMNS_MAX][CELL_BYTES]; // one UTF-8 character each
    int x, y;
} Screen;

typedef struct Pty {
    int fd, keep; // the master, and the slave kept open so that its settings can be read later
    pid_t pid;
    int columns, rows;
    Screen screens[2]; // the usual and the alternate one
    int shown;
    char pending[32]; // the beginning of a sequence or character
    int pending_count;
    struct termios before;
    bool ended;
    int code;
} Pty;

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// --- the screen ---

static void erase(Pty *pty, int y, int from) {
    Screen *screen = &pty->screens[pty->shown];
    for (int x = from; x < pty->columns; x++)
        strcpy(screen->cells[y][x], " ");
}

static void erase_below(Pty *pty, int y) {
    for (; y < pty->rows; y++)
        erase(pty, y, 0);
}

static void line_feed(Pty *pty) {
    Screen *screen = &pty->screens[pty->shown];
    if (screen->y + 1 < pty->rows) {
        screen->y++;
        return;
    }
    memmove(screen->cells[0], screen->cells[1], sizeof screen->cells[0] * (size_t)(pty->rows - 1));
    erase(pty, pty->rows - 1, 0);
}

static void put(Pty *pty, const char *character) {
    Screen *screen = &pty->screens[pty->shown];
    if (screen->x >= pty->columns) {
        screen->x = 0;
        line_feed(pty);
    }
    snprintf(screen->cells[screen->y][screen->x++], CELL_BYTES, "%s", character);
}

static void sequence(Pty *pty, const char *text) {
    Screen *screen = &pty->screens[pty->shown];
    char final = text[strlen(text) - 1];
    if (strcmp(text, "\033[?1049h") == 0 || strcmp(text, "\033[?1049l") == 0) {
        pty->shown = final == 'h';
        if (pty->shown) {
            erase_below(pty, 0);
            pty->screens[1].x = pty->screens[1].y = 0;
        }
    } else if (strcmp(text, "\033[H") == 0) {
        screen->x = screen->y = 0;
    } else if (strcmp(text, "\033[2J") == 0) {
        erase_below(pty, 0);
    } else if (final == 'F') { // up some lines, to the left edge
        int up = atoi(text + 2);
        screen->y = screen->y > up ? screen->y - up : 0;
        screen->x = 0;
    } else if (final == 'K') {
        erase(pty, screen->y, screen->x);
    } else if (final == 'J') {
        erase(pty, screen->y, screen->x);
        if (screen->y + 1 < pty->rows)
            erase_below(pty, screen->y + 1);
    }
}

static void hear_byte(Pty *pty, char c) {
    Screen *screen = &pty->screens[pty->shown];
    char *pending = pty->pending;
    if (pty->pending_count && pending[0] == 033) {
        if (pty->pending_count < (int)sizeof pty->pending - 1)
            pending[pty->pending_count++] = c;
        pending[pty->pending_count] = '\0';
        bool whole = pty->pending_count > 2 && c >= 0x40 && c <= 0x7e;
        if (whole || (pty->pending_count == 2 && c != '[')) {
            if (whole)
                sequence(pty, pending);
            pty->pending_count = 0;
        }
        return;
    }
    unsigned char byte = (unsigned char)c;
    if (pty->pending_count || byte >= 0x80) {
        pending[pty->pending_count++] = c;
        pending[pty->pending_count] = '\0';
        unsigned char lead = (unsigned char)pending[0];
        int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (pty->pending_count >= length) {
            put(pty, pending);
            pty->pending_count = 0;
        }
    } else if (c == 033) {
        pending[pty->pending_count++] = c;
    } else if (c == '\r') {
        screen->x = 0;
    } else if (c == '\n') {
        line_feed(pty);
    } else if (byte >= 0x20) {
        put(pty, (char[]){c, '\0'});
    }
}

static char *screen_text(const Pty *pty) {
    char *text = malloc(ROWS_MAX * (COLUMNS_MAX * CELL_BYTES + 1) + 1);
    size_t length = 0;
    for (int y = 0; y < pty->rows; y++) {
        for (int x = 0; x < pty->columns; x++)
            length += (size_t)sprintf(text + length, "%s", pty->screens[pty->shown].cells[y][x]);
        while (length > 0 && text[length - 1] == ' ')
            length--;
        text[length++] = '\n';
    }
    text[length] = '\0';
    return text;
}

// --- the program ---

static void start(Pty *pty, char **argv) {
    struct winsize size = {.ws_col = (unsigned short)pty->columns,
                           .ws_row = (unsigned short)pty->rows};
    pty->fd = posix_openpt(O_RDWR | O_NOCTTY);
    if (pty->fd < 0 || grantpt(pty->fd) != 0 || unlockpt(pty->fd) != 0) {
        fprintf(stderr, "pty: no pseudo-terminal: %s\n", strerror(errno));
        exit(77);
    }
    const char *name = ptsname(pty->fd);
    pty->keep = open(name, O_RDWR | O_NOCTTY);
    ioctl(pty->keep, TIOCSWINSZ, &size);
    tcgetattr(pty->keep, &pty->before);
    pty->pid = fork();
    if (pty->pid == 0) {
        setsid();
        int slave = open(name, O_RDWR); // the first terminal of a new session controls it
        for (int fd = 0; fd < 3; fd++)
            dup2(slave, fd);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        signal(SIGINT, SIG_DFL); // a shell that starts tests in the background has these ignored
        signal(SIGQUIT, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        execvp(argv[0], argv);
        _exit(127);
    }
}

// Listens for a moment; false when the program has ended and all it said is heard.
static bool hear(Pty *pty, int milliseconds) {
    struct pollfd polled = {.fd = pty->fd, .events = POLLIN};
    if (poll(&polled, 1, milliseconds) == 1) {
        char bytes[4096];
        ssize_t count = read(pty->fd, bytes, sizeof bytes);
        for (ssize_t i = 0; i < count; i++)
            hear_byte(pty, bytes[i]);
        if (count > 0)
            return true;
    }
    int status;
    if (!pty->ended && waitpid(pty->pid, &status, WNOHANG) == pty->pid) {
        pty->ended = true;
        pty->code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        return true; // once more for what it said last
    }
    return !pty->ended;
}

// --- the script ---

static int fail(const Pty *pty, int line, const char *what) {
    char *text = screen_text(pty);
    printf("pty: line %d: %s\n--- the screen:\n%s---\n", line, what, text);
    free(text);
    return 1;
}

static void send_text(const Pty *pty, const char *text) {
    for (const char *c = text; *c; c++) {
        char byte = *c;
        if (*c == '\\' && c[1]) {
            c++;
            byte = *c == 'r' ? '\r' : *c == 't' ? '\t' : *c == 'e' ? 033 : *c;
            if (*c == 'x') {
                byte = (char)strtol((char[]){c[1], c[2], '\0'}, NULL, 16);
                c += 2;
            }
        }
        if (write(pty->fd, &byte, 1) != 1)
            return;
    }
}

static bool shows(const Pty *pty, const char *text) {
    char *screen = screen_text(pty);
    bool found = strstr(screen, text) != NULL;
    free(screen);
    return found;
}

static bool expect(Pty *pty, const char *text) {
    long until = now_ms() + PATIENCE_MS;
    while (!shows(pty, text)) {
        if (now_ms() > until || !hear(pty, 50))
            return shows(pty, text);
    }
    return true;
}

static bool await_end(Pty *pty, int code) {
    long until = now_ms() + PATIENCE_MS;
    while (hear(pty, 50))
        if (now_ms() > until)
            return false;
    return pty->code == code;
}

// To a program at rest: ThreadSanitizer keeps a signal that comes between two calls until the next one
// is over, and that may be the one which waits for a key.
static bool send_signal(Pty *pty, int number) {
    for (long until = now_ms() + REST_MS; now_ms() < until;)
        hear(pty, 50);
    return kill(pty->pid, number) == 0;
}

static bool restored(const Pty *pty) {
    struct termios now;
    return tcgetattr(pty->keep, &now) == 0 && now.c_lflag == pty->before.c_lflag &&
           now.c_iflag == pty->before.c_iflag && now.c_oflag == pty->before.c_oflag &&
           pty->shown == 0;
}

static bool obey(Pty *pty, const char *word, const char *rest) {
    if (strcmp(word, "send") == 0)
        return send_text(pty, rest), true;
    if (strcmp(word, "expect") == 0)
        return expect(pty, rest);
    if (strcmp(word, "absent") == 0)
        return hear(pty, 50), !shows(pty, rest);
    if (strcmp(word, "kill") == 0)
        return send_signal(pty, atoi(rest));
    if (strcmp(word, "end") == 0)
        return await_end(pty, atoi(rest));
    if (strcmp(word, "restored") == 0)
        return restored(pty);
    if (strcmp(word, "screen") == 0) {
        hear(pty, 300);
        char *text = screen_text(pty);
        printf("%s", text);
        free(text);
        return true;
    }
    return false;
}

int main(int argc, char **argv) {
    static Pty pty;
    if (argc < 4)
        return 2;
    pty.columns = atoi(argv[1]);
    pty.rows = atoi(argv[2]);
    if (pty.columns < 1 || pty.columns > COLUMNS_MAX || pty.rows < 1 || pty.rows > ROWS_MAX)
        return 2;
    for (pty.shown = 1; pty.shown >= 0; pty.shown--)
        erase_below(&pty, 0);
    pty.shown = 0;
    start(&pty, argv + 3);
    char line[512];
    int number = 0, code = 0;
    while (!code && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        number++;
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = '\0';
        if (*line && *line != '#' && !obey(&pty, line, rest)) {
            char what[600];
            snprintf(what, sizeof what, "%s %s (exit %d)", line, rest, pty.ended ? pty.code : -1);
            code = fail(&pty, number, what);
        }
    }
    if (!pty.ended)
        kill(pty.pid, SIGKILL);
    return code;
}
