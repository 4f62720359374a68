// SPDX-License-Identifier: MIT
// Swap maps: those that are kept against the solver, and what is chosen by them.
#include "support.h"

#include "base/rng.h"
#include "engine/swapmap.h"
#include "hex/hex.h"
#include "hex/swap.h"

#include <string.h>

extern const char hex_swap[];

typedef struct Bench {
    Registry *registry;
    Engine *engine;
    StopFlag stop;
} Bench;

static void bench_open(Bench *bench) {
    *bench = (Bench){.registry = registry_new()};
    registry_add_game(bench->registry, &hex_game, &hex_searcher);
    bench->engine = engine_new(bench->registry, 1, 16 << 20);
}

static void bench_close(Bench *bench) {
    engine_free(bench->engine);
    registry_free(bench->registry);
}

static Ask order_of(Bench *bench, const Position *position) {
    return (Ask){.position = position, .limits = LIMITS_OPEN, .stop = &bench->stop};
}

static void what_is_kept_can_be_read(void **state) {
    (void)state;
    Error err = {""};
    if (!hex_swap_check(hex_swap, &err))
        fail_msg("nets/hex.swap: %s", err.text);
    for (int size = 3; size <= 7; size++)
        assert_true(hex_swap_chance(size, size, move_at(0, 0)) == 0); // a corner loses
    for (int size = 1; size <= BOARD_MAX; size++)
        for (int x = 0; x < size; x++)
            for (int y = 0; y < size; y++) {
                double win = hex_swap_chance(size, size, move_at(x, y));
                Move twin = move_at(size - 1 - x, size - 1 - y);
                assert_true(win == hex_swap_chance(size, size, twin));
                assert_true(size < 3 || size > 7 || win == 0 || win == 1);
            }
    assert_true(hex_swap_chance(7, 6, move_at(0, 0)) < 0);
}

static void what_is_no_map_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "size 2\n a b\n1 W L\n",           "size 2\n a b\n1 W L\n2 W\n",
        "size 2\n a b\n1 W L\n2 W L L\n",  "size 2\n a b\n1 W L\n3 W L\n",
        "size 2\n a b\n1 W L\n2 W 100\n",  "size 2\n a b\n1 W L\n2 W 0\n",
        "size 2\n1 W L\n2 W L\n",          "size 27\n a b\n1 W L\n",
        "size two\n a b\n1 W L\n2 W L\n",  "map 2\n a b\n1 W L\n2 W L\n",
        "size 2 2\n a b\n1 W L\n2 W L\n",  "size 2\n",
        "size 2\n a b\n1 W L\n2 W L\n1 W", "size 2\n a b\n1 W ?\n2 W L\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Error err = {""};
        if (hex_swap_check(wrong[i], &err))
            fail_msg("taken for a map: %s", wrong[i]);
        assert_non_null(strstr(err.text, "swap map"));
    }
    assert_true(hex_swap_check("# only\n\n  # comments\n", NULL));
    assert_true(hex_swap_check("size 2x1\n  a b\n1 W 37\n", NULL));
}

// The kept maps of small boards are what the solver finds.
static void kept_maps_are_proven(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench);
    int largest = 4 + (int)test_count(0, 1, 3);
    for (int size = 3; size <= largest; size++) {
        Position *position = position_new(&hex_game, NULL, size, size, NULL);
        Ask order = order_of(&bench, position);
        SwapMap map;
        swapmap_make(bench.engine, &order, &map);
        assert_int_equal(map.count, size * size);
        assert_int_equal(atomic_load(&map.done), size * size);
        for (size_t i = 0; i < map.count; i++) {
            assert_true(map.stones[i].proven);
            assert_true(map.stones[i].win == hex_swap_chance(size, size, map.stones[i].stone));
        }
        position_free(position);
    }
    bench_close(&bench);
}

// Hardly any time to think, and never wrong where the map is exact.
static void proven_stones_are_swapped_rightly(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench);
    for (int size = 3; size <= 7; size++)
        for (int i = 0; i < size * size; i++) {
            Move stone = move_at(i % size, i / size);
            Game *game = game_new(&hex_game, NULL, size, size,
                                  i % 2 ? OPENING_SWAP_SIDES : OPENING_SWAP_PIECES, NULL);
            assert_true(game_play(game, stone, false, NULL));
            Ask order = order_of(&bench, game_position(game));
            order.game = game;
            order.limits.nodes = 20;
            Outcome outcome;
            engine_choose(bench.engine, &order, &outcome);
            bool wins = hex_swap_chance(size, size, stone) == 1;
            assert_int_equal(!move_is_stone(outcome.move), wins);
            assert_int_equal(game_check(game, outcome.move, NULL), VERDICT_LEGAL);
            game_free(game);
        }
    bench_close(&bench);
}

// Where a map has even stones, the first one is among the evenest.
static void first_stones_are_even(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench);
    for (int size = 3; size <= 14; size++) {
        double least = 1;
        for (int i = 0; i < size * size; i++) {
            double win = hex_swap_chance(size, size, move_at(i % size, i / size));
            double off = win < 0 ? 1 : win > 0.5 ? win - 0.5 : 0.5 - win;
            least = off < least ? off : least;
        }
        for (uint64_t seed = 0; seed < 5; seed++) {
            Game *game = game_new(&hex_game, NULL, size, size, OPENING_SWAP_PIECES, NULL);
            Ask order = order_of(&bench, game_position(game));
            order.game = game;
            order.limits.nodes = 20;
            order.seed = seed;
            Outcome outcome;
            engine_choose(bench.engine, &order, &outcome);
            assert_int_equal(game_check(game, outcome.move, NULL), VERDICT_LEGAL);
            double win = hex_swap_chance(size, size, outcome.move);
            double off = win > 0.5 ? win - 0.5 : 0.5 - win;
            assert_true(least > 0.2 || off < least + 0.031);
            game_free(game);
        }
    }
    bench_close(&bench);
}

// Half of the stones are thought about; a board that cannot be proven gets opinions; a raised flag
// ends it with what it has.
static void maps_of_larger_boards(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench);
    Position *position = position_new(&hex_game, NULL, 9, 8, NULL);
    Ask order = order_of(&bench, position);
    order.limits.nodes = 30;
    SwapMap map;
    const SwapStone *stones = map.stones;
    swapmap_make(bench.engine, &order, &map);
    assert_int_equal(map.count, 72);
    for (int i = 0; i < 72; i++) {
        assert_true(stones[i].win >= 0 && stones[i].win <= 1);
        assert_true(stones[i].win == stones[71 - i].win);
        assert_true(stones[i].stone == move_at(i % 9, i / 9));
    }
    stop_raise(&bench.stop);
    swapmap_make(bench.engine, &order, &map);
    assert_true(stones[0].win < 0 && stones[71].win < 0);
    position_free(position);
    bench_close(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_can_be_read),
        cmocka_unit_test(what_is_no_map_is_refused),
        cmocka_unit_test(kept_maps_are_proven),
        cmocka_unit_test(proven_stones_are_swapped_rightly),
        cmocka_unit_test(first_stones_are_even),
        cmocka_unit_test(maps_of_larger_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
