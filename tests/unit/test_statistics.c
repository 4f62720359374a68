// SPDX-License-Identifier: MIT
// The statistics are tried on matches whose truth is known: synthetic ones, from a seed. What is
// asserted here is what a user relies on: error rates of the SPRT, coverage of the interval.
#include "support.h"

#include "base/rng.h"
#include "match/elo.h"
#include "match/rating.h"
#include "match/sprt.h"

#include <math.h>

// How a pair comes about: the openings favour one colour by `bias` Elo, and games within `draw` Elo
// of even tend to be drawn. The three cases span what real matches show.
typedef struct World {
    double bias, draw;
} World;

static const World worlds[] = {
    {0, 0},     // no draws, fair openings: the widest variance
    {100, 20},  // freestyle Gomoku: few draws, openings that matter
    {200, 150}, // renju: many draws, lopsided openings
};

// The chances of the five classes when the first player is stronger by `elo`.
static void pair_chances(const World *world, double elo, double chances[PAIR_CLASSES]) {
    double game[2][3];
    for (int g = 0; g < 2; g++) {
        double edge = elo + (g ? -world->bias : world->bias);
        game[g][2] = elo_expected(edge - world->draw);
        game[g][0] = 1 - elo_expected(edge + world->draw);
        game[g][1] = 1 - game[g][0] - game[g][2];
    }
    for (int i = 0; i < PAIR_CLASSES; i++)
        chances[i] = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            chances[a + b] += game[0][a] * game[1][b];
}

// The same with the edge chosen so that the *score* is the one that `elo` means.
static void pair_chances_at(const World *world, double elo, double chances[PAIR_CLASSES]) {
    double low = -2000, high = 2000, wanted = elo_expected(elo);
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2, mean = 0;
        pair_chances(world, middle, chances);
        for (int k = 0; k < PAIR_CLASSES; k++)
            mean += chances[k] * k / 4;
        *(mean < wanted ? &low : &high) = middle;
    }
}

// A sampler of classes by 32-bit thresholds.
typedef struct Dice {
    uint64_t below[PAIR_CLASSES];
} Dice;

static Dice dice_of(const double chances[PAIR_CLASSES]) {
    Dice dice;
    double sum = 0;
    for (int i = 0; i < PAIR_CLASSES; i++)
        dice.below[i] = (uint64_t)((sum += chances[i]) * 4294967296.0);
    dice.below[PAIR_CLASSES - 1] = UINT64_C(1) << 32;
    return dice;
}

static int roll(const Dice *dice, Rng *rng) {
    uint64_t value = rng_next(rng) >> 32;
    int k = 0;
    while (value >= dice->below[k])
        k++;
    return k;
}

// Pairs that may surely be added before the test can end: the walk has that many of its largest
// steps to go. A pair moves the mean by at most half a point in N and the log-likelihood ratio by
// (s1 - s0) / v times its distance from the middle; twice that allows for v moving too. Early on,
// when v is hardly known, every pair is judged.
static int64_t surely_undecided(const Sprt *sprt, const SprtState *state,
                                const int64_t pairs[PAIR_CLASSES], int64_t count) {
    enum { SETTLED = 200 };
    if (count < SETTLED)
        return 0;
    double sum = 0, squares = 0;
    for (int i = 0; i < PAIR_CLASSES; i++) {
        sum += (double)pairs[i] * i / 4;
        squares += (double)pairs[i] * i * i / 16;
    }
    double mean = sum / (double)count, variance = squares / (double)count - mean * mean;
    double step = (elo_expected(sprt->elo1) - elo_expected(sprt->elo0)) / variance;
    double room = fmin(state->upper - state->llr, state->llr - state->lower);
    int64_t free_pairs = (int64_t)(room / step) - 1;
    return free_pairs < count / 4 ? free_pairs : count / 4;
}

