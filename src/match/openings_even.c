// SPDX-License-Identifier: MIT
// Openings made by chance and weighed by our own search: a few stones at random, kept when a short
// search calls them even, thrown away otherwise. The search is counted in nodes, on one thread and
// from a cleared table, so that the same number gives the same opening on every machine.
#include "match/openings_private.h"

#include "base/rng.h"

#include <stdlib.h>

enum {
    TRIES = 40, // then the best so far will do
    NODES = 2000,
    STONES_LEAST = 3, // Gomoku: enough that games differ, too few for anybody to be winning yet
    STONES_MOST = 6,
    STONES_HEX = 2,
    WINDOW = 9, // Gomoku: the stones lie within this square in the middle
};
static const double EVEN = 0.04; // a winning chance this near to one half is even

static bool in_window(const Position *position, Move move) {
    if (position->type->hexagonal)
        return true;
    return abs(2 * move_x(move) - (position->width - 1)) < WINDOW &&
           abs(2 * move_y(move) - (position->height - 1)) < WINDOW;
}

// NULL when the stones happened to end the game.
static Position *scatter(const RecordHints *board, Rng *rng) {
    Position *position = position_new(board->game, board->rule, board->width, board->height, NULL);
    int stones = board->game->hexagonal
                     ? STONES_HEX
                     : STONES_LEAST + (int)rng_below(rng, STONES_MOST - STONES_LEAST + 1);
    for (int i = 0; i < stones; i++) {
        Move moves[MOVES_MAX];
        size_t legal = position_moves(position, moves), count = 0;
        for (size_t k = 0; k < legal; k++)
            if (in_window(position, moves[k]))
                moves[count++] = moves[k];
        if (count)
            position_play(position, moves[rng_below(rng, (uint32_t)count)], NULL);
        if (!count || position_result(position) != RESULT_NONE) {
            position_free(position);
            return NULL;
        }
    }
    return position;
}

// How far the position is from even: 0 is even, 1/2 is won.
static double weigh(Engine *engine, const Position *position) {
    StopFlag stop = {0};
    EngineOrder order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
    order.limits.nodes = NODES;
    Outcome outcome;
    engine_new_game(engine);
    engine_think(engine, &order, &outcome);
    double off = outcome.info.line.win - 0.5;
    return off < 0 ? -off : off;
}

Game *openings_make_even(Openings *openings, int64_t index) {
    Rng rng = rng_seed(openings->seed ^ rng_mix((uint64_t)index + 1));
    Position *best = NULL;
    double best_off = 1;
    for (int i = 0; i < TRIES && best_off > EVEN; i++) {
        Position *position = scatter(&openings->board, &rng);
        double off = position ? weigh(openings->engine, position) : 1;
        if (off < best_off) {
            position_free(best);
            best = position;
            best_off = off;
        } else {
            position_free(position);
        }
    }
    // A board too small for an opening is played from the start.
    return best ? game_from_position(best) : game_clone(openings->games[0]);
}
