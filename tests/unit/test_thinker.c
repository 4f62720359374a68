// SPDX-License-Identifier: MIT
// The Thinker: nothing it says is lost or said twice, whatever is asked of it meanwhile; pondering;
// beats.
#include "support.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/thread.h"
#include "engine/balance.h"
#include "engine/swapmap.h"
#include "engine/thinker.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static Registry *make_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    return registry;
}

static Player *make_player(const Registry *registry, const char *spec) {
    Error err = {""};
    Player *player = registry_player(registry, spec, &PLAYER_DEFAULTS, &err);
    if (!player)
        fail_msg("%s: %s", spec, err.text);
    return player;
}

static void a_thinker_stops_when_told(void **state) {
    (void)state;
    Registry *registry = make_registry();
    for (const GameType *const *type = registry_games(registry); *type; type++) {
        Game *game = game_new(*type, NULL, 15, 15, OPENING_FREE, NULL);
        Player *player = make_player(registry, "tengen:threads=2,hash=4M");
        Thinker *thinker = thinker_new(NULL, NULL);
        ThinkerUpdate update;
        thinker_ask(thinker, player, &(Ask){.game = game, .limits = LIMITS_OPEN});
        // Something is said after a while: a short one, but for a sanitizer.
        int64_t patience = clock_now_ms() + 30000;
        do
            clock_sleep_ms(20);
        while (!thinker_poll(thinker, &update) && clock_now_ms() < patience);
        assert_true(!update.done && update.said);
        assert_true(thinker_busy(thinker));
        assert_false(thinker_wait_until(thinker, clock_now_us() + 1000));
        assert_true(update.said->info.beat || update.said->info.line.pv_length >= 1);
        int64_t asked = clock_now_ms();
        thinker_stop(thinker);
        thinker_wait(thinker);
        // It stops; how soon is measured in bench/stop.c, on machines that are not busy.
        assert_true(clock_now_ms() - asked < 10000);
        assert_true(thinker_slowest_stop_us(thinker) > 0);
        assert_true(thinker_poll(thinker, &update));
        assert_true(update.done && update.ok && update.stopped);
        assert_int_equal(game_check(game, update.choice.move, NULL), VERDICT_LEGAL);
        // The answer stays, but it is no news.
        assert_false(thinker_poll(thinker, &update));
        assert_true(update.done && update.ok);
        thinker_free(thinker);
        player_free(player);
        game_free(game);
    }
    registry_free(registry);
}

// --- what is asked for while it works ---

// A body that says its number and posts it, and then waits to be stopped unless it is brief.
typedef struct Talk {
    int number;
    bool brief;
    atomic_int *released;
} Talk;

static bool talk_body(Thinker *thinker, const Ask *ask, void *argument, Choice *choice,
                      Error *err) {
    const Talk *talk = argument;
    int *item = mem_new(sizeof *item);
    *item = talk->number;
    thinker_post(thinker, item);
    ask->on_info(&(Info){.depth = talk->number, .multipv = 1}, ask->user);
    while (!talk->brief && !stop_raised(ask->stop))
        clock_sleep_ms(1);
    choice->move = (Move)talk->number;
    return talk->number % 2 == 0 || error_set(err, "%d is odd", talk->number);
}

static void release_talk(void *argument) {
    Talk *talk = argument;
    atomic_fetch_add(talk->released, 1);
    free(talk);
}

static void run_talk(Thinker *thinker, int number, bool brief, atomic_int *released) {
    Talk *talk = mem_new(sizeof *talk);
    *talk = (Talk){number, brief, released};
    thinker_run(thinker, talk_body, talk, release_talk);
}

static void everything_is_heard_once_and_in_order(void **state) {
    (void)state;
    atomic_int released = 0;
    Thinker *thinker = thinker_new(NULL, NULL);
    for (int i = 1; i <= 200; i++) {
        run_talk(thinker, i, true, &released);
        int infos = 0, items = 0;
        ThinkerUpdate update;
        do {
            thinker_poll(thinker, &update);
            for (const Said *said = update.said; said; said = said->next) {
                infos += !said->item;
                items += said->item != NULL;
                assert_int_equal(said->item ? *(int *)said->item : said->info.depth, i);
                assert_int_equal(items, 1);
            }
        } while (!update.done);
        assert_int_equal(infos, 1);
        assert_int_equal(items, 1);
        assert_int_equal(update.choice.move, i);
        assert_int_equal(update.ok, i % 2 == 0);
        assert_int_equal(update.err.text[0] != 0, i % 2);
    }
    thinker_free(thinker);
    assert_int_equal(released, 200);
}

