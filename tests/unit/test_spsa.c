// SPDX-License-Identifier: MIT
// SPSA as arithmetic: its schedules, what it measures, that it finds the best of what it cannot see
// without noise. And the words that say what is tuned.
#include "support.h"

#include "base/rng.h"
#include "match/tune_params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Spsa make(size_t count, int64_t steps, double rate, uint64_t seed, bool whole) {
    Spsa spsa = {.count = count, .steps = steps, .rate = rate, .seed = seed};
    for (size_t i = 0; i < count; i++) {
        spsa.params[i] = (SpsaParam){
            .start = 100, .least = 0, .most = 200, .step = 10 + (double)i, .whole = whole};
        snprintf(spsa.params[i].name, SPSA_NAME, "P%zu", i);
    }
    return spsa;
}

static void near(double is, double wanted, double by) {
    if (!(fabs(is - wanted) <= by)) {
        print_error("%.9g is not within %g of %.9g\n", is, by, wanted);
        fail();
    }
}

// --- the schedules ---

static void schedules_end_where_they_should(void **state) {
    (void)state;
    Spsa spsa = make(2, 10000, 0.002, 1, false);
    near(spsa_shift(&spsa, 0, 10000), 10, 1e-9);
    near(spsa_shift(&spsa, 1, 10000), 11, 1e-9);
    near(spsa_rate(&spsa, 10000), 0.002, 1e-12);
    // c_1 = c_N * N^0.101; R_1 = R_N * ((A + N) / (A + 1))^0.602 / N^0.202, with A = 1000.
    near(spsa_shift(&spsa, 0, 1), 25.3513, 1e-4);
    near(spsa_rate(&spsa, 1), 0.0013175, 1e-6);
    // In the middle: 2^0.101, and (11/6)^0.602 / 2^0.202.
    near(spsa_shift(&spsa, 0, 5000), 10.7252, 1e-4);
    near(spsa_rate(&spsa, 5000), 0.0025045, 1e-6);
}

// --- what is measured ---

static void measured_on_both_sides(void **state) {
    (void)state;
    Spsa spsa = make(5, 1000, 0.002, test_seed(), false);
    double values[SPSA_PARAMS_MAX], plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
    int ups[5] = {0}, alike = 0;
    spsa_start(&spsa, values);
    for (int64_t k = 1; k <= 1000; k++) {
        spsa_measure(&spsa, values, k, plus, minus);
        for (size_t i = 0; i < 5; i++) {
            near(fabs(plus[i] - 100), spsa_shift(&spsa, i, k), 1e-9);
            near(plus[i] + minus[i], 200, 1e-9);
            ups[i] += plus[i] > minus[i];
        }
        alike += (plus[0] > 100) == (plus[1] > 100);
    }
    for (size_t i = 0; i < 5; i++)
        near(ups[i], 500, 100); // six standard deviations
    near(alike, 500, 100);
}

static void whole_numbers_are_what_was_meant_on_average(void **state) {
    (void)state;
    Spsa spsa = make(1, 20000, 0.002, test_seed(), true);
    double values[SPSA_PARAMS_MAX] = {100.3}, plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
    double sum = 0, meant = 0;
    spsa.params[0].step = 0.2;
    for (int64_t k = 1; k <= spsa.steps; k++) {
        spsa_measure(&spsa, values, k, plus, minus);
        assert_true(floor(plus[0]) == plus[0] && floor(minus[0]) == minus[0]);
        sum += fabs(plus[0] - minus[0]);
        meant += 2 * spsa_shift(&spsa, 0, k);
        near(plus[0], 100.3, 1.6);
    }
    near(sum / meant, 1, 0.05); // one toss rounds both: chance adds no difference
}

static void nothing_leaves_its_bounds(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t n = 0; n < test_count(20, 200, 2000); n++) {
        Spsa spsa = make(3, 50, 10, rng_next(&rng), n % 2);
        double values[SPSA_PARAMS_MAX], plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
        spsa.params[1].most = 101;
        spsa.params[2].least = 100;
        spsa_start(&spsa, values);
        for (int64_t k = 1; k <= 50; k++) {
            spsa_measure(&spsa, values, k, plus, minus);
            spsa_learn(&spsa, values, k, (int)rng_below(&rng, 5) - 2);
            for (size_t i = 0; i < 3; i++) {
                const SpsaParam *param = &spsa.params[i];
                const double all[] = {values[i], plus[i], minus[i]};
                for (int v = 0; v < 3; v++)
                    assert_true(all[v] >= param->least && all[v] <= param->most);
            }
        }
    }
}

