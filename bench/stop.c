// SPDX-License-Identifier: MIT
// How soon an answer comes once it is due, for both games on small and large boards, one thread and
// all cores:
//
//   limit    from the moment the time of the move is up to its answer
//   stop     from the order to stop to the answer
//   ponder   from the next command to the end of the pondering
//
//   stop N   N stops of each kind while every core has a busy loop beside them, with the hundredth that
//            took longest (p99); fails when that is FLOOR_MS or more
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/thread.h"
#include "engine/engine.h"
#include "engine/thinker.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TURNS = 20, TURN_MS = 40, BUSY_TURN_MS = 10, FLOOR_MS = 10, CORES_MAX = 256 };

typedef enum Way { WAY_LIMIT, WAY_STOP, WAY_PONDER, WAYS } Way;
static const char *const way_names[WAYS] = {"limit", "stop", "ponder"};

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// One turn; the answer, and in microseconds how late it was.
static int64_t turn(Thinker *thinker, Player *player, const Game *game, Way way, int turn_ms,
                    Choice *choice) {
    Ask ask = {.game = game, .limits = LIMITS_OPEN, .ponder = way == WAY_PONDER};
    ask.limits.time_ms = way == WAY_LIMIT ? turn_ms : way == WAY_PONDER ? 1 : LIMIT_NONE;
    ask.limits.multipv = way == WAY_PONDER ? 1 : 4; // keeps a proven position thinking
    int64_t due = clock_now_us() + turn_ms * 1000;
    thinker_ask(thinker, player, &ask);
    if (way != WAY_LIMIT) {
        clock_sleep_ms(turn_ms);
        due = clock_now_us();
    }
    if (way == WAY_STOP)
        thinker_stop(thinker);
    thinker_wait(thinker);
    int64_t late = clock_now_us() - due;
    ThinkerUpdate update;
    thinker_poll(thinker, &update);
    if (!update.ok)
        die("%s", update.err.text);
    *choice = update.choice;
    return late;
}

// Plays `turns` turns and tells how late they were; the 99th part of a hundred comes back.
static int64_t measure(const Registry *registry, const GameType *type, int size, int threads,
                       Way way, int turns) {
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = threads;
    Error err = {""};
    Player *player = registry_player(registry, "tengen", &defaults, &err);
    Game *game = game_new(type, NULL, size, size, OPENING_FREE, &err);
    if (!player || !game || !player_begin(player, game, &err))
        die("%s", err.text);
    Thinker *thinker = thinker_new(NULL, NULL);
    int64_t *late = mem_new_array((size_t)turns, sizeof *late);
    for (int i = 0; i < turns; i++) {
        Choice choice;
        late[i] = turn(thinker, player, game, way, turns > TURNS ? BUSY_TURN_MS : TURN_MS, &choice);
        game_play(game, choice.move, false, &err);
        if (game_over(game))
            while (game_undo(game))
                ;
    }
    qsort(late, (size_t)turns, sizeof *late, by_size);
    int64_t p99 = late[turns - 1 - turns / 100];
    printf("%-8s %2dx%-2d %d thread%s %-6s  median %6.2f ms  p99 %6.2f ms  worst %6.2f ms\n",
           type->name, size, size, threads, threads == 1 ? " " : "s", way_names[way],
           (double)late[turns / 2] / 1000, (double)p99 / 1000, (double)late[turns - 1] / 1000);
    fflush(stdout);
    free(late);
    thinker_free(thinker);
    game_free(game);
    player_free(player);
    return p99;
}

static void make_busy(pid_t *loops, int count) {
    for (int i = 0; i < count; i++)
        if ((loops[i] = fork()) == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (volatile int spin = 0;; spin++)
                ;
        }
}

// Every core has something else to do. True when no answer was late, but for one in a hundred.
static bool measure_busy(const Registry *registry, int turns) {
    pid_t loops[CORES_MAX];
    int cores = thread_cores() < CORES_MAX ? thread_cores() : CORES_MAX;
    bool good = true;
    make_busy(loops, cores);
    for (const GameType *const *type = registry_games(registry); *type; type++)
        for (int threads = 1; threads <= 2; threads++)
            good &= measure(registry, *type, (*type)->default_size, threads, WAY_STOP, turns) <
                    FLOOR_MS * 1000;
    for (int i = 0; i < cores; i++)
        if (loops[i] > 0 && kill(loops[i], SIGKILL) == 0)
            waitpid(loops[i], NULL, 0);
    return good;
}

int main(int argc, char **argv) {
    int turns = argc > 1 ? atoi(argv[1]) : 0;
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    static const int sizes[] = {9, 15, 25};
    if (turns > 0) {
        bool good = measure_busy(registry, turns);
        registry_free(registry);
        return good ? 0 : 1;
    }
    for (const GameType *const *type = registry_games(registry); *type; type++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int threads = 1; threads <= thread_cores() && threads <= 2; threads++)
                for (Way way = 0; way < WAYS; way++)
                    measure(registry, *type, sizes[i], threads, way, TURNS);
    registry_free(registry);
    return 0;
}
