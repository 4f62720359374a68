// SPDX-License-Identifier: MIT
// How soon an answer comes once it is asked for: the time from the moment a search should end to the
// moment its move is there, for both games on small and large boards, one thread and all cores.
#include "base/clock.h"
#include "base/thread.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 30, TURN_MS = 60 };

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void measure(const Registry *registry, const GameType *type, int size, int threads) {
    Engine *engine = engine_new(registry, threads, (size_t)64 << 20);
    Position *position = position_new(type, NULL, size, size, NULL);
    StopFlag stop = {0};
    int64_t late[TURNS];
    for (int i = 0; i < TURNS; i++) {
        EngineOrder order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
        order.limits.time_ms = TURN_MS;
        order.limits.multipv = 4; // keeps a proven position thinking
        Outcome outcome;
        int64_t due = clock_now_us() + TURN_MS * 1000;
        engine_think(engine, &order, &outcome);
        late[i] = clock_now_us() - due;
        position_play(position, outcome.move, NULL);
        if (position_result(position) != RESULT_NONE)
            while (position->ply_count)
                position_undo(position);
    }
    qsort(late, TURNS, sizeof *late, by_size);
    printf("%-8s %2dx%-2d %d thread%s  median %6.2f ms  worst %6.2f ms after the limit\n",
           type->name, size, size, threads, threads == 1 ? " " : "s",
           (double)late[TURNS / 2] / 1000, (double)late[TURNS - 1] / 1000);
    position_free(position);
    engine_free(engine);
}

int main(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    static const int sizes[] = {9, 15, 25};
    for (const GameType *const *type = registry_games(registry); *type; type++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int threads = 1; threads <= thread_cores() && threads <= 2; threads++)
                measure(registry, *type, sizes[i], threads);
    registry_free(registry);
    return 0;
}
