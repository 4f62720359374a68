// SPDX-License-Identifier: MIT
// How fast Hex positions are known on 11x11: fill-in, the connections of both sides, must-play and
// inferior moves, from scratch and taken over from the position a move before; and how long small
// boards take to be solved on one thread.
#include "base/memory.h"
#include "base/rng.h"
#include "hex/knowledge.h"
#include "hex/solver.h"
#include "search/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 11, MEASURE_US = 400000 };

// Of this process alone: a busy machine must not change the figures.
static int64_t cpu_us(void) {
    return (int64_t)clock() * 1000000 / CLOCKS_PER_SEC;
}

// Stones near each other, as in a game: each is put at random among the cells around those there.
static void random_game(const HexGrid *grid, Rng *rng, int stones, HexStones *out) {
    do {
        *out = (HexStones){0};
        HexSet around = {0};
        hexset_add(around.word, grid->count / 2);
        for (int i = 0; i < stones; i++) {
            int cell = -1, seen = 0;
            for (int c = 0; c < grid->count; c++)
                if (hex_stones_at(out, c) == CELL_EMPTY &&
                    (hexset_has(around.word, c) || rng_below(rng, 8) == 0) &&
                    rng_below(rng, (uint32_t)++seen) == 0)
                    cell = c;
            if (cell < 0)
                continue;
            hexset_add(out->of[i % 2].word, cell);
            hexset_unite(around.word, grid->near[cell].word, grid->words);
        }
    } while (hex_stones_winner(grid, out) != RESULT_NONE);
}

typedef struct Figures {
    double scratch, derived; // a second
    int decided, moves;      // in a hundred
} Figures;

static Figures measure(const HexGrid *grid, const HexLinkLimits *limits, int stones) {
    HexVcBuilder *builder = hex_vc_builder_new(grid, limits),
                 *child = hex_vc_builder_new(grid, limits);
    HexKnowledge *known = mem_new(sizeof *known), *after = mem_new(sizeof *after);
    Rng rng = rng_seed((uint64_t)stones);
    int64_t scratch_us = 0, derived_us = 0, scratches = 0, deriveds = 0, decided = 0, moves = 0;
    int64_t open = 0;
    while (scratch_us + derived_us < MEASURE_US) {
        HexStones position;
        HexFill start;
        random_game(grid, &rng, stones, &position);
        int64_t begin = cpu_us();
        hex_fill_begin(grid, &position, &start);
        hex_knowledge_find(builder, NULL, &start, SIDE_BLACK, known);
        scratch_us += cpu_us() - begin;
        scratches++;
        decided += known->winner != RESULT_NONE;
        if (known->winner != RESULT_NONE)
            continue;
        moves += hexset_count(known->moves.word, grid->words);
        open += hexset_count(hex_stones_empty(grid, &position).word, grid->words);
        begin = cpu_us();
        for (int cell = hexset_next(known->moves.word, 0, grid->words), k = 0; cell >= 0 && k < 8;
             cell = hexset_next(known->moves.word, cell + 1, grid->words), k++) {
            start = known->fill;
            hex_fill_play(grid, &start, cell, SIDE_BLACK);
            hex_knowledge_find(child, builder, &start, SIDE_WHITE, after);
            deriveds++;
        }
        derived_us += cpu_us() - begin;
    }
    free(known);
    free(after);
    hex_vc_builder_free(builder);
    hex_vc_builder_free(child);
    return (Figures){.scratch = (double)scratches * 1e6 / (double)(scratch_us + 1),
                     .derived = (double)deriveds * 1e6 / (double)(derived_us + 1),
                     .decided = (int)(100 * decided / scratches),
                     .moves = open ? (int)(100 * moves / open) : 0};
}

static void solve(int size) {
    HexGrid *grid = hex_grid_new(size, size);
    Memory *memory = memory_new(64 << 20);
    HexSolver *solver = hex_solver_new(grid, memory, memory_bytes(memory));
    Pool *pool = pool_new(1);
    StopFlag stop = {0};
    HexAnswer answer;
    HexSolverOrder order = {.stop = &stop, .nodes = LIMIT_NONE, .pool = pool};
    int64_t begin = cpu_us();
    hex_solver_solve(solver, &order, &answer);
    printf("empty %dx%d solved in %.3f s, %llu nodes\n", size, size,
           (double)(cpu_us() - begin) / 1e6, (unsigned long long)answer.nodes);
    pool_free(pool);
    hex_solver_free(solver);
    memory_free(memory);
    hex_grid_free(grid);
}

int main(void) {
    HexGrid *grid = hex_grid_new(SIZE, SIZE);
    static const char *const names[] = {"quick", "thorough"};
    const HexLinkLimits *limits[] = {&hex_links_quick, &hex_links_thorough};
    printf("fill-in, connections of both sides and must-play on %dx%d, a second\n", SIZE, SIZE);
    printf("limits    stones   from scratch   after a move   decided   moves left\n");
    for (int i = 0; i < 2; i++)
        for (int stones = 0; stones <= 40; stones += 10) {
            Figures figures = measure(grid, limits[i], stones);
            printf("%-9s %6d %14.0f %14.0f %8d%% %11d%%\n", names[i], stones, figures.scratch,
                   figures.derived, figures.decided, figures.moves);
        }
    hex_grid_free(grid);
    for (int size = 5; size <= 7; size++)
        solve(size);
    return 0;
}
