// SPDX-License-Identifier: MIT
// What learning the line network costs: positions learned a second on one core and on two, and the processor's time
// for each, from games that the engine plays against itself first. A bench of its own, as learning is: batches of
// 1,024, drawn by chance out of positions that wait, several times over.
#include "base/clock.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "search/searcher.h"
#include "train/selfplay.h"
#include "train/trainer.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 400, NODES = 200, PASSES = 2, WAITING = 4096, ROUNDS = 2, CORES_MAX = 2 };

// --- games to learn from ---

typedef struct Games {
    SampleBoard board;
    SampleGame *items;
    size_t count, capacity;
} Games;

static bool go_on(const SelfplayTally *tally, void *user) {
    (void)tally, (void)user;
    return true;
}

static bool play(const char *path, Error *err) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_player(registry, &engine_player);
    SelfplaySetup setup = {.registry = registry,
                           .spec = "tengen",
                           .defaults = PLAYER_DEFAULTS,
                           .board = {&gomoku_game, 0, 15, 15},
                           .limits = LIMITS_OPEN,
                           .seed = 1,
                           .games = GAMES,
                           .threads = CORES_MAX,
                           .noisy = 6};
    setup.limits.nodes = NODES;
    setup.defaults.threads = 1;
    setup.defaults.hash_bytes = 1 << 20;
    bool broken;
    SelfplayTally tally;
    SampleWriter *writer = samples_write(path, &setup.board, "a bench", &setup.first, &broken, err);
    bool ok = writer && selfplay_run(&setup, writer, go_on, NULL, &tally, err);
    if (writer)
        ok = samples_close(writer, err) && ok;
    registry_free(registry);
    return ok;
}

static bool read_games(const char *path, Games *games, Error *err) {
    const GameType *const types[] = {&gomoku_game, NULL};
    SampleReader *reader = samples_read(path, types, err);
    SampleGame game = {0};
    while (reader && samples_next(reader, &game, err)) {
        *MEM_MORE(games->items, games->count, games->capacity) = game;
        game = (SampleGame){0};
    }
    if (reader)
        games->board = *samples_board(reader);
    samples_end(reader);
    sample_free(&game);
    return games->count > 0;
}

// --- learning ---

static void show_all(const Games *games, Fit *fit, double speed, Score *score) {
    for (size_t i = 0; i < games->count; i++)
        gomoku_line_trainer.follow(fit, &games->board, &games->items[i], speed, score);
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

typedef struct Cost {
    double wall, processor; // seconds
} Cost;

// The trainer takes the cores that the process has.
static bool use_cores(int count) {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        return false;
    for (size_t i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &cores) && count-- <= 0)
            CPU_CLR(i, &cores);
    return count <= 0 && sched_setaffinity(0, sizeof cores, &cores) == 0;
}

static Cost learn(const Games *games, int64_t *positions) {
    FitSettings settings = FIT_SETTINGS;
    settings.waiting = WAITING;
    settings.score_scale = 200;
    Error err;
    Score score = {0};
    Fit *fit = gomoku_line_trainer.create(0, &settings, 1, &err);
    show_all(games, fit, 0, &score);
    gomoku_line_trainer.judge_rest(fit, &score);
    *positions = score.positions * PASSES;
    Cost before = {(double)clock_now_us() / 1e6, processor_seconds()};
    for (int pass = 0; pass < PASSES; pass++)
        show_all(games, fit, 1, NULL);
    gomoku_line_trainer.settle(fit);
    Cost cost = {(double)clock_now_us() / 1e6 - before.wall,
                 processor_seconds() - before.processor};
    gomoku_line_trainer.destroy(fit);
    return cost;
}

int main(void) {
    char path[] = "/tmp/tengen-bench-XXXXXX";
    Games games = {0};
    Error err = {""};
    int file = mkstemp(path);
    if (file < 0 || close(file) != 0 || unlink(path) != 0 || !play(path, &err) ||
        !read_games(path, &games, &err)) {
        fprintf(stderr, "%s: %s\n", path, err.text);
        return 1;
    }
    unlink(path);
    printf("positions learned, the best of %d runs over %zu games\n", ROUNDS, games.count);
    printf("%5s %12s %26s\n", "cores", "a second", "us of a processor for each");
    for (int cores = CORES_MAX; cores > 0; cores--) { // fewer and fewer
        Cost best = {1e9, 1e9};
        int64_t positions = 0;
        if (!use_cores(cores))
            continue;
        for (int i = 0; i < ROUNDS; i++) {
            Cost cost = learn(&games, &positions);
            best.wall = cost.wall < best.wall ? cost.wall : best.wall;
            best.processor = cost.processor < best.processor ? cost.processor : best.processor;
        }
        printf("%5d %12.0f %26.1f\n", cores, (double)positions / best.wall,
               1e6 * best.processor / (double)positions);
    }
    for (size_t i = 0; i < games.count; i++)
        sample_free(&games.items[i]);
    free(games.items);
    return 0;
}
