// SPDX-License-Identifier: MIT
// Openings laid out fairly, and what is chosen in them.
#include "support.h"

#include "base/rng.h"
#include "engine/balance.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

static Registry *make_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    return registry;
}

static Game *begin(const GameType *type, const char *rule, int size, OpeningKind opening,
                   const char *const *moves) {
    Game *game = game_new(type, rule, size, size, opening, NULL);
    assert_non_null(game);
    for (; moves && *moves; moves++) {
        Move move;
        assert_true(move_parse(game_position(game), *moves, &move, NULL));
        assert_true(game_play(game, move, false, NULL));
    }
    return game;
}

static void draws_differ_and_repeat(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(5, 40, 400); i++) {
        bool hex = rng_below(&rng, 4) == 0;
        int size = 5 + (int)rng_below(&rng, 11), stones = 1 + (int)rng_below(&rng, 2);
        Game *game = begin(hex ? &hex_game : &gomoku_game, hex ? NULL : "renju", size,
                           hex ? OPENING_SWAP_SIDES : OPENING_SWAP2, NULL);
        Trial one[BALANCE_TRIALS], two[BALANCE_TRIALS], other[BALANCE_TRIALS];
        uint64_t seed = rng_next(&rng);
        size_t count = balance_draw(game, stones, seed, one, BALANCE_TRIALS);
        assert_true(count > 1);
        assert_int_equal(balance_draw(game, stones, seed, two, BALANCE_TRIALS), count);
        assert_memory_equal(one, two, count * sizeof *one);
        size_t others = balance_draw(game, stones, seed + 1, other, BALANCE_TRIALS), same = 0;
        for (size_t k = 0; k < count && k < others; k++)
            same += one[k].stones[0] == other[k].stones[0];
        assert_true(same < count);
        uint64_t keys[BALANCE_TRIALS];
        for (size_t k = 0; k < count; k++) {
            Position *after = position_clone(game_position(game));
            for (int s = 0; s < stones; s++)
                assert_true(position_play(after, one[k].stones[s], NULL));
            keys[k] = position_canonical_key(after);
            for (size_t before = 0; before < k; before++)
                assert_true(keys[before] != keys[k]);
            position_free(after);
        }
        game_free(game);
    }
}

static void what_the_opening_refuses_is_not_drawn(void **state) {
    (void)state;
    const char *const moves[] = {"h8", "h9", NULL};
    Game *game = begin(&gomoku_game, NULL, 15, OPENING_LONG_PRO, moves);
    Trial trials[BALANCE_TRIALS];
    size_t count = balance_draw(game, 1, test_seed(), trials, BALANCE_TRIALS);
    assert_true(count > 10);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(game_check(game, trials[i].stones[0], NULL), VERDICT_LEGAL);
    game_free(game);
}

static Ask order_for(const Game *game, int64_t nodes, uint64_t seed, StopFlag *stop) {
    Ask order = {.game = game,
                 .position = game_position(game),
                 .limits = LIMITS_OPEN,
                 .seed = seed,
                 .stop = stop};
    order.limits.nodes = nodes;
    return order;
}

static void ranking_keeps_its_limits_and_repeats(void **state) {
    (void)state;
    Registry *registry = make_registry();
    const char *const moves[] = {"h8", "i9", NULL};
    Game *game = begin(&gomoku_game, NULL, 15, OPENING_SWAP, moves);
    Trial runs[2][BALANCE_TRIALS];
    for (int run = 0; run < 2; run++) {
        Engine *engine = engine_new(registry, 1, 1 << 20);
        StopFlag stop = {0};
        Ask order = order_for(game, 40000, 3, &stop);
        size_t room = balance_room(&order.limits, order.position);
        assert_true(room > 4 && room < BALANCE_TRIALS);
        size_t count = balance_draw(game, 1, 3, runs[run], room);
        balance_rank(engine, &order, 0.5, runs[run], count);
        uint64_t nodes = 0;
        for (size_t i = 0; i < count; i++) {
            nodes += runs[run][i].nodes;
            assert_true(runs[run][i].rounds >= 1);
            assert_true(i == 0 || runs[run][i].rounds <= runs[run][0].rounds);
        }
        assert_true(nodes <= 40000 + 8 * BALANCE_TRIALS);
        assert_true(runs[run][0].rounds >= 3);
        for (size_t i = 0; run && i < count; i++) {
            assert_int_equal(runs[0][i].stones[0], runs[1][i].stones[0]);
            assert_true(runs[0][i].nodes == runs[1][i].nodes);
        }
        engine_free(engine);
    }
    game_free(game);
    registry_free(registry);
}

enum { LAY_OUT_NODES = 60000 };

// A whole layout of three stones.
static void lay_out(Engine *engine, Game *game, int64_t nodes, uint64_t seed) {
    StopFlag stop = {0};
    Rng rng = rng_seed(seed);
    while (game_phase(game).placing) {
        Ask order = order_for(game, nodes, rng_next(&rng), &stop);
        Outcome outcome;
        engine_choose(engine, &order, &outcome);
        assert_true(game_play(game, outcome.move, false, NULL));
    }
}

static double off_even(Engine *engine, const Game *game, int64_t nodes) {
    StopFlag stop = {0};
    Ask order = order_for(game, nodes, 1, &stop);
    Outcome outcome;
    engine_new_game(engine);
    double win = balance_verdict(engine, &order, &outcome);
    return win > 0.5 ? win - 0.5 : 0.5 - win;
}

