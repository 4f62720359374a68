// SPDX-License-Identifier: MIT
// Cells in words, symmetries, and the part of a Position that is the same in every game.
#include "support.h"

#include "base/rng.h"
#include "game/coord.h"
#include "game/symmetry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <string.h>

static void cells_are_a_letter_and_a_row(void **state) {
    (void)state;
    Move cell = 0;
    assert_true(coord_parse(&gomoku_game, 15, 15, "h8", &cell));
    assert_int_equal(cell, move_at(7, 7));
    assert_true(coord_parse(&gomoku_game, 15, 13, "A1", &cell)); // Gomoku counts from the bottom
    assert_int_equal(cell, move_at(0, 12));
    assert_true(coord_parse(&hex_game, 11, 9, "a1", &cell)); // Hex from the top
    assert_int_equal(cell, move_at(0, 0));
    assert_true(coord_parse(&gomoku_game, 15, 15, "i15", &cell)); // no letter is skipped
    assert_int_equal(cell, move_at(8, 0));
    static const char *const wrong[] = {"",    "h",  "8",   "h0",  "h08",   "h16", "p1",
                                        "h8x", "hh", "h-1", "h 8", "h1000", "@1",  "{1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(coord_parse(&gomoku_game, 15, 15, wrong[i], &cell));
}

static void every_cell_reads_back(void **state) {
    (void)state;
    const GameType *const games[] = {&gomoku_game, &hex_game};
    for (int g = 0; g < 2; g++)
        for (int height = games[g]->min_size; height <= games[g]->max_size; height++)
            for (int y = 0; y < height; y++)
                for (int x = 0; x < games[g]->max_size; x++) {
                    char word[COORD_CHARS];
                    Move cell = MOVE_NONE;
                    coord_print(games[g], height, move_at(x, y), word);
                    assert_true(coord_parse(games[g], games[g]->max_size, height, word, &cell));
                    assert_int_equal(cell, move_at(x, y));
                }
}

static void words_are_moves(void **state) {
    (void)state;
    Position *hex = position_new(&hex_game, NULL, 5, 5, NULL);
    static const struct {
        const char *word;
        Move move;
    } cases[] = {{"pass", MOVE_PASS},
                 {"Resign", MOVE_RESIGN},
                 {"swap", MOVE_SWAP_PIECES},
                 {"swap-pieces", MOVE_SWAP_PIECES},
                 {"SWAP-SIDES", MOVE_SWAP_SIDES},
                 {"put-two", MOVE_PUT_TWO}};
    Move move = MOVE_NONE;
    Error err = {0};
    char word[COORD_CHARS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(move_parse(hex, cases[i].word, &move, &err));
        assert_int_equal(move, cases[i].move);
        move_print(hex, move, word);
        assert_true(move_parse(hex, word, &move, &err));
        assert_int_equal(move, cases[i].move);
    }
    assert_false(move_parse(hex, "f6", &move, &err));
    assert_non_null(strstr(err.text, "a1 to e5"));
    position_free(hex);
    // On a board that is not square, and in Gomoku, only the sides can be swapped.
    assert_true(coord_parse_move(&hex_game, 5, 4, "swap", &move));
    assert_int_equal(move, MOVE_SWAP_SIDES);
    assert_true(coord_parse_move(&gomoku_game, 15, 15, "swap", &move));
    assert_int_equal(move, MOVE_SWAP_SIDES);
}

static void sizes_are_columns_by_rows(void **state) {
    (void)state;
    int width = 0, height = 0;
    assert_true(size_parse("15", &width, &height));
    assert_int_equal(width * 100 + height, 1515);
    assert_true(size_parse("11x9", &width, &height));
    assert_int_equal(width * 100 + height, 1109);
    static const char *const wrong[] = {"", "x", "11x", "x9", "11x9x7", "-5", "1111", "11 x 9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(size_parse(wrong[i], &width, &height));
}

static void symmetries_undo_themselves(void **state) {
    (void)state;
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        int width = 7, height = s < 4 ? 5 : 7;
        assert_true(symmetry_fits(s, width, height));
        assert_int_equal(symmetry_fits(s, 7, 5), s < 4);
        bool seen[BOARD_CELLS] = {0};
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                Move image = symmetry_apply(s, width, height, move_at(x, y));
                assert_true(move_x(image) < width && move_y(image) < height);
                assert_false(seen[image]);
                seen[image] = true;
                Move back = symmetry_apply(symmetry_inverse(s), width, height, image);
                assert_int_equal(back, move_at(x, y));
            }
    }
}

