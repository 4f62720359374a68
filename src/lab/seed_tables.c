// SPDX-License-Identifier: MIT
#include "lab/seed_tables.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/thread.h"
#include "game/coord.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/seed_gomokuku.h"
#include "lab/seed_hexmax.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 7, RUNS_US = 400 * 1000 }; // short runs are repeated, the fastest counts

// Three middle games of our own, quiet enough that the searches have something to find.
static const struct {
    const char *name, *moves;
} middle_games[] = {
    {"hinge", "h8 g7 i9 k10 g9 e9 i7 f10 i8 i10"},
    {"wall", "h8 i9 j7 g10 j8 j9 h9 i10 i7 h11 k8 i8 i12 h10"},
    {"fan", "h8 h10 g6 j9 g8 g9 f8 e8 e6 f6 g4 j8"},
};
enum { MIDDLE_GAMES = sizeof middle_games / sizeof *middle_games };

static Position *middle_game(int index) {
    Error err = {""};
    Position *position =
        position_parse(&gomoku_game, "freestyle", 15, 15, middle_games[index].moves, -1, &err);
    if (!position)
        die("the position '%s' cannot be set up: %s", middle_games[index].name, err.text);
    return position;
}

static int threads_of(const SeedTable *table) {
    if (table->threads != LIMIT_NONE)
        return (int)table->threads;
    return thread_cores() > 2 ? thread_cores() : 2;
}

// Emits the row unless the run was cut short; false when it was.
static bool emit(const SeedTable *table, SeedRow *row) {
    if (stop_raised(table->stop) || !row->answer.complete)
        return false;
    table->on_row(row, table->user);
    return true;
}

// --- one search on one position ---

static bool time_search(const SeedTable *table, const SeedType *seed, const Position *position,
                        SeedSettings settings, Pool *pool, SeedRow *row) {
    settings.faithful = table->faithful;
    SeedOrder order = {.position = position,
                       .settings = settings,
                       .stop = table->stop,
                       .pool = pool,
                       .nodes = LIMIT_NONE};
    int64_t begin = clock_now_us();
    row->time_us = INT64_MAX;
    for (int i = 0; i < RUNS_MOST && (i == 0 || clock_now_us() - begin < RUNS_US); i++) {
        int64_t start = clock_now_us();
        seed->think(&order, &row->answer);
        int64_t took = clock_now_us() - start;
        row->time_us = took < row->time_us ? took : row->time_us;
    }
    row->threads = seed_threads(&order);
    row->board = position;
    return emit(table, row);
}

// --- gomokuku: ten plies from the centre stone, never stopping at a win ---

enum { PLIES = 10 };

static void replay_gomokuku(const SeedTable *table, const SeedSettings *settings, Pool *pool,
                            const Position *board, SeedAnswer *sum, Text *line) {
    RunTable runs;
    RunBoard *stones = mem_new(sizeof *stones);
    RunUndo undo;
    SeedOrder order = {
        .settings = *settings, .stop = table->stop, .pool = pool, .nodes = LIMIT_NONE};
    gomokuku_table_init(&runs, settings->faithful);
    run_board_init(stones, &runs, 15);
    run_board_play(stones, move_at(7, 7), SIDE_BLACK, &undo);
    *sum = (SeedAnswer){.move = MOVE_NONE, .depth = (int)settings->depth, .complete = true};
    text_clear(line);
    for (int ply = 0; ply < PLIES && sum->complete; ply++) {
        Side side = ply % 2 ? SIDE_BLACK : SIDE_WHITE;
        SeedAnswer answer;
        gomokuku_search(&order, stones, side, &answer);
        run_board_play(stones, answer.move, side, &undo);
        sum->nodes += answer.nodes;
        sum->root_children += answer.root_children;
        sum->complete &= answer.complete;
        sum->move = answer.move;
        char word[COORD_CHARS];
        text_addf(line, "%s%s %lld", ply ? ", " : "", move_print(board, answer.move, word),
                  (long long)(2 * stones->score[SIDE_BLACK] - stones->score[SIDE_WHITE]));
    }
    free(stones);
}

