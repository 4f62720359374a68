// SPDX-License-Identifier: MIT
// Games to learn from: written and read back, the same on any number of threads, and whole again
// after a sudden end at any byte.
#include "support.h"

#include "base/file.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "game/symmetry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "train/repeats.h"
#include "train/selfplay.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
static char folder[] = "/tmp/tengen-selfplay-XXXXXX";

static char *path_of(const char *name) {
    Text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    return text_take(&path);
}

// --- lines ---

static void a_game_survives_its_line(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0, n = test_count(100, 1000, 20000); i < n; i++) {
        SampleBoard board = {games[i % 2], 0, 5 + (int)rng_below(&rng, 11),
                             5 + (int)rng_below(&rng, 11)};
        SampleGame game = {0}, read = {0};
        bool taken[BOARD_CELLS] = {false};
        game.result = (Result)(1 + rng_below(&rng, 3));
        for (uint32_t k = 0, stones = rng_below(&rng, 30); k < stones; k++) {
            Move cell = move_at((int)rng_below(&rng, (uint32_t)board.width),
                                (int)rng_below(&rng, (uint32_t)board.height));
            bool judged = k > 4;
            if (taken[cell])
                continue;
            taken[cell] = true;
            SampleMove move = {.move = cell, .judged = judged};
            if (judged) {
                move.best = rng_below(&rng, 2);
                move.score = (int16_t)((int)rng_below(&rng, 60000) - 30000);
                move.choice_count = (uint8_t)rng_below(&rng, SAMPLE_CHOICES + 1);
            }
            for (int c = 0; c < move.choice_count; c++)
                move.choices[c] = (SampleChoice){move_at(c % 5, (int)rng_below(&rng, 5)),
                                                 (uint8_t)(1 + rng_below(&rng, 100))};
            sample_add(&game, move);
        }
        Text line = {0};
        Error err = {""};
        sample_print(&board, &game, &line);
        assert_int_equal(line.chars[line.length - 1], '\n');
        line.chars[line.length - 1] = 0;
        assert_true(sample_parse(&board, line.chars, &read, &err));
        assert_int_equal(read.result, game.result);
        assert_int_equal(read.count, game.count);
        for (size_t k = 0; k < game.count; k++) {
            assert_int_equal(read.moves[k].move, game.moves[k].move);
            assert_int_equal(read.moves[k].judged, game.moves[k].judged);
            assert_int_equal(read.moves[k].best, game.moves[k].best);
            assert_int_equal(read.moves[k].score, game.moves[k].score);
            assert_int_equal(read.moves[k].choice_count, game.moves[k].choice_count);
            for (int c = 0; c < game.moves[k].choice_count; c++) {
                assert_int_equal(read.moves[k].choices[c].move, game.moves[k].choices[c].move);
                assert_int_equal(read.moves[k].choices[c].percent,
                                 game.moves[k].choices[c].percent);
            }
        }
        text_free(&line);
        sample_free(&game);
        sample_free(&read);
    }
}

static void what_is_no_game_is_refused(void **state) {
    (void)state;
    static const char *const lines[] = {"",
                                        "x h8",
                                        "bh8",
                                        "b h8 h8",
                                        "b h99",
                                        "b h8=",
                                        "b h8=70000",
                                        "b h8=x",
                                        "b  h8",
                                        "b h8 ",
                                        "b h8=1=2",
                                        "b h8=1(",
                                        "b h8=1()",
                                        "b h8=1(h8:0)",
                                        "b h8=1(h8:101)",
                                        "b h8=1(h8:50",
                                        "b h8=1(h8:50,)",
                                        "b h8=1(h8:5)x",
                                        "b h8=1(x:5)",
                                        "b h8(h8:5)",
                                        "b h8=1(a1:9,a2:9,a3:9,a4:9,a5:9,a6:9,a7:9,a8:9,a9:9)"};
    SampleBoard board = {&gomoku_game, 0, 15, 15};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        SampleGame game = {0};
        Error err = {""};
        assert_false(sample_parse(&board, lines[i], &game, &err));
        assert_true(err.text[0]);
        sample_free(&game);
    }
}

// --- playing ---

static bool on_game(const SelfplayTally *tally, void *user) {
    (void)tally;
    (void)user;
    return true;
}

static void play_with(const char *path, SampleBoard board, int64_t count, int threads,
                      int64_t quick) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    SelfplaySetup setup = {
        .registry = registry,
        .spec = "tengen",
        .defaults = PLAYER_DEFAULTS,
        .board = board,
        .limits = LIMITS_OPEN,
        .seed = 7,
        .games = count,
        .threads = threads,
        .noisy = 4,
        .quick = quick,
    };
    setup.defaults.hash_bytes = 1 << 18;
    setup.limits.nodes = 150;
    bool broken;
    Error err = {""};
    assert_true(selfplay_check(&setup, &err));
    SampleWriter *writer = samples_write(path, &board, "a test", &setup.first, &broken, &err);
    assert_non_null(writer);
    SelfplayTally tally;
    assert_true(selfplay_run(&setup, writer, on_game, NULL, &tally, &err));
    assert_true(samples_close(writer, &err));
    assert_int_equal(tally.games, setup.first < count ? count - setup.first : 0);
    registry_free(registry);
}

static void play_into(const char *path, SampleBoard board, int64_t count, int threads) {
    play_with(path, board, count, threads, 0);
}

static void read_whole(const char *path, Text *into) {
    Error err = {""};
    text_clear(into);
    assert_true(file_read(path, into, &err));
}

