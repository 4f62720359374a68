// SPDX-License-Identifier: MIT
// What `tengen eval` shows is what the search gets: terms and cells add up to the evaluation.
#include "gomoku_thinking.h"

#include "gomoku/accumulator.h"
#include "gomoku/gomoku.h"
#include "gomoku/judge.h"
#include "hex/hex.h"
#include "search/appraisal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double sum_of_terms(const Appraisal *appraisal) {
    double sum = 0;
    for (size_t i = 0; i < appraisal->term_count; i++)
        sum += appraisal->terms[i].adds ? appraisal->terms[i].value : 0;
    return sum;
}

static double term(const Appraisal *appraisal, const char *name) {
    for (size_t i = 0; i < appraisal->term_count; i++)
        if (strcmp(appraisal->terms[i].name, name) == 0)
            return appraisal->terms[i].value;
    fail_msg("there is no term '%s'", name);
    return 0;
}

static double sum_of_cells(const Appraisal *appraisal, int column) {
    double sum = 0;
    for (size_t i = 0; i < appraisal->cell_count; i++)
        sum += appraisal->cells[i].values[column];
    return sum;
}

// What a search would start from.
static int score_of(const Judge *judge, const Field *field) {
    static Accumulator accumulator;
    if (!judge->net)
        return field_evaluate(field);
    accumulator_reset(&accumulator, judge->net, field);
    return accumulator_score(&accumulator, field);
}

static void gomoku_terms_and_cells_add_up(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    static Appraisal appraisal;
    int with_threats = 0, tried = 0;
    for (size_t i = 0; i < test_count(25, 200, 2000); i++) {
        Position *position =
            gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 7, 19, (int)(i % 60));
        GomokuRule rule = (GomokuRule)position->rule;
        Error err;
        if (position_result(position) == RESULT_NONE) {
            Judge *judge = judge_new(rule, NULL, NULL);
            field_from_position(&field, position, judge->evaluation);
            assert_true(gomoku_searcher.appraise(position, NULL, &appraisal, &err));
            assert_true(appraisal.score == score_of(judge, &field));
            assert_true(sum_of_terms(&appraisal) == appraisal.score);
            assert_true(sum_of_cells(&appraisal, 0) == term(&appraisal, "own cells"));
            assert_true(sum_of_cells(&appraisal, 1) == term(&appraisal, "opponent's cells"));
            assert_true(appraisal.win > 0 && appraisal.win < 1);
            with_threats += term(&appraisal, "threat state") != 0;
            tried++;
            judge_free(judge);
        }
        position_free(position);
    }
    assert_true(with_threats > tried / 10);
}

static void hex_policy_is_shares_of_one(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Appraisal appraisal;
    int open = 0;
    for (size_t i = 0; i < test_count(10, 60, 600); i++) {
        int width = 3 + (int)rng_below(&rng, 9), height = 3 + (int)rng_below(&rng, 9);
        Position *position = position_new(&hex_game, NULL, width, height, NULL);
        Move moves[MOVES_MAX];
        for (uint32_t left = rng_below(&rng, (uint32_t)(width * height)); left; left--) {
            size_t count = position_moves(position, moves);
            if (count)
                position_play(position, moves[rng_below(&rng, (uint32_t)count)], NULL);
        }
        if (position_result(position) == RESULT_NONE) {
            assert_true(hex_searcher.appraise(position, NULL, &appraisal, NULL));
            assert_true(sum_of_terms(&appraisal) == appraisal.score);
            if (appraisal.cell_count) {
                open++;
                assert_true(fabs(sum_of_cells(&appraisal, 0) - 1) < 1e-4);
                double logit = log(appraisal.win / (1 - appraisal.win));
                assert_true(fabs(logit - appraisal.score) < 1e-3);
            } else {
                assert_true(appraisal.win == 0 || appraisal.win == 1);
            }
        }
        position_free(position);
    }
    assert_true(open > 0);
}

static void wrong_weights_are_a_sentence(void **state) {
    (void)state;
    static Appraisal appraisal;
    Error err = {""};
    Position *renju = position_new(&gomoku_game, "renju", 15, 15, NULL);
    assert_false(gomoku_searcher.appraise(renju, "nets/gomoku-caro.weights", &appraisal, &err));
    assert_non_null(strstr(err.text, "not for renju"));
    assert_true(gomoku_searcher.appraise(renju, "nets/gomoku-renju.weights", &appraisal, &err));
    position_free(renju);
    Position *hex = position_new(&hex_game, NULL, 5, 5, NULL);
    assert_false(hex_searcher.appraise(hex, "nets/gomoku-caro.weights", &appraisal, &err));
    assert_true(hex_searcher.appraise(hex, "nets/hex.net", &appraisal, &err));
    position_free(hex);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gomoku_terms_and_cells_add_up),
        cmocka_unit_test(hex_policy_is_shares_of_one),
        cmocka_unit_test(wrong_weights_are_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
