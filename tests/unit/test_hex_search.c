// SPDX-License-Identifier: MIT
// The Hex engine: right where the truth is known, obedient to its limits, and hard to beat by
// chance.
#include "support.h"

#include "base/clock.h"
#include "base/rng.h"
#include "game/coord.h"
#include "hex/hex.h"
#include "hex/prove.h"
#include "hex_oracle.h"
#include "search/timer.h"

#include <string.h>

// --- an engine of our own ---

typedef struct Mind {
    Services services;
    Searcher *searcher;
    StopFlag stop;
} Mind;

static void mind_open(Mind *mind, int threads) {
    mind->services = (Services){pool_new(threads), memory_new(12 << 20)};
    mind->searcher = hex_searcher.create(&mind->services);
    mind->stop = (StopFlag){0};
}

static void mind_close(Mind *mind) {
    hex_searcher.destroy(mind->searcher);
    pool_free(mind->services.pool);
    memory_free(mind->services.memory);
}

typedef struct Heard {
    Info infos[MULTIPV_MAX]; // the last one of each candidate
    int count;
    int last; // candidate that was heard of
} Heard;

static void hear(const Info *info, void *user) {
    Heard *heard = user;
    assert_in_range(info->multipv, 1, MULTIPV_MAX);
    if (info->multipv != 1) // candidates come in order, the best one first
        assert_int_equal(info->multipv, heard->last + 1);
    heard->last = info->multipv;
    heard->infos[info->multipv - 1] = *info;
    if (info->multipv > heard->count)
        heard->count = info->multipv;
}

// Thinks, and checks what holds of every answer.
static Outcome think(Mind *mind, const Position *position, Limits limits, Heard *heard) {
    Outcome outcome;
    Ask order = {
        .position = position,
        .limits = limits,
        .seed = 7,
        .stop = &mind->stop,
        .start_us = clock_now_us(),
        .budget_ms = limits.time_ms,
        .on_info = heard ? hear : NULL,
        .user = heard,
    };
    uint64_t key = position->key;
    hex_searcher.think(mind->searcher, &order, &outcome);
    assert_true(position->key == key);
    assert_int_equal(position_check(position, outcome.move, NULL), VERDICT_LEGAL);
    assert_true(move_is_stone(outcome.move));
    assert_true(outcome.info.line.pv_length >= 1);
    assert_int_equal(outcome.info.line.pv[0], outcome.move);
    if (limits.nodes != LIMIT_NONE)
        assert_true(outcome.info.nodes <= (uint64_t)limits.nodes);
    return outcome;
}

static Limits node_limit(int64_t nodes) {
    Limits limits = LIMITS_OPEN;
    limits.nodes = nodes;
    return limits;
}

// --- boards drawn in text: X is Black, O White, anything else but blanks is empty ---

static Position *draw(int width, int height, const char *drawn, Side to_move) {
    Position *position = position_new(&hex_game, NULL, width, height, NULL);
    int cell = 0;
    for (const char *c = drawn; *c; c++) {
        if (*c == ' ')
            continue;
        Move move = move_at(cell % width, cell / width);
        if (*c == 'X' || *c == 'O')
            position_put(position, move, *c == 'X' ? CELL_BLACK : CELL_WHITE);
        cell++;
    }
    assert_int_equal(cell, width * height);
    position_set_to_move(position, to_move);
    return position;
}