// Plays at random with passes and swaps; the key is a function of what stands on the board, and
// undoing everything leads back, key by key.
static void keys_follow_play_and_undo(void **state) {
    (void)state;
    const GameType *const games[] = {&gomoku_game, &hex_game};
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(50, 500, 20000); i++) {
        const GameType *type = games[i % 2];
        Position *position = position_new(type, NULL, 6, 6, NULL);
        uint64_t keys[64];
        size_t count = 0;
        Move moves[MOVES_MAX];
        while (count < 40) {
            size_t legal = position_moves(position, moves);
            if (!legal)
                break;
            Move move = moves[rng_below(&rng, (uint32_t)legal)];
            if (rng_below(&rng, 12) == 0)
                move = rng_below(&rng, 2) ? MOVE_PASS : MOVE_SWAP_SIDES;
            if (position_check(position, MOVE_SWAP_PIECES, NULL) == VERDICT_LEGAL)
                move = MOVE_SWAP_PIECES;
            keys[count++] = position->key;
            assert_true(position_play(position, move, NULL));
            Position *twin = position_new(type, NULL, 6, 6, NULL);
            for (int y = 0; y < 6; y++)
                for (int x = 0; x < 6; x++)
                    position_put(twin, move_at(x, y), position_at(position, move_at(x, y)));
            position_set_to_move(twin, position->to_move);
            assert_true(twin->key == position->key);
            assert_int_equal(twin->stones, position->stones);
            position_free(twin);
        }
        Position *clone = position_clone(position);
        while (count) {
            position_undo(position);
            assert_true(position->key == keys[--count]);
        }
        assert_int_equal(position->stones, 0);
        assert_false(position->sides_swapped);
        while (clone->ply_count) // a clone has a history of its own
            position_undo(clone);
        assert_true(clone->key == position->key);
        position_free(clone);
        position_free(position);
    }
}

static void turned_boards_share_a_canonical_key(void **state) {
    (void)state;
    const GameType *const games[] = {&gomoku_game, &hex_game};
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(20, 200, 2000); i++) {
        const GameType *type = games[i % 2];
        int width = 7, height = rng_below(&rng, 2) ? 7 : 6;
        Position *boards[SYMMETRY_COUNT] = {0};
        for (int s = 0; s < SYMMETRY_COUNT; s++)
            if ((type->symmetries >> s & 1) && symmetry_fits(s, width, height))
                boards[s] = position_new(type, NULL, width, height, NULL);
        for (int stone = 0; stone < 8; stone++) {
            Move cell = move_at((int)rng_below(&rng, (uint32_t)width),
                                (int)rng_below(&rng, (uint32_t)height));
            for (int s = 0; s < SYMMETRY_COUNT; s++)
                if (boards[s])
                    position_put(boards[s], symmetry_apply(s, width, height, cell),
                                 stone % 2 ? CELL_WHITE : CELL_BLACK);
        }
        uint64_t key = position_canonical_key(boards[0]);
        for (int s = 0; s < SYMMETRY_COUNT; s++) {
            assert_true(!boards[s] || position_canonical_key(boards[s]) == key);
            position_free(boards[s]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_a_letter_and_a_row),
        cmocka_unit_test(every_cell_reads_back),
        cmocka_unit_test(words_are_moves),
        cmocka_unit_test(sizes_are_columns_by_rows),
        cmocka_unit_test(symmetries_undo_themselves),
        cmocka_unit_test(keys_follow_play_and_undo),
        cmocka_unit_test(turned_boards_share_a_canonical_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