// The document's thread counts as far as there are cores; one row for a count somebody asked for.
static bool wanted(const SeedTable *table, int threads) {
    if (table->threads == LIMIT_NONE)
        return threads <= threads_of(table);
    bool published = table->threads == 4 || table->threads == 6;
    return threads == (published ? table->threads : 2);
}

static void run_gomokuku(const SeedTable *table) {
    static const struct {
        const char *variant;
        int mode, threads;
        double published_ms;
    } rows[] = {
        {"serial", GOMOKUKU_SERIAL, 1, 5644},     {"parallel", GOMOKUKU_PARALLEL, 2, 3272},
        {"parallel", GOMOKUKU_PARALLEL, 4, 2753}, {"parallel", GOMOKUKU_PARALLEL, 6, 2996},
        {"no-map", GOMOKUKU_NO_MAP, 1, 0},
    };
    Position *board = position_new(&gomoku_game, "standard", 15, 15, NULL);
    Text line = {0};
    int64_t serial_us = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool parallel = rows[i].mode == GOMOKUKU_PARALLEL;
        int threads =
            parallel && table->threads != LIMIT_NONE ? (int)table->threads : rows[i].threads;
        if (parallel && !wanted(table, rows[i].threads))
            continue;
        SeedSettings settings = {.mode = rows[i].mode,
                                 .depth = table->depth == LIMIT_NONE ? 5 : table->depth,
                                 .faithful = table->faithful};
        Pool *pool = parallel ? pool_new(threads) : NULL;
        SeedRow row = {.variant = rows[i].variant,
                       .threads = threads,
                       .time_us = INT64_MAX,
                       .published_ms = settings.depth == 5 && threads == rows[i].threads
                                           ? rows[i].published_ms
                                           : 0,
                       .serial_us = parallel ? serial_us : 0,
                       .board = board};
        int64_t begin = clock_now_us();
        for (int run = 0; run < RUNS_MOST && (run == 0 || clock_now_us() - begin < RUNS_US);
             run++) {
            int64_t start = clock_now_us();
            replay_gomokuku(table, &settings, pool, board, &row.answer, &line);
            int64_t took = clock_now_us() - start;
            row.time_us = took < row.time_us ? took : row.time_us;
        }
        pool_free(pool);
        row.line = text_chars(&line);
        serial_us = i == 0 ? row.time_us : serial_us;
        if (!emit(table, &row))
            break;
    }
    text_free(&line);
    position_free(board);
}

// --- hexmax: a whole game, and one move looked at deeper ---

static void play_hexmax(const SeedTable *table, const SeedSettings *settings, Pool *pool, int size,
                        SeedAnswer *sum, Text *line) {
    HexmaxBoard *board = mem_new(sizeof *board);
    SeedOrder order = {
        .settings = *settings, .stop = table->stop, .pool = pool, .nodes = LIMIT_NONE};
    hexmax_init(board, size, settings->faithful);
    *sum = (SeedAnswer){.move = MOVE_NONE, .depth = (int)settings->depth, .complete = true};
    Side side = SIDE_BLACK;
    while (board->stones < size * size && board->paths.winner == RESULT_NONE && sum->complete) {
        SeedAnswer answer;
        hexmax_search(&order, board, side, &answer);
        hexmax_play(board, hex_node(answer.move), side);
        sum->nodes += answer.nodes;
        sum->root_children += answer.root_children;
        sum->complete &= answer.complete;
        sum->move = answer.move;
        side = side_other(side);
    }
    // A full board is A's if its count is at least B's, as written; a path decides, as meant.
    bool black = settings->faithful ? board->count[0] >= board->count[1]
                                    : board->paths.winner == RESULT_BLACK;
    text_clear(line);
    text_addf(line, "%s wins after %d moves, connected stones %d : %d", black ? "A" : "B",
              board->stones, board->count[0], board->count[1]);
    free(board);
}

