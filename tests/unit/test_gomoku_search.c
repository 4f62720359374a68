// SPDX-License-Identifier: MIT
// How the Gomoku search plays: properties on random boards, its promises about limits, threads and
// levels.
#include "gomoku_thinking.h"

#include "base/clock.h"
#include "base/thread.h"
#include "gomoku/gomoku.h"
#include "search/timer.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- properties of its play ---

static void proven_lines_are_played_to_the_end(const Position *position, const Outcome *outcome) {
    const Line *line = &outcome->info.line;
    assert_int_equal(line->pv[0], outcome->move);
    if (!score_is_proven(line->score))
        return;
    Side winner = line->score > 0 ? position->to_move : side_other(position->to_move);
    assert_int_equal(gomoku_replay(position, line->pv, line->pv_length), side_wins(winner));
    assert_int_equal(line->pv_length, score_plies(line->score));
}

static void fives_are_taken_and_prevented(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 300);
    size_t taken = 0, prevented = 0, proven = 0;
    for (size_t i = 0; i < test_count(150, 3000, 100000); i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 6, 16,
                                                    10 + (int)rng_below(&rng, 60));
        Move fives[MOVES_MAX], defences[MOVES_MAX];
        thinking->limits.nodes = (int64_t)rng_below(&rng, 2000);
        thinking->limits.level = 1 + (int64_t)rng_below(&rng, LEVEL_MAX);
        thinking->limits.multipv = 1 + (int64_t)rng_below(&rng, 3);
        thinking->seed = rng_next(&rng);
        Move move = thinking_move(thinking, position);
        assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
        proven_lines_are_played_to_the_end(position, &thinking->outcome);
        proven += score_is_proven(thinking->outcome.info.line.score);
        bool found = false;
        size_t own = gomoku_slow_fives(position, position->to_move, fives);
        for (size_t k = 0; k < own; k++)
            found |= fives[k] == move;
        assert_int_equal(found, own > 0);
        size_t his = gomoku_slow_fives(position, side_other(position->to_move), fives);
        size_t answers = own || !his ? 0 : gomoku_slow_defences(position, defences);
        found = answers == 0;
        for (size_t k = 0; k < answers; k++)
            found |= defences[k] == move;
        assert_true(found);
        taken += own > 0;
        prevented += answers > 0;
        position_free(position);
    }
    assert_true(taken > 2 && prevented > 2 && proven > 10);
    thinking_free(thinking);
}

// Plays on from a proven position: the winner must win. Returns whether it took no more plies than were claimed.
static bool carry_through(Thinking *thinking, Position *position) {
    int score = thinking->outcome.info.line.score, plies = 0;
    Side winner = score > 0 ? position->to_move : side_other(position->to_move);
    Move move = thinking->outcome.move;
    while (position_result(position) == RESULT_NONE) {
        position_play(position, move, NULL);
        plies++;
        if (position_result(position) == RESULT_NONE)
            move = thinking_move(thinking, position);
    }
    assert_int_equal(position_result(position), side_wins(winner));
    return plies <= score_plies(score);
}

static void a_proven_win_is_carried_through(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 3000);
    size_t proven = 0, in_time = 0;
    for (size_t i = 0; i < test_count(50, 400, 20000); i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 9, 15,
                                                    16 + (int)rng_below(&rng, 50));
        thinking_forget(thinking);
        thinking_move(thinking, position);
        if (score_is_proven(thinking->outcome.info.line.score)) {
            proven++;
            in_time += carry_through(thinking, position);
        }
        position_free(position);
    }
    // A few thousand nodes do not always find the shortest win again.
    print_message("%zu of %zu wins took no more plies than were claimed\n", in_time, proven);
    assert_true(proven > 10 && in_time * 50 >= proven * 49 - 50);
    thinking_free(thinking);
}