// Whatever the moment: only the last is heard of, and all are released.
static void the_last_one_asked_for_is_the_one_answered(void **state) {
    (void)state;
    atomic_int released = 0;
    Rng rng = rng_seed(test_seed());
    Thinker *thinker = thinker_new(NULL, NULL);
    int number = 0, rounds = (int)test_count(100, 300, 3000);
    for (int i = 0; i < rounds; i++) {
        for (int more = (int)rng_below(&rng, 4); more >= 0; more--) {
            run_talk(thinker, ++number, more == 0, &released);
            if (rng_below(&rng, 2))
                sched_yield();
        }
        ThinkerUpdate update;
        bool news = false;
        do {
            news |= thinker_poll(thinker, &update);
            for (const Said *said = update.said; said; said = said->next)
                assert_int_equal(said->item ? *(int *)said->item : said->info.depth, number);
        } while (!update.done);
        assert_true(news);
        assert_int_equal(update.choice.move, number);
    }
    thinker_free(thinker);
    assert_int_equal(released, number);
}

// A stop meant for one that has not begun is not forgotten.
static void a_stop_reaches_what_has_not_begun(void **state) {
    (void)state;
    atomic_int released = 0;
    Thinker *thinker = thinker_new(NULL, NULL);
    for (int i = 0; i < 200; i++) {
        run_talk(thinker, 2, false, &released);
        thinker_stop(thinker);
        thinker_wait(thinker);
        ThinkerUpdate update;
        assert_true(thinker_poll(thinker, &update));
        assert_true(update.done && update.ok && update.stopped);
    }
    thinker_free(thinker);
}

static void a_thinker_may_be_freed_at_any_moment(void **state) {
    (void)state;
    atomic_int released = 0;
    for (int i = 0; i < 200; i++) {
        Thinker *thinker = thinker_new(NULL, NULL);
        for (int more = i % 3; more >= 0; more--)
            run_talk(thinker, i, false, &released);
        if (i % 2)
            clock_sleep_ms(1);
        thinker_free(thinker);
    }
    assert_int_equal(released, 200 * 2 - 1);
}

// Three threads at once: one asks, one stops, one polls through the wake. For ThreadSanitizer.
typedef struct Crowd {
    Thinker *thinker;
    atomic_bool over;
    atomic_int answers;
} Crowd;

static void crowd_wake(void *user) {
    Crowd *crowd = user;
    ThinkerUpdate update;
    thinker_poll(crowd->thinker, &update);
    atomic_fetch_add(&crowd->answers, update.done);
}

static void *crowd_stop(void *argument) {
    Crowd *crowd = argument;
    while (!atomic_load(&crowd->over)) {
        thinker_stop(crowd->thinker);
        thinker_busy(crowd->thinker);
        sched_yield();
    }
    return NULL;
}

static void answers_are_not_lost_in_a_crowd(void **state) {
    (void)state;
    atomic_int released = 0;
    Crowd crowd = {0};
    crowd.thinker = thinker_new(crowd_wake, &crowd);
    pthread_t stopper = thread_start(crowd_stop, &crowd);
    int rounds = (int)test_count(100, 300, 3000);
    for (int i = 0; i < rounds; i++) {
        run_talk(crowd.thinker, i, i % 2, &released);
        thinker_wait(crowd.thinker);
        assert_int_equal(atomic_load(&crowd.answers), i + 1);
    }
    atomic_store(&crowd.over, true);
    thread_join(stopper);
    thinker_free(crowd.thinker);
    assert_int_equal(released, rounds);
}

// Asks for more from within the wake of the first answer: the way a server goes on at once.
typedef struct Relay {
    Thinker *thinker;
    int answers;
} Relay;

static bool nap_body(Thinker *thinker, const Ask *ask, void *argument, Choice *choice, Error *err) {
    (void)thinker, (void)ask, (void)argument, (void)choice, (void)err;
    clock_sleep_ms(300);
    return true;
}