// One match to its end; returns the number of pairs it took.
static int64_t walk(const Sprt *sprt, const Dice *dice, Rng *rng, bool every_pair,
                    SprtVerdict *verdict) {
    int64_t pairs[PAIR_CLASSES] = {0}, count = 0;
    SprtState state = {0};
    for (int64_t skip = 0; state.verdict == SPRT_GOES_ON;) {
        pairs[roll(dice, rng)]++;
        count++;
        if (skip-- > 0)
            continue;
        state = sprt_judge(sprt, pairs);
        skip = every_pair ? 0 : surely_undecided(sprt, &state, pairs, count);
    }
    *verdict = state.verdict;
    return count;
}

// The share of matches in which the test accepts the wrong hypothesis.
static double error_rate(const Sprt *sprt, const World *world, bool h1_true, size_t matches,
                         Rng *rng, double *mean_pairs) {
    double chances[PAIR_CLASSES];
    pair_chances_at(world, h1_true ? sprt->elo1 : sprt->elo0, chances);
    Dice dice = dice_of(chances);
    size_t wrong = 0;
    double total = 0;
    for (size_t m = 0; m < matches; m++) {
        SprtVerdict verdict;
        total += (double)walk(sprt, &dice, rng, false, &verdict);
        wrong += (verdict == SPRT_ACCEPT_H1) != h1_true;
    }
    *mean_pairs = total / (double)matches;
    return (double)wrong / (double)matches;
}

// Skipping judgements must not change a single match.
static void the_short_cut_is_exact(void **state) {
    (void)state;
    uint64_t seed = test_seed();
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++)
        for (int elo1 = 5; elo1 <= 50; elo1 += 15) {
            Sprt sprt = {0, elo1, 0.05, 0.05};
            double chances[PAIR_CLASSES];
            pair_chances_at(&worlds[w], elo1 / 2.0, chances);
            Dice dice = dice_of(chances);
            for (size_t m = 0; m < test_count(5, 60, 1000); m++) {
                Rng slow = rng_seed(seed + m), fast = slow;
                SprtVerdict expected, came;
                assert_int_equal(walk(&sprt, &dice, &slow, true, &expected),
                                 walk(&sprt, &dice, &fast, false, &came));
                assert_int_equal(expected, came);
            }
        }
}

static void check_sprt(double elo1, size_t matches, double allowed) {
    Sprt sprt = {0, elo1, 0.05, 0.05};
    Rng rng = rng_seed(test_seed());
    // A simulation of few matches has its own spread; the full one of 10,000 has 0.2%.
    double spread = 3 * sqrt(allowed * (1 - allowed) / (double)matches);
    double margin = matches >= 10000 ? 0 : spread;
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++)
        for (int h = 0; h < 2; h++) {
            double mean_pairs, rate = error_rate(&sprt, &worlds[w], h, matches, &rng, &mean_pairs);
            print_message("[0,%g] bias %g draws %g H%d: %.2f%% wrong, %.0f pairs\n", elo1,
                          worlds[w].bias, worlds[w].draw, h, 100 * rate, mean_pairs);
            assert_true(rate <= allowed + margin);
            assert_true(rate > 0.005 || matches < 1000); // never to err is not to have been tried
        }
}

// Wald's bounds for errors that differ, drawn in by 0.583 standard deviations of a step: 0.0144 in score
// at a standard deviation of 0.354.
static void sprt_bounds_by_hand(void **state) {
    (void)state;
    Sprt sprt = {0, 10, 0.01, 0.2};
    int64_t pairs[PAIR_CLASSES] = {0};
    SprtState bounds = sprt_judge(&sprt, pairs);
    assert_int_equal(bounds.verdict, SPRT_GOES_ON);
    assert_true(fabs(bounds.upper - (log(0.8 / 0.01) - 0.0237)) < 0.001);
    assert_true(fabs(bounds.lower - (log(0.2 / 0.99) + 0.0237)) < 0.001);
}

