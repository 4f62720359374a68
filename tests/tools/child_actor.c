// SPDX-License-Identifier: MIT
// A program that plays badly in every way a stranger's program can: child_actor ROLE. It speaks
// Gomocup, or GTP for the roles that begin with "htp"; what a role does wrong is in the table.
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIDE_MAX = 26 };

typedef struct Actor {
    const char *program, *role;
    int width, height, turns;
    bool taken[SIDE_MAX][SIDE_MAX];
    int last_x, last_y;
    int swap;
    char line[4096];
} Actor;

static bool plays(const Actor *actor, const char *role) {
    return strcmp(actor->role, role) == 0;
}

static void sleep_ms(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

// Dies by the signal itself, even where a sanitizer would catch it.
static void crash(void) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void sleep_for_ever(void) {
    for (;;)
        sleep_ms(1000);
}

static bool read_line(Actor *actor) {
    if (!fgets(actor->line, sizeof actor->line, stdin))
        return false;
    actor->line[strcspn(actor->line, "\r\n")] = 0;
    return true;
}

static void clear(Actor *actor) {
    memset(actor->taken, 0, sizeof actor->taken);
}

static void take(Actor *actor, int x, int y) {
    if (x >= 0 && y >= 0 && x < SIDE_MAX && y < SIDE_MAX)
        actor->taken[y][x] = true;
    actor->last_x = x;
    actor->last_y = y;
}

// The first free point from the top left.
static void pick(Actor *actor, int *x, int *y) {
    for (*y = 0; *y < actor->height; ++*y)
        for (*x = 0; *x < actor->width; ++*x)
            if (!actor->taken[*y][*x])
                return;
}

static void spawn(bool own_session) {
    pid_t pid = fork();
    if (pid == 0) {
        if (own_session)
            setsid();
        signal(SIGTERM, SIG_IGN);
        sleep_for_ever();
    }
    printf("MESSAGE grandchild %d\n", (int)pid);
    sleep_ms(50); // so that setsid() has happened when the answer is read
}

// What it leaves behind has nothing by which it could be told but its parent: no environment.
static void begin_anew(const Actor *actor) {
    char *words[] = {(char *)actor->program, "asleep", NULL}, *nothing[] = {NULL};
    execve("/proc/self/exe", words, nothing);
    _exit(1);
}

// As a daemon does it: a session of its own, and a parent that is gone at once.
static void spawn_daemon(const Actor *actor, bool bare) {
    int ends[2], grandchild = 0;
    if (pipe(ends))
        exit(1);
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        if (fork())
            _exit(0);
        signal(SIGTERM, SIG_IGN);
        grandchild = (int)getpid();
        if (write(ends[1], &grandchild, sizeof grandchild) < 0)
            _exit(1);
        if (bare)
            begin_anew(actor);
        sleep_for_ever();
    }
    waitpid(pid, NULL, 0);
    if (read(ends[0], &grandchild, sizeof grandchild) < 0)
        exit(1);
    close(ends[0]);
    close(ends[1]);
    printf("MESSAGE grandchild %d\n", grandchild);
}

static void say_megabyte(void) {
    fputs("MESSAGE ", stdout);
    for (int i = 0; i < 1 << 20; i++)
        putchar('x');
    putchar('\n');
}

// What goes wrong when a move is asked for; true when the role has had its say.
static bool misbehave(Actor *actor) {
    bool again = actor->turns > 1;
    if (plays(actor, "crash"))
        crash();
    if (plays(actor, "crash-later") && again)
        crash();
    if (plays(actor, "leave"))
        exit(3);
    if (plays(actor, "hang") || (plays(actor, "hang-later") && again))
        sleep_for_ever();
    if (plays(actor, "stoppable"))
        while (read_line(actor) && strcmp(actor->line, "YXSTOP"))
            ;
    if (plays(actor, "late"))
        sleep_ms(400);
    if (plays(actor, "close")) {
        fclose(stdout);
        sleep_for_ever();
    }
    if (plays(actor, "endless"))
        for (;;)
            puts("MESSAGE still thinking");
    if (plays(actor, "megabyte"))
        say_megabyte();
    if (plays(actor, "fork") || plays(actor, "fork-session"))
        spawn(plays(actor, "fork-session"));
    if (plays(actor, "daemon") || plays(actor, "daemon-bare"))
        spawn_daemon(actor, plays(actor, "daemon-bare"));
    static const char *const answers[][2] = {{"nonsense", "foo"},       {"outside", "77,3"},
                                             {"error", "ERROR no"},     {"unknown", "UNKNOWN what"},
                                             {"two", "1,1 2,2"},        {"half", "7,"},
                                             {"binary", "\x01\x02\xff"}};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (plays(actor, answers[i][0])) {
            puts(answers[i][1]);
            return true;
        }
    if (plays(actor, "occupied")) {
        printf("%d,%d\n", actor->last_x, actor->last_y);
        return true;
    }
    return false;
}

static void answer_move(Actor *actor) {
    int x = 0, y = 0;
    actor->turns++;
    if (misbehave(actor))
        return;
    pick(actor, &x, &y);
    if (plays(actor, "suggest")) {
        printf("SUGGEST %d,%d\n", x, y);
        fflush(stdout);
        if (!read_line(actor) || sscanf(actor->line, "PLAY %d,%d", &x, &y) != 2)
            puts("ERROR no PLAY");
    }
    actor->taken[y][x] = true;
    printf("MESSAGE turn %d\nDEBUG by %s\n%d,%d\r\n", actor->turns, actor->role, x, y);
}

static int read_stones(Actor *actor) {
    int count = 0;
    for (int x, y; read_line(actor) && strcmp(actor->line, "DONE"); count++)
        if (sscanf(actor->line, "%d,%d", &x, &y) == 2)
            take(actor, x, y);
    return count;
}

