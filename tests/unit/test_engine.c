// SPDX-License-Identifier: MIT
// Players and engines from outside: SPECs, whole games, two engines at once, openings.
#include "support.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "engine/engine.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "search/beat.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Registry *make_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    registry_add_player(registry, &random_player);
    return registry;
}

static Player *make_player(const Registry *registry, const char *spec) {
    Error err = {""};
    Player *player = registry_player(registry, spec, &PLAYER_DEFAULTS, &err);
    if (!player)
        fail_msg("%s: %s", spec, err.text);
    return player;
}

static Result play_out(Game *game, Player *first, Player *second) {
    Error err = {""};
    assert_true(player_begin(first, game, &err));
    assert_true(player_begin(second, game, &err));
    StopFlag stop = {0};
    while (!game_over(game)) {
        Player *player = game_actor(game) == SEAT_FIRST ? first : second;
        Ask turn = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
        Choice choice;
        if (!player_choose(player, &turn, &choice, &err) ||
            !game_play(game, choice.move, false, &err))
            fail_msg("%s", err.text);
    }
    return game_result(game);
}

static void specs_are_checked(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says;
    } wrong[] = {
        {"nobody", "no player 'nobody'"},    {"", "no player ''"},
        {"tengen:level=11", "from 1 to 10"}, {"tengen:strength=3", "no option 'strength'"},
        {"tengen:level", "not key=value"},   {"human:x=1", "for people"},
        {"tengen:time=soon", "5s or 500ms"}, {"random:seed=-4", "from 0"},
        {"tengen:hash=1", "a size such as"},
    };
    Registry *registry = make_registry();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Error err = {""};
        assert_null(registry_player(registry, wrong[i].spec, &PLAYER_DEFAULTS, &err));
        if (!strstr(err.text, wrong[i].says))
            fail_msg("%s: '%s' does not say '%s'", wrong[i].spec, err.text, wrong[i].says);
    }
    player_free(make_player(registry, "tengen:level=3,time=1s,threads=2,hash=1M,seed=4"));
    assert_ptr_equal(registry_game(registry, "renju", NULL), &gomoku_game);
    assert_ptr_equal(registry_game(registry, "hex", NULL), &hex_game);
    Error err = {""};
    assert_null(registry_game(registry, "chess", &err));
    assert_non_null(strstr(err.text, "gomoku, hex"));
    registry_free(registry);
}

static void random_games_end_and_repeat(void **state) {
    (void)state;
    Registry *registry = make_registry();
    for (const GameType *const *type = registry_games(registry); *type; type++)
        for (const RuleInfo *rule = (*type)->rules; rule->name; rule++) {
            uint64_t keys[2];
            for (int run = 0; run < 2; run++) {
                Game *game = game_new(*type, rule->name, 9, 7, OPENING_FREE, NULL);
                Player *a = make_player(registry, "random:seed=1");
                Player *b = make_player(registry, "random:seed=2");
                assert_int_not_equal(play_out(game, a, b), RESULT_NONE);
                keys[run] = game_position(game)->key;
                player_free(a);
                player_free(b);
                game_free(game);
            }
            assert_true(keys[0] == keys[1]);
        }
    registry_free(registry);
}

static void every_opening_is_played_through(void **state) {
    (void)state;
    static const struct {
        const GameType *type;
        OpeningKind opening;
    } cases[] = {
        {&gomoku_game, OPENING_FREE},  {&gomoku_game, OPENING_PRO},
        {&gomoku_game, OPENING_SWAP},  {&gomoku_game, OPENING_LONG_PRO},
        {&gomoku_game, OPENING_SWAP2}, {&hex_game, OPENING_SWAP_PIECES},
        {&hex_game, OPENING_FREE},     {&hex_game, OPENING_SWAP_SIDES},
    };
    Registry *registry = make_registry();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int engine_first = 0; engine_first < 2; engine_first++) {
            Game *game = game_new(cases[i].type, NULL, 9, 9, cases[i].opening, NULL);
            char spec[64];
            snprintf(spec, sizeof spec, "tengen:nodes=%zu,hash=1M,seed=1",
                     test_count(60, 400, 400));
            Player *tengen = make_player(registry, spec);
            Player *chance = make_player(registry, "random:seed=7");
            Result result =
                play_out(game, engine_first ? tengen : chance, engine_first ? chance : tengen);
            assert_int_not_equal(result, RESULT_NONE);
            player_free(tengen);
            player_free(chance);
            game_free(game);
        }
    registry_free(registry);
}

typedef struct SideBySide {
    const GameType *type;
    uint64_t key, nodes;
} SideBySide;

// One fixed-node search on an engine of its own.
static void *think_alone(void *argument) {
    SideBySide *side = argument;
    Registry *registry = make_registry();
    Engine *engine = engine_new(registry, 1, 1 << 20);
    Position *position = position_new(side->type, NULL, 11, 11, NULL);
    StopFlag stop = {0};
    for (int i = 0; i < 6; i++) {
        Ask order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
        order.limits.nodes = (int64_t)test_count(500, 3000, 3000);
        Outcome outcome;
        engine_think(engine, &order, &outcome);
        side->nodes += outcome.info.nodes;
        assert_true(position_play(position, outcome.move, NULL));
    }
    side->key = position->key;
    position_free(position);
    engine_free(engine);
    registry_free(registry);
    return NULL;
}

