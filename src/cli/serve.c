// SPDX-License-Identifier: MIT
// `tengen serve`: the page.
#include "base/thread.h"
#include "cli/command.h"
#include "serve/reach.h"
#include "serve/server.h"
#include "tengen.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct ServeOptions {
    CommonOptions common;
    int64_t port;
    char *listen, *origin, *db;
    bool read_only;
    int open;
} ServeOptions;

static const Option options[] = {
    {"port", OPTION_INT, offsetof(ServeOptions, port), "7788", 0, 65535,
     "where it listens (7788); 0: any that is free"},
    {"listen", OPTION_TEXT, offsetof(ServeOptions, listen), "ADDRESS", 0, 0,
     "for other machines too (0.0.0.0: all), with a token"},
    {"origin", OPTION_TEXT, offsetof(ServeOptions, origin), "URL", 0, 0,
     "behind a proxy: https://games.example, with a token"},
    {"db", OPTION_TEXT, offsetof(ServeOptions, db), "FILE", 0, 0,
     "where games are kept (the user's data folder); none: nowhere"},
    {"read-only", OPTION_FLAG, offsetof(ServeOptions, read_only), NULL, 0, 0,
     "games can be looked at, and nothing new is kept"},
    {"open", OPTION_SWITCH, offsetof(ServeOptions, open), NULL, 0, 0,
     "open it in the browser (on a desktop, from a terminal)"},
    {0},
};

static const ServeOptions defaults = {.port = 7788, .open = -1};

// A signal has nowhere else to look.
static Server *running;

static void on_signal(int signal) {
    (void)signal;
    if (running)
        server_stop(running);
}

// The store twice: one connection for what is read, one for what is written.
static bool open_stores(const ServeOptions *given, const Registry *registry, Store *stores[2],
                        Error *err) {
    if (given->db && strcmp(given->db, "none") == 0)
        return true;
    for (int i = 0; i < 2 && (!i || stores[0]); i++)
        stores[i] = store_open(given->db, given->read_only ? STORE_READING : STORE_CREATE,
                               registry_games(registry), err);
    return stores[1] != NULL;
}

// Without a store to write to, when the library is one to look at; that is told unless it was asked
// for.
static Store *writable(const Call *call, Store *store) {
    const ServeOptions *given = call->options;
    if (!store || !store_reads_only(store))
        return store;
    if (!given->read_only)
        call_fail(call, EXIT_GOOD,
                  "the library may not be written to: its games can be looked at, nothing new is "
                  "kept");
    return NULL;
}

// False with a sentence when --origin is none. Who comes through a proxy may be anybody, however
// near the proxy is.
static bool make_gate(const ServeOptions *given, Gate *gate, Error *err) {
    *gate = (Gate){.port = (int)given->port};
    const char *address = given->listen ? given->listen : "127.0.0.1";
    if (text_same(address, "localhost"))
        address = "127.0.0.1";
    snprintf(gate->address, sizeof gate->address, "%s", address);
    if (given->origin && !gate_set_origin(gate, given->origin, err))
        return false;
    if (given->origin || !gate_is_loopback(gate->address))
        gate_make_token(gate);
    return true;
}

// Is there a desktop, and stdout a terminal?
static bool is_desktop(void) {
    const char *screen = getenv("WAYLAND_DISPLAY");
    if (!screen || !*screen)
        screen = getenv("DISPLAY");
    return screen && *screen && isatty(STDOUT_FILENO);
}