// Lays out an opening, asks for two more, then takes the other colour.
static void answer_swap2(Actor *actor) {
    clear(actor);
    int stones = read_stones(actor);
    if (plays(actor, "nonsense"))
        puts("SWAP 1,1");
    else
        puts(stones == 0 ? "7,7 8,7 9,9" : stones == 3 ? "2,2 3,3" : "SWAP");
}

static void gomocup(Actor *actor) {
    while (read_line(actor)) {
        int x, y;
        if (sscanf(actor->line, "START %d", &actor->width) == 1 ||
            sscanf(actor->line, "RECTSTART %d,%d", &actor->width, &actor->height) == 2) {
            if (strncmp(actor->line, "START", 5) == 0)
                actor->height = actor->width;
            if (plays(actor, "mute"))
                sleep_for_ever();
            puts("OK");
            fflush(stdout);
            if (plays(actor, "deaf"))
                sleep_for_ever();
        } else if (strcmp(actor->line, "RESTART") == 0) {
            clear(actor);
            puts(plays(actor, "no-restart") ? "UNKNOWN command" : "OK");
        } else if (strcmp(actor->line, "BEGIN") == 0) {
            answer_move(actor);
        } else if (sscanf(actor->line, "TURN %d,%d", &x, &y) == 2) {
            take(actor, x, y);
            answer_move(actor);
        } else if (strcmp(actor->line, "BOARD") == 0) {
            read_stones(actor);
            puts("MESSAGE board");
            answer_move(actor);
        } else if (strcmp(actor->line, "SWAP2BOARD") == 0) {
            answer_swap2(actor);
        } else if (strcmp(actor->line, "END") == 0 && !plays(actor, "stubborn")) {
            return;
        }
        fflush(stdout);
    }
}

// Swaps as the Benzene programs do: the stone stays where it is, there is no swap-sides, and whether
// it may swap it knows from param_game alone. Otherwise it answers the mirror image of the last stone.
static const char *htp_benzene_answer(Actor *actor) {
    static char answer[16];
    char letter;
    int row;
    if (sscanf(actor->line, "param_game allow_swap %d", &actor->swap) == 1)
        return "=";
    if (strncmp(actor->line, "clear_board", 11) == 0)
        actor->turns = 0;
    if (sscanf(actor->line, "play %*c %c%d", &letter, &row) == 2) {
        if (strstr(actor->line, "swap"))
            return "? illegal move";
        take(actor, letter - 'a', row - 1);
        actor->turns++;
    }
    if (strncmp(actor->line, "genmove", 7) != 0)
        return NULL;
    if (actor->swap && actor->turns == 1)
        return "= swap-pieces";
    snprintf(answer, sizeof answer, "= %c%d", 'a' + actor->last_y, actor->last_x + 1);
    return answer;
}

// Every other answer of a GTP program, as far as the roles need one.
static const char *htp_answer(Actor *actor, const char *genmove) {
    const char *benzene = plays(actor, "htp-benzene") ? htp_benzene_answer(actor) : NULL;
    if (benzene)
        return benzene;
    if (strncmp(actor->line, "genmove", 7) == 0)
        return genmove;
    if (strncmp(actor->line, "time_settings", 13) == 0 && strchr(actor->line, '.'))
        return "? whole seconds only";
    if (strncmp(actor->line, "play", 4) == 0 && plays(actor, "htp-no-play"))
        return "? illegal move";
    if (strncmp(actor->line, "boardsize", 9) == 0 && plays(actor, "htp-no-size"))
        return "? unacceptable size";
    static const char *const known[] = {"boardsize",     "clear_board", "play",
                                        "time_settings", "time_left",   "quit"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(actor->line, known[i], strlen(known[i])) == 0)
            return "=";
    return "? unknown command";
}

static void htp(Actor *actor) {
    static const char *const moves[][2] = {
        {"htp-resign", "= resign"},        {"htp-swap", "= swap-pieces"}, {"htp-off", "= z26"},
        {"htp-complain", "? too tired"},   {"htp-nonsense", "what?"},     {"htp-pass", "= pass"},
        {"htp-comment", "=1 c3\nand more"}};
    const char *genmove = "= a1";
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (plays(actor, moves[i][0]))
            genmove = moves[i][1];
    while (read_line(actor)) {
        if (plays(actor, "htp-crash") && strncmp(actor->line, "genmove", 7) == 0)
            crash();
        if (plays(actor, "htp-hang") && strncmp(actor->line, "genmove", 7) == 0)
            sleep_for_ever();
        if (actor->line[0] == '#')
            continue;
        if (plays(actor, "htp-stoppable") && strncmp(actor->line, "genmove", 7) == 0) {
            while (read_line(actor) && strcmp(actor->line, "# interrupt"))
                ;
            strcpy(actor->line, "genmove b");
        }
        printf("%s\n\n", htp_answer(actor, genmove));
        fflush(stdout);
        if (strcmp(actor->line, "quit") == 0)
            return;
    }
}

int main(int argc, char **argv) {
    Actor actor = {.program = argv[0], .role = argc > 1 ? argv[1] : "good"};
    if (plays(&actor, "exit"))
        return 7;
    if (plays(&actor, "stubborn") || plays(&actor, "asleep"))
        signal(SIGTERM, SIG_IGN);
    if (plays(&actor, "asleep"))
        sleep_for_ever();
    if (plays(&actor, "where")) {
        char folder[1024];
        puts(getcwd(folder, sizeof folder) ? folder : "?");
        fflush(stdout);
    }
    if (strncmp(actor.role, "htp", 3) == 0)
        htp(&actor);
    else
        gomocup(&actor);
    if (plays(&actor, "stubborn"))
        sleep_for_ever();
    return 0;
}
