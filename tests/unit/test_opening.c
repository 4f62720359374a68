// SPDX-License-Identifier: MIT
// Openings as a player would follow them: a list of choices, who makes each, and what is refused.
#include "support.h"

#include "base/rng.h"
#include "engine/game.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

static Game *open_game(const GameType *type, int size, OpeningKind opening) {
    Error err = {""};
    Game *game = game_new(type, NULL, size, size, opening, &err);
    if (!game)
        fail_msg("%s", err.text);
    return game;
}

static bool choose(Game *game, const char *word, Error *err) {
    Move move;
    assert_true(move_parse(game_position(game), word, &move, err));
    return game_play(game, move, false, err);
}

// "1h8" is a choice the first seat must be asked for and may make, "2swap" one of the second
// seat's;
// "!h8" must be refused to whoever acts.
static void follow(Game *game, const char *script) {
    char words[256], *place = NULL;
    strcpy(words, script);
    for (char *word = strtok_r(words, " ", &place); word; word = strtok_r(NULL, " ", &place)) {
        Error err = {""};
        if (*word == '!') {
            if (choose(game, word + 1, &err))
                fail_msg("%s was allowed in: %s", word + 1, script);
            assert_true(err.text[0]);
            continue;
        }
        if ((game_actor(game) == SEAT_SECOND) != (*word == '2'))
            fail_msg("the wrong seat acts before %s in: %s", word, script);
        if (!choose(game, word + 1, &err))
            fail_msg("%s refused in '%s': %s", word + 1, script, err.text);
    }
}

static void free_opening_alternates(void **state) {
    (void)state;
    Game *game = open_game(&gomoku_game, 15, OPENING_FREE);
    follow(game, "1h8 2h9 !h8 !swap !put-two !pass 1a1 2o15");
    game_free(game);
}

static void pro_keeps_the_centre_clear(void **state) {
    (void)state;
    Game *game = open_game(&gomoku_game, 15, OPENING_PRO);
    follow(game, "!h9 1h8 2h9 !j10 !f6 1k8 2a1 1i9");
    game_free(game);
    game = open_game(&gomoku_game, 15, OPENING_LONG_PRO);
    follow(game, "!a1 1h8 2i9 !k8 1l8 2k8");
    game_free(game);
    game = open_game(&gomoku_game, 20, OPENING_PRO);
    follow(game, "!i10 1j10 2k11 !h8 !m13 1g10 2a1");
    game_free(game);
}

static void swap_offers_the_colours(void **state) {
    (void)state;
    Game *game = open_game(&gomoku_game, 15, OPENING_SWAP);
    follow(game, "!swap 1h8 !swap 1h9 1a1 !put-two 2c3 !swap 1d4 2e5");
    assert_int_equal(game_seat_side(game, SEAT_FIRST), SIDE_BLACK);
    game_free(game);
    game = open_game(&gomoku_game, 15, OPENING_SWAP);
    follow(game, "1h8 1h9 1a1 2swap !swap 1c3 2d4 1e5");
    assert_int_equal(game_seat_side(game, SEAT_FIRST), SIDE_WHITE);
    game_free(game);
}

static void hex_swaps_the_first_stone_alone(void **state) {
    (void)state;
    static const OpeningKind kinds[] = {OPENING_SWAP_PIECES, OPENING_SWAP_SIDES};
    for (int i = 0; i < 2; i++) {
        Game *game = open_game(&hex_game, 5, kinds[i]);
        follow(game, "1b4");
        assert_true(game_phase(game).may_swap_pieces || game_phase(game).may_swap_sides);
        follow(game, "2c3 !swap-pieces !swap-sides 1d2 !swap-pieces !swap-sides");
        assert_false(game_phase(game).may_swap_pieces || game_phase(game).may_swap_sides);
        game_free(game);
    }
}