static void threads_do_not_matter(void **state) {
    (void)state;
    static const SampleBoard boards[] = {
        {&gomoku_game, 0, 15, 15}, {&gomoku_game, 2, 15, 15}, {&hex_game, 0, 6, 6}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        Text one = {0}, three = {0};
        char *first = path_of("one"), *second = path_of("three");
        play_into(first, boards[i], 6, 1);
        play_into(second, boards[i], 6, 3);
        read_whole(first, &one);
        read_whole(second, &three);
        assert_string_equal(one.chars, three.chars);
        unlink(first);
        unlink(second);
        free(first);
        free(second);
        text_free(&one);
        text_free(&three);
    }
}

static size_t count_of(const Text *text, char wanted) {
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->chars[i] == wanted;
    return count;
}

// Who hardly thought does not say what is best.
static void quick_moves_teach_results_only(void **state) {
    (void)state;
    SampleBoard board = {&hex_game, 0, 7, 7};
    char *path = path_of("quick");
    Text text = {0};
    play_with(path, board, 4, 1, 100);
    read_whole(path, &text);
    assert_int_equal(count_of(&text, '='), 0);
    assert_int_equal(count_of(&text, '('), 0); // nor what it tried
    assert_true(count_of(&text, '~') > 20);
    unlink(path);
    play_with(path, board, 8, 1, 50);
    read_whole(path, &text);
    assert_true(count_of(&text, '=') > 10 && count_of(&text, '~') > 10);
    assert_true(count_of(&text, '(') >= count_of(&text, '='));
    unlink(path);
    free(path);
    text_free(&text);
}

// Cut anywhere, the file is made whole again by the same command, byte for byte.
static void a_cut_file_goes_on(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    SampleBoard board = {&gomoku_game, 1, 10, 10};
    char *path = path_of("cut");
    Text whole = {0}, again = {0};
    play_into(path, board, 5, 1);
    read_whole(path, &whole);
    for (size_t i = 0, n = test_count(4, 12, 200); i < n; i++) {
        uint32_t kept = rng_below(&rng, (uint32_t)whole.length + 1);
        assert_int_equal(truncate(path, kept), 0);
        play_into(path, board, 5, 2);
        read_whole(path, &again);
        assert_string_equal(whole.chars, again.chars);
    }
    unlink(path);
    free(path);
    text_free(&whole);
    text_free(&again);
}

static void other_words_are_another_file(void **state) {
    (void)state;
    SampleBoard board = {&gomoku_game, 0, 15, 15};
    char *path = path_of("head");
    int64_t count;
    bool broken;
    Error err = {""};
    SampleWriter *writer = samples_write(path, &board, "seed=1", &count, &broken, &err);
    assert_non_null(writer);
    assert_null(samples_write(path, &board, "seed=1", &count, &broken, &err)); // one at a time
    assert_true(samples_close(writer, &err));
    assert_null(samples_write(path, &board, "seed=2", &count, &broken, &err));
    assert_false(broken);
    assert_non_null(strstr(err.text, "another way"));
    SampleReader *reader = samples_read(path, games, &err);
    assert_non_null(reader);
    samples_end(reader);
    Text text = {0};
    assert_true(file_read(path, &text, &err));
    assert_non_null(strstr(text.chars, "\nmade by seed=1\n"));
    text_free(&text);
    unlink(path);
    free(path);
}

// How many positions of the game would teach, turned by this symmetry.
static size_t teaching(Repeats *repeats, const SampleBoard *board, int symmetry) {
    static const Move moves[] = {7 + 7 * BOARD_STRIDE, 8 + 7 * BOARD_STRIDE, 8 + 9 * BOARD_STRIDE,
                                 3 + 2 * BOARD_STRIDE};
    SampleGame game = {0};
    size_t count = 0;
    for (size_t i = 0; i < 4; i++)
        sample_add(&game, (SampleMove){.move = symmetry_apply(symmetry, board->width, board->height,
                                                              moves[i]),
                                       .judged = i > 0});
    repeats_drop(repeats, board, &game);
    for (size_t i = 0; i < game.count; i++)
        count += game.moves[i].judged;
    sample_free(&game);
    return count;
}

// Four times, whichever way the board is turned: in Hex only half round.
static void repeats_teach_four_times(void **state) {
    (void)state;
    Repeats *repeats = repeats_new();
    SampleBoard board = {&gomoku_game, 0, 15, 15}, hex = {&hex_game, 0, 11, 11};
    for (int s = 0; s < 4; s++)
        assert_int_equal(teaching(repeats, &board, 2 * s), 3);
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        assert_int_equal(teaching(repeats, &board, s), 0);
    assert_int_equal(teaching(repeats, &(SampleBoard){&gomoku_game, 0, 16, 15}, 0), 3);
    repeats_begin(repeats);
    assert_int_equal(teaching(repeats, &board, 0), 3);
    for (int i = 0; i < 4; i++)
        assert_int_equal(teaching(repeats, &hex, i % 2 ? 3 : 0), 3);
    assert_int_equal(teaching(repeats, &hex, 3), 0);
    assert_int_equal(teaching(repeats, &hex, 1), 3);
    repeats_free(repeats);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_survives_its_line),
        cmocka_unit_test(what_is_no_game_is_refused),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(quick_moves_teach_results_only),
        cmocka_unit_test(a_cut_file_goes_on),
        cmocka_unit_test(repeats_teach_four_times),
        cmocka_unit_test(other_words_are_another_file),
    };
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
