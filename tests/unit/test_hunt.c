// SPDX-License-Identifier: MIT
// The hunt for even openings: the same list however many look for it, nothing twice, all of it in
// the band and readable as a list of openings.
#include "support.h"

#include "base/rng.h"
#include "engine/balance.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "match/hunt.h"
#include "match/openings_private.h"

#include <string.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};

typedef struct Bag {
    const HuntOrder *order;
    Text text;
    uint64_t keys[64];
    size_t count, stop_after;
} Bag;

static bool on_found(const Position *position, double win, void *user) {
    Bag *bag = user;
    double band = bag->order->band; // 11 wins of 20 are within 5%, and 0.55 - 0.5 is more than 0.05
    if (win < 0.5 - band || win > 0.5 + band || position_result(position) != RESULT_NONE ||
        (bag->order->even.stones && position->stones != bag->order->even.stones))
        fail();
    uint64_t key = position_canonical_key(position);
    for (size_t i = 0; i < bag->count; i++)
        if (bag->keys[i] == key)
            fail();
    bag->keys[bag->count++] = key;
    position_print(position, &bag->text);
    text_add_char(&bag->text, '\n');
    return bag->count != bag->stop_after;
}

static Registry *make_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    return registry;
}

static HuntOrder order_on(const Registry *registry, const char *rule, int size, StopFlag *stop) {
    const GameType *game = strcmp(rule, "hex") == 0 ? &hex_game : &gomoku_game;
    return (HuntOrder){
        .registry = registry,
        .even = {.board = {games, game, rule, size, size},
                 .nodes = (int64_t)test_count(400, 3000, 3000)},
        .band = (double)test_count(15, 5, 5) / 100,
        .count = test_count(2, 8, 40),
        .tries_max = 400,
        .threads = 1,
        .stop = stop,
        .on_found = on_found,
    };
}

static void run(HuntOrder *order, Bag *bag, size_t *tries) {
    *bag = (Bag){.order = order, .stop_after = bag->stop_after};
    order->user = bag;
    size_t found = hunt_run(order, tries);
    assert_int_equal(found, bag->count);
}

static void the_list_does_not_depend_on_threads(void **state) {
    (void)state;
    Registry *registry = make_registry();
    static const struct {
        const char *rule;
        int size, stones;
    } cases[] = {{"freestyle", 15, 0}, {"renju", 15, 5}, {"freestyle", 20, 3}, {"hex", 7, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        StopFlag stop = {0};
        HuntOrder order = order_on(registry, cases[i].rule, cases[i].size, &stop);
        order.seed = test_seed();
        order.even.stones = cases[i].stones;
        Bag one = {0}, many = {0}, other = {0};
        size_t tries_one, tries_many, tries_other;
        run(&order, &one, &tries_one);
        assert_int_equal(one.count, order.count);
        order.threads = 4;
        run(&order, &many, &tries_many);
        assert_string_equal(one.text.chars, many.text.chars);
        assert_int_equal(tries_one, tries_many);
        order.seed++;
        run(&order, &other, &tries_other);
        assert_string_not_equal(one.text.chars, other.text.chars);

        Error err = {""};
        RecordHints board = order.even.board;
        Openings *openings =
            openings_parse("list.txt", one.text.chars, one.text.length, &board, OPENING_FREE, &err);
        assert_non_null(openings);
        assert_int_equal(openings->count, one.count);
        openings_free(openings);
        text_free(&one.text);
        text_free(&many.text);
        text_free(&other.text);
    }
    registry_free(registry);
}

static void it_ends_when_told(void **state) {
    (void)state;
    Registry *registry = make_registry();
    StopFlag stop = {0};
    HuntOrder order = order_on(registry, "freestyle", 15, &stop);
    Bag bag = {.stop_after = 1};
    size_t tries;
    order.threads = 3;
    order.count = 50;
    run(&order, &bag, &tries); // nobody takes any more
    assert_int_equal(bag.count, 1);
    text_free(&bag.text);
    order.tries_max = 2; // fewer tries than wanted
    bag.stop_after = 0;
    run(&order, &bag, &tries);
    assert_true(bag.count <= 2);
    assert_int_equal(tries, 2);
    text_free(&bag.text);
    order.tries_max = 1000;
    stop_raise(&stop); // a flag that is up already
    run(&order, &bag, &tries);
    assert_int_equal(bag.count, 0);
    text_free(&bag.text);
    registry_free(registry);
}

// A board that cannot hold what is asked for: nothing is found, and that is said.
static void impossible_wishes_end_too(void **state) {
    (void)state;
    Registry *registry = make_registry();
    StopFlag stop = {0};
    HuntOrder order = order_on(registry, "hex", 1, &stop);
    Bag bag = {0};
    size_t tries;
    order.tries_max = 20;
    run(&order, &bag, &tries);
    assert_int_equal(bag.count, 0);
    assert_int_equal(tries, 20);
    text_free(&bag.text);
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_does_not_depend_on_threads),
        cmocka_unit_test(it_ends_when_told),
        cmocka_unit_test(impossible_wishes_end_too),
    };
    return cmocka_run_group_tests_name("hunt", tests, NULL, NULL);
}
