// SPDX-License-Identifier: MIT
// Learning: the parts against what they should be, and the whole on games whose results were drawn
// from numbers we know, which it must find again.
#include "support.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/weights_text.h"
#include "hex/hex.h"
#include "train/table_fit.h"
#include "train/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
static char folder[] = "/tmp/tengen-train-XXXXXX";

static double uniform(Rng *rng) {
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

// --- weights as text ---

static void weights_survive_their_text(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Weights *weights = mem_new(sizeof *weights), *read = mem_new(sizeof *read);
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        int16_t *numbers = (int16_t *)weights;
        for (size_t i = 0; i < sizeof *weights / sizeof *numbers; i++)
            numbers[i] = (int16_t)rng_next(&rng);
        unsigned shapes[2] = {weights_shapes((GomokuRule)rule, SIDE_BLACK),
                              weights_shapes((GomokuRule)rule, SIDE_WHITE)};
        for (int code = 0; code < CODES; code++)
            for (int side = 0; side < 2; side++) {
                int from = weights_are_shared((GomokuRule)rule) ? 0 : side;
                bool can = weights_can_occur(shapes[side], code);
                bool his = weights_can_occur(shapes[!side], code);
                weights->worth[side][code] = can ? weights->worth[from][code] : 0;
                weights->make[side][code] = can ? weights->make[from][code] : 0;
                weights->deny[side][code] = his ? weights->deny[from][code] : 0;
                if (code < THREAT_STATES)
                    weights->threats[side][code] = weights->threats[from][code];
            }
        Text text = {0};
        GomokuRule of;
        Error err = {""};
        weights_write(weights, (GomokuRule)rule, "a note\nof two lines", &text);
        assert_true(text_starts(text.chars, "# a note\n# of two lines\ngomoku "));
        assert_true(weights_parse(text.chars, "text", &of, read, &err));
        assert_int_equal(of, rule);
        assert_memory_equal(weights, read, sizeof *weights);
        text_free(&text);
    }
    free(weights);
    free(read);
}

static void built_in_weights_are_there(void **state) {
    (void)state;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        const Weights *weights = weights_of_rule((GomokuRule)rule);
        // An open four suggests itself more than an open two, whatever was learned.
        assert_true(weights->make[SIDE_WHITE][code_of_word(SHAPE_OPEN_FOUR)] >
                    weights->make[SIDE_WHITE][code_of_word(SHAPE_OPEN_TWO)]);
        assert_ptr_equal(weights, weights_of_rule((GomokuRule)rule));
    }
}

static void wrong_weights_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *word;
    } wrong[] = {
        {"", "no weights"},
        {"gomoku chess\n", "rule"},
        {"hex\n", "rule"},
        {"gomoku renju\n000 1\n", "table"},
        {"gomoku renju\nworth red\n", "table"},
        {"gomoku renju\nworth\nworth black\n", "already"},
        {"gomoku renju\nworth\n210 1\n", "weakest first"},
        {"gomoku renju\nworth\n000 1 2\n", "more numbers"},
        {"gomoku renju\nworth\n000 40000\n", "whole number"},
        {"gomoku renju\nthreats\n1ff 1 1\n", "beyond"},
        {"gomoku renju\nthreats\nxyz 1\n", "hexadecimal"},
        {"gomoku renju\nworth\nthreats\nmake\n", "deny"},
    };
    Weights *weights = mem_new(sizeof *weights);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        GomokuRule rule;
        Error err = {""};
        assert_false(weights_parse(wrong[i].text, "text", &rule, weights, &err));
        if (!strstr(err.text, wrong[i].word))
            fail_msg("'%s' does not say '%s'", err.text, wrong[i].word);
    }
    free(weights);
}

// --- the parts ---