static void relay_wake(void *user) {
    Relay *relay = user;
    ThinkerUpdate update;
    thinker_poll(relay->thinker, &update);
    if (update.done && relay->answers++ == 0)
        thinker_run(relay->thinker, nap_body, NULL, NULL);
}

static void what_follows_an_answer_is_no_slow_stop(void **state) {
    (void)state;
    Relay relay = {0};
    relay.thinker = thinker_new(relay_wake, &relay);
    atomic_int released = 0;
    run_talk(relay.thinker, 2, true, &released);
    thinker_wait(relay.thinker);
    assert_int_equal(relay.answers, 2);
    assert_int_equal(thinker_slowest_stop_us(relay.thinker), 0);
    thinker_free(relay.thinker);
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

static bool ponderer_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
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
        Thinker *thinker = thinker_new(NULL, NULL);
        Ask ask = {.game = game, .limits = LIMITS_OPEN, .ponder = cases[i].on};
        thinker_ask(thinker, &player.player, &ask);
        while (thinker_busy(thinker) || atomic_load(&player.pondered) < cases[i].pondered)
            clock_sleep_ms(1);
        thinker_wait(thinker); // ends it, keen or not
        assert_true(thinker_poll(thinker, &(ThinkerUpdate){0}));
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
    Thinker *thinker = thinker_new(NULL, NULL);
    ThinkerUpdate update;
    Ask ask = {.game = game, .limits = LIMITS_OPEN, .ponder = true};
    for (int i = 0; i < 40; i++) { // while it ponders or before it has begun to
        thinker_ask(thinker, &player.player, &ask);
        if (i % 2)
            thinker_wait(thinker);
    }
    assert_true(thinker_poll(thinker, &update));
    assert_true(update.done && update.ok);
    thinker_free(thinker);
    game_free(game);
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
        Thinker *thinker = thinker_new(NULL, NULL);
        for (int ply = 0; ply < 30 && !game_over(game); ply++) {
            ThinkerUpdate update;
            thinker_ask(thinker, player,
                        &(Ask){.game = game, .limits = LIMITS_OPEN, .ponder = true});
            while (thinker_busy(thinker))
                clock_sleep_ms(1);
            clock_sleep_ms(ply % 3);
            thinker_wait(thinker);
            assert_true(thinker_poll(thinker, &update) && update.ok);
            assert_true(game_play(game, update.choice.move, false, &err));
        }
        thinker_free(thinker);
        player_free(player);
        game_free(game);
    }
    registry_free(registry);
}

// --- beats ---

typedef struct Beats {
    int count;        // of the best line
    int64_t last_ms;  // of anything
    uint64_t nodes;   // ... of the last beat
    int64_t most_gap; // between two reports
} Beats;

static void count_beats(const ThinkerUpdate *update, Beats *beats) {
    for (const Said *said = update->said; said; said = said->next) {
        const Info *info = &said->info;
        int64_t gap = info->time_ms - beats->last_ms;
        beats->most_gap = gap > beats->most_gap ? gap : beats->most_gap;
        beats->last_ms = info->time_ms;
        if (!info->beat) {
            assert_true(info->line.pv_length > 0);
            continue;
        }
        assert_true(info->multipv >= 1);
        beats->count += info->multipv == 1;
        assert_true(info->nodes >= beats->nodes); // those of all searches it takes
        beats->nodes = info->nodes;
    }
}

