// SPDX-License-Identifier: MIT
// How time is spent, without looking at a clock: budgets and the pace of iterations as plain
// functions, and whole games against a clock that is a number.
#include "support.h"

#include "base/rng.h"
#include "engine/game_clock.h"
#include "search/limits.h"
#include "search/pace.h"

// --- budgets ---

static void a_budget_is_the_least_of_the_limits(void **state) {
    (void)state;
    Limits limits = LIMITS_OPEN;
    assert_int_equal(limits_budget(&limits, 60).hard_ms, LIMIT_NONE);
    assert_int_equal(limits_budget(&limits, 60).soft_ms, LIMIT_NONE);
    limits.time_ms = 500;
    assert_int_equal(limits_budget(&limits, 60).hard_ms, 500);
    assert_int_equal(limits_budget(&limits, 60).soft_ms, 500); // what is not used is lost
    limits.clock_ms = 600000;
    assert_int_equal(limits_budget(&limits, 60).soft_ms, 500); // the clock can pay for all of them
    limits.time_ms = LIMIT_NONE;
    Budget end = limits_budget(&limits, 60), beginning = limits_budget(&limits, 225);
    assert_true(end.soft_ms > beginning.soft_ms && end.hard_ms > end.soft_ms);
    assert_int_equal(beginning.soft_ms, limits_budget(&limits, 625).soft_ms); // it ends long before
    limits.increment_ms = 4000;
    assert_true(limits_budget(&limits, 60).soft_ms >= end.soft_ms + 3000);
    limits.time_ms = end.soft_ms + 5000; // between the two
    assert_int_equal(limits_budget(&limits, 60).hard_ms, end.soft_ms + 5000);
    limits.time_ms = 0;
    assert_int_equal(limits_budget(&limits, 60).hard_ms, 0);
    limits = LIMITS_OPEN;
    limits.clock_ms = 0; // nothing left: at once, whatever a move adds
    limits.increment_ms = 1000;
    assert_int_equal(limits_budget(&limits, 60).hard_ms, 0);
}

static void a_budget_never_spends_the_whole_clock(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(10000, 100000, 1000000); i++) {
        Limits limits = LIMITS_OPEN;
        limits.clock_ms = rng_below(&rng, 1u << rng_below(&rng, 25));
        limits.increment_ms = rng_below(&rng, 1u << rng_below(&rng, 21));
        if (rng_below(&rng, 2))
            limits.time_ms = rng_below(&rng, 1u << rng_below(&rng, 21));
        Budget budget = limits_budget(&limits, (int)rng_below(&rng, 700) - 10);
        assert_true(0 <= budget.soft_ms && budget.soft_ms <= budget.hard_ms);
        assert_true(budget.hard_ms <= limits.clock_ms / 8 ||
                    budget.hard_ms <= limits.clock_ms - 50);
        if (limits.time_ms != LIMIT_NONE)
            assert_true(budget.hard_ms <= limits.time_ms);
        else // ... and is worth having
            assert_true(budget.soft_ms >= limits.clock_ms / (limits.clock_ms < 1000 ? 208 : 38));
    }
}

static void answers_have_time_to_travel(void **state) {
    (void)state;
    for (int64_t turn = 0; turn < 1000000; turn += 1 + turn / 7) {
        int64_t kept = limits_answer_ms(turn);
        assert_true(kept >= 0 && kept <= turn / 2 && kept <= 200);
        assert_true(kept >= 2 || turn < 4);
        assert_true(turn - kept >= turn * 7 / 8 || turn < 50); // ... and the rest is thought
    }
}

// --- the pace ---

static Line line_of(Move best, double win) {
    return (Line){.win = win, .pv = {best}, .pv_length = 1};
}

// What the pace would give a move after these iterations, a usual one being 1000 ms.
static int64_t target_after(const Move *moves, const double *wins, int count, int share) {
    Pace pace;
    pace_begin(&pace, 1000, 4000);
    for (int i = 0; i < count; i++) {
        Line line = line_of(moves[i], wins[i]);
        pace_note(&pace, &line, share, i);
    }
    return pace_target_ms(&pace);
}