static void swap2_has_three_ways(void **state) {
    (void)state;
    static const struct {
        const char *script;
        Side first;
    } ways[] = {
        {"1h8 1h9 1a1 2c3 1d4", SIDE_BLACK},       // stays White
        {"1h8 1h9 1a1 2swap 1c3 2d4", SIDE_WHITE}, // takes Black
        {"1h8 1h9 1a1 2put-two !swap !put-two 2c3 2d4 1e5 2f6",
         SIDE_WHITE},                                                     // the first stays White
        {"1h8 1h9 1a1 2put-two 2c3 2d4 1swap !swap 2e5 1f6", SIDE_BLACK}, // the first takes Black
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        Game *game = open_game(&gomoku_game, 15, OPENING_SWAP2);
        follow(game, ways[i].script);
        assert_int_equal(game_seat_side(game, SEAT_FIRST), ways[i].first);
        assert_int_equal(game_seat_side(game, SEAT_SECOND), side_other(ways[i].first));
        // Stones alternate in colour whoever put them.
        const Position *position = game_position(game);
        Side expected = SIDE_BLACK;
        for (size_t p = 0; p < position->ply_count; p++)
            if (move_is_stone(position->plies[p].move)) {
                assert_int_equal(position->plies[p].side, expected);
                expected = side_other(expected);
            }
        // Undo is exact: go back to the start, forward again, and end in the same place.
        uint64_t key = position->key;
        while (game_undo(game))
            continue;
        assert_int_equal(game_position(game)->sides_swapped, false);
        follow(game, ways[i].script);
        assert_true(game_position(game)->key == key);
        game_free(game);
    }
}

static void hex_swaps_after_the_first_stone(void **state) {
    (void)state;
    Game *game = open_game(&hex_game, 5, OPENING_SWAP_PIECES);
    follow(game, "!swap-pieces 1b4 !swap-sides 2swap-pieces !swap-pieces 1c3 2a1");
    assert_int_equal(position_at(game_position(game), move_at(3, 1)), CELL_WHITE);
    assert_int_equal(position_at(game_position(game), move_at(1, 3)), CELL_EMPTY);
    game_free(game);
    game = open_game(&hex_game, 5, OPENING_SWAP_SIDES);
    follow(game, "1b4 !swap-pieces 2swap-sides 1c3 2d2");
    assert_int_equal(game_seat_side(game, SEAT_FIRST), SIDE_WHITE);
    game_free(game);
}

static void openings_belong_to_their_game(void **state) {
    (void)state;
    Error err = {""};
    assert_null(game_new(&hex_game, NULL, 11, 11, OPENING_SWAP2, &err));
    assert_non_null(strstr(err.text, "hex"));
    assert_null(game_new(&gomoku_game, NULL, 15, 15, OPENING_SWAP_PIECES, &err));
    assert_null(game_new(&hex_game, NULL, 11, 9, OPENING_SWAP_PIECES, &err));
    assert_null(game_new(&gomoku_game, NULL, 5, 5, OPENING_PRO, &err));
    OpeningKind kind;
    assert_false(opening_parse("swap3", &kind, &err));
    assert_true(opening_parse("longpro", &kind, &err));
    assert_int_equal(kind, OPENING_LONG_PRO);
}

static void resigning_ends_it(void **state) {
    (void)state;
    Game *game = open_game(&gomoku_game, 15, OPENING_SWAP);
    follow(game, "1h8 1h9 1a1 2swap 1resign !b2");
    // The first seat holds White after the swap, so Black wins.
    assert_int_equal(game_result(game), RESULT_BLACK);
    assert_string_equal(game_result_reason(game), "resignation");
    assert_true(game_undo(game));
    assert_false(game_over(game));
    game_free(game);
}

static void forbidden_points_are_refused_or_lose(void **state) {
    (void)state;
    Error err = {""};
    Game *game = game_new(&gomoku_game, "renju", 15, 15, OPENING_FREE, &err);
    follow(game, "1f8 2a1 1g8 2c1 1h6 2e1 1h7 2g1 !h8");
    Move move;
    assert_true(move_parse(game_position(game), "h8", &move, NULL));
    assert_int_equal(game_check(game, move, &err), VERDICT_FORBIDDEN);
    assert_non_null(strstr(err.text, "33"));
    assert_true(game_play(game, move, true, &err));
    assert_int_equal(game_result(game), RESULT_WHITE);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_opening_alternates),
        cmocka_unit_test(pro_keeps_the_centre_clear),
        cmocka_unit_test(swap_offers_the_colours),
        cmocka_unit_test(swap2_has_three_ways),
        cmocka_unit_test(hex_swaps_after_the_first_stone),
        cmocka_unit_test(hex_swaps_the_first_stone_alone),
        cmocka_unit_test(openings_belong_to_their_game),
        cmocka_unit_test(resigning_ends_it),
        cmocka_unit_test(forbidden_points_are_refused_or_lose),
    };
    return cmocka_run_group_tests_name("opening", tests, NULL, NULL);
}