// The truth of a nearly full board: 1, 0, -1 for the side to move.
static int solve(Position *position) {
    Result result = position_result(position);
    if (result != RESULT_NONE)
        return result == RESULT_DRAW ? 0 : result == side_wins(position->to_move) ? 1 : -1;
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    int best = -1;
    for (size_t i = 0; i < count && best < 1; i++) {
        position_play(position, moves[i], NULL);
        int value = -solve(position);
        position_undo(position);
        best = value > best ? value : best;
    }
    return best;
}

static void proofs_are_true(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 20000);
    size_t proven[3] = {0};
    for (size_t i = 0; i < test_count(100, 600, 20000); i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 6, 7, 0);
        int points = position->width * position->height;
        while (position_result(position) == RESULT_NONE && points - position->stones > 7) {
            Move moves[MOVES_MAX];
            size_t count = position_moves(position, moves);
            position_play(position, moves[rng_below(&rng, (uint32_t)count)], NULL);
        }
        if (position_result(position) == RESULT_NONE) {
            thinking->limits.level = 1 + (int64_t)rng_below(&rng, LEVEL_MAX);
            thinking_move(thinking, position);
            const Line *line = &thinking->outcome.info.line;
            int claim = line->score >= SCORE_PROVEN ? 1 : line->score <= -SCORE_PROVEN ? -1 : 0;
            if (claim || line->drawn) {
                assert_int_equal(solve(position), claim);
                proven[claim + 1]++;
            }
        }
        position_free(position);
    }
    assert_true(proven[0] && proven[1] && proven[2]);
    thinking_free(thinking);
}

static void a_node_limit_repeats_exactly(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 0);
    for (int i = 0; i < 10; i++) {
        Position *position =
            gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 12, 15, 12);
        thinking->limits.nodes = 1000 + (int64_t)rng_below(&rng, 5000);
        thinking_forget(thinking);
        thinking_move(thinking, position);
        Outcome first = thinking->outcome;
        thinking_forget(thinking);
        thinking_move(thinking, position);
        assert_int_equal(first.move, thinking->outcome.move);
        assert_int_equal(first.info.nodes, thinking->outcome.info.nodes);
        assert_int_equal(first.info.line.score, thinking->outcome.info.line.score);
        assert_true(first.info.nodes <= (uint64_t)thinking->limits.nodes);
        position_free(position);
    }
    thinking_free(thinking);
}

// What was said about the candidates of one depth.
typedef struct Candidates {
    int depth, count;
    Line lines[5];
    int wrong; // out of turn, no better than the one before, or the same move again
} Candidates;

static void note_candidate(const Info *info, void *user) {
    Candidates *seen = user;
    if (info->multipv == 1)
        seen->count = 0;
    seen->wrong += info->multipv != seen->count + 1;
    for (int i = 0; i < seen->count; i++)
        seen->wrong +=
            seen->lines[i].score < info->line.score || seen->lines[i].pv[0] == info->line.pv[0];
    seen->depth = info->depth;
    seen->lines[seen->count++] = info->line;
}

static void several_candidates_come_best_first(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, LIMIT_NONE);
    thinking->limits.multipv = 5;
    thinking->limits.depth = 6;
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        Position *position =
            gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 13, 15, 5);
        Candidates seen = {0};
        Ask ask = {.position = position,
                   .limits = thinking->limits,
                   .stop = &thinking->stop,
                   .budget_ms = LIMIT_NONE,
                   .on_info = note_candidate,
                   .user = &seen};
        thinking_forget(thinking);
        gomoku_searcher.think(thinking->searcher, &ask, &thinking->outcome);
        assert_int_equal(seen.wrong, 0);
        assert_int_equal(seen.count, 5);
        assert_int_equal(thinking->outcome.move, seen.lines[0].pv[0]);
        assert_int_equal(thinking->outcome.info.line.score, seen.lines[0].score);
        assert_true(seen.depth == 6 || score_is_proven(seen.lines[0].score));
        position_free(position);
    }
    thinking_free(thinking);
}

