// SPDX-License-Identifier: MIT
// How soon an answer comes once it is due, for both games on small and large boards, one thread and
// all cores:
//
//   limit    from the moment the time of the move is up to its answer
//   stop     from the order to stop to the answer
//   ponder   from the next command to the end of the pondering
#include "base/clock.h"
#include "base/error.h"
#include "base/thread.h"
#include "engine/engine.h"
#include "engine/thinker.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 20, TURN_MS = 40 };

typedef enum Way { WAY_LIMIT, WAY_STOP, WAY_PONDER, WAYS } Way;
static const char *const way_names[WAYS] = {"limit", "stop", "ponder"};

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// One turn; the answer, and in microseconds how late it was.
static int64_t turn(Thinker *thinker, Player *player, const Game *game, Way way, Choice *choice) {
    Ask ask = {.game = game, .limits = LIMITS_OPEN, .ponder = way == WAY_PONDER};
    ask.limits.time_ms = way == WAY_LIMIT ? TURN_MS : way == WAY_PONDER ? 1 : LIMIT_NONE;
    ask.limits.multipv = way == WAY_PONDER ? 1 : 4; // keeps a proven position thinking
    int64_t due = clock_now_us() + TURN_MS * 1000;
    thinker_ask(thinker, player, &ask);
    if (way != WAY_LIMIT) {
        clock_sleep_ms(TURN_MS);
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

static void measure(const Registry *registry, const GameType *type, int size, int threads,
                    Way way) {
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = threads;
    Error err = {""};
    Player *player = registry_player(registry, "tengen", &defaults, &err);
    Game *game = game_new(type, NULL, size, size, OPENING_FREE, &err);
    if (!player || !game || !player_begin(player, game, &err))
        die("%s", err.text);
    Thinker *thinker = thinker_new(NULL, NULL);
    int64_t late[TURNS];
    for (int i = 0; i < TURNS; i++) {
        Choice choice;
        late[i] = turn(thinker, player, game, way, &choice);
        game_play(game, choice.move, false, &err);
        if (game_over(game))
            while (game_undo(game))
                ;
    }
    qsort(late, TURNS, sizeof *late, by_size);
    printf("%-8s %2dx%-2d %d thread%s %-6s  median %6.2f ms  worst %6.2f ms\n", type->name, size,
           size, threads, threads == 1 ? " " : "s", way_names[way], (double)late[TURNS / 2] / 1000,
           (double)late[TURNS - 1] / 1000);
    thinker_free(thinker);
    game_free(game);
    player_free(player);
}

int main(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    static const int sizes[] = {9, 15, 25};
    for (const GameType *const *type = registry_games(registry); *type; type++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int threads = 1; threads <= thread_cores() && threads <= 2; threads++)
                for (Way way = 0; way < WAYS; way++)
                    measure(registry, *type, sizes[i], threads, way);
    registry_free(registry);
    return 0;
}