static void trouble_takes_more_time_than_calm(void **state) {
    (void)state;
    const double even[8] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    const double falls[8] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.35};
    const double rises[8] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.65};
    const Move calm[8] = {7, 7, 7, 7, 7, 7, 7, 7};
    const Move early[8] = {1, 2, 3, 7, 7, 7, 7, 7};
    const Move late[8] = {7, 7, 7, 7, 7, 7, 7, 8};
    const Move wild[8] = {1, 2, 1, 2, 1, 2, 1, 2};
    int64_t usual = target_after(calm, even, 8, PACE_SHARE_UNKNOWN);
    assert_true(usual < 1000);
    assert_true(target_after(early, even, 8, PACE_SHARE_UNKNOWN) > usual);
    assert_true(target_after(late, even, 8, PACE_SHARE_UNKNOWN) > 1000);
    assert_true(target_after(wild, even, 8, PACE_SHARE_UNKNOWN) >
                target_after(late, even, 8, PACE_SHARE_UNKNOWN));
    assert_true(target_after(calm, falls, 8, PACE_SHARE_UNKNOWN) > 1000);
    assert_int_equal(target_after(calm, rises, 8, PACE_SHARE_UNKNOWN), usual);
    // All the work below one move: the others are out of the race.
    assert_true(target_after(calm, even, 8, 990) < usual * 2 / 3);
    assert_int_equal(target_after(calm, even, 8, 400), usual);
    assert_true(target_after(wild, falls, 8, 300) <= 2500);
}

static void an_iteration_that_would_not_end_is_not_begun(void **state) {
    (void)state;
    Pace pace;
    Line line = line_of(7, 0.5);
    // Each takes three times as long as the one before: 1, 4, 13, 40, 121, 364 ms in all. After
    // 364 ms of 1000 the next one would end at 1093, and a calm move should take 650.
    pace_begin(&pace, 1000, 4000);
    int64_t now = 0, took = 1;
    int begun = 0;
    do {
        now += took;
        took *= 3;
        pace_note(&pace, &line, PACE_SHARE_UNKNOWN, now);
        begun++;
    } while (pace_goes_on(&pace));
    assert_int_equal(now, 364);
    assert_int_equal(begun, 6);
    // Under a limit for the move alone it is: the time would be lost.
    pace_begin(&pace, 1000, 1000);
    pace_note(&pace, &line, PACE_SHARE_UNKNOWN, 500);
    pace_note(&pace, &line, 999, 990);
    assert_true(pace_goes_on(&pace));
    pace_note(&pace, &line, PACE_SHARE_UNKNOWN, 1000);
    assert_false(pace_goes_on(&pace));
    // Without a limit nothing ends it, and without time nothing begins.
    pace_begin(&pace, LIMIT_NONE, LIMIT_NONE);
    pace_note(&pace, &line, 999, INT64_MAX / 4);
    assert_true(pace_goes_on(&pace));
    pace_begin(&pace, 0, 0);
    pace_note(&pace, &line, PACE_SHARE_UNKNOWN, 0);
    assert_false(pace_goes_on(&pace));
}

// --- whole games ---

// One move: iterations of random growth and random findings, cut off by the hard limit.
static int64_t thought_ms(Rng *rng, Budget budget) {
    Pace pace;
    pace_begin(&pace, budget.soft_ms, budget.hard_ms);
    int64_t now = 0, took_us = 10 + rng_below(rng, 500);
    int restless = (int)rng_below(rng, 4);
    Move best = 1;
    do {
        now += took_us / 1000;
        took_us = took_us * (15 + rng_below(rng, 30)) / 10 + 1;
        if (now >= budget.hard_ms)
            return budget.hard_ms; // the timer
        if (restless && rng_below(rng, 4) < (uint32_t)restless)
            best++;
        Line line = line_of(best, rng_below(rng, 1000) / 1000.0);
        int share = rng_below(rng, 2) ? PACE_SHARE_UNKNOWN : (int)rng_below(rng, 1001);
        pace_note(&pace, &line, share, now);
    } while (pace_goes_on(&pace));
    assert_true(now <= budget.hard_ms);
    return now;
}

// Plays a game to the last point of the board; every answer takes so long to travel. Returns what
// is left on the clock in the end, or -1 when it ran out before `moves` moves were made.
static int64_t game_against_clock(Rng *rng, Limits limits, int points, int moves, int way_ms) {
    for (int move = 0; move < moves; move++) {
        Budget budget = limits_budget(&limits, points - 2 * move);
        int64_t took = thought_ms(rng, budget) + way_ms;
        limits.clock_ms -= took;
        if (limits.clock_ms < 0)
            return -1;
        limits.clock_ms += limits.increment_ms;
    }
    return limits.clock_ms;
}