// Plays a game; the random player has the other side. Returns the result.
static Result game_against_chance(Thinking *thinking, const char *rule, Side side, Rng *rng) {
    Position *position = position_new(&gomoku_game, rule, 11, 11, NULL);
    thinking_forget(thinking);
    while (position_result(position) == RESULT_NONE) {
        Move moves[MOVES_MAX];
        size_t count = position_moves(position, moves);
        Move move = position->to_move == side ? thinking_move(thinking, position)
                                              : moves[rng_below(rng, (uint32_t)count)];
        assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
        position_play(position, move, NULL);
    }
    Result result = position_result(position);
    position_free(position);
    return result;
}

static void beats_chance_at_every_level(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 1000);
    int games = (int)test_count(4, 20, 200);
    for (int rule = 0; rule < GOMOKU_RULES; rule++)
        for (int i = 0; i < games; i++) {
            thinking->limits.level = i % 4 == 3 ? 1 + i / 4 % LEVEL_MAX : LEVEL_MAX;
            Side side = i % 2 ? SIDE_WHITE : SIDE_BLACK;
            assert_int_equal(game_against_chance(thinking, gomoku_rules[rule], side, &rng),
                             side_wins(side));
        }
    thinking_free(thinking);
}

static Result game_between(Thinking *thinking, int black, int white, uint64_t seed) {
    Rng rng = rng_seed(seed);
    Position *position = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
    for (int i = 0; i < 2; i++) // or every game would begin in the centre
        position_play(position,
                      move_at(5 + (int)rng_below(&rng, 5), 3 * i + 4 + (int)rng_below(&rng, 3)),
                      NULL);
    thinking->seed = seed;
    thinking_forget(thinking);
    while (position_result(position) == RESULT_NONE) {
        thinking->limits.level = position->to_move == SIDE_BLACK ? black : white;
        position_play(position, thinking_move(thinking, position), NULL);
    }
    Result result = position_result(position);
    position_free(position);
    return result;
}

static void a_much_higher_level_wins(void **state) {
    (void)state;
    Thinking *thinking = thinking_new(1, 3000);
    int games = (int)test_count(4, 8, 100);
    for (int low = 1; low + 4 < LEVEL_MAX; low += 3) { // the highest want more nodes
        int won = 0;
        for (int i = 0; i < games; i++) {
            Side strong = i % 2 ? SIDE_WHITE : SIDE_BLACK;
            Result result = strong == SIDE_BLACK
                                ? game_between(thinking, low + 4, low, (uint64_t)(i / 2 + 1))
                                : game_between(thinking, low, low + 4, (uint64_t)(i / 2 + 1));
            won += result == side_wins(strong);
        }
        print_message("level %d beat level %d %d times in %d games\n", low + 4, low, won, games);
        assert_true(won * 4 >= games * 3);
    }
    thinking_free(thinking);
}

// --- always an answer ---

static void answers_on_the_smallest_and_largest_boards(void **state) {
    (void)state;
    Thinking *thinking = thinking_new(1, (int64_t)test_count(50, 500, 5000));
    static const int sizes[][2] = {{5, 5}, {25, 25}, {5, 25}, {25, 5}, {15, 15}};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int rule = 0; rule < GOMOKU_RULES; rule++) {
            Position *position =
                position_new(&gomoku_game, gomoku_rules[rule], sizes[i][0], sizes[i][1], NULL);
            thinking_forget(thinking);
            Move first = thinking_move(thinking, position);
            assert_int_equal(first, move_at(sizes[i][0] / 2, sizes[i][1] / 2));
            for (int k = 0; k < 30 && position_result(position) == RESULT_NONE; k++) {
                Move move = thinking_move(thinking, position);
                assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
                position_play(position, move, NULL);
            }
            position_free(position);
        }
    thinking_free(thinking);
}