// A longer search than the one that laid them out still calls them even: far more so than three
// stones drawn from the same hat.
static void layouts_stay_even_under_a_longer_search(void **state) {
    (void)state;
    Registry *registry = make_registry();
    Engine *engine = engine_new(registry, 1, 4 << 20);
    static const char *const rules[] = {"freestyle", "standard", "renju"};
    size_t count = test_count(3, 9, 60);
    int64_t longer = (int64_t)test_count(10000, 200000, 200000);
    uint64_t first = test_seed();
    double laid = 0, drawn = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t seed = first + i;
        Game *game = begin(&gomoku_game, rules[i % 3], 15, OPENING_SWAP2, NULL);
        engine_new_game(engine);
        lay_out(engine, game, LAY_OUT_NODES, seed);
        assert_int_equal(game_position(game)->stones, 3);
        double off = off_even(engine, game, longer);
        laid += off;
        game_free(game);
        Game *chance = begin(&gomoku_game, rules[i % 3], 15, OPENING_SWAP2, NULL);
        for (uint64_t k = 0; k < 3; k++) {
            Trial trial;
            assert_int_equal(balance_draw(chance, 1, rng_mix(seed) + k, &trial, 1), 1);
            assert_true(game_play(chance, trial.stones[0], false, NULL));
        }
        drawn += off_even(engine, chance, longer);
        game_free(chance);
    }
    print_message("off even: %.3f laid out, %.3f drawn\n", laid / (double)count,
                  drawn / (double)count);
    assert_true(laid / (double)count < 0.25);
    assert_true(laid < drawn);
    engine_free(engine);
    registry_free(registry);
}

static Move choice_in(Engine *engine, Game *game, int64_t nodes) {
    StopFlag stop = {0};
    Ask order = order_for(game, nodes, 5, &stop);
    Outcome outcome;
    engine_new_game(engine);
    engine_choose(engine, &order, &outcome);
    assert_int_equal(game_check(game, outcome.move, NULL), VERDICT_LEGAL);
    assert_int_equal(outcome.info.line.pv[0], outcome.move);
    assert_true(outcome.info.line.win >= 0.5 - 1e-9);
    return outcome.move;
}

static void the_better_colour_is_taken(void **state) {
    (void)state;
    Registry *registry = make_registry();
    Engine *engine = engine_new(registry, 1, 4 << 20);
    // Black's stones together and White's in the corner; White with the move and Black at the edges.
    const char *const strong[] = {"h8", "a1", "h9", NULL}, *const weak[] = {"a15", "h8", "o1",
                                                                            NULL};
    const char *const strong_after_five[] = {"h8", "a1", "h9", "put-two", "o15", "i8", NULL};
    const char *const weak_after_five[] = {"a1", "h8", "o15", "put-two", "h9", "a15", NULL};
    static const OpeningKind openings[] = {OPENING_SWAP, OPENING_SWAP2};
    for (int i = 0; i < 2; i++) {
        Game *game = begin(&gomoku_game, NULL, 15, openings[i], strong);
        assert_int_equal(choice_in(engine, game, 30000), MOVE_SWAP_SIDES);
        game_free(game);
        game = begin(&gomoku_game, NULL, 15, openings[i], weak);
        assert_true(move_is_stone(choice_in(engine, game, 30000)));
        game_free(game);
    }
    Game *game = begin(&gomoku_game, NULL, 15, OPENING_SWAP2, strong_after_five);
    assert_int_equal(choice_in(engine, game, 30000), MOVE_SWAP_SIDES);
    game_free(game);
    game = begin(&gomoku_game, NULL, 15, OPENING_SWAP2, weak_after_five);
    assert_true(move_is_stone(choice_in(engine, game, 30000)));
    game_free(game);
    engine_free(engine);
    registry_free(registry);
}

// An opening that its own search found even is answered by two more stones sooner or later, and
// those two leave it even again.
static void even_openings_are_passed_on(void **state) {
    (void)state;
    Registry *registry = make_registry();
    Engine *engine = engine_new(registry, 1, 4 << 20);
    int put_two = 0, tries = 0;
    uint64_t seed = test_seed();
    double off = 0;
    for (; tries < 60 && put_two < 2; tries++) {
        Game *game = begin(&gomoku_game, NULL, 15, OPENING_SWAP2, NULL);
        engine_new_game(engine);
        lay_out(engine, game, LAY_OUT_NODES, seed + (uint64_t)tries);
        if (choice_in(engine, game, 20000) == MOVE_PUT_TWO) {
            put_two++;
            assert_true(game_play(game, MOVE_PUT_TWO, false, NULL));
            lay_out(engine, game, LAY_OUT_NODES, seed + (uint64_t)tries);
            assert_int_equal(game_position(game)->stones, 5);
            assert_int_equal(game_actor(game), SEAT_FIRST);
            off += off_even(engine, game, 60000);
        }
        game_free(game);
    }
    print_message("%d of %d passed on, %.3f off even after that\n", put_two, tries,
                  put_two ? off / put_two : 0);
    assert_true(put_two > 0);
    assert_true(off / put_two < 0.4);
    engine_free(engine);
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_differ_and_repeat),
        cmocka_unit_test(what_the_opening_refuses_is_not_drawn),
        cmocka_unit_test(ranking_keeps_its_limits_and_repeats),
        cmocka_unit_test(layouts_stay_even_under_a_longer_search),
        cmocka_unit_test(the_better_colour_is_taken),
        cmocka_unit_test(even_openings_are_passed_on),
    };
    return cmocka_run_group_tests_name("balance", tests, NULL, NULL);
}