static const struct {
    const char *what;
    int width, height;
    const char *drawn; // * marks the moves that are right
    Side to_move;
} lessons[] = {
    {"Black closes a column", 4, 4,
     ". X . ."
     " . X O ."
     "  O * O ."
     "   X . O .",
     SIDE_BLACK},
    {"White stops it", 4, 4,
     ". X . ."
     " . X O ."
     "  O * O ."
     "   X . . .",
     SIDE_WHITE},
    {"White closes rather than stops", 5, 4,
     ". X . . ."
     " . X . . ."
     "  O O * O O"
     "   X . . . .",
     SIDE_WHITE},
    {"Black closes by the edge", 5, 5,
     ". . . X ."
     " . O . X ."
     "  . O X O ."
     "   . O X O ."
     "    . * * O .",
     SIDE_BLACK},
    {"White stops a bridge that lost its other half", 5, 5,
     ". . X . ."
     " . O X . ."
     "  . * O O ."
     "   . X . . ."
     "    . X . O .",
     SIDE_WHITE},
    {"Black defends the bridge", 5, 5,
     ". . X . ."
     " . O X . ."
     "  . * O O ."
     "   . X . . ."
     "    . X . . .",
     SIDE_BLACK},
};

static bool is_marked(size_t lesson, Move move) {
    int cell = 0;
    for (const char *c = lessons[lesson].drawn; *c; c++) {
        if (*c == ' ')
            continue;
        if (move_at(cell % lessons[lesson].width, cell / lessons[lesson].width) == move)
            return *c == '*';
        cell++;
    }
    return false;
}

static void wins_are_taken_and_stopped(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    static const int64_t nodes[] = {0, 1, 100, 3000};
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
        for (size_t j = 0; j < sizeof nodes / sizeof *nodes; j++) {
            Position *position =
                draw(lessons[i].width, lessons[i].height, lessons[i].drawn, lessons[i].to_move);
            Outcome outcome = think(&mind, position, node_limit(nodes[j]), NULL);
            char word[COORD_CHARS];
            if (!is_marked(i, outcome.move))
                fail_msg("%s: not %s, with %d nodes", lessons[i].what,
                         move_print(position, outcome.move, word), (int)nodes[j]);
            position_free(position);
        }
    mind_close(&mind);
}

// The cells where one stone would win for `side`; room for MOVES_MAX.
static size_t closing_cells(const Position *position, Side side, Move *closing) {
    Position *copy = position_clone(position);
    while (copy->to_move != side)
        position_play(copy, MOVE_PASS, NULL);
    Move moves[MOVES_MAX];
    size_t count = 0, legal = position_moves(copy, moves);
    for (size_t i = 0; i < legal; i++) {
        position_play(copy, moves[i], NULL);
        if (position_result(copy) != RESULT_NONE)
            closing[count++] = moves[i];
        position_undo(copy);
    }
    position_free(copy);
    return count;
}

// Random stones, as long as nobody wins by them.
static Position *random_open_position(Rng *rng) {
    int width = 2 + (int)rng_below(rng, 8), height = 2 + (int)rng_below(rng, 8);
    Position *position = position_new(&hex_game, NULL, width, height, NULL);
    Move moves[MOVES_MAX];
    for (uint32_t tries = rng_below(rng, (uint32_t)(width * height)); tries > 0; tries--) {
        size_t count = position_moves(position, moves);
        position_play(position, moves[rng_below(rng, (uint32_t)count)], NULL);
        if (position_result(position) != RESULT_NONE)
            position_undo(position);
    }
    return position;
}

static void endings_are_seen_at_every_level(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    Rng rng = rng_seed(test_seed());
    size_t wins = 0, stops = 0;
    for (size_t i = 0; i < test_count(300, 3000, 30000); i++) {
        Position *position = random_open_position(&rng);
        Move own[MOVES_MAX], his[MOVES_MAX];
        size_t own_count = closing_cells(position, position->to_move, own);
        size_t his_count = closing_cells(position, side_other(position->to_move), his);
        Limits limits = node_limit((int64_t)rng_below(&rng, 50));
        limits.level = 1 + (int64_t)rng_below(&rng, LEVEL_MAX);
        Move move = think(&mind, position, limits, NULL).move;
        bool taken = false;
        for (size_t k = 0; k < own_count; k++)
            taken = taken || own[k] == move;
        if (own_count)
            assert_true(taken);
        else if (his_count == 1)
            assert_int_equal(move, his[0]);
        wins += own_count > 0;
        stops += !own_count && his_count == 1;
        position_free(position);
    }
    print_message("%zu wins taken, %zu stopped\n", wins, stops);
    assert_true(wins > 0 && stops > 0);
    mind_close(&mind);
}