static void sprt_0_50_errs_rarely(void **state) {
    (void)state;
    check_sprt(50, test_count(500, 10000, 10000), 0.08);
}

// Openings that nearly decide the game: most pairs are shared, and the few that are not must weigh the
// same for either answer. (Wrongly accepting H1 hardly happens here.)
static void sprt_0_50_bears_lopsided_openings(void **state) {
    (void)state;
    static const World lopsided = {600, 0};
    Sprt sprt = {0, 50, 0.05, 0.05};
    Rng rng = rng_seed(test_seed());
    for (int h = 0; h < 2; h++) {
        double mean_pairs, rate = error_rate(&sprt, &lopsided, h, 10000, &rng, &mean_pairs);
        print_message("[0,50] bias 600 H%d: %.2f%% wrong, %.0f pairs\n", h, 100 * rate, mean_pairs);
        assert_true(rate <= 0.08);
    }
}

static void sprt_0_10_errs_rarely(void **state) {
    (void)state;
    check_sprt(10, test_count(100, 10000, 10000), 0.055);
}

static void sprt_0_5_errs_rarely(void **state) {
    (void)state;
    check_sprt(5, test_count(50, 10000, 10000), 0.055);
}

static void the_interval_covers_the_truth(void **state) {
    (void)state;
    static const double elos[] = {-200, -50, 0, 100, 200};
    static const int lengths[] = {100, 200, 1000};
    size_t matches = test_count(500, 10000, 40000);
    Rng rng = rng_seed(test_seed());
    double margin = matches >= 10000 ? 0 : 3 * sqrt(0.05 * 0.95 / (double)matches);
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++)
        for (size_t e = 0; e < sizeof elos / sizeof *elos; e++)
            for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
                double chances[PAIR_CLASSES];
                pair_chances_at(&worlds[w], elos[e], chances);
                Dice dice = dice_of(chances);
                size_t covered = 0, count = lengths[l] > 500 ? matches / 2 : matches;
                for (size_t m = 0; m < count; m++) {
                    int64_t pairs[PAIR_CLASSES] = {0};
                    for (int i = 0; i < lengths[l]; i++)
                        pairs[roll(&dice, &rng)]++;
                    EloEstimate estimate = elo_estimate(pairs);
                    covered += estimate.low <= elos[e] && elos[e] <= estimate.high;
                }
                double coverage = (double)covered / (double)count;
                if (coverage < 0.94 - margin || coverage > 0.96 + margin)
                    fail_msg("world %zu, %g Elo, %d pairs: %.2f%% covered", w, elos[e], lengths[l],
                             100 * coverage);
            }
}

static void estimates_by_hand(void **state) {
    (void)state;
    assert_true(fabs(elo_expected(0) - 0.5) < 1e-12);
    assert_true(fabs(elo_of(elo_expected(123)) - 123) < 1e-9);
    assert_true(isinf(elo_of(1)) && isinf(elo_of(0)));
    EloEstimate even = elo_estimate((int64_t[]){10, 20, 40, 20, 10});
    assert_true(fabs(even.elo) < 1e-9 && fabs(even.low + even.high) < 1e-9);
    assert_true(fabs(even.superiority - 0.5) < 1e-9);
    EloEstimate all = elo_estimate((int64_t[]){0, 0, 0, 0, 50});
    assert_true(isinf(all.high) && all.low > 200 && all.superiority > 0.999);
    EloEstimate four = elo_estimate((int64_t[]){0, 0, 0, 0, 2}); // four games say little
    assert_true(four.superiority > 0.8 && four.superiority < 0.97);
    EloEstimate worse = elo_estimate((int64_t[]){2, 0, 0, 0, 0});
    assert_true(fabs(four.superiority + worse.superiority - 1) < 1e-9);
    EloEstimate none = elo_estimate((int64_t[]){0, 0, 0, 0, 0});
    assert_true(isinf(none.low) && isinf(none.high));
    Tally tally = {0};
    tally_add_game(&tally, 2);
    tally_add_game(&tally, 1);
    tally_add_pair(&tally, 2, 1);
    assert_int_equal(tally.pairs[3], 1);
    assert_int_equal(tally_games(&tally), 2);
    assert_true(fabs(tally_score(&tally) - 0.75) < 1e-12);
}