// --- what is learned ---

static void values_go_towards_the_winner(void **state) {
    (void)state;
    Spsa spsa = make(4, 100, 0.01, test_seed(), false);
    for (int result = -2; result <= 2; result++)
        for (int64_t k = 1; k <= 100; k += 9) {
            double values[SPSA_PARAMS_MAX], plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
            spsa_start(&spsa, values);
            spsa_measure(&spsa, values, k, plus, minus);
            spsa_learn(&spsa, values, k, result);
            for (size_t i = 0; i < 4; i++)
                near(values[i] - 100, spsa_rate(&spsa, k) * result * (plus[i] - 100), 1e-9);
        }
}

// Two games whose chances follow from how far both players are from the best: each parameter is
// worth `elo` a step from it, squared.
static double strength(const Spsa *spsa, const double *values, const double *best, double elo) {
    double sum = 0;
    for (size_t i = 0; i < spsa->count; i++) {
        double away = (values[i] - best[i]) / spsa->params[i].step;
        sum -= elo * away * away;
    }
    return sum;
}

static int play_pair(double difference, Rng *rng) {
    double chance = 1 / (1 + pow(10, -difference / 400));
    int result = 0;
    for (int game = 0; game < 2; game++)
        result += (double)rng_below(rng, 1u << 30) < chance * (1u << 30) ? 1 : -1;
    return result;
}

// Six parameters, each a step and a half off: 40 Elo. What is left after 20,000 games.
static double tune(Spsa *spsa, const double *best, uint64_t seed) {
    double values[SPSA_PARAMS_MAX], plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX];
    Rng rng = rng_seed(seed);
    spsa_start(spsa, values);
    for (int64_t k = 1; k <= spsa->steps; k++) {
        spsa_measure(spsa, values, k, plus, minus);
        double difference = strength(spsa, plus, best, 3) - strength(spsa, minus, best, 3);
        spsa_learn(spsa, values, k, play_pair(difference, &rng));
    }
    return -strength(spsa, values, best, 3);
}

static void a_noisy_optimum_is_found(void **state) {
    (void)state;
    uint64_t seed = test_seed();
    for (int whole = 0; whole < 2; whole++) {
        double sum = 0;
        int runs = (int)test_count(2, 6, 40);
        for (int n = 0; n < runs; n++) {
            Spsa spsa = make(6, 10000, 0.005, seed + (uint64_t)n, whole);
            double best[SPSA_PARAMS_MAX];
            for (size_t i = 0; i < 6; i++)
                best[i] = 100 + (i % 2 ? 1.5 : -1.5) * spsa.params[i].step;
            sum += tune(&spsa, best, seed + 1000 + (uint64_t)n);
        }
        near(sum / runs, 0, 8); // of 40.5; usually 2 or 3
    }
}

// --- the words ---

static const TunableTable table = {.rows = {{"MARGIN", 120, -1e9, true},
                                            {"SCALE", 48, 1, true},
                                            {"DEPTH", 2, -1e9, true},
                                            {"c_puct", (double)0.8f, 0, false}},
                                   .count = 4,
                                   .game = "chess"};

static void parameters_are_read(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"MARGIN", "MARGIN=120:0:240:24"},
        {"MARGIN=", "MARGIN=120:0:240:24"},
        {"MARGIN=100", "MARGIN=100:0:200:20"},
        {"MARGIN=:40", "MARGIN=120:40:240:20"},
        {"MARGIN=::300:7", "MARGIN=120:0:300:7"},
        {"MARGIN=120:40:300:20", "MARGIN=120:40:300:20"},
        {"MARGIN=127.25:40:300:0.5", "MARGIN=127.25:40:300:0.5"},
        {"MARGIN=-5:-20:0:2", "MARGIN=-5:-20:0:2"},
        {"SCALE", "SCALE=48:1:96:9.5"},
        {"DEPTH", "DEPTH=2:0:4:0.5"},
        {"c_puct", "c_puct=0.8:0:1.6:0.16"},
        {"c_puct=0.1234567890123", "c_puct=0.1234567890123:0:0.2469135780246:0.0247"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SpsaParam param;
        Text text = {0};
        Error err = {""};
        assert_true(tune_param_parse(&table, rows[i][0], &param, &err));
        tune_param_print(&param, &text);
        assert_string_equal(text.chars, rows[i][1]);
        text_free(&text);
    }
}