// --- against perfect play ---

static void copy_to_twin(const Position *position, HexTwin *twin) {
    twin_init(twin, position->width, position->height);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            twin->at[y][x] = ".bw"[position_at(position, move_at(x, y))];
}

static int solve(HexOracle *oracle, const Position *position) {
    HexTwin twin;
    copy_to_twin(position, &twin);
    return oracle_solve(oracle, &twin, position->to_move == SIDE_BLACK ? 'b' : 'w');
}

// A proven line is played out to the end by legal moves, and is as long as was claimed.
static void assert_line_is_played_out(const Position *position, const Line *line) {
    Position *copy = position_clone(position);
    Side winner = line->score > 0 ? copy->to_move : side_other(copy->to_move);
    for (size_t i = 0; i < line->pv_length; i++)
        assert_true(position_play(copy, line->pv[i], NULL));
    if ((int)line->pv_length == score_plies(line->score))
        assert_int_equal(position_result(copy), side_wins(winner));
    position_free(copy);
}

// Whoever is lost resists as long as possible; the engine, being won, must end it in time.
static void assert_win_is_converted(Mind *mind, HexOracle *oracle, const Position *position,
                                    int plies) {
    Position *copy = position_clone(position);
    Side winner = copy->to_move;
    for (int ply = 0; position_result(copy) == RESULT_NONE; ply++) {
        assert_true(ply < plies);
        Move move;
        if (copy->to_move == winner) {
            move = think(mind, copy, node_limit(1000000), NULL).move;
        } else {
            HexTwin twin;
            copy_to_twin(copy, &twin);
            move = oracle_move(oracle, &twin, copy->to_move == SIDE_BLACK ? 'b' : 'w');
        }
        assert_true(position_play(copy, move, NULL));
    }
    assert_int_equal(position_result(copy), side_wins(winner));
    position_free(copy);
}

static void check_against_oracle(Mind *mind, HexOracle *oracle, const Position *position,
                                 size_t *exact) {
    int truth = solve(oracle, position);
    Outcome outcome = think(mind, position, node_limit(1000000), NULL);
    int score = outcome.info.line.score;
    assert_true(score_is_proven(score));
    assert_int_equal(score > 0, truth > 0);
    // "Within so many plies": never fewer than perfect play needs.
    assert_true(score_plies(score) >= (truth > 0 ? truth : -truth));
    *exact += score_plies(score) == (truth > 0 ? truth : -truth);
    assert_line_is_played_out(position, &outcome.info.line);
    if (score > 0)
        assert_win_is_converted(mind, oracle, position, score_plies(score));
}

static void every_first_move_is_solved(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 2}, {2, 1}, {1, 5}, {5, 1}, {2, 2}, {2, 3},
                                   {3, 2}, {3, 3}, {3, 4}, {4, 3}, {2, 6}, {6, 2}};
    Mind mind;
    HexOracle oracle;
    mind_open(&mind, 1);
    oracle_init(&oracle);
    size_t exact = 0, asked = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int width = sizes[i][0], height = sizes[i][1];
        oracle_forget(&oracle);
        for (int cell = -1; cell < width * height; cell++) {
            Position *position = position_new(&hex_game, NULL, width, height, NULL);
            if (cell >= 0)
                assert_true(position_play(position, move_at(cell % width, cell / width), NULL));
            if (position_result(position) == RESULT_NONE) {
                check_against_oracle(&mind, &oracle, position, &exact);
                asked++;
            }
            position_free(position);
        }
    }
    assert_int_equal(exact, asked);
    oracle_free(&oracle);
    mind_close(&mind);
}

