// SPDX-License-Identifier: MIT
// What the laboratory's searches save, as ratios within one run: nodes repeat exactly, times are told
// for what they are. Exits with 1 when a floor does not hold.
#include "base/clock.h"
#include "base/thread.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/searches.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const GameType *game;
    const char *rule;
    int size, depth;
    const char *position;
} positions[] = {
    {&gomoku_game, "freestyle", 15, 5, "h8 i9 j7 i7 i8"},
    {&gomoku_game, "freestyle", 15, 5, "h8 g9 i9 g7 j10 g10 g8 f8"},
    {&gomoku_game, "standard", 15, 5, "h8 h9 g10 i7"},
    {&gomoku_game, "freestyle", 15, 5, "h8 h9 j7 i8 j9 j8 i7 k7 h7 g7 h6"},
    {&hex_game, "hex", 5, 5, "-"},
    {&hex_game, "hex", 6, 4, "b2 d4"},
    {&hex_game, "hex", 6, 4, "c3 d4 e2"},
    {&hex_game, "hex", 7, 4, "d4 c5 e3"},
};
enum { POSITIONS = sizeof positions / sizeof *positions };

typedef struct Sum {
    uint64_t nodes;
    int64_t time_us;
} Sum;

// All positions with one search, ordered as well as can be: deepening, static promise, killers, history.
static Sum run_all(const char *name, size_t table_bytes, int threads, bool deepening) {
    Sum sum = {0};
    for (size_t i = 0; i < POSITIONS; i++) {
        Error err = {""};
        Position *position = position_parse(positions[i].game, positions[i].rule, positions[i].size,
                                            positions[i].size, positions[i].position, -1, &err);
        if (!position)
            die("a position of the bench cannot be set up: %s", err.text);
        LabSettings settings = {
            .evaluator = positions[i].game == &hex_game ? &distance_evaluator : &windows_evaluator,
            .ordering = ORDER_STATIC | ORDER_HISTORY | ORDER_KILLERS,
            .deepening = deepening,
            .table_bytes = table_bytes,
            .threads = threads,
        };
        Finding found;
        search_run(search_find(name, NULL), &settings, position, positions[i].depth, &found);
        sum.nodes += found.tally.nodes;
        sum.time_us += found.time_us;
        position_free(position);
    }
    return sum;
}

static bool floor_holds(const char *what, uint64_t less, uint64_t more) {
    bool holds = less < more;
    printf("FLOOR %-58s %9llu < %9llu  ratio %.3f  %s\n", what, (unsigned long long)less,
           (unsigned long long)more, (double)less / (double)more, holds ? "holds" : "FAILS");
    return holds;
}

int main(void) {
    size_t table = (size_t)64 << 20;
    Sum alphabeta = run_all("alphabeta", 0, 1, true), negascout = run_all("negascout", 0, 1, true);
    Sum remembered = run_all("negascout", table, 1, true), mtdf = run_all("mtdf", table, 1, true);
    bool good = floor_holds("NegaScout visits fewer nodes than alpha-beta", negascout.nodes,
                            alphabeta.nodes);
    good &= floor_holds("the table reduces NegaScout's nodes further", remembered.nodes,
                        negascout.nodes);
    printf("      %-58s %9llu\n", "MTD(f) with the same table", (unsigned long long)mtdf.nodes);
    Sum serial = run_all("failsoft", 0, 1, false);
    Sum split = run_all("root-split", 0, 2, false), ybw = run_all("ybw", 0, 2, false);
    printf("AIM   YBW on 2 threads %.0f ms, root splitting on 2 threads %.0f ms: ratio %.2f "
           "(fail-soft on one: %.0f ms; %d cores)\n",
           (double)ybw.time_us / 1000, (double)split.time_us / 1000,
           (double)split.time_us / (double)ybw.time_us, (double)serial.time_us / 1000,
           thread_cores());
    return good ? 0 : 1;
}
