// SPDX-License-Identifier: MIT
// Plays a transcript against the program: what is sent, and what must come back.
//
//     # A comment.
//     $ tengen gomocup --player random:seed=1     the program, once, first; no shell, but '...'
//                                                 groups and @TENGEN is the program's path
//     > START 15                                  this line is sent
//     >* 5000 ABOUT                               ... that many times, without reading in between
//     >~ 100000 x                                 a line of that many x
//     < OK                                        exactly this must come next, blanks at its end aside
//     <~ [0-9]+,[0-9]+                            a line that matches (POSIX, the whole line)
//     <* 5000 name=.*                             that many lines that match
//     <? [0-9]+,[0-9]+                            read on until a line matches
//     ! skip MESSAGE                              lines that begin like this are not looked at
//     ! crlf                                      lines are sent with CR LF from here on
//     ! within 500ms                              from here on answers come this fast
//     ! not before 300ms                          the next answer takes at least this long
//     ! silent 200ms                              nothing comes in this time
//     ! eof                                       the input ends
//     ! exit 0 within 500ms                       the program leaves by itself
//
// At the end the input is closed; the program must leave with code 0 and say nothing more. Times
// are counted from the last line sent, and are four times longer under TEST_SCALE=small, which is
// how the sanitizers run. Prints "ok NAME" or "not ok NAME: line N ...".
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 20000, WORDS_MAX = 32 };

typedef struct Transcript {
    const char *path;
    int line; // of the transcript, for what is reported
    pid_t child;
    int to, from; // pipes; -1 once closed
    char *heard;  // read and not yet used
    size_t heard_length, heard_capacity;
    bool crlf;
    char skip[64];
    int64_t within_ms; // -1: patience alone
    int64_t not_before_ms;
    int64_t sent_ms; // when the last line went out
    int64_t scale;
    char why[512]; // "" while all is well
} Transcript;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool fail(Transcript *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->why, sizeof t->why, format, args);
    va_end(args);
    return false;
}

// --- the program ---