static void random_positions_are_solved(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Mind mind;
    HexOracle oracle;
    mind_open(&mind, 1);
    oracle_init(&oracle);
    size_t exact = 0, asked = 0;
    for (size_t i = 0, n = test_count(50, 400, 20000); i < n; i++) {
        static const int sizes[][2] = {{3, 3}, {3, 4}, {4, 3}, {2, 5}, {5, 2}};
        const int *size = sizes[rng_below(&rng, 5)];
        oracle_forget(&oracle);
        Position *position = position_new(&hex_game, NULL, size[0], size[1], NULL);
        for (uint32_t stones = rng_below(&rng, 7); stones-- > 0;)
            position_put(position,
                         move_at((int)rng_below(&rng, (uint32_t)size[0]),
                                 (int)rng_below(&rng, (uint32_t)size[1])),
                         rng_below(&rng, 2) ? CELL_BLACK : CELL_WHITE);
        position_set_to_move(position, rng_below(&rng, 2) ? SIDE_BLACK : SIDE_WHITE);
        if (position_result(position) == RESULT_NONE) {
            check_against_oracle(&mind, &oracle, position, &exact);
            asked++;
        }
        position_free(position);
    }
    assert_int_equal(exact, asked);
    oracle_free(&oracle);
    mind_close(&mind);
}

// Every candidate of a small board is told exactly, in order.
static void every_candidate_is_solved(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Mind mind;
    HexOracle oracle;
    mind_open(&mind, 1);
    oracle_init(&oracle);
    for (size_t i = 0, n = test_count(10, 60, 3000); i < n; i++) {
        static const int sizes[][2] = {{3, 3}, {3, 4}, {4, 3}, {2, 5}};
        const int *size = sizes[rng_below(&rng, 4)];
        oracle_forget(&oracle);
        Position *position = position_new(&hex_game, NULL, size[0], size[1], NULL);
        for (uint32_t stones = rng_below(&rng, 4); stones-- > 0;)
            position_play(position, move_at((int)rng_below(&rng, 2), (int)rng_below(&rng, 3)),
                          NULL);
        Limits limits = LIMITS_OPEN;
        limits.multipv = MULTIPV_MAX;
        Heard heard = {.count = 0};
        if (position_result(position) == RESULT_NONE) {
            Outcome outcome = think(&mind, position, limits, &heard);
            assert_int_equal(outcome.info.line.score, heard.infos[0].line.score);
            assert_int_equal(heard.count, size[0] * size[1] - position->stones);
        }
        for (int k = 0; k < heard.count; k++) {
            const Line *line = &heard.infos[k].line;
            assert_true(k == 0 || line->score <= heard.infos[k - 1].line.score);
            assert_true(position_play(position, line->pv[0], NULL));
            int truth = position_result(position) == RESULT_NONE ? -solve(&oracle, position) : 0;
            int plies = (truth > 0 ? truth : -truth) + 1;
            assert_int_equal(line->score, truth < 0 ? score_loss_in(plies) : score_win_in(plies));
            position_undo(position);
        }
        position_free(position);
    }
    oracle_free(&oracle);
    mind_close(&mind);
}

// A first stone on the short diagonal wins 4x4, and no other does.
static void four_by_four_is_solved(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    for (int cell = 0; cell < 16; cell++) {
        Position *position = position_new(&hex_game, NULL, 4, 4, NULL);
        assert_true(position_play(position, move_at(cell % 4, cell / 4), NULL));
        Outcome outcome = think(&mind, position, node_limit(1000000), NULL);
        assert_true(score_is_proven(outcome.info.line.score));
        assert_int_equal(outcome.info.line.score < 0, cell % 4 + cell / 4 == 3);
        assert_line_is_played_out(position, &outcome.info.line);
        position_free(position);
    }
    mind_close(&mind);
}

// --- games ---

