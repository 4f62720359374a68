// SPDX-License-Identifier: MIT
// `tengen serve`: the page.
#include "base/thread.h"
#include "cli/command.h"
#include "serve/server.h"
#include "tengen.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct ServeOptions {
    CommonOptions common;
    int64_t port;
    char *listen, *db;
    int open;
} ServeOptions;

static const Option options[] = {
    {"port", OPTION_INT, offsetof(ServeOptions, port), "7788", 0, 65535,
     "where it listens (7788); 0: any that is free"},
    {"listen", OPTION_TEXT, offsetof(ServeOptions, listen), "ADDRESS", 0, 0,
     "for other machines too (0.0.0.0: all), with a token"},
    {"db", OPTION_TEXT, offsetof(ServeOptions, db), "FILE", 0, 0,
     "where games are kept (the user's data folder); none: nowhere"},
    {"open", OPTION_SWITCH, offsetof(ServeOptions, open), NULL, 0, 0,
     "open it in the browser (on a desktop, from a terminal)"},
    {0},
};

static void defaults(void *target) {
    ServeOptions *given = target;
    given->port = 7788;
    given->open = -1;
}

// A signal has nowhere else to look.
static Server *running;

static void on_signal(int signal) {
    (void)signal;
    if (running)
        server_stop(running);
}

static bool open_store(const ServeOptions *given, const Registry *registry, Store **store,
                       Error *err) {
    *store = NULL;
    if (given->db && strcmp(given->db, "none") == 0)
        return true;
    char *path = given->db ? NULL : store_default_path(err);
    const char *where = given->db ? given->db : path;
    if (where)
        *store = store_open(where, STORE_CREATE, registry_games(registry), err);
    free(path);
    return *store != NULL;
}

static Gate gate_of(const ServeOptions *given) {
    Gate gate = {.port = (int)given->port};
    snprintf(gate.address, sizeof gate.address, "%s", given->listen ? given->listen : "127.0.0.1");
    if (!gate_is_loopback(gate.address))
        gate_make_token(&gate);
    return gate;
}

static Text address_of(const Server *server, const Gate *gate) {
    Text address = {0};
    bool six = strchr(gate->address, ':') != NULL;
    text_addf(&address, six ? "http://[%s]:%d/" : "http://%s:%d/", gate->address,
              server_port(server));
    if (gate->token[0])
        text_addf(&address, "?token=%s", gate->token);
    return address;
}

// Is there a person at a desktop?
static bool someone_looks(void) {
    const char *screen = getenv("WAYLAND_DISPLAY");
    if (!screen || !*screen)
        screen = getenv("DISPLAY");
    return screen && *screen && isatty(STDOUT_FILENO);
}

// Twice removed, so that nobody has to wait for the browser. Whether there is one is not our business:
// the address has been printed.
static void open_browser(const char *address) {
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            int nowhere = open("/dev/null", O_RDWR);
            dup2(nowhere, STDOUT_FILENO);
            dup2(nowhere, STDERR_FILENO);
            // A browser outlives us; it must not hold our port.
            for (int inherited = STDERR_FILENO + 1; inherited < 1024; inherited++)
                close(inherited);
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

static void say_where(const Server *server, const Gate *gate, int wish) {
    Text address = address_of(server, gate);
    Text line = {0};
    text_addf(&line, "%s\n", text_chars(&address));
    output_flush(&line);
    if (wish == 1 || (wish < 0 && someone_looks()))
        open_browser(text_chars(&address));
    text_free(&line);
    text_free(&address);
}

static int serve(const Call *call, Store *store) {
    const ServeOptions *given = call->options;
    Gate gate = gate_of(given);
    int cores = thread_cores();
    HouseSetup setup = {
        .registry = call->registry,
        .store = store,
        .version = TENGEN_VERSION,
        .specs = (const char *const *)given->common.players.items,
        .spec_count = given->common.players.count,
        .threads = given->common.threads > 0 ? (int)given->common.threads
                   : cores > 1               ? cores - 1
                                             : 1,
        .hash_bytes = given->common.hash_bytes > 0 ? given->common.hash_bytes : 128 << 20,
    };
    Error err = {""};
    Server *server = server_new(&gate, &setup, &err);
    if (!server)
        return call_fail(call, EXIT_MACHINE, "%s", err.text);
    running = server;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    say_where(server, &gate, given->open);
    server_run(server);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    running = NULL;
    server_free(server);
    return EXIT_GOOD;
}

static int run(const Call *call) {
    Error err = {""};
    Store *store;
    if (!open_store(call->options, call->registry, &store, &err))
        return call_fail(call, EXIT_MACHINE, "%s", err.text);
    int code = serve(call, store);
    store_close(store);
    return code;
}

const Command serve_command = {
    .name = "serve",
    .usage = "",
    .summary = "the page: play, analyse and keep games in a browser",
    .details =
        "Prints the address of the page, opens it on a desktop, and answers until Ctrl-C. All\n"
        "it needs is in this program; nothing is loaded from elsewhere. It listens to this\n"
        "machine only, unless --listen says otherwise.\n"
        "\n"
        "Players given with --player can be chosen in the page beside our own; that is how\n"
        "programs of others (cmd:, htp:) get there.\n",
    .common = COMMON_ENGINE | COMMON_PLAYER,
    .options = options,
    .size = sizeof(ServeOptions),
    .defaults = defaults,
    .max_words = 0,
    .run = run,
};