// Both games, a tree search, a solver, and an opening choice that is made of many short searches:
// whatever it is busy with, it says so. How often exactly is the machine's affair.
static void a_thinker_beats_while_it_thinks(void **state) {
    (void)state;
    Registry *registry = make_registry();
    const struct {
        const char *game;
        OpeningKind opening;
        bool prove;
        int stones;
    } cases[] = {
        {"gomoku", OPENING_FREE, false, 2},  {"gomoku", OPENING_FREE, true, 0},
        {"hex", OPENING_FREE, false, 0},     {"hex", OPENING_FREE, true, 0},
        {"gomoku", OPENING_SWAP2, false, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const GameType *type = registry_game(registry, cases[i].game, NULL);
        Game *game = game_new(type, NULL, 13, 13, cases[i].opening, NULL);
        for (int stone = 0; stone < cases[i].stones; stone++)
            assert_true(game_play(game, move_at(4 + stone, 5), false, NULL));
        Player *player = make_player(registry, "tengen:threads=2,hash=4M");
        Thinker *thinker = thinker_new(NULL, NULL);
        Ask ask = {.game = game, .limits = LIMITS_OPEN};
        ask.limits.time_ms = (int64_t)test_count(2000, 1500, 1500);
        ask.limits.prove = cases[i].prove;
        thinker_ask(thinker, player, &ask);
        Beats beats = {0};
        ThinkerUpdate update;
        do {
            thinker_wait_until(thinker, clock_now_us() + 20000);
            thinker_poll(thinker, &update);
            count_beats(&update, &beats);
        } while (!update.done);
        // Where reports are frequent, beats need not be.
        if (beats.count < 3 && beats.most_gap > 500)
            fail_msg("%s, case %zu: %d beats, %d ms of silence", cases[i].game, i, beats.count,
                     (int)beats.most_gap);
        assert_true(beats.last_ms > 0);
        thinker_free(thinker);
        player_free(player);
        game_free(game);
    }
    registry_free(registry);
}

typedef struct ManySearches {
    Engine *engine;
    Position *position;
    bool map;       // a swap map, else a ranking
    uint64_t nodes; // of the ranking
} ManySearches;

static bool search_often(Thinker *thinker, const Ask *ask, void *argument, Choice *choice,
                         Error *err) {
    (void)thinker, (void)choice, (void)err;
    ManySearches *work = argument;
    Ask order = *ask;
    SwapMap *map = mem_new(sizeof *map);
    Trial trials[16] = {0};
    Game *game = game_from_position(position_clone(work->position));
    order.position = work->position;
    order.limits = LIMITS_OPEN;
    order.limits.time_ms = work->map ? 50 : 1500; // of each stone, or of all
    if (work->map)
        swapmap_make(work->engine, &order, map);
    else
        balance_rank(work->engine, &order, 0.5, trials, balance_draw(game, 1, 1, trials, 16));
    for (size_t i = 0; i < 16; i++)
        work->nodes += trials[i].nodes;
    free(map);
    game_free(game);
    return true;
}

// No search of these is long enough for a beat of its own.
static void many_short_searches_beat_together(void **state) {
    (void)state;
    Registry *registry = make_registry();
    for (int map = 0; map < 2; map++) {
        Engine *engine = engine_new(registry, 1, 4 << 20);
        const GameType *type = registry_game(registry, map ? "hex" : "gomoku", NULL);
        Position *position = position_new(type, NULL, map ? 8 : 13, map ? 8 : 13, NULL);
        ManySearches work = {engine, position, map, 0};
        Thinker *thinker = thinker_new(NULL, NULL);
        thinker_run(thinker, search_often, &work, NULL);
        Beats beats = {0};
        ThinkerUpdate update;
        do {
            thinker_wait_until(thinker, clock_now_us() + 20000);
            thinker_poll(thinker, &update);
            for (const Said *said = update.said; said; said = said->next)
                assert_true(said->info.beat);
            count_beats(&update, &beats);
        } while (!update.done);
        assert_true(beats.count >= 3);
        assert_true(beats.nodes > work.nodes / 2);
        thinker_free(thinker);
        engine_free(engine);
        position_free(position);
    }
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thinker_stops_when_told),
        cmocka_unit_test(everything_is_heard_once_and_in_order),
        cmocka_unit_test(the_last_one_asked_for_is_the_one_answered),
        cmocka_unit_test(a_stop_reaches_what_has_not_begun),
        cmocka_unit_test(a_thinker_may_be_freed_at_any_moment),
        cmocka_unit_test(answers_are_not_lost_in_a_crowd),
        cmocka_unit_test(what_follows_an_answer_is_no_slow_stop),
        cmocka_unit_test(a_thinker_ponders_on_what_is_expected),
        cmocka_unit_test(whoever_asks_next_does_not_wait_for_pondering),
        cmocka_unit_test(an_engine_ponders_and_is_interrupted),
        cmocka_unit_test(a_thinker_beats_while_it_thinks),
        cmocka_unit_test(many_short_searches_beat_together),
    };
    return cmocka_run_group_tests_name("thinker", tests, NULL, NULL);
}