static Side play_against_chance(Mind *mind, int size, Side engine, Limits limits, Rng *rng) {
    Position *position = position_new(&hex_game, NULL, size, size, NULL);
    while (position_result(position) == RESULT_NONE) {
        Move moves[MOVES_MAX], move;
        if (position->to_move == engine)
            move = think(mind, position, limits, NULL).move;
        else
            move = moves[rng_below(rng, (uint32_t)position_moves(position, moves))];
        assert_true(position_play(position, move, NULL));
    }
    Side winner = position_result(position) == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE;
    position_free(position);
    return winner;
}

static void chance_never_wins(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Mind mind;
    mind_open(&mind, 1);
    for (size_t game = 0; game < test_count(6, 20, 100); game++) {
        Side engine = game % 2 ? SIDE_WHITE : SIDE_BLACK;
        assert_int_equal(play_against_chance(&mind, 7, engine, node_limit(500), &rng), engine);
    }
    mind_close(&mind);
}

static void every_level_plays_to_the_end(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Mind mind;
    mind_open(&mind, 1);
    int won = 0;
    for (int level = 1; level <= LEVEL_MAX; level++)
        for (int size = 1; size <= 6; size++) {
            Limits limits = node_limit(300);
            limits.level = level;
            won += play_against_chance(&mind, size, SIDE_WHITE, limits, &rng) == SIDE_WHITE;
        }
    assert_true(won > LEVEL_MAX); // 1x1 is lost before it begins
    mind_close(&mind);
}

static void a_low_level_loses_to_a_high_one(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    int high_won = 0, games = (int)test_count(2, 10, 70);
    for (int game = 0; game < games; game++) {
        Position *position = position_new(&hex_game, NULL, 7, 7, NULL);
        Side high = game % 2 ? SIDE_WHITE : SIDE_BLACK;
        // A first stone somewhere, so that no two games are the same.
        assert_true(position_play(position, move_at(1 + game / 2 % 5, game % 7), NULL));
        while (position_result(position) == RESULT_NONE) {
            Limits limits = node_limit(2000);
            limits.level = position->to_move == high ? 9 : 1;
            assert_true(position_play(position, think(&mind, position, limits, NULL).move, NULL));
        }
        high_won += position_result(position) == side_wins(high);
        position_free(position);
    }
    assert_true(high_won >= games - games / 10);
    mind_close(&mind);
}

// --- limits ---

// What it remembers in stays within what it may take, whatever it is asked for and in which order. (Were
// it overdrawn nothing would be left; rounding always leaves a little.)
static void memory_is_never_overdrawn(void **state) {
    (void)state;
    static const bool orders[][3] = {{true, false, true}, {false, true, false}};
    for (size_t i = 0; i < 2; i++) {
        Mind mind;
        mind_open(&mind, 2);
        hex_searcher.destroy(mind.searcher);
        memory_free(mind.services.memory);
        mind.services.memory = memory_new((8 << 20) + 12345);
        mind.searcher = hex_searcher.create(&mind.services);
        for (int k = 0; k < 6; k++) {
            Position *position = position_new(&hex_game, NULL, 6 + k, 7, NULL);
            Limits limits = node_limit(200);
            limits.prove = orders[i][k % 3];
            Ask order = {.position = position,
                         .limits = limits,
                         .stop = &mind.stop,
                         .budget_ms = LIMIT_NONE};
            Outcome outcome;
            hex_searcher.think(mind.searcher, &order, &outcome);
            size_t left = memory_left(mind.services.memory);
            assert_in_range(left, 1, 5 << 19); // connections take a quarter of the solver's part
            position_free(position);
        }
        mind_close(&mind);
    }
}