// The next word in place; "'two words'" is one.
static char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, " ");
    if (!*word)
        return NULL;
    bool quoted = *word == '\'';
    word += quoted;
    char *end = word + strcspn(word, quoted ? "'" : " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

// A copy with the program's path for @TENGEN.
static char *with_path(const char *word, const char *program) {
    static const char mark[] = "@TENGEN";
    const char *at = strstr(word, mark);
    if (!at)
        return strdup(word);
    size_t size = strlen(word) + strlen(program) + 1;
    char *copy = malloc(size);
    snprintf(copy, size, "%.*s%s%s", (int)(at - word), word, program, at + sizeof mark - 1);
    return copy;
}

static bool start(Transcript *t, char *command) {
    char *words[WORDS_MAX + 1] = {NULL};
    int count = 0;
    const char *program = getenv("TENGEN");
    if (!program)
        return fail(t, "TENGEN does not name the program");
    for (char *word = next_word(&command); word && count < WORDS_MAX; word = next_word(&command))
        words[count++] = with_path(word, program);
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        return fail(t, "no pipe: %s", strerror(errno));
    t->child = fork();
    if (t->child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execv(program, words);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    while (count > 0)
        free(words[--count]);
    t->to = in[1];
    t->from = out[0];
    t->sent_ms = now_ms();
    fcntl(t->to, F_SETFL, O_NONBLOCK);
    return t->child > 0 || fail(t, "no process: %s", strerror(errno));
}

static void stop_writing(Transcript *t) {
    if (t->to >= 0)
        close(t->to);
    t->to = -1;
}

static bool send_bytes(Transcript *t, const char *bytes, size_t count) {
    int64_t deadline = now_ms() + PATIENCE_MS * t->scale;
    while (count > 0) {
        struct pollfd pipe_end = {.fd = t->to, .events = POLLOUT};
        int64_t left = deadline - now_ms();
        if (left <= 0)
            return fail(t, "the program does not take its input");
        poll(&pipe_end, 1, (int)left);
        ssize_t done = write(t->to, bytes, count);
        if (done < 0 && errno != EAGAIN && errno != EINTR)
            return fail(t, "the program is gone: %s", strerror(errno));
        if (done > 0) {
            bytes += done;
            count -= (size_t)done;
        }
    }
    t->sent_ms = now_ms();
    return true;
}

static bool send_line(Transcript *t, const char *text) {
    return send_bytes(t, text, strlen(text)) &&
           send_bytes(t, t->crlf ? "\r\n" : "\n", t->crlf ? 2 : 1);
}

// --- what it says ---

// Reads more. 1 when something came, 0 at the deadline, -1 at the end.
static int hear(Transcript *t, int64_t deadline) {
    struct pollfd pipe_end = {.fd = t->from, .events = POLLIN};
    int64_t left = deadline - now_ms();
    if (poll(&pipe_end, 1, left > 0 ? (int)left : 0) == 0)
        return 0;
    if (t->heard_length + 65536 > t->heard_capacity) {
        t->heard_capacity = t->heard_length + (1 << 17);
        t->heard = realloc(t->heard, t->heard_capacity);
    }
    ssize_t count = read(t->from, t->heard + t->heard_length, 65536);
    if (count <= 0)
        return -1;
    t->heard_length += (size_t)count;
    return 1;
}

// The next line that is not to be skipped, malloc()ed; NULL at the deadline (why is set) or the
// end.
static char *next_line(Transcript *t, int64_t deadline) {
    for (;;) {
        char *end = t->heard_length ? memchr(t->heard, '\n', t->heard_length) : NULL;
        if (end) {
            size_t length = (size_t)(end - t->heard);
            char *line = strndup(t->heard, length);
            t->heard_length -= length + 1;
            memmove(t->heard, end + 1, t->heard_length);
            if (!*t->skip || strncmp(line, t->skip, strlen(t->skip)) != 0)
                return line;
            free(line);
            continue;
        }
        int came = hear(t, deadline);
        if (came <= 0) {
            if (came == 0)
                fail(t, "nothing more came in time");
            else
                fail(t, "the program left");
            return NULL;
        }
    }
}

static char *answer(Transcript *t) {
    int64_t patience = t->within_ms >= 0 ? t->within_ms : PATIENCE_MS;
    char *line = next_line(t, t->sent_ms + patience * t->scale);
    if (line && t->not_before_ms && now_ms() - t->sent_ms < t->not_before_ms) {
        fail(t, "'%.60s' came after %lld ms already", line, (long long)(now_ms() - t->sent_ms));
        free(line);
        line = NULL;
    }
    t->not_before_ms = 0;
    return line;
}

static bool matches(const char *pattern, const char *line) {
    char whole[1024];
    snprintf(whole, sizeof whole, "^(%s)$", pattern);
    regex_t regex;
    if (regcomp(&regex, whole, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    bool same = regexec(&regex, line, 0, NULL, 0) == 0;
    regfree(&regex);
    return same;
}

// --- the lines of a transcript ---

// "5000 ABOUT": the number, and where the text begins.
static char *counted(char *text, long *count) {
    char *rest;
    *count = strtol(text, &rest, 10);
    while (*rest == ' ')
        rest++;
    return rest;
}

static bool do_send(Transcript *t, char kind, char *text) {
    if (t->to < 0)
        return fail(t, "the input is closed already");
    long count = 1;
    if (kind == '*') {
        char *line = counted(text, &count);
        for (long i = 0; i < count; i++)
            if (!send_line(t, line))
                return false;
        return true;
    }
    if (kind == '~') {
        char letter = *counted(text, &count);
        char *line = malloc((size_t)count + 1);
        memset(line, letter, (size_t)count);
        line[count] = '\0';
        bool sent = send_line(t, line);
        free(line);
        return sent;
    }
    return send_line(t, text);
}

static void cut_blanks(char *line) {
    size_t length = strlen(line);
    while (length && line[length - 1] == ' ')
        line[--length] = '\0';
}

static bool do_expect(Transcript *t, char kind, char *text) {
    long count = 1;
    if (kind == '*')
        text = counted(text, &count);
    for (long i = 0; i < count;) {
        char *line = answer(t);
        if (!line) {
            char why[sizeof t->why];
            snprintf(why, sizeof why, "%s", t->why);
            return fail(t, "%.200s; expected %.200s", why, text);
        }
        if (kind == ' ')
            cut_blanks(line);
        bool same = kind == ' ' ? strcmp(line, text) == 0 : matches(text, line);
        if (!same && kind != '?') {
            fail(t, "expected %s, got '%.200s'", text, line);
            free(line);
            return false;
        }
        i += same;
        free(line);
    }
    return true;
}

static bool do_exit(Transcript *t, int code, int64_t within_ms) {
    int64_t deadline = t->sent_ms + within_ms * t->scale;
    char *line = next_line(t, deadline);
    if (line) {
        fail(t, "unexpected '%.200s'", line);
        free(line);
        return false;
    }
    t->why[0] = '\0';
    int status = 0;
    pid_t gone;
    while ((gone = waitpid(t->child, &status, WNOHANG)) == 0 && now_ms() < deadline)
        poll(NULL, 0, 2);
    if (gone != t->child)
        return fail(t, "the program did not leave within %lld ms", (long long)within_ms);
    t->child = 0;
    if (WIFSIGNALED(status))
        return fail(t, "the program died of signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) == code ||
           fail(t, "exit code %d, expected %d", WEXITSTATUS(status), code);
}

static bool do_silent(Transcript *t, long ms) {
    char *line = next_line(t, now_ms() + ms);
    if (!line) {
        t->why[0] = '\0';
        return true;
    }
    fail(t, "expected silence, got '%.200s'", line);
    free(line);
    return false;
}

static bool do_directive(Transcript *t, char *text) {
    long number, code;
    if (sscanf(text, "exit %ld within %ldms", &code, &number) == 2)
        return do_exit(t, (int)code, number);
    if (sscanf(text, "within %ldms", &number) == 1) {
        t->within_ms = number;
        return true;
    }
    if (sscanf(text, "not before %ldms", &number) == 1) {
        t->not_before_ms = number;
        return true;
    }
    if (sscanf(text, "silent %ldms", &number) == 1)
        return do_silent(t, number);
    if (sscanf(text, "skip %63s", t->skip) == 1)
        return true;
    if (strcmp(text, "crlf") == 0) {
        t->crlf = true;
        return true;
    }
    if (strcmp(text, "eof") == 0) {
        stop_writing(t);
        t->sent_ms = now_ms();
        return true;
    }
    return fail(t, "what is '! %s'?", text);
}

static bool do_line(Transcript *t, char *line) {
    line[strcspn(line, "\n")] = '\0';
    if (!*line || *line == '#')
        return true;
    bool spaced = line[1] && strchr("<>", *line) && strchr("~*?", line[1]);
    char kind = spaced ? line[1] : ' ';
    char *text = line + 1 + spaced;
    if (*text == ' ')
        text++;
    if (*line == '$')
        return !t->child ? start(t, text) : fail(t, "one program is enough");
    if (!t->child)
        return fail(t, "the first line names the program: $ tengen ...");
    if (*line == '>')
        return do_send(t, kind, text);
    if (*line == '<')
        return do_expect(t, kind, text);
    return *line == '!' ? do_directive(t, text) : fail(t, "a line begins with one of # $ > < !");
}

static bool play(Transcript *t, FILE *file) {
    char *line = NULL;
    size_t capacity = 0;
    bool good = true;
    while (good && getline(&line, &capacity, file) > 0) {
        t->line++;
        good = do_line(t, line);
    }
    free(line);
    if (good && t->child) {
        stop_writing(t);
        t->sent_ms = now_ms();
        good = do_exit(t, 0, PATIENCE_MS);
    }
    if (t->child > 0) {
        kill(t->child, SIGKILL);
        waitpid(t->child, NULL, 0);
    }
    return good;
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    const char *scale = getenv("TEST_SCALE");
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        Transcript t = {.path = argv[i], .to = -1, .from = -1, .within_ms = -1};
        t.scale = scale && strcmp(scale, "small") == 0 ? 4 : 1;
        FILE *file = fopen(argv[i], "r");
        bool good = file ? play(&t, file) : fail(&t, "%s", strerror(errno));
        if (file)
            fclose(file);
        stop_writing(&t);
        if (t.from >= 0)
            close(t.from);
        free(t.heard);
        if (good)
            printf("ok transcript %s\n", name_of(argv[i]));
        else
            printf("not ok transcript %s: line %d: %s\n", name_of(argv[i]), t.line, t.why);
        fflush(stdout);
        failed += !good;
    }
    return failed > 0;
}
