// SPDX-License-Identifier: MIT
// What a match costs beside the players' own thinking: games a second between players who do not
// think, and microseconds a move between programs that answer at once (this program itself, started
// again as one that speaks Gomocup). The latter is everything between two thoughts: both ways
// through the pipe, the waking up, the rules, the clock and the notes.
#include "base/clock.h"
#include "base/text.h"
#include "child/child.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "match/runner.h"

#include <stdio.h>
#include <string.h>

enum { SIZE = 15 };

// --- the other side of the pipe ---

static int answer_at_once(void) {
    bool taken[SIZE][SIZE] = {{false}};
    char line[128];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        int x, y;
        bool turn = sscanf(line, "TURN %d,%d", &x, &y) == 2;
        if (turn && x >= 0 && y >= 0 && x < SIZE && y < SIZE)
            taken[y][x] = true;
        if (text_starts(line, "START") || text_starts(line, "RESTART")) {
            memset(taken, 0, sizeof taken);
            puts("OK");
        } else if (turn || text_starts(line, "BEGIN")) {
            // Columns first, so that two of them block each other's lines for a while.
            int at = 0;
            while (taken[at % SIZE][at / SIZE] && at < SIZE * SIZE - 1)
                at++;
            taken[at % SIZE][at / SIZE] = true;
            printf("%d,%d\n", at / SIZE, at % SIZE);
        } else if (text_starts(line, "END")) {
            break;
        }
    }
    return 0;
}

// --- this side ---

static void on_game(const Played *played, const Standing *standing, void *user) {
    (void)standing;
    if (played->ending != ENDING_RULES)
        printf("a game ended by %s: %s\n", ending_name(played->ending), played->reason);
    *(int64_t *)user += (int64_t)played->move_count;
}

static RunnerWish on_tick(const Standing *standing, int64_t running, void *user) {
    (void)standing;
    (void)running;
    (void)user;
    return RUNNER_GO_ON;
}

// Plays that many games; seconds it took, or -1.
static double measure(const Registry *registry, char *spec, int64_t games, int64_t *moves) {
    const GameType *const types[] = {&gomoku_game, NULL};
    char *specs[] = {spec, spec}, *names[] = {"one", "two"};
    PlayedContext context = {&gomoku_game, "freestyle", SIZE, SIZE, names, 2};
    RecordHints board = {.games = types};
    Error err = {""};
    RunnerSetup setup = {.registry = registry,
                         .specs = specs,
                         .defaults = PLAYER_DEFAULTS,
                         .context = &context,
                         .openings = openings_empty(&board, OPENING_FREE, &err),
                         .schedule = {.players = 2, .rounds = games / 2},
                         .limits = LIMITS_OPEN,
                         .margin_ms = 1000,
                         .seed = 1,
                         .concurrency = 1};
    setup.limits.time_ms = 1000;
    RunnerEvents events = {on_game, on_tick, moves};
    Runner *runner = runner_new(&setup, &events, NULL);
    bool broken;
    *moves = 0;
    bool ok = runner_probe(runner, &broken, &err);
    int64_t start = clock_now_us();
    ok = ok && runner_run(runner, &err);
    double seconds = (double)(clock_now_us() - start) / 1e6;
    runner_free(runner);
    openings_free(setup.openings);
    if (!ok)
        printf("%s\n", err.text);
    return ok ? seconds : -1;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "child") == 0)
        return answer_at_once();
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_player(registry, &random_player);
    registry_add_player(registry, &gomocup_child_player);
    int64_t games = 2000, moves;
    double seconds = measure(registry, "random", games, &moves);
    printf("random against random, 15x15  %8.0f games/s, %.1f us a move\n", (double)games / seconds,
           1e6 * seconds / (double)moves);
    char spec[4200];
    snprintf(spec, sizeof spec, "cmd:'%s' child", argv[0]);
    double piped = measure(registry, spec, 200, &moves);
    printf("programs behind a pipe        %8.1f us a move between two thoughts\n",
           1e6 * piped / (double)moves);
    registry_free(registry);
    return seconds < 0 || piped < 0;
}
