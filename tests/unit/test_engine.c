// SPDX-License-Identifier: MIT
// Players and engines from outside: SPECs, whole games, two engines at once, stopping, openings.
#include "support.h"

#include "base/clock.h"
#include "base/thread.h"
#include "engine/engine.h"
#include "engine/thinker.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <string.h>

static Registry *make_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    registry_add_player(registry, &random_player);
    registry_add_player(registry, &human_player);
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
        Turn turn = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
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
        {"tengen:level", "not key=value"},   {"human:x=1", "takes no options"},
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
            Player *tengen = make_player(registry, "tengen:nodes=400,hash=1M,seed=1");
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
        EngineOrder order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
        order.limits.nodes = 3000;
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

typedef struct Heard {
    bool done, ok;
    int infos;
    Choice choice;
} Heard;

static void hear_info(const Info *info, void *user) {
    assert_true(info->line.pv_length >= 1);
    ((Heard *)user)->infos++;
}

static void hear_choice(bool ok, const Choice *choice, const Error *err, void *user) {
    (void)err;
    *(Heard *)user = (Heard){true, ok, ((Heard *)user)->infos, *choice};
}

static void a_thinker_stops_when_told(void **state) {
    (void)state;
    Registry *registry = make_registry();
    for (const GameType *const *type = registry_games(registry); *type; type++) {
        Game *game = game_new(*type, NULL, 15, 15, OPENING_FREE, NULL);
        Player *player = make_player(registry, "tengen:threads=2,hash=4M");
        Thinker *thinker = thinker_new();
        Heard heard = {0};
        Limits limits = LIMITS_OPEN;
        thinker_start(thinker, player, game, &limits, hear_info, hear_choice, &heard);
        clock_sleep_ms(100);
        assert_true(thinker_busy(thinker));
        int64_t asked = clock_now_ms();
        thinker_stop(thinker);
        thinker_wait(thinker);
        // It stops; how soon is measured in bench/stop.c, on machines that are not busy.
        assert_true(clock_now_ms() - asked < 10000);
        assert_true(heard.done && heard.ok && heard.infos > 0);
        assert_int_equal(game_check(game, heard.choice.move, NULL), VERDICT_LEGAL);
        thinker_free(thinker);
        player_free(player);
        game_free(game);
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
                EngineOrder order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_checked),
        cmocka_unit_test(random_games_end_and_repeat),
        cmocka_unit_test(every_opening_is_played_through),
        cmocka_unit_test(two_engines_share_nothing),
        cmocka_unit_test(a_thinker_stops_when_told),
        cmocka_unit_test(no_time_at_all_still_gives_a_move),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
