// SPDX-License-Identifier: MIT
// Players and engines from outside: SPECs, whole games, two engines at once, stopping, pondering,
// openings.
#include "support.h"

#include "base/clock.h"
#include "base/thread.h"
#include "engine/engine.h"
#include "engine/thinker.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdatomic.h>
#include <stdio.h>
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
        EngineOrder order = {.position = position, .limits = LIMITS_OPEN, .stop = &stop};
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
        // Long enough for something to be said, under a sanitizer too.
        clock_sleep_ms((int64_t)test_count(6000, 300, 300));
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

// --- pondering ---

// A player that expects a reply, or none, and keeps what it was asked to ponder on.
typedef struct Ponderer {
    Player player;
    Move answer, expects; // expects MOVE_NONE: says nothing
    atomic_int pondered;  // how often
    uint64_t key;         // of the position
    bool keen;            // ponders until it is stopped
} Ponderer;

static bool ponderer_choose(Player *player, const Turn *turn, Choice *choice, Error *err) {
    const Ponderer *self = (Ponderer *)player;
    (void)turn;
    if (self->answer == MOVE_NONE)
        return error_set(err, "no idea");
    *choice = (Choice){.move = self->answer, .has_info = self->expects != MOVE_NONE};
    choice->info.line.pv[0] = self->answer;
    choice->info.line.pv[1] = self->expects;
    choice->info.line.pv_length = 2;
    return true;
}

static void ponderer_ponder(Player *player, const Position *position, const Limits *limits,
                            StopFlag *stop) {
    Ponderer *self = (Ponderer *)player;
    (void)limits;
    self->key = position->key;
    atomic_fetch_add(&self->pondered, 1);
    while (self->keen && !stop_raised(stop))
        clock_sleep_ms(1);
}

static const PlayerType ponderer_type = {
    .name = "ponderer", .choose = ponderer_choose, .ponder = ponderer_ponder};

// Four black stones in a row that an answer can make five of, Black to move.
static Game *game_of_fours(void) {
    Position *position = position_new(&gomoku_game, NULL, 15, 15, NULL);
    for (int i = 0; i < 4; i++) {
        position_put(position, move_at(3 + i, 7), CELL_BLACK);
        position_put(position, move_at(3 + i, 9), CELL_WHITE);
    }
    position_set_to_move(position, SIDE_BLACK);
    return game_from_position(position);
}

static uint64_t key_after(const Game *game, Move first, Move second) {
    Game *after = game_clone(game);
    assert_true(game_play(after, first, false, NULL));
    if (second != MOVE_NONE)
        assert_true(game_play(after, second, false, NULL));
    uint64_t key = game_position(after)->key;
    game_free(after);
    return key;
}

static void a_thinker_ponders_on_what_is_expected(void **state) {
    (void)state;
    Game *game = game_of_fours();
    Move wins = move_at(7, 7), waits = move_at(0, 0), reply = move_at(14, 14);
    Move loses = move_at(7, 9); // White's five: nothing comes after it
    const struct {
        bool on;
        Move answer, expects;
        int pondered;
        Move plies[2];
    } cases[] = {
        {true, waits, reply, 1, {waits, reply}},
        {true, waits, MOVE_NONE, 1, {waits, MOVE_NONE}},
        {true, waits, waits, 1, {waits, MOVE_NONE}}, // an expectation that cannot be
        {true, waits, loses, 0, {0}},
        {true, wins, reply, 0, {0}},
        {true, MOVE_RESIGN, reply, 0, {0}},
        {true, MOVE_NONE, MOVE_NONE, 0, {0}}, // no answer at all
        {false, waits, reply, 0, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Ponderer player = {{&ponderer_type, (char *)"ponderer"},
                           cases[i].answer,
                           cases[i].expects,
                           .keen = i % 2 == 0};
        Thinker *thinker = thinker_new();
        Heard heard = {0};
        Limits limits = LIMITS_OPEN;
        thinker_set_ponder(thinker, cases[i].on);
        thinker_start(thinker, &player.player, game, &limits, NULL, hear_choice, &heard);
        while (thinker_busy(thinker) || atomic_load(&player.pondered) < cases[i].pondered)
            clock_sleep_ms(1);
        thinker_wait(thinker); // ends it, keen or not
        assert_true(heard.done);
        assert_int_equal(atomic_load(&player.pondered), cases[i].pondered);
        if (cases[i].pondered)
            assert_true(player.key == key_after(game, cases[i].plies[0], cases[i].plies[1]));
        thinker_free(thinker);
    }
    game_free(game);
}

static void whoever_asks_next_does_not_wait_for_pondering(void **state) {
    (void)state;
    Game *game = game_of_fours();
    Ponderer player = {
        {&ponderer_type, (char *)"ponderer"}, move_at(0, 0), MOVE_NONE, .keen = true};
    Thinker *thinker = thinker_new();
    Heard heard = {0};
    Limits limits = LIMITS_OPEN;
    thinker_set_ponder(thinker, true);
    for (int i = 0; i < 20; i++) // the next order, while it ponders or before it has begun to
        thinker_start(thinker, &player.player, game, &limits, NULL, hear_choice, &heard);
    thinker_wait(thinker);
    assert_true(heard.done && heard.ok);
    thinker_free(thinker);
    game_free(game);
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
            Turn turn = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
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

// With both threads of a real search, over and over: for ThreadSanitizer.
static void an_engine_ponders_and_is_interrupted(void **state) {
    (void)state;
    Registry *registry = make_registry();
    for (const GameType *const *type = registry_games(registry); *type; type++) {
        Game *game = game_new(*type, NULL, 11, 11, OPENING_FREE, NULL);
        Player *player = make_player(registry, "tengen:threads=2,hash=1M,time=2ms");
        Error err = {""};
        assert_true(player_begin(player, game, &err));
        Thinker *thinker = thinker_new();
        thinker_set_ponder(thinker, true);
        Limits limits = LIMITS_OPEN;
        for (int ply = 0; ply < 30 && !game_over(game); ply++) {
            Heard heard = {0};
            thinker_start(thinker, player, game, &limits, NULL, hear_choice, &heard);
            while (thinker_busy(thinker))
                clock_sleep_ms(1);
            clock_sleep_ms(ply % 3);
            thinker_wait(thinker);
            assert_true(heard.ok);
            assert_true(game_play(game, heard.choice.move, false, &err));
        }
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
        cmocka_unit_test(a_thinker_ponders_on_what_is_expected),
        cmocka_unit_test(whoever_asks_next_does_not_wait_for_pondering),
        cmocka_unit_test(pondering_warms_the_table),
        cmocka_unit_test(an_engine_ponders_and_is_interrupted),
        cmocka_unit_test(no_time_at_all_still_gives_a_move),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