// Two players: the rating difference is the plain Elo difference. Three: recovered from synthetic
// games within their own error bars, and anchored where asked.
static void ratings_explain_the_games(void **state) {
    (void)state;
    Tally two[4] = {[1] = {.wins = 70, .draws = 10, .losses = 20, .pairs = {2, 6, 16, 12, 14}}};
    Rating ratings[4];
    assert_true(ratings_compute(two, 2, -1, 0, ratings));
    assert_true(fabs(ratings[0].elo - ratings[1].elo - elo_of(0.75)) < 1e-6);
    assert_true(fabs(ratings[0].elo + ratings[1].elo) < 1e-6);

    static const double truth[4] = {0, 120, -80, 300};
    Rng rng = rng_seed(test_seed());
    int covered = 0, tried = 0;
    for (size_t run = 0; run < 200; run++) {
        Tally field[16] = {{0}};
        for (int i = 0; i < 4; i++)
            for (int j = i + 1; j < 4; j++) {
                double chances[PAIR_CLASSES];
                pair_chances_at(&worlds[1], truth[i] - truth[j], chances);
                Dice dice = dice_of(chances);
                for (int n = 0; n < 100; n++) {
                    int k = roll(&dice, &rng);
                    tally_add_game(&field[i * 4 + j], k > 2 ? 2 : k / 2);
                    tally_add_game(&field[i * 4 + j], k - (k > 2 ? 2 : k / 2));
                    tally_add_pair(&field[i * 4 + j], k > 2 ? 2 : k / 2, k - (k > 2 ? 2 : k / 2));
                }
            }
        assert_true(ratings_compute(field, 4, 0, 1500, ratings));
        assert_true(fabs(ratings[0].elo - 1500) < 1e-6 && ratings[0].error < 1e-6);
        for (int i = 1; i < 4; i++, tried++)
            covered += fabs(ratings[i].elo - 1500 - (truth[i] - truth[0])) <= ratings[i].error;
    }
    double coverage = (double)covered / tried;
    print_message("ratings: %.1f%% of the truths lie within their error bars\n", 100 * coverage);
    assert_true(coverage > 0.92 && coverage < 0.98);
}

static void impossible_fields_are_tamed(void **state) {
    (void)state;
    Rating ratings[3];
    Tally swept[9] = {[1] = {.wins = 10, .pairs = {0, 0, 0, 0, 5}}, // 0 beats 1 always
                      [5] = {.wins = 5, .losses = 5, .pairs = {0, 0, 5, 0, 0}}};
    assert_false(ratings_compute(swept, 3, -1, 0, ratings));
    assert_true(isfinite(ratings[0].elo) && ratings[0].elo > ratings[1].elo);
    Tally strangers[9] = {{0}};
    assert_false(ratings_compute(strangers, 3, -1, 0, ratings));
    assert_true(fabs(ratings[0].elo) < 1e-6 && fabs(ratings[2].elo) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_by_hand),
        cmocka_unit_test(the_short_cut_is_exact),
        cmocka_unit_test(sprt_bounds_by_hand),
        cmocka_unit_test(sprt_0_50_errs_rarely),
        cmocka_unit_test(sprt_0_50_bears_lopsided_openings),
        cmocka_unit_test(sprt_0_10_errs_rarely),
        cmocka_unit_test(sprt_0_5_errs_rarely),
        cmocka_unit_test(the_interval_covers_the_truth),
        cmocka_unit_test(ratings_explain_the_games),
        cmocka_unit_test(impossible_fields_are_tamed),
    };
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