static void what_is_no_parameter_is_told(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"MARGN", "chess has no number 'MARGN' to tune; the nearest is MARGIN; `tengen tune list` "
                  "shows them"},
        {"", "chess has no number '' to tune; the nearest is SCALE"},
        {"MARGINMARGINMARGINMARGINMARGINMARGINMARGINMARGINMARGINMARGINMARGIN",
         "no number to tune has so long a name as 'MARGIN"},
        {"margin=3", "chess has no number 'margin' to tune; the nearest is"},
        {"MARGIN=x", "MARGIN=START:LEAST:MOST:STEP takes numbers, not 'x'"},
        {"MARGIN=nan", "MARGIN=START:LEAST:MOST:STEP takes numbers, not 'nan'"},
        {"MARGIN=1e10", "MARGIN=START:LEAST:MOST:STEP takes numbers, not '1e10'"},
        {"MARGIN=1:0:9:2:3", "MARGIN=START:LEAST:MOST:STEP takes four numbers, not '3' too"},
        {"MARGIN=0", "MARGIN needs bounds, the smaller first, as in MARGIN=0:LEAST:MOST"},
        {"MARGIN=5:9:9", "MARGIN needs bounds, the smaller first"},
        {"MARGIN=5:9:20", "MARGIN starts at 5, which is not within 9 and 20"},
        {"MARGIN=5:1.5:20", "MARGIN is a whole number, and so are its bounds, not 1.5 and 20"},
        {"MARGIN=5:0:20:0", "MARGIN takes a step of more than 0 and at most 20, not 0"},
        {"MARGIN=5:0:20:-1", "MARGIN takes a step of more than 0"},
        {"MARGIN=5:0:20:21", "MARGIN takes a step of more than 0 and at most 20, not 21"},
        {"SCALE=5:0:20", "SCALE cannot be less than 1, not 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SpsaParam param;
        Error err = {""};
        assert_false(tune_param_parse(&table, rows[i][0], &param, &err));
        if (strncmp(err.text, rows[i][1], strlen(rows[i][1])) != 0)
            assert_string_equal(err.text, rows[i][1]);
    }
}

static void none_is_given_twice(void **state) {
    (void)state;
    Spsa spsa;
    Error err = {""};
    TextList texts = {0};
    assert_false(tune_params_parse(&table, &texts, &spsa, &err));
    assert_non_null(strstr(err.text, "which numbers?"));
    list_add(&texts, "MARGIN=100");
    list_add(&texts, "DEPTH");
    assert_true(tune_params_parse(&table, &texts, &spsa, &err));
    assert_int_equal(spsa.count, 2);
    assert_string_equal(spsa.params[1].name, "DEPTH");
    list_add(&texts, "MARGIN");
    assert_false(tune_params_parse(&table, &texts, &spsa, &err));
    assert_string_equal(err.text, "MARGIN is given twice");
    list_free(&texts);
}

// A number is read back as the same, in the fewest digits.
static void numbers_survive_their_words(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(200, 2000, 100000); i++) {
        double number = ((double)rng_next(&rng) - 9e18) * pow(10, -(double)rng_below(&rng, 30));
        Text text = {0};
        tune_number_print(number, &text);
        assert_true(strtod(text.chars, NULL) == number);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_end_where_they_should),
        cmocka_unit_test(measured_on_both_sides),
        cmocka_unit_test(whole_numbers_are_what_was_meant_on_average),
        cmocka_unit_test(nothing_leaves_its_bounds),
        cmocka_unit_test(values_go_towards_the_winner),
        cmocka_unit_test(a_noisy_optimum_is_found),
        cmocka_unit_test(parameters_are_read),
        cmocka_unit_test(what_is_no_parameter_is_told),
        cmocka_unit_test(none_is_given_twice),
        cmocka_unit_test(numbers_survive_their_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