// What gathering makes of a gradient is what spreading makes of parameters, transposed:
// <spread(p), g> = <p, gather(g)> for any p and g.
static void gradients_are_those_of_the_table(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static const int16_t nothing[CODES];
    Adam adam;
    TableFit *table = mem_new(sizeof *table);
    adam_init(&adam, TABLE_PARAMETERS + 3);
    table_fit_init(table, &adam, 3, nothing, 1, 1, 1, 1);
    double left = 0, right = 0;
    for (size_t i = 3; i < adam.count; i++)
        adam.values[i] = uniform(&rng) - 0.5;
    table_fit_spread(table, &adam);
    for (int code = 0; code < CODES; code++) {
        table->gradient[code] = uniform(&rng) - 0.5;
        left += table->values[code] * table->gradient[code];
    }
    table_fit_gather(table, &adam);
    for (size_t i = 0; i < adam.count; i++)
        right += adam.values[i] * adam.gradient[i];
    assert_true(fabs(left - right) < 1e-6 * (1 + fabs(left)));
    adam_free(&adam);
    free(table);
}

// A bowl (x - 3)^2 / 2 with a pull of 1 towards 1: the bottom is at 2 when both weigh the same.
static void the_optimiser_finds_the_bottom(void **state) {
    (void)state;
    Adam adam;
    adam_init(&adam, 1);
    adam_place(&adam, 0, 1, 1, 1, 0.05);
    for (int i = 0; i < 2000; i++) {
        adam.gradient[0] += adam.values[0] - 3;
        adam_step(&adam, 1, 1, 1 - i / 2000.0);
    }
    assert_true(fabs(adam.values[0] - 2) < 1e-3);
    adam_free(&adam);
}

static void losses_are_what_they_say(void **state) {
    (void)state;
    for (double logit = -40; logit <= 40; logit += 0.5)
        for (double target = 0; target <= 1; target += 0.25) {
            double loss = score_logistic_loss(logit, target);
            if (fabs(logit) < 20) {
                double chance = score_logistic(logit);
                double slow = -target * log(chance) - (1 - target) * log(1 - chance);
                assert_true(fabs(loss - slow) < 1e-6);
            }
            double gradient = (score_logistic_loss(logit + 1e-4, target) -
                               score_logistic_loss(logit - 1e-4, target)) /
                              2e-4;
            assert_true(fabs(gradient - (score_logistic(logit) - target)) < 1e-6);
        }
}

// Called 50% and won, called 90% and lost: off by 0.5 and by 0.9.
static void calibration_is_the_mean_of_the_bins(void **state) {
    (void)state;
    Score score = {0};
    assert_true(score_calibration_error(&score) == 0);
    score_add_chance(&score, 0, 1);
    score_add_chance(&score, log(9), 0);
    assert_true(fabs(score_calibration_error(&score) - 0.7) < 1e-9);
    // As often as was said: nothing is off.
    score = (Score){0};
    for (int i = 0; i < 10; i++)
        score_add_chance(&score, log(9), i > 0);
    assert_true(score_calibration_error(&score) < 1e-9);
}

// --- the whole ---

// Numbers unlike those learning starts from: every shape has another worth and urge, and single
// codes differ from the sum of their shapes.
static void invent(Rng *rng, Weights *weights) {
    int worth[SHAPE_COUNT], urge[SHAPE_COUNT];
    memset(weights, 0, sizeof *weights);
    for (int i = 0; i < SHAPE_COUNT; i++) {
        worth[i] = i ? (int)rng_below(rng, 40) - 10 : 0;
        urge[i] = i ? (int)rng_below(rng, 300) : 0;
    }
    for (int code = 0; code < CODES; code++) {
        int own = 0, wish = 0;
        for (int d = 0; d < 4; d++) {
            own += worth[word_shape(code_word(code), d)];
            wish += urge[word_shape(code_word(code), d)];
        }
        for (int side = 0; side < 2; side++) {
            weights->worth[side][code] = (int16_t)own;
            weights->make[side][code] = (int16_t)wish;
            weights->deny[side][code] = (int16_t)(wish / 2);
        }
    }
    for (int state = 0; state < THREAT_STATES; state++)
        for (int side = 0; side < 2; side++)
            weights->threats[side][state] =
                (int16_t)(60 - 30 * (state & 1) + 50 * (state >> 4 & 1));
}

