// SPDX-License-Identifier: MIT
// How many simulations a second the Hex search makes on 11x11 with everything it knows switched on:
// the network at every node, connections and fill-in at those that are worth it.
#include "base/clock.h"
#include "game/notation.h"
#include "hex/hex.h"
#include "hex/mcts.h"

#include <stdio.h>
#include <time.h>

enum { SIZE = 11, NODES = 100000 };

static const struct {
    const char *name, *moves;
} positions[] = {
    {"empty board", "-"},
    {"opening", "a2 d10 g7 e6"},
    {"middle game", "c2 f6 h4 g8 e8 d7 h7 i5 d5 e4 c9 d10"},
};

// Of this process alone: a busy machine must not change the figure.
static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

int main(void) {
    printf("simulations on %dx%d, one thread, knowledge on\n", SIZE, SIZE);
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        Services services = {pool_new(1), memory_new(64 << 20)};
        HexMcts *mcts = hex_mcts_new(&services);
        hex_mcts_make_tree(mcts, memory_left(services.memory));
        Position *position =
            position_parse(&hex_game, NULL, SIZE, SIZE, positions[i].moves, -1, NULL);
        StopFlag stop = {0};
        Ask order = {.position = position,
                     .limits = LIMITS_OPEN,
                     .stop = &stop,
                     .start_us = clock_now_us(),
                     .budget_ms = LIMIT_NONE};
        order.limits.nodes = NODES;
        Outcome outcome;
        double start = cpu_seconds();
        if (hex_mcts_begin(mcts, &order) == RESULT_NONE)
            hex_mcts_search(mcts, &outcome);
        double seconds = cpu_seconds() - start;
        printf("%-12s %8.0f a second\n", positions[i].name,
               (double)hex_mcts_simulations(mcts) / seconds);
        position_free(position);
        hex_mcts_free(mcts);
        pool_free(services.pool);
        memory_free(services.memory);
    }
    return 0;
}
