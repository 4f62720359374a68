// SPDX-License-Identifier: MIT
// Positions up to symmetry: the fast history against the slow twin, and moves there and back.
#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "game/canonical.h"
#include "game/symmetry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>

static Position *empty_board(Rng *rng) {
    bool hex = rng_below(rng, 2);
    int width = 5 + (int)rng_below(rng, 4), height = rng_below(rng, 2) ? width : 6;
    return position_new(hex ? &hex_game : &gomoku_game, NULL, width, height, NULL);
}

// Stones at random, now and then a choice or a pass; set-up stones before them in one of four games.
static Position *random_game(Rng *rng) {
    Position *position = empty_board(rng);
    uint32_t cells = (uint32_t)(position->width * position->height);
    Move moves[MOVES_MAX];
    if (rng_below(rng, 4) == 0)
        for (int i = 0; i < 5; i++) {
            uint32_t cell = rng_below(rng, cells);
            position_put(position,
                         move_at((int)cell % position->width, (int)cell / position->width),
                         i % 2 ? CELL_BLACK : CELL_WHITE);
        }
    for (uint32_t left = rng_below(rng, cells); left; left--) {
        static const Move choices[] = {MOVE_PASS, MOVE_SWAP_SIDES, MOVE_PUT_TWO, MOVE_SWAP_PIECES};
        size_t count = position_moves(position, moves);
        if (rng_below(rng, 6) == 0)
            position_play(position, choices[rng_below(rng, 4)], NULL);
        else if (count)
            position_play(position, moves[rng_below(rng, (uint32_t)count)], NULL);
    }
    return position;
}

static bool same_board(const Position *a, const Position *b) {
    if (a->to_move != b->to_move)
        return false;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            if (position_at(a, move_at(x, y)) != position_at(b, move_at(x, y)))
                return false;
    return true;
}

static void the_history_agrees_with_its_slow_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(50, 1000, 20000); i++) {
        Position *position = random_game(&rng);
        Canonical *history = mem_new_array(position->ply_count + 1, sizeof *history);
        position_canonical_history(position, history);
        for (;; position_undo(position)) {
            size_t ply = position->ply_count;
            Canonical twin = position_canonical(position);
            assert_true(history[ply].key == position_canonical_key(position));
            assert_true(history[ply].key == twin.key && history[ply].symmetry == twin.symmetry &&
                        history[ply].ties == twin.ties);
            if (!ply)
                break;
        }
        free(history);
        position_free(position);
    }
}

static Position *turned(const Position *position, int symmetry) {
    Canonical turn = {.symmetry = symmetry};
    return position_canonical_form(position, turn);
}

static void turned_positions_have_one_form_and_one_key(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 1);
    for (size_t i = 0; i < test_count(50, 1000, 20000); i++) {
        Position *position = random_game(&rng);
        Canonical canonical = position_canonical(position);
        Position *form = position_canonical_form(position, canonical);
        assert_true(position_canonical(form).key == canonical.key);
        for (int s = 0; s < SYMMETRY_COUNT; s++) {
            if (!(position->type->symmetries >> s & 1) ||
                !symmetry_fits(s, position->width, position->height))
                continue;
            Position *other = turned(position, s);
            Canonical found = position_canonical(other);
            Position *same = position_canonical_form(other, found);
            assert_true(found.key == canonical.key);
            assert_true(same_board(form, same));
            position_free(same);
            position_free(other);
        }
        position_free(form);
        position_free(position);
    }
}

// A move kept with one position comes back, in a turned one, to the cell it was turned to; where the
// position is symmetric itself, to one that means the same.
static void moves_come_back_the_way_the_position_lies(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 2);
    for (size_t i = 0; i < test_count(50, 1000, 20000); i++) {
        Position *position = random_game(&rng);
        int width = position->width, height = position->height;
        Canonical canonical = position_canonical(position);
        Move move =
            move_at((int)rng_below(&rng, (uint32_t)width), (int)rng_below(&rng, (uint32_t)height));
        Move kept = canonical_move(position, canonical, move);
        assert_int_equal(canonical_move_back(position, canonical, kept), move);
        assert_int_equal(canonical_move(position, canonical, MOVE_PASS), MOVE_PASS);
        for (int s = 0; s < SYMMETRY_COUNT; s++) {
            if (!(position->type->symmetries >> s & 1) || !symmetry_fits(s, width, height))
                continue;
            Position *other = turned(position, s);
            Canonical found = position_canonical(other);
            Move expected = symmetry_apply(s, width, height, move);
            Move back = canonical_move_back(other, found, kept);
            Move expected_kept = canonical_move(other, found, expected);
            assert_int_equal(canonical_move_first(other, found, kept),
                             canonical_move_first(other, found, expected_kept));
            if ((found.ties & (found.ties - 1)) == 0)
                assert_int_equal(back, expected);
            position_free(other);
        }
        position_free(position);
    }
}

static void the_empty_board_has_every_symmetry(void **state) {
    (void)state;
    Position *square = position_new(&gomoku_game, "renju", 15, 15, NULL);
    Position *oblong = position_new(&gomoku_game, "renju", 15, 13, NULL);
    Position *hex = position_new(&hex_game, NULL, 11, 11, NULL);
    Canonical canonical = position_canonical(square);
    assert_int_equal(canonical.ties, 0xff);
    assert_int_equal(position_canonical(oblong).ties, 0x0f);
    assert_int_equal(position_canonical(hex).ties, 0x09);
    // All four corners are one move.
    Move corners[] = {move_at(0, 0), move_at(14, 0), move_at(0, 14), move_at(14, 14)};
    for (int i = 0; i < 4; i++)
        assert_int_equal(canonical_move_first(square, canonical, corners[i]), move_at(0, 0));
    position_free(square);
    position_free(oblong);
    position_free(hex);
}

static void the_rule_is_left_out(void **state) {
    (void)state;
    Position *free_rule = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
    Position *renju = position_new(&gomoku_game, "renju", 15, 15, NULL);
    position_play(free_rule, move_at(6, 7), NULL);
    position_play(renju, move_at(8, 7), NULL);
    assert_true(position_canonical(free_rule).key == position_canonical(renju).key);
    position_set_to_move(renju, SIDE_BLACK);
    assert_true(position_canonical(free_rule).key != position_canonical(renju).key);
    position_free(free_rule);
    position_free(renju);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_history_agrees_with_its_slow_twin),
        cmocka_unit_test(turned_positions_have_one_form_and_one_key),
        cmocka_unit_test(moves_come_back_the_way_the_position_lies),
        cmocka_unit_test(the_empty_board_has_every_symmetry),
        cmocka_unit_test(the_rule_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