static bool hexmax_game(const SeedTable *table, int size, int64_t depth, Pool *pool,
                        int64_t *serial_us) {
    Text line = {0};
    SeedSettings settings = {.depth = depth, .faithful = table->faithful};
    SeedRow row = {.variant = pool ? "game, parallel" : "game, serial",
                   .threads = pool ? pool_size(pool) : 1,
                   .time_us = INT64_MAX,
                   .serial_us = *serial_us};
    int64_t begin = clock_now_us();
    for (int i = 0; i < RUNS_MOST && (i == 0 || clock_now_us() - begin < RUNS_US); i++) {
        int64_t start = clock_now_us();
        play_hexmax(table, &settings, pool, size, &row.answer, &line);
        int64_t took = clock_now_us() - start;
        row.time_us = took < row.time_us ? took : row.time_us;
    }
    row.line = text_chars(&line);
    *serial_us = row.time_us;
    bool good = emit(table, &row);
    text_free(&line);
    return good;
}

// Depth 2, the document's own, is over before a second thread has woken up; 3 is long enough to share.
static void run_hexmax(const SeedTable *table) {
    int size = table->size == LIMIT_NONE ? 11 : (int)table->size;
    int64_t deep = table->depth == LIMIT_NONE ? 3 : table->depth, serial_us = 0;
    Pool *pool = pool_new(threads_of(table));
    Position *board = position_new(&hex_game, "hex", size, size, NULL);
    bool on = table->depth != LIMIT_NONE || hexmax_game(table, size, 2, NULL, &serial_us);
    on = on && hexmax_game(table, size, deep, NULL, &serial_us) &&
         hexmax_game(table, size, deep, pool, &serial_us);
    serial_us = 0;
    for (int parallel = 0; parallel < 2 && on && size <= 11; parallel++) {
        SeedRow row = {.variant = parallel ? "first move, parallel" : "first move, serial",
                       .serial_us = serial_us};
        on = time_search(table, &hexmax_seed, board, (SeedSettings){.depth = 4},
                         parallel ? pool : NULL, &row);
        serial_us = row.time_us;
    }
    position_free(board);
    pool_free(pool);
}

// --- the middle games ---

static void run_sustech(const SeedTable *table) {
    static const struct {
        int depth;
        double published_ms;
    } rows[] = {{2, 5000}, {4, 30 * 60 * 1000}};
    for (int game = 0; game < MIDDLE_GAMES && !stop_raised(table->stop); game++) {
        Position *position = middle_game(game);
        for (size_t i = 0; i < 2; i++) {
            SeedRow row = {.variant = "negamax",
                           .position = middle_games[game].name,
                           .published_ms = rows[i].published_ms};
            if (table->depth != LIMIT_NONE && table->depth != rows[i].depth)
                continue;
            if (!time_search(table, &sustech_seed, position, (SeedSettings){.depth = rows[i].depth},
                             NULL, &row))
                break;
        }
        position_free(position);
    }
}

// What the search says on the way, for whoever may kill it.
typedef struct Improvement {
    const SeedTable *table;
    const char *name;
    const Position *position;
} Improvement;

static void pass_on(const SeedAnswer *answer, void *user) {
    const Improvement *improvement = user;
    improvement->table->on_best(improvement->name, improvement->position, answer,
                                improvement->table->user);
}

static void run_nthu(const SeedTable *table) {
    static const struct {
        int depth;
        double with_ms, without_ms;
    } rows[] = {{6, 1611, 914}, {8, 6252, 4174}, {10, 28852, 17634}};
    for (int game = 0; game < MIDDLE_GAMES && !stop_raised(table->stop); game++) {
        Position *position = middle_game(game);
        Improvement improvement = {table, middle_games[game].name, position};
        SeedOrder order = {.position = position,
                           .settings = {.depth = table->depth == LIMIT_NONE ? 10 : table->depth},
                           .stop = table->stop,
                           .nodes = LIMIT_NONE,
                           .on_answer = pass_on,
                           .user = &improvement};
        SeedAnswer answer;
        nthu_seed.think(&order, &answer);
        for (size_t i = 0; i < 6 && answer.complete; i++) {
            bool without = i % 2;
            SeedRow row = {.variant = without ? "without hash" : "with hash",
                           .position = middle_games[game].name,
                           .published_ms = without ? rows[i / 2].without_ms : rows[i / 2].with_ms};
            SeedSettings settings = {.depth = rows[i / 2].depth, .without_hash = without};
            if (table->depth != LIMIT_NONE && table->depth != settings.depth)
                continue;
            if (!time_search(table, &nthu_seed, position, settings, NULL, &row))
                break;
        }
        position_free(position);
    }
}

