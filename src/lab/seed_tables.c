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
#include "lab/walk.h"

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

// --- one row ---

// A search, or a whole game with what is to be said of it in the order's `user`, a Text.
typedef void (*SeedThink)(const SeedOrder *order, SeedAnswer *answer);

static bool time_row(const SeedTable *table, SeedThink think, const Position *position,
                     SeedSettings settings, Pool *pool, SeedRow *row) {
    Text line = {0};
    settings.faithful = table->faithful;
    SeedOrder order = {
        .ask = {.position = position, .limits = LIMITS_OPEN, .stop = table->stop, .user = &line},
        .settings = settings,
        .pool = pool};
    int64_t begin = clock_now_us();
    row->time_us = INT64_MAX;
    for (int i = 0; i < RUNS_MOST && (i == 0 || clock_now_us() - begin < RUNS_US); i++) {
        text_clear(&line);
        int64_t start = clock_now_us();
        think(&order, &row->answer);
        int64_t took = clock_now_us() - start;
        row->time_us = took < row->time_us ? took : row->time_us;
    }
    row->threads = seed_threads(&order);
    row->line = line.length ? text_chars(&line) : NULL;
    bool good = !stop_raised(table->stop) && row->answer.complete;
    if (good)
        table->on_row(row, table->user);
    text_free(&line);
    return good;
}

// What a whole game took is what its moves took.
static SeedAnswer no_moves(const SeedOrder *order) {
    return (SeedAnswer){.move = MOVE_NONE, .depth = (int)order->settings.depth, .complete = true};
}

static void add_move(SeedAnswer *sum, const SeedAnswer *answer) {
    sum->nodes += answer->nodes;
    sum->root_children += answer->root_children;
    sum->complete &= answer->complete;
    sum->move = answer->move;
}

// --- gomokuku: ten plies from the centre stone, never stopping at a win ---

enum { PLIES = 10 };

static void replay_gomokuku(const SeedOrder *order, SeedAnswer *sum) {
    RunTable runs;
    RunBoard *stones = mem_new(sizeof *stones);
    RunUndo undo;
    gomokuku_table_init(&runs, order->settings.faithful);
    run_board_init(stones, &runs, 15);
    run_board_play(stones, move_at(7, 7), SIDE_BLACK, &undo);
    *sum = no_moves(order);
    for (int ply = 0; ply < PLIES && sum->complete; ply++) {
        Side side = ply % 2 ? SIDE_BLACK : SIDE_WHITE;
        SeedAnswer answer;
        gomokuku_search(order, stones, side, &answer);
        run_board_play(stones, answer.move, side, &undo);
        add_move(sum, &answer);
        char word[COORD_CHARS];
        text_addf(order->ask.user, "%s%s %lld", ply ? ", " : "",
                  move_print(order->ask.position, answer.move, word),
                  (long long)(2 * stones->score[SIDE_BLACK] - stones->score[SIDE_WHITE]));
    }
    free(stones);
}

// The document's thread counts as far as there are cores; one row for a count that was asked for.
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
    int64_t serial_us = 0;
    bool on = true;
    for (size_t i = 0; on && i < sizeof rows / sizeof *rows; i++) {
        bool parallel = rows[i].mode == GOMOKUKU_PARALLEL;
        int threads =
            parallel && table->threads != LIMIT_NONE ? (int)table->threads : rows[i].threads;
        if (parallel && !wanted(table, rows[i].threads))
            continue;
        SeedSettings settings = {.mode = rows[i].mode,
                                 .depth = table->depth == LIMIT_NONE ? 5 : table->depth};
        Pool *pool = parallel ? pool_new(threads) : NULL;
        SeedRow row = {.variant = rows[i].variant,
                       .published_ms = settings.depth == 5 && threads == rows[i].threads
                                           ? rows[i].published_ms
                                           : 0,
                       .serial_us = parallel ? serial_us : 0,
                       .board = board};
        on = time_row(table, replay_gomokuku, board, settings, pool, &row);
        pool_free(pool);
        serial_us = i == 0 ? row.time_us : serial_us;
    }
    position_free(board);
}

// --- hexmax: a whole game, and one move looked at deeper ---

static void play_hexmax(const SeedOrder *order, SeedAnswer *sum) {
    HexmaxBoard *board = mem_new(sizeof *board);
    int size = order->ask.position->width;
    hexmax_init(board, size, order->settings.faithful);
    *sum = no_moves(order);
    Side side = SIDE_BLACK;
    while (board->stones < size * size && board->paths.winner == RESULT_NONE && sum->complete) {
        SeedAnswer answer;
        hexmax_search(order, board, side, &answer);
        hexmax_play(board, hex_node(answer.move), side);
        add_move(sum, &answer);
        side = side_other(side);
    }
    // A full board is A's if its count is at least B's, as written; a path decides, as meant.
    bool black = order->settings.faithful ? board->count[0] >= board->count[1]
                                          : board->paths.winner == RESULT_BLACK;
    text_addf(order->ask.user, "%s wins after %d moves, connected stones %d : %d",
              black ? "A" : "B", board->stones, board->count[0], board->count[1]);
    free(board);
}