static Move draw_move(Rng *rng, const Field *field) {
    Move moves[FIELD_POINTS];
    double sum = 0, shares[FIELD_POINTS];
    int count = 0;
    Side side = field_to_move(field);
    const Weights *weights = &field->evaluation->weights;
    CELLSET_EACH (cell, &field->empty) {
        if (!cellset_has(&field->near, cell))
            continue;
        int own = field_code(field, side, cell);
        int his = field_code(field, side_other(side), cell);
        int urge = weights->make[side][own] + weights->deny[side][his];
        moves[count] = cell;
        sum += shares[count++] = exp((double)urge / URGE_UNIT);
    }
    double at = uniform(rng) * sum;
    int chosen = 0;
    while (chosen + 1 < count && (at -= shares[chosen]) > 0)
        chosen++;
    return moves[chosen];
}

// Nobody about to win: where the evaluation is asked, and learned.
static bool at_rest(const Field *field) {
    return !field_count(field, SIDE_BLACK, KIND_FIVE) &&
           !field_count(field, SIDE_WHITE, KIND_FIVE) &&
           field_open_four(field, field_to_move(field)) == MOVE_NONE;
}

// Games of random stones with one position to learn from each: its result and its move are drawn
// by the numbers. Returns the loss of somebody who knows these, over the games held out.
static double write_games(Rng *rng, const Weights *truth, const char *path, int64_t count) {
    SampleBoard board = {&gomoku_game, RULE_FREESTYLE, 15, 15};
    Evaluation *evaluation = evaluation_new(RULE_FREESTYLE, truth);
    Field *field = mem_new(sizeof *field);
    Text out = {0};
    SampleGame game = {0};
    double loss = 0, held_out = 0;
    text_add(&out, "samples gomoku freestyle 15x15\nmade by chance\n");
    for (int64_t i = 0; i < count;) {
        Position *empty = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
        field_from_position(field, empty, evaluation);
        position_free(empty);
        game.count = 0;
        uint32_t stones = 6 + rng_below(rng, 30);
        field_play(field, move_at(7, 7));
        sample_add(&game, (SampleMove){.move = move_at(7, 7)});
        for (uint32_t k = 0; k < stones; k++) {
            Move near[FIELD_POINTS];
            int options = 0;
            CELLSET_EACH (cell, &field->empty)
                if (cellset_has(&field->near, cell))
                    near[options++] = cell;
            Move move = near[rng_below(rng, (uint32_t)options)];
            field_play(field, move);
            sample_add(&game, (SampleMove){.move = move});
        }
        if (!at_rest(field))
            continue;
        double logit = (double)field_evaluate(field) / SCORE_UNIT;
        bool won = uniform(rng) < score_logistic(logit);
        Side side = field_to_move(field);
        game.result = side_wins(won ? side : side_other(side));
        sample_add(&game,
                   (SampleMove){.move = draw_move(rng, field), .judged = true, .best = true});
        sample_print(&board, &game, &out);
        if (i % 10 == 9) {
            loss += score_logistic_loss(logit, won);
            held_out++;
        }
        i++;
    }
    Error err = {""};
    assert_true(file_write(path, out.chars, out.length, &err));
    text_free(&out);
    sample_free(&game);
    free(field);
    evaluation_free(evaluation);
    return loss / held_out;
}

static void train_on(char *path, TrainResult *result) {
    TextList paths = {.items = &path, .count = 1};
    TrainOrder order = {
        .games = games, .paths = &paths, .rule = -1, .settings = FIT_SETTINGS, .command = "a test"};
    Error err = {""};
    order.settings.batch = 512;
    assert_true(train_run(&order, result, &err));
}

static char *path_of(const char *name) {
    Text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    return text_take(&path);
}

