// SPDX-License-Identifier: MIT
#include "match/even.h"

#include "base/rng.h"
#include "engine/balance.h"

#include <stdlib.h>

enum {
    STONES_LEAST = 3, // Gomoku: enough that games differ, too few for anybody to be winning yet
    STONES_MOST = 6,
    STONES_HEX = 2,
    WINDOW = 9, // Gomoku: the stones lie within this square in the middle
};

static bool in_window(const Position *position, Move move) {
    if (position->type->hexagonal)
        return true;
    return abs(2 * move_x(move) - (position->width - 1)) < WINDOW &&
           abs(2 * move_y(move) - (position->height - 1)) < WINDOW;
}

// One more stone by chance; false when there is none or it ended the game.
static bool scatter_one(Position *position, Rng *rng) {
    Move moves[MOVES_MAX];
    size_t legal = position_moves(position, moves), count = 0;
    for (size_t k = 0; k < legal; k++)
        if (in_window(position, moves[k]))
            moves[count++] = moves[k];
    return count && position_play(position, moves[rng_below(rng, (uint32_t)count)], NULL) &&
           position_result(position) == RESULT_NONE;
}

static EngineOrder counted(const Position *position, int64_t nodes, StopFlag *stop) {
    EngineOrder order = {.position = position, .limits = LIMITS_OPEN, .stop = stop};
    order.limits.nodes = nodes;
    return order;
}

// The last stone, as even as the nodes can make it.
static bool even_out(Engine *engine, Position *position, int64_t nodes, uint64_t seed,
                     StopFlag *stop) {
    EngineOrder order = counted(position, nodes, stop);
    Game *game = game_from_position(position_clone(position));
    Trial trials[BALANCE_TRIALS];
    size_t room = balance_room(&order.limits, position);
    size_t count = balance_draw(game, 1, seed, trials, room);
    game_free(game);
    if (!count)
        return false;
    engine_new_game(engine);
    balance_rank(engine, &order, 0.5, trials, count);
    return position_play(position, trials[0].stones[0], NULL);
}

Position *even_try(Engine *engine, const EvenOrder *order, uint64_t seed, double *win) {
    const RecordHints *board = &order->board;
    StopFlag own = {0}, *stop = order->stop ? order->stop : &own;
    Rng rng = rng_seed(seed);
    int stones = order->stones ? order->stones
                 : board->game->hexagonal
                     ? STONES_HEX
                     : STONES_LEAST + (int)rng_below(&rng, STONES_MOST - STONES_LEAST + 1);
    Position *position = position_new(board->game, board->rule, board->width, board->height, NULL);
    bool ok = true;
    for (int i = 1; i < stones && ok; i++)
        ok = scatter_one(position, &rng);
    if (!ok || !even_out(engine, position, order->nodes, rng_next(&rng), stop)) {
        position_free(position);
        return NULL;
    }
    EngineOrder weighing = counted(position, order->nodes, stop);
    Outcome outcome;
    engine_new_game(engine);
    *win = balance_verdict(engine, &weighing, &outcome);
    return position;
}