static void no_game_is_lost_on_time(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static const int sizes[] = {9, 11, 15, 20, 25};
    for (size_t i = 0; i < test_count(500, 5000, 50000); i++) {
        int side = sizes[rng_below(&rng, 5)], points = side * side;
        Limits limits = LIMITS_OPEN;
        limits.clock_ms = 1 + rng_below(&rng, 1u << rng_below(&rng, 23));
        if (rng_below(&rng, 2))
            limits.increment_ms = rng_below(&rng, 5000);
        if (rng_below(&rng, 2))
            limits.time_ms = rng_below(&rng, 60000);
        // To the last point, when answers take no time to travel.
        assert_true(game_against_clock(&rng, limits, points, points / 2, 0) >= 0);
        // Any game anybody has played, when they do and the clock was one to play with.
        if (limits.clock_ms >= 5000)
            assert_true(
                game_against_clock(&rng, limits, points, points < 100 ? points / 2 : 50, 5) >= 0);
        // For ever, when the increment pays for the way.
        limits.increment_ms = 20;
        if (limits.clock_ms >= 100)
            assert_true(game_against_clock(&rng, limits, points, points / 2, 10) >= 0);
    }
}

// Saving for moves that never come is a loss, too: by the time most games are over most of the
// clock has been used.
static void the_clock_is_used(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    int64_t left = 0, games = (int64_t)test_count(100, 1000, 10000);
    for (int64_t i = 0; i < games; i++) {
        Limits limits = LIMITS_OPEN;
        limits.clock_ms = 300000;
        left += game_against_clock(&rng, limits, 225, 25, 1);
    }
    assert_in_range(left / games, 300000 / 20, 300000 / 2);
}

// --- the clocks of a game ---

static void a_clock_charges_adds_and_falls(void **state) {
    (void)state;
    GameClock clock = game_clock_of(10000, 500);
    assert_int_equal(game_clock_left_ms(&clock, SEAT_FIRST, 99), 10000); // it stands still
    assert_true(game_clock_press(&clock, 99));                           // nothing ran
    game_clock_start(&clock, SEAT_FIRST, 1000000);
    assert_int_equal(game_clock_left_ms(&clock, SEAT_FIRST, 5000999), 5999);
    assert_int_equal(game_clock_left_ms(&clock, SEAT_SECOND, 5000999), 10000);
    assert_true(game_clock_press(&clock, 5000000));
    assert_int_equal(game_clock_left_ms(&clock, SEAT_FIRST, 9000000), 6500);
    // A move that is taken back costs nothing.
    game_clock_start(&clock, SEAT_SECOND, 5000000);
    game_clock_start(&clock, SEAT_SECOND, 8000000);
    assert_false(game_clock_fell(&clock, 18000000)); // the last moment is still in time
    assert_true(game_clock_fell(&clock, 18000001));
    assert_int_equal(game_clock_left_ms(&clock, SEAT_SECOND, 18000001), 0);
    assert_false(game_clock_press(&clock, 18000001));
    assert_int_equal(game_clock_left_ms(&clock, SEAT_SECOND, 18000001), 0); // and nothing is added
    GameClock none = game_clock_of(LIMIT_NONE, 500);
    game_clock_start(&none, SEAT_FIRST, 0);
    assert_false(game_clock_fell(&none, INT64_MAX / 2));
    assert_true(game_clock_press(&none, INT64_MAX / 2));
    assert_int_equal(game_clock_left_ms(&none, SEAT_FIRST, 0), LIMIT_NONE);
}

// Whatever the turns and the margin: a seat has had its base, its increments and, once, the margin.
static void a_margin_is_granted_once(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(1000, 10000, 100000); i++) {
        int64_t base = 1 + rng_below(&rng, 5000), increment = rng_below(&rng, 50);
        int64_t margin = rng_below(&rng, 100) * 1000, used = 0;
        int turns = 0;
        GameClock clock = game_clock_of(base, increment);
        for (;;) {
            int64_t turn = rng_below(&rng, 400000);
            bool in_time = used + turn <= (base + turns * increment) * 1000 + margin;
            assert_int_equal(game_clock_charge(&clock, SEAT_SECOND, turn, margin), in_time);
            if (!in_time)
                break;
            used += turn;
            turns++;
        }
        assert_int_equal(game_clock_left_ms(&clock, SEAT_FIRST, 0), base);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_charges_adds_and_falls),
        cmocka_unit_test(a_margin_is_granted_once),
        cmocka_unit_test(a_budget_is_the_least_of_the_limits),
        cmocka_unit_test(a_budget_never_spends_the_whole_clock),
        cmocka_unit_test(answers_have_time_to_travel),
        cmocka_unit_test(trouble_takes_more_time_than_calm),
        cmocka_unit_test(an_iteration_that_would_not_end_is_not_begun),
        cmocka_unit_test(no_game_is_lost_on_time),
        cmocka_unit_test(the_clock_is_used),
    };
    return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}
