// SPDX-License-Identifier: MIT
// Games whose results were drawn by a scale we know: it must be found again.
#include "support.h"

#include "base/rng.h"
#include "gomoku/gomoku.h"
#include "search/info.h"
#include "train/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const GameType *const games[] = {&gomoku_game, NULL};
static char path[] = "/tmp/tengen-calibrate-XXXXXX";

static double uniform(Rng *rng) {
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

// One opinion a game, for Black or for White, and proofs that must not count.
static void write_games(size_t count, double scale, double draws, Rng *rng) {
    SampleBoard board = {&gomoku_game, 0, 15, 15};
    int64_t there;
    bool broken;
    Error err = {""};
    unlink(path);
    SampleWriter *writer = samples_write(path, &board, "a test", &there, &broken, &err);
    assert_non_null(writer);
    SampleGame game = {0};
    Text text = {0};
    for (size_t i = 0; i < count; i++) {
        int score = (int)rng_below(rng, 1201) - 600, stones = 1 + (int)rng_below(rng, 4);
        bool wins = uniform(rng) < score_logistic(score / scale);
        Side mover = (stones - 1) % 2 ? SIDE_WHITE : SIDE_BLACK;
        game.count = 0;
        game.result =
            uniform(rng) < draws ? RESULT_DRAW : side_wins(wins ? mover : side_other(mover));
        for (int k = 0; k < stones - 1; k++)
            sample_add(&game, (SampleMove){.move = move_at(k, 1)});
        sample_add(&game, (SampleMove){.move = move_at(9, 9),
                                       .judged = true,
                                       .best = true,
                                       .score = (int16_t)score});
        sample_add(&game, (SampleMove){.move = move_at(9, 8),
                                       .judged = true,
                                       .best = true,
                                       .score = (int16_t)score_win_in(7)});
        sample_print(&board, &game, &text);
    }
    assert_true(samples_add(writer, text.chars, text.length, &err));
    assert_true(samples_close(writer, &err));
    text_free(&text);
    sample_free(&game);
}

static Calibration calibrated(void) {
    Calibration calibration;
    Error err = {""};
    char *items[] = {path};
    TextList paths = {.items = items, .count = 1};
    if (!calibrate_run(games, &paths, &calibration, &err))
        fail_msg("%s", err.text);
    return calibration;
}

static void a_known_scale_is_found(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static const double scales[] = {60, 150, 400};
    size_t count = test_count(2000, 6000, 60000);
    for (size_t i = 0; i < 3; i++) {
        write_games(count, scales[i], 0, &rng);
        Calibration calibration = calibrated();
        assert_int_equal(calibration.games, count);
        assert_int_equal(calibration.expected.positions, count);
        assert_true(calibration.error > 0 && calibration.error < scales[i] / 5);
        assert_true(fabs(calibration.scale - scales[i]) < 4 * calibration.error);
        for (int bin = 0; bin < SCORE_BINS; bin++) {
            const ScoreBin *at = &calibration.expected.bins[bin];
            double spread = sqrt((double)at->count);
            assert_true(fabs(at->expected - at->came) <= 3 * spread + 1);
        }
    }
}

static void draws_flatten_it(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    write_games(4000, 150, 0.5, &rng);
    assert_true(calibrated().scale > 200);
}

static void nonsense_has_no_scale(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    write_games(4000, -150, 0, &rng); // who is ahead loses
    Calibration calibration = calibrated();
    assert_true(calibration.scale == 0);
    Text out = {0};
    calibrate_print(&calibration, &out);
    assert_non_null(strstr(out.chars, "say nothing"));
    text_free(&out);
}

int main(void) {
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_scale_is_found),
        cmocka_unit_test(draws_flatten_it),
        cmocka_unit_test(nonsense_has_no_scale),
    };
    int failed = cmocka_run_group_tests_name("calibrate", tests, NULL, NULL);
    unlink(path);
    return failed;
}