// Forked twice, so that the browser needs no waitpid(). Whether there is one does not matter:
// the address has been printed.
static void open_browser(const char *address) {
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            int nowhere = open("/dev/null", O_RDWR);
            dup2(nowhere, STDOUT_FILENO);
            dup2(nowhere, STDERR_FILENO);
            // A browser outlives us; it must not hold our port. More files than that are never open.
            for (int inherited = STDERR_FILENO + 1; inherited < 4096; inherited++)
                close(inherited);
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

static void say_where(const Gate *gate, int wish) {
    Text addresses = {0};
    reach_print(gate, &addresses);
    fputs(text_chars(&addresses), stdout);
    fflush(stdout);
    addresses.chars[strcspn(addresses.chars, "\n")] = '\0'; // the first one is for here
    if (wish == 1 || (wish < 0 && is_desktop()))
        open_browser(addresses.chars);
    text_free(&addresses);
}

// --- the log ---

typedef struct LogFile {
    const Call *call;
    bool complained;
} LogFile;

// A full disk does not stop the server; it is reported once. Not by stdio, which would try again at
// exit to write what it could not.
static void log_line(const char *text, void *user) {
    LogFile *log = user;
    struct timespec now;
    struct tm utc;
    char stamp[32] = "";
    Text line = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &utc))
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    text_addf(&line, "%s.%03dZ %s\n", stamp, (int)(now.tv_nsec / 1000000), text);
    ssize_t written = write(fileno(log->call->log), line.chars, line.length);
    if (written != (ssize_t)line.length && !log->complained) {
        log->complained = true;
        call_fail(log->call, EXIT_MACHINE, "cannot write the log: %s; going on without it",
                  strerror(written < 0 ? errno : ENOSPC));
    }
    text_free(&line);
}

static int serve(const Call *call, Gate gate, Store *const stores[2]) {
    const ServeOptions *given = call->options;
    int cores = thread_cores();
    LogFile file = {.call = call};
    ServeLog log = {.line = log_line, .user = &file};
    HouseSetup setup = {
        .log = call->log ? &log : NULL,
        .registry = call->registry,
        .store = writable(call, stores[0]),
        .reader = stores[1],
        .version = TENGEN_VERSION,
        .specs = (const char *const *)given->common.players.items,
        .spec_count = given->common.players.count,
        .threads = given->common.threads > 0 ? (int)given->common.threads
                   : cores > 1               ? cores - 1
                                             : 1,
        .hash_bytes = given->common.hash_bytes > 0 ? given->common.hash_bytes : 128 << 20,
    };
    Server *server = server_new(&gate, &setup, call->err);
    if (!server)
        return call_error(call, EXIT_MACHINE);
    running = server;
    gate.port = server_port(server);
    serve_log(setup.log, "tengen %s listens on %s, port %d", TENGEN_VERSION, gate.address,
              gate.port);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    say_where(&gate, given->open);
    server_run(server);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    running = NULL;
    server_free(server);
    serve_log(setup.log, "tengen ends");
    return EXIT_GOOD;
}

static int run(const Call *call) {
    Store *stores[2] = {NULL, NULL};
    Gate gate;
    if (!make_gate(call->options, &gate, call->err))
        return call_error(call, EXIT_USAGE);
    bool opened = open_stores(call->options, call->registry, stores, call->err);
    int code = opened ? serve(call, gate, stores) : call_error(call, EXIT_MACHINE);
    store_close(stores[0]);
    store_close(stores[1]);
    return code;
}

const Command serve_command = {
    .name = "serve",
    .usage = "",
    .summary = "the page: play, analyse and keep games in a browser",
    .details =
        "Prints the address of the page, opens it on a desktop, and answers until Ctrl-C. All\n"
        "it needs is in this program; nothing is loaded from elsewhere. It listens to this\n"
        "machine only, unless --listen says otherwise: then there is an address with a token\n"
        "for every one that other machines may reach this one by.\n"
        "\n"
        "Players given with --player can be chosen in the page beside our own; that is how\n"
        "programs of others (cmd:, htp:) get there.\n",
    .common = COMMON_ENGINE | COMMON_PLAYER | COMMON_LOG,
    .options = options,
    .size = sizeof(ServeOptions),
    .defaults = &defaults,
    .max_words = 0,
    .run = run,
};
