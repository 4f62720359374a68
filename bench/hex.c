// SPDX-License-Identifier: MIT
// What the claims about Hex are made of: how fast games are played out at random on the union-find
// board, against a board that floods after every stone and one that floods once at the end; and how
// many stones a second the search places.
#include "hex/hex.h"
#include "base/clock.h"
#include "base/rng.h"
#include "hex/board.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MEASURE_MS = 400, SIZE = 11, SEARCH_NODES = 60000 };

// Of this process alone: a busy machine must not change the ratios.
static int64_t cpu_us(void) {
    return (int64_t)clock() * 1000000 / CLOCKS_PER_SEC;
}

static int shuffled_cells(Rng *rng, Move *cells) {
    int count = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            uint32_t i = rng_below(rng, (uint32_t)++count);
            cells[count - 1] = cells[i];
            cells[i] = move_at(x, y);
        }
    return count;
}

// --- three ways to play a game out; each returns the winner ---

static Result play_union(const HexBoard *empty, const Move *cells) {
    HexBoard board = *empty;
    for (int i = 0; board.winner == RESULT_NONE; i++)
        hex_board_play(&board, cells[i], i % 2 ? SIDE_WHITE : SIDE_BLACK);
    return board.winner;
}

typedef struct Flood {
    uint8_t cells[HEX_CELLS];
    HexNode stack[BOARD_POINTS];
    bool seen[HEX_CELLS];
} Flood;

// Is Black's (White's) near edge joined to its far one?
static bool flood_joins(Flood *flood, Side side) {
    static const int steps[] = HEX_STEPS;
    int count = 0;
    memset(flood->seen, 0, sizeof flood->seen);
    for (int i = 0; i < SIZE; i++) {
        HexNode node = hex_node(side == SIDE_BLACK ? move_at(i, 0) : move_at(0, i));
        if (flood->cells[node] == side_cell(side)) {
            flood->seen[node] = true;
            flood->stack[count++] = node;
        }
    }
    while (count) {
        HexNode node = flood->stack[--count];
        Move move = hex_move(node);
        if ((side == SIDE_BLACK ? move_y(move) : move_x(move)) == SIZE - 1)
            return true;
        for (int i = 0; i < 6; i++) {
            HexNode next = (HexNode)(node + steps[i]);
            if (flood->cells[next] == side_cell(side) && !flood->seen[next] &&
                move_x(hex_move(next)) < SIZE && hex_move(next) >= 0 &&
                move_y(hex_move(next)) < SIZE) {
                flood->seen[next] = true;
                flood->stack[count++] = next;
            }
        }
    }
    return false;
}

static Result play_flood(const HexBoard *empty, const Move *cells, bool every_stone) {
    Flood flood;
    memcpy(flood.cells, empty->cells, sizeof flood.cells);
    for (int i = 0; i < SIZE * SIZE; i++) {
        Side side = i % 2 ? SIDE_WHITE : SIDE_BLACK;
        flood.cells[hex_node(cells[i])] = (uint8_t)side_cell(side);
        if (every_stone && flood_joins(&flood, side))
            return side_wins(side);
    }
    return flood_joins(&flood, SIDE_BLACK) ? RESULT_BLACK : RESULT_WHITE;
}

static Result play_flood_often(const HexBoard *empty, const Move *cells) {
    return play_flood(empty, cells, true);
}

static Result play_flood_once(const HexBoard *empty, const Move *cells) {
    return play_flood(empty, cells, false);
}

static Result shuffle_only(const HexBoard *empty, const Move *cells) {
    (void)empty;
    return (Result)(cells[0] & 1);
}

static double games_a_second(Result (*play)(const HexBoard *, const Move *)) {
    HexBoard empty;
    hex_board_init(&empty, SIZE, SIZE);
    Rng rng = rng_seed(1);
    Move cells[BOARD_POINTS];
    volatile int black = 0;
    int64_t games = 0, start = cpu_us(), now = start;
    for (; now - start < MEASURE_MS * 1000; now = cpu_us())
        for (int i = 0; i < 50; i++, games++) {
            shuffled_cells(&rng, cells);
            black = black + (play(&empty, cells) == RESULT_BLACK);
        }
    return (double)games * 1e6 / (double)(now - start);
}

// Without the time to shuffle, which is the same for all.
static double net(double rate, double shuffles) {
    return 1.0 / (1.0 / rate - 1.0 / shuffles);
}

static void search_speed(int size) {
    Services services = {pool_new(1), memory_new(16 << 20)};
    Searcher *searcher = hex_searcher.create(&services);
    Position *position = position_new(&hex_game, NULL, size, size, NULL);
    StopFlag stop = {0};
    Outcome outcome;
    Ask order = {.position = position,
                 .limits = LIMITS_OPEN,
                 .stop = &stop,
                 .start_us = clock_now_us(),
                 .budget_ms = LIMIT_NONE};
    order.limits.nodes = SEARCH_NODES;
    int64_t start = cpu_us();
    hex_searcher.think(searcher, &order, &outcome);
    int64_t us = cpu_us() - start;
    printf("search %2dx%-2d %9.0f nodes/s, depth %d\n", size, size,
           (double)outcome.info.nodes * 1e6 / (double)us, outcome.info.depth);
    position_free(position);
    hex_searcher.destroy(searcher);
    pool_free(services.pool);
    memory_free(services.memory);
}

int main(void) {
    double shuffles = games_a_second(shuffle_only);
    double joined = net(games_a_second(play_union), shuffles);
    double often = net(games_a_second(play_flood_often), shuffles);
    double once = net(games_a_second(play_flood_once), shuffles);
    printf("random games on %dx%d, winner known\n", SIZE, SIZE);
    printf("  at once, by union-find          %9.0f games/s\n", joined);
    printf("  at once, by flood every stone   %9.0f games/s, union-find is %.1f times as fast\n",
           often, joined / often);
    printf(
        "  at the end, by flood of a full board %4.0f games/s, union-find is %.1f times as fast\n",
        once, joined / once);
    search_speed(7);
    search_speed(11);
    search_speed(19);
    return 0;
}