static void answers_with_no_time_at_all(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(2, LIMIT_NONE);
    thinking->budget_ms = 0;
    stop_raise_time(&thinking->stop);
    for (int i = 0; i < 200; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 5, 25,
                                                    (int)rng_below(&rng, 100));
        Move move = thinking_move(thinking, position);
        assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
        assert_int_equal(thinking->outcome.info.line.pv[0], move);
        position_free(position);
    }
    thinking_free(thinking);
}

static void plays_to_the_last_point(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 200);
    size_t filled = 0;
    for (size_t i = 0; i < test_count(40, 200, 2000); i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 5, 6, 0);
        thinking->limits.level = 1 + (int64_t)i % LEVEL_MAX;
        while (position_result(position) == RESULT_NONE) {
            Move move = thinking_move(thinking, position);
            assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
            proven_lines_are_played_to_the_end(position, &thinking->outcome);
            position_play(position, move, NULL);
        }
        filled += position->stones == position->width * position->height;
        if (position_result(position) == RESULT_DRAW &&
            position->stones == position->width * position->height)
            assert_int_equal(thinking_move(thinking, position), MOVE_NONE);
        position_free(position);
    }
    assert_true(filled > 0);
    thinking_free(thinking);
}

// --- threads ---

// How late the answer to a raised flag came.
static int64_t lateness(const Position *position, int threads, Timer *timer) {
    Thinking *thinking = thinking_new(threads, LIMIT_NONE);
    int64_t moment = clock_now_us() + 50000;
    timer_arm(timer, moment, &thinking->stop);
    Move move = thinking_move(thinking, position);
    int64_t late = clock_now_us() - moment;
    timer_disarm(timer);
    assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
    assert_true(thinking->outcome.info.depth >= 1);
    thinking_free(thinking);
    return late;
}

static void stops_when_told(void **state) {
    (void)state;
    Position *position = position_new(&gomoku_game, "renju", 15, 15, NULL);
    position_play(position, move_at(7, 7), NULL);
    position_play(position, move_at(6, 6), NULL);
    Timer *timer = timer_new();
    for (int threads = 1; threads <= 2; threads++) {
        // It stops; how soon is measured in bench/stop.c, on machines that are not busy.
        assert_in_range(lateness(position, threads, timer), 0, 10000000);
    }
    timer_free(timer);
    position_free(position);
}

typedef struct Desk {
    Thinking *thinking;
    Position *position;
    Move move;
    uint64_t nodes;
} Desk;

static void *desk_body(void *argument) {
    Desk *desk = argument;
    desk->move = thinking_move(desk->thinking, desk->position);
    desk->nodes = desk->thinking->outcome.info.nodes;
    return NULL;
}

static void two_engines_think_side_by_side(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Desk alone[2], together[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i * 2], 13, 15, 10);
        alone[i] = (Desk){.thinking = thinking_new(1, 5000), .position = position};
        together[i] = (Desk){.thinking = thinking_new(1, 5000), .position = position};
        desk_body(&alone[i]);
    }
    for (int i = 0; i < 2; i++)
        threads[i] = thread_start(desk_body, &together[i]);
    for (int i = 0; i < 2; i++) {
        thread_join(threads[i]);
        assert_int_equal(alone[i].move, together[i].move);
        assert_int_equal(alone[i].nodes, together[i].nodes);
        thinking_free(alone[i].thinking);
        thinking_free(together[i].thinking);
        position_free(alone[i].position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fives_are_taken_and_prevented),
        cmocka_unit_test(a_proven_win_is_carried_through),
        cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(a_node_limit_repeats_exactly),
        cmocka_unit_test(several_candidates_come_best_first),
        cmocka_unit_test(beats_chance_at_every_level),
        cmocka_unit_test(a_much_higher_level_wins),
        cmocka_unit_test(answers_on_the_smallest_and_largest_boards),
        cmocka_unit_test(answers_with_no_time_at_all),
        cmocka_unit_test(plays_to_the_last_point),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(two_engines_think_side_by_side),
    };
    return cmocka_run_group_tests_name("gomoku search", tests, NULL, NULL);
}
