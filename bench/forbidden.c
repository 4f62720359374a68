// SPDX-License-Identifier: MIT
// Forbidden points a second: the fast test and its slow twin on the same boards in one run, so that
// the ratio means something on any machine. Two kinds of boards: crowded ones made to be hard, and
// the sort a game reaches.
#include "gomoku/forbidden.h"
#include "base/clock.h"
#include "base/memory.h"
#include "gomoku_adversary.h"

#include <stdio.h>
#include <stdlib.h>

enum { BOARDS = 1000, FAST_ROUNDS = 40 };

typedef struct Sample {
    Twin twin;
    Board board;
} Sample;

static void fill_board(Sample *sample) {
    const Twin *twin = &sample->twin;
    board_init(&sample->board, RULE_RENJU, twin->width, twin->height);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            if (twin->cells[y][x] != '.')
                board_set(&sample->board, move_at(x, y),
                          twin->cells[y][x] == 'X' ? CELL_BLACK : CELL_WHITE);
}

// Twenty to eighty stones in turn around the centre of 15x15.
static void fill_game(Twin *twin, Rng *rng) {
    twin_clear(twin, 15, 15);
    int stones = 20 + (int)rng_below(rng, 60);
    for (int i = 0; i < stones; i++) {
        uint32_t x = 2 + rng_below(rng, 11), y = 2 + rng_below(rng, 11);
        if (twin->cells[y][x] == '.')
            twin->cells[y][x] = i % 2 ? 'O' : 'X';
    }
}

// Points a second over every empty point of every board; *sum keeps the compiler honest.
static double measure_fast(const Sample *samples, size_t *sum) {
    size_t points = 0;
    int64_t start = clock_now_us();
    for (int round = 0; round < FAST_ROUNDS; round++)
        for (int i = 0; i < BOARDS; i++)
            for (int y = 0; y < samples[i].twin.height; y++)
                for (int x = 0; x < samples[i].twin.width; x++)
                    if (board_at(&samples[i].board, move_at(x, y)) == CELL_EMPTY) {
                        points++;
                        *sum += forbidden_is(&samples[i].board, move_at(x, y));
                    }
    return (double)points * 1e6 / (double)(clock_now_us() - start);
}

static double measure_slow(const Sample *samples, size_t *sum) {
    size_t points = 0;
    int64_t start = clock_now_us();
    for (int i = 0; i < BOARDS; i++)
        for (int y = 0; y < samples[i].twin.height; y++)
            for (int x = 0; x < samples[i].twin.width; x++)
                if (samples[i].twin.cells[y][x] == '.') {
                    TwinVerdict verdict = twin_judge(&samples[i].twin, x, y);
                    points++;
                    *sum += verdict.overline || verdict.double_four || verdict.double_three;
                }
    return (double)points * 1e6 / (double)(clock_now_us() - start);
}

int main(void) {
    Sample *samples = mem_new_array(BOARDS, sizeof *samples);
    Rng rng = rng_seed(1);
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < BOARDS; i++) {
            if (kind)
                adversary_fill(&samples[i].twin, &rng);
            else
                fill_game(&samples[i].twin, &rng);
            fill_board(&samples[i]);
        }
        size_t fast_sum = 0, slow_sum = 0;
        double fast = measure_fast(samples, &fast_sum), slow = measure_slow(samples, &slow_sum);
        printf("%-12s fast %.1f M points/s, slow %.2f M points/s, ratio %.0f\n",
               kind ? "adversarial" : "game-like", fast / 1e6, slow / 1e6, fast / slow);
        if (fast_sum != slow_sum * FAST_ROUNDS) {
            printf("they disagree: %zu forbidden points and %zu\n", fast_sum / FAST_ROUNDS,
                   slow_sum);
            free(samples);
            return 1;
        }
    }
    free(samples);
    return 0;
}