static void one_thread_repeats_exactly(void **state) {
    (void)state;
    Position *position = draw(11, 9,
                              ". . . . . . . . . . ."
                              " . . . . . . . . . . ."
                              "  . . . . . . . . . . ."
                              "   . . . . X . . . . . ."
                              "    . . . . . . O . . . ."
                              "     . . . O . . X . . . ."
                              "      . . . . . . . . . . ."
                              "       . . . . . . . . . . ."
                              "        . . . . . . . . . . .",
                              SIDE_WHITE);
    int64_t nodes = (int64_t)test_count(2000, 30000, 300000);
    Outcome first = {.move = MOVE_NONE};
    for (int i = 0; i < 3; i++) {
        Mind mind;
        mind_open(&mind, 1);
        Outcome outcome = think(&mind, position, node_limit(nodes), NULL);
        assert_int_equal(outcome.info.nodes, nodes);
        if (i > 0) {
            assert_int_equal(outcome.move, first.move);
            assert_int_equal(outcome.info.line.score, first.info.line.score);
            assert_int_equal(outcome.info.depth, first.info.depth);
            assert_memory_equal(outcome.info.line.pv, first.info.line.pv,
                                first.info.line.pv_length * sizeof(Move));
        }
        first = outcome;
        mind_close(&mind);
    }
    position_free(position);
}

static void depth_and_no_limit_at_all_end_by_themselves(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    Position *position = position_new(&hex_game, NULL, 11, 11, NULL);
    Limits limits = LIMITS_OPEN;
    limits.depth = 2;
    assert_int_equal(think(&mind, position, limits, NULL).info.depth, 2);
    position_free(position);
    position = position_new(&hex_game, NULL, 4, 4, NULL);
    Outcome outcome = think(&mind, position, LIMITS_OPEN, NULL);
    assert_true(outcome.info.line.score >= SCORE_PROVEN); // the first player wins
    position_free(position);
    mind_close(&mind);
}

// Of 8x8 and less most of the time is the solver's, whatever has been played; of larger boards a fifth.
static void small_boards_belong_to_the_solver(void **state) {
    (void)state;
    assert_int_equal(hex_prover_share_us(49, 1000, 2000), 1600);
    assert_int_equal(hex_prover_share_us(64, 1000, 2000), 1600);
    assert_int_equal(hex_prover_share_us(65, 1000, 2000), 1200);
    assert_int_equal(hex_prover_share_us(121, 0, 1000000), 200000);
}

static void there_is_an_answer_without_any_time(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    for (int width = 1; width <= BOARD_MAX; width += 5)
        for (int height = 1; height <= BOARD_MAX; height += 5) {
            Position *position = position_new(&hex_game, NULL, width, height, NULL);
            stop_raise(&mind.stop);
            assert_int_equal(think(&mind, position, LIMITS_OPEN, NULL).info.nodes, 0);
            stop_clear(&mind.stop);
            assert_int_equal(think(&mind, position, node_limit(0), NULL).info.nodes, 0);
            position_free(position);
        }
    mind_close(&mind);
}

static void a_finished_game_has_no_move(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    Position *position = draw(2, 2, "X . X .", SIDE_WHITE);
    assert_int_equal(position_result(position), RESULT_BLACK);
    Outcome outcome;
    Ask order = {.position = position, .limits = LIMITS_OPEN, .stop = &mind.stop};
    hex_searcher.think(mind.searcher, &order, &outcome);
    assert_int_equal(outcome.move, MOVE_NONE);
    position_free(position);
    mind_close(&mind);
}

static void the_flag_is_answered_at_once(void **state) {
    (void)state;
    Timer *timer = timer_new();
    for (int threads = 1; threads <= 3; threads += 2) {
        Mind mind;
        mind_open(&mind, threads);
        for (int size = 19; size <= BOARD_MAX; size += 7) {
            Position *position = position_new(&hex_game, NULL, size, size, NULL);
            stop_clear(&mind.stop);
            int64_t moment = clock_now_us() + 60000;
            timer_arm(timer, moment, &mind.stop);
            think(&mind, position, LIMITS_OPEN, NULL);
            int64_t late_ms = (clock_now_us() - moment) / 1000;
            timer_disarm(timer);
            assert_true(late_ms >= 0);
            // It stops; how soon is measured in bench/stop.c, on machines that are not busy.
            assert_true(late_ms < 10000);
            position_free(position);
        }
        mind_close(&mind);
    }
    timer_free(timer);
}