// Depth 2, the document's own, ends before a second thread has started; 3 is long enough to share.
static void run_hexmax(const SeedTable *table) {
    int size = table->size == LIMIT_NONE ? 11 : (int)table->size;
    int64_t deep = table->depth == LIMIT_NONE ? 3 : table->depth, serial_us = 0;
    Pool *pool = pool_new(threads_of(table));
    Position *board = position_new(&hex_game, "hex", size, size, NULL);
    const struct {
        const char *variant;
        bool wanted;
        SeedThink think;
        int64_t depth;
        Pool *pool;
    } rows[] = {
        {"game, serial", table->depth == LIMIT_NONE, play_hexmax, 2, NULL},
        {"game, serial", true, play_hexmax, deep, NULL},
        {"game, parallel", true, play_hexmax, deep, pool},
        {"first move, serial", size <= 11, hexmax_seed.think, 4, NULL},
        {"first move, parallel", size <= 11, hexmax_seed.think, 4, pool},
    };
    bool on = true;
    for (size_t i = 0; on && i < sizeof rows / sizeof *rows; i++) {
        SeedRow row = {.variant = rows[i].variant,
                       .serial_us = serial_us,
                       .board = rows[i].think == play_hexmax ? NULL : board};
        if (!rows[i].wanted)
            continue;
        on = time_row(table, rows[i].think, board, (SeedSettings){.depth = rows[i].depth},
                      rows[i].pool, &row);
        serial_us = row.time_us;
    }
    position_free(board);
    pool_free(pool);
}

// --- the middle games ---

typedef struct MiddleRow {
    const char *variant;
    int depth;
    double published_ms;
    bool without_hash;
} MiddleRow;

// What the search says on the way, so that an interrupted run still shows something.
typedef struct Improvement {
    const SeedTable *table;
    const char *name;
    const Position *position;
} Improvement;

static void pass_on(const Info *info, void *user) {
    const Improvement *improvement = user;
    improvement->table->on_best(improvement->name, improvement->position, info,
                                improvement->table->user);
}

// False when the search was cut short.
static bool tell_improvements(const SeedTable *table, const char *name, const Position *position) {
    Improvement improvement = {table, name, position};
    SeedOrder order = {.ask = {.position = position,
                               .limits = LIMITS_OPEN,
                               .stop = table->stop,
                               .on_info = pass_on,
                               .user = &improvement},
                       .settings = {.depth = table->depth == LIMIT_NONE ? 10 : table->depth}};
    SeedAnswer answer;
    nthu_seed.think(&order, &answer);
    return answer.complete;
}

// The rows on each of the positions; of these the ones of the depth asked for.
static void run_middle_games(const SeedTable *table, const SeedType *seed, const MiddleRow *rows,
                             size_t count) {
    for (int game = 0; game < MIDDLE_GAMES && !stop_raised(table->stop); game++) {
        const char *name = middle_games[game].name;
        Position *position = middle_game(game);
        bool on = seed != &nthu_seed || tell_improvements(table, name, position);
        for (size_t i = 0; on && i < count; i++) {
            SeedRow row = {.variant = rows[i].variant,
                           .position = name,
                           .published_ms = rows[i].published_ms,
                           .board = position};
            SeedSettings settings = {.depth = rows[i].depth, .without_hash = rows[i].without_hash};
            if (table->depth == LIMIT_NONE || table->depth == settings.depth)
                on = time_row(table, seed->think, position, settings, NULL, &row);
        }
        position_free(position);
    }
}

static void run_sustech(const SeedTable *table) {
    static const MiddleRow rows[] = {{"negamax", 2, 5000, false},
                                     {"negamax", 4, 30 * 60 * 1000, false}};
    run_middle_games(table, &sustech_seed, rows, sizeof rows / sizeof *rows);
}

static void run_nthu(const SeedTable *table) {
    static const MiddleRow rows[] = {
        {"with hash", 6, 1611, false},   {"without hash", 6, 914, true},
        {"with hash", 8, 6252, false},   {"without hash", 8, 4174, true},
        {"with hash", 10, 28852, false}, {"without hash", 10, 17634, true},
    };
    run_middle_games(table, &nthu_seed, rows, sizeof rows / sizeof *rows);
}

// Every depth up to the one asked for.
static void run_hust(const SeedTable *table) {
    MiddleRow rows[LAB_DEPTH_MAX / 2];
    SeedTable all = *table;
    size_t count = (size_t)(table->depth == LIMIT_NONE ? 8 : table->depth) / 2;
    all.depth = LIMIT_NONE;
    for (size_t i = 0; i < count; i++)
        rows[i] = (MiddleRow){.variant = "negascout", .depth = 2 * (int)i + 2};
    run_middle_games(&all, &hust_seed, rows, count);
}

// --- the table of tables ---

const SeedTableType seed_tables[] = {
    {
        .seed = &gomokuku_seed,
        .shows = SEED_SHOWS_THREADS | SEED_SHOWS_ROOT | SEED_SHOWS_PUBLISHED | SEED_SHOWS_SPEEDUP,
        .published =
            "Ten plies from the centre stone: 5.644 s serial, 3.272 s on 2 threads, 2.753 s on 4,\n"
            "2.996 s on 6; 182 sparks, two for each root child.\n",
        .slips = "children clipped to the first nine rows and columns and in the order of a hash "
                 "set, one\n"
                 "too many searched after every cutoff, a six against the edge counted as a five, "
                 "a two\n"
                 "that begins behind a stone as nothing",
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
    const SeedTableType *row = seed_tables;
    for (; row->seed && strcmp(row->seed->player.name, name) != 0; row++)
        text_addf(&known, "%s%s", known.length ? ", " : "", row->seed->player.name);
    if (!row->seed)
        error_set(err, "there is no seed '%.40s'; there are: %s", name, text_chars(&known));
    text_free(&known);
    return row->seed ? row : NULL;
}