static void run_hust(const SeedTable *table) {
    int64_t last = table->depth == LIMIT_NONE ? 8 : table->depth;
    for (int game = 0; game < MIDDLE_GAMES && !stop_raised(table->stop); game++) {
        Position *position = middle_game(game);
        for (int depth = 2; depth <= last; depth += 2) {
            SeedRow row = {.variant = "negascout", .position = middle_games[game].name};
            if (!time_search(table, &hust_seed, position, (SeedSettings){.depth = depth}, NULL,
                             &row))
                break;
        }
        position_free(position);
    }
}

// --- the table of tables ---

const SeedTableType seed_tables[] = {
    {
        .seed = &gomokuku_seed,
        .shows = SEED_SHOWS_THREADS | SEED_SHOWS_ROOT | SEED_SHOWS_PUBLISHED | SEED_SHOWS_SPEEDUP,
        .published =
            "Ten plies from the centre stone: 5.644 s serial, 3.272 s on 2 threads, 2.753 s on 4,\n"
            "2.996 s on 6; 182 root children over the ten plies.\n",
        .slips =
            "children clipped to the first nine rows and columns, one child too many searched\n"
            "after every cutoff, a six against the edge counted as a five",
        .run = run_gomokuku,
    },
    {
        .seed = &hexmax_seed,
        .shows = SEED_SHOWS_DEPTH | SEED_SHOWS_THREADS | SEED_SHOWS_SPEEDUP,
        .published =
            "No figures: the parallel program took as long as the serial one, or longer.\n",
        .slips = "the game ends on a full board, and A wins if its count is at least B's",
        .run = run_hexmax,
    },
    {
        .seed = &sustech_seed,
        .shows = SEED_SHOWS_POSITION | SEED_SHOWS_DEPTH | SEED_SHOWS_PUBLISHED | SEED_SHOWS_MOVE,
        .published =
            "Depth 2 within 5 s, depth 4 in about half an hour, on positions it does not print.\n",
        .slips = "the window handed down is never narrowed, so that nothing is ever cut",
        .run = run_sustech,
    },
    {
        .seed = &nthu_seed,
        .shows = SEED_SHOWS_POSITION | SEED_SHOWS_DEPTH | SEED_SHOWS_HASH | SEED_SHOWS_PUBLISHED |
                 SEED_SHOWS_MOVE,
        .published =
            "Depth 6, 8, 10 on a position it does not print, a debug build: 1.6, 6.3, 28.9 s with\n"
            "its hash map, 0.9, 4.2, 17.6 s without; 1,154, 9,703, 53,074 nodes.\n",
        .run = run_nthu,
    },
    {
        .seed = &hust_seed,
        .shows = SEED_SHOWS_POSITION | SEED_SHOWS_DEPTH | SEED_SHOWS_MOVE,
        .published =
            "Wins out of 20 at 5 s a move: Mushroom 20, Valkyrie 20, aaazyq's 20, PureRocker 20,\n"
            "Pisq7 17, Noesis 2, Pela 0. Such a table is a tengen match --gauntlet, see "
            "docs/seeds.md.\n",
        .run = run_hust,
    },
    {0},
};

const SeedTableType *seed_table_find(const char *name, Error *err) {
    Text known = {0};
    for (const SeedTableType *row = seed_tables; row->seed; row++) {
        if (strcmp(row->seed->player.name, name) == 0) {
            text_free(&known);
            return row;
        }
        text_addf(&known, "%s%s", known.length ? ", " : "", row->seed->player.name);
    }
    error_set(err, "there is no seed '%.40s'; there are: %s", name, text_chars(&known));
    text_free(&known);
    return NULL;
}