static void several_threads_share_one_limit(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 4);
    Position *position = position_new(&hex_game, NULL, 8, 8, NULL);
    for (int game = 0; game < 3; game++) {
        int64_t nodes = (int64_t)test_count(3000, 20000, 200000);
        Outcome outcome = think(&mind, position, node_limit(nodes), NULL);
        assert_int_equal(outcome.info.nodes, nodes);
        assert_true(position_play(position, outcome.move, NULL));
    }
    position_free(position);
    // And agree with the truth.
    for (int cell = 0; cell < 16; cell++) {
        position = position_new(&hex_game, NULL, 4, 4, NULL);
        assert_true(position_play(position, move_at(cell % 4, cell / 4), NULL));
        Outcome outcome = think(&mind, position, LIMITS_OPEN, NULL);
        assert_true(score_is_proven(outcome.info.line.score));
        assert_int_equal(outcome.info.line.score < 0, cell % 4 + cell / 4 == 3);
        position_free(position);
    }
    mind_close(&mind);
}

static void candidates_are_different_and_in_order(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    static const int sizes[] = {1, 3, 7};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Position *position = position_new(&hex_game, NULL, sizes[i], sizes[i], NULL);
        Heard heard = {.count = 0};
        Limits limits = LIMITS_OPEN;
        limits.multipv = 12;
        limits.depth = 3;
        Outcome outcome = think(&mind, position, limits, &heard);
        int cells = sizes[i] * sizes[i];
        assert_int_equal(heard.count, cells < 12 ? cells : 12);
        assert_int_equal(heard.infos[0].line.pv[0], outcome.move);
        for (int a = 0; a < heard.count; a++)
            for (int b = 0; b < a; b++) {
                assert_int_not_equal(heard.infos[a].line.pv[0], heard.infos[b].line.pv[0]);
                assert_true(heard.infos[b].line.score >= heard.infos[a].line.score ||
                            !score_is_proven(heard.infos[a].line.score));
            }
        position_free(position);
    }
    mind_close(&mind);
}

// Where the solver is not given enough to judge every move, the tree search answers.
static void few_cells_and_few_nodes_are_searched(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    Position *position = position_new(&hex_game, NULL, 5, 5, NULL);
    Heard heard = {.count = 0};
    Limits limits = node_limit(400);
    limits.multipv = 3;
    Outcome outcome = think(&mind, position, limits, &heard);
    assert_int_equal(heard.count, 3);
    assert_true(outcome.info.line.visits > 0 || score_is_proven(outcome.info.line.score));
    position_free(position);
    mind_close(&mind);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_are_taken_and_stopped),
        cmocka_unit_test(endings_are_seen_at_every_level),
        cmocka_unit_test(every_first_move_is_solved),
        cmocka_unit_test(random_positions_are_solved),
        cmocka_unit_test(every_candidate_is_solved),
        cmocka_unit_test(four_by_four_is_solved),
        cmocka_unit_test(chance_never_wins),
        cmocka_unit_test(every_level_plays_to_the_end),
        cmocka_unit_test(a_low_level_loses_to_a_high_one),
        cmocka_unit_test(memory_is_never_overdrawn),
        cmocka_unit_test(one_thread_repeats_exactly),
        cmocka_unit_test(depth_and_no_limit_at_all_end_by_themselves),
        cmocka_unit_test(small_boards_belong_to_the_solver),
        cmocka_unit_test(there_is_an_answer_without_any_time),
        cmocka_unit_test(a_finished_game_has_no_move),
        cmocka_unit_test(the_flag_is_answered_at_once),
        cmocka_unit_test(several_threads_share_one_limit),
        cmocka_unit_test(candidates_are_different_and_in_order),
        cmocka_unit_test(few_cells_and_few_nodes_are_searched),
    };
    return cmocka_run_group_tests_name("hex_search", tests, NULL, NULL);
}