// What comes out judges held-out games nearly as well as the numbers these were drawn from, and
// the engine's own evaluation agrees with the trainer's.
static void known_numbers_are_found_again(void **state) {
    (void)state;
    Rng rng = rng_seed(11); // a fixed one: the bounds below are of a statistic
    Weights *truth = mem_new(sizeof *truth), *found = mem_new(sizeof *found);
    invent(&rng, truth);
    char *path = path_of("known");
    double best = write_games(&rng, truth, path, (int64_t)test_count(2500, 10000, 60000));
    TrainResult result, again;
    train_on(path, &result);
    double count = (double)result.after.positions;
    double after = result.after.loss / count, before = result.before.loss / count;
    print_message("chances: %.4f, known %.4f, start %.4f, flat %.4f; moves %.3f, start %.3f\n",
                  after, best, before, score_flat_loss(&result.after),
                  result.after.move_loss / (double)result.after.moves,
                  result.before.move_loss / (double)result.after.moves);
    assert_true(after < best + (double)test_count(7, 2, 2) / 100); // fewer games teach less
    assert_true(after < before - 0.05);
    assert_true(result.after.move_loss < result.before.move_loss * 0.95);

    // A report for each pass, of what was learned in it: a position a game.
    assert_int_equal(result.report_count, 12);
    for (size_t i = 0; i < result.report_count; i++) {
        const TrainReport *report = &result.reports[i];
        assert_int_equal(report->pass, (int64_t)i + 1);
        assert_int_equal(report->positions, ((int64_t)i + 1) * result.positions);
        assert_int_equal(report->learned.positions, result.positions);
        assert_int_equal(report->held_out.positions, result.after.positions);
    }
    assert_true(result.reports[11].learned.loss < result.reports[0].learned.loss);
    assert_true(fabs(result.reports[11].held_out.loss / count - after) < 0.01);

    // The same loss, by the evaluation of the engine that will use them.
    GomokuRule rule;
    Error err = {""};
    assert_true(weights_parse(result.weights.chars, "learned", &rule, found, &err));
    Evaluation *evaluation = evaluation_new(rule, found);
    Field *field = mem_new(sizeof *field);
    SampleReader *reader = samples_read(path, games, &err);
    SampleGame game = {0};
    Score score = {0};
    for (int64_t i = 0; samples_next(reader, &game, &err); i++) {
        if (i % 10 != 9)
            continue;
        Position *empty = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
        field_from_position(field, empty, evaluation);
        position_free(empty);
        for (size_t k = 0; k + 1 < game.count; k++)
            field_play(field, game.moves[k].move);
        score_add_chance(&score, (double)field_evaluate(field) / SCORE_UNIT,
                         game.result == side_wins(field_to_move(field)));
    }
    assert_int_equal(score.positions, result.after.positions);
    assert_true(fabs(score.loss - result.after.loss) < 1e-6 * score.loss);

    // And the same bytes every time.
    train_on(path, &again);
    assert_string_equal(result.weights.chars, again.weights.chars);
    samples_end(reader);
    sample_free(&game);
    free(field);
    evaluation_free(evaluation);
    train_result_free(&result);
    train_result_free(&again);
    unlink(path);
    free(path);
    free(truth);
    free(found);
}

static void files_must_agree(void **state) {
    (void)state;
    char *paths[] = {path_of("a"), path_of("b")};
    Error err = {""};
    static const char first[] = "samples gomoku renju 15x15\nmade by hand\nb h8 h9=1\n";
    static const char second[] = "samples hex hex 11x11\nmade by hand\nb a1 a2=1\n";
    assert_true(file_write(paths[0], first, strlen(first), &err));
    assert_true(file_write(paths[1], second, strlen(second), &err));
    TextList both = {.items = paths, .count = 2};
    TrainOrder order = {
        .games = games, .paths = &both, .rule = -1, .settings = FIT_SETTINGS, .command = "a test"};
    TrainResult result;
    assert_false(train_run(&order, &result, &err));
    assert_non_null(strstr(err.text, "one rule"));
    for (int i = 0; i < 2; i++) {
        unlink(paths[i]);
        free(paths[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_survive_their_text),
        cmocka_unit_test(built_in_weights_are_there),
        cmocka_unit_test(wrong_weights_are_refused),
        cmocka_unit_test(gradients_are_those_of_the_table),
        cmocka_unit_test(the_optimiser_finds_the_bottom),
        cmocka_unit_test(losses_are_what_they_say),
        cmocka_unit_test(calibration_is_the_mean_of_the_bins),
        cmocka_unit_test(known_numbers_are_found_again),
        cmocka_unit_test(files_must_agree),
    };
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