static void two_engines_share_nothing(void **state) {
    (void)state;
    // What each plays alone is what it plays beside the other.
    SideBySide alone[2] = {{.type = &gomoku_game}, {.type = &hex_game}};
    SideBySide together[2] = {{.type = &gomoku_game}, {.type = &hex_game}};
    for (int i = 0; i < 2; i++)
        think_alone(&alone[i]);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        threads[i] = thread_start(think_alone, &together[i]);
    for (int i = 0; i < 2; i++) {
        thread_join(threads[i]);
        assert_true(alone[i].key == together[i].key);
        assert_true(alone[i].nodes == together[i].nodes);
    }
}

// What was pondered on is there when it comes, and costs less than it would have.
static void pondering_warms_the_table(void **state) {
    (void)state;
    Registry *registry = make_registry();
    for (const GameType *const *type = registry_games(registry); *type; type++) {
        uint64_t nodes[2];
        int64_t visits[2];
        for (int warm = 0; warm < 2; warm++) {
            Game *game = game_new(*type, NULL, 9, 9, OPENING_FREE, NULL);
            Player *player = make_player(registry, "tengen:threads=1,hash=4M,depth=4,seed=1");
            StopFlag stop = {0};
            Error err = {""};
            game_play(game, move_at(4, 4), false, NULL);
            assert_true(player_begin(player, game, &err));
            if (warm)
                player_ponder(player, game_position(game), &LIMITS_OPEN, &stop);
            Ask turn = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
            Choice choice;
            assert_true(player_choose(player, &turn, &choice, &err));
            nodes[warm] = choice.info.nodes;
            visits[warm] = choice.info.line.visits;
            player_free(player);
            game_free(game);
        }
        // It is done sooner; who counts visits may have more of them instead.
        assert_true(nodes[1] < nodes[0] || visits[1] > visits[0]);
    }
    registry_free(registry);
}

static void no_time_at_all_still_gives_a_move(void **state) {
    (void)state;
    Registry *registry = make_registry();
    static const int sizes[] = {5, 15, 25};
    for (const GameType *const *type = registry_games(registry); *type; type++)
        for (size_t i = 0; i < 3; i++) {
            Engine *engine = engine_new(registry, 2, 1 << 20);
            Position *position = position_new(*type, NULL, sizes[i], sizes[i], NULL);
            StopFlag stop = {0};
            for (int ply = 0; ply < 8; ply++) {
                Ask order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
                order.limits.time_ms = 0;
                Outcome outcome;
                engine_think(engine, &order, &outcome);
                assert_true(position_play(position, outcome.move, NULL));
                if (position_result(position) != RESULT_NONE)
                    break;
            }
            position_free(position);
            engine_free(engine);
        }
    registry_free(registry);
}

// --- a search that fails ---

// One that is watched and then out of memory.
static atomic_int looks;

static uint64_t look(const void *search) {
    (void)search;
    return (uint64_t)atomic_fetch_add(&looks, 1);
}

static Searcher *failing_create(const Services *services) {
    (void)services;
    return mem_new(1);
}

static void failing_destroy(Searcher *searcher) {
    free(searcher);
}

static void failing_think(Searcher *searcher, const Ask *order, Outcome *outcome) {
    (void)outcome;
    beat_watch(order->beat, look, searcher);
    die("out of memory");
}

static const SearcherType failing_searcher = {
    .create = failing_create, .destroy = failing_destroy, .think = failing_think};

static void count_beats(const Info *info, void *user) {
    (void)info;
    atomic_fetch_add((atomic_int *)user, 1);
}

typedef struct FailingThought {
    Engine *engine;
    void (*think)(Engine *engine, const Ask *ask, Outcome *outcome);
    Ask ask;
} FailingThought;

static void think_in_vain(void *argument) {
    const FailingThought *thought = argument;
    Outcome outcome;
    thought->think(thought->engine, &thought->ask, &outcome);
}

// What the search had on its stack is gone, and the flag and the listener may be, too.
static void nothing_looks_at_a_search_that_failed(void **state) {
    (void)state;
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &failing_searcher);
    Position *position = position_new(&gomoku_game, NULL, 15, 15, NULL);
    Game *game = game_from_position(position);
    StopFlag stop = {0};
    atomic_int heard = 0;
    FailingThought thought = {
        .engine = engine_new(registry, 1, 1 << 20),
        .ask = {.game = game,
                .position = position,
                .limits = LIMITS_OPEN,
                .stop = &stop,
                .on_info = count_beats,
                .user = &heard,
                .beats = true},
    };
    thought.ask.limits.time_ms = 300;
    for (int choosing = 0; choosing < 2; choosing++) {
        Error err = {""};
        thought.think = choosing ? engine_choose : engine_think;
        assert_false(error_catch(think_in_vain, &thought, &err));
        assert_string_equal(err.text, "out of memory");
        clock_sleep_ms(600);
        assert_int_equal(atomic_load(&looks), 0);
        assert_int_equal(atomic_load(&heard), 0);
        assert_false(stop_raised(&stop));
    }
    engine_free(thought.engine);
    game_free(game);
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_checked),
        cmocka_unit_test(random_games_end_and_repeat),
        cmocka_unit_test(every_opening_is_played_through),
        cmocka_unit_test(two_engines_share_nothing),
        cmocka_unit_test(pondering_warms_the_table),
        cmocka_unit_test(no_time_at_all_still_gives_a_move),
        cmocka_unit_test(nothing_looks_at_a_search_that_failed),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
