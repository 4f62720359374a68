// SPDX-License-Identifier: MIT
// A game that lives in tests/support/tictac.c alone goes through records, openings, both protocols,
// players, matches, self-play, the laboratory and the store: "add a game: a room" is a promise, and
// held here.
#include "support.h"

#include "base/rng.h"
#include "engine/engine.h"
#include "game/coord.h"
#include "game/diagram.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/searches.h"
#include "lab/suite.h"
#include "match/runner.h"
#include "protocol/gomocup_state.h"
#include "protocol/gtp_state.h"
#include "store_games.h"
#include "tictac.h"
#include "train/selfplay.h"

#include <stdlib.h>
#include <string.h>

// Beside the others, as in the composition root.
static Registry *house(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_game(registry, &tictac_game, &tictac_searcher);
    registry_add_player(registry, &engine_player);
    registry_add_player(registry, &random_player);
    return registry;
}

static Position *board(const char *text) {
    Error err = {""};
    Position *position = position_parse(&tictac_game, NULL, 3, 3, text, -1, &err);
    assert_string_equal(err.text, "");
    return position;
}

// --- what it says of itself ---

static void it_has_its_own_openings(void **state) {
    (void)state;
    Error err = {""};
    Position *position = board("b2");
    Move move;
    assert_true(opening_fits(OPENING_FREE, &tictac_game, 3, 3, &err));
    assert_true(opening_fits(OPENING_SWAP_SIDES, &tictac_game, 3, 3, &err));
    assert_int_equal(game_swap(&tictac_game, 3, 3), OPENING_SWAP_SIDES);
    assert_true(move_parse(position, "swap", &move, &err));
    assert_int_equal(move, MOVE_SWAP_SIDES);
    for (int kind = OPENING_PRO; kind < OPENING_SWAP_SIDES; kind++) {
        assert_false(opening_fits((OpeningKind)kind, &tictac_game, 3, 3, &err));
        assert_non_null(strstr(err.text, "it has free, swap-sides"));
    }
    position_free(position);
}

static void it_is_drawn(void **state) {
    (void)state;
    Position *position = board("b2 a1");
    Text out = {0};
    diagram_draw(position, &(DiagramStyle){.cursor = MOVE_NONE}, &out);
    assert_non_null(strstr(out.chars, " 2 . X . 2\n"));
    assert_non_null(strstr(out.chars, "(O). . 1\n"));
    text_free(&out);
    position_free(position);
}

// --- records ---

static void records_keep_it(void **state) {
    (void)state;
    Registry *registry = house();
    RecordHints hints = {.games = registry_games(registry)};
    static const RecordFormat formats[] = {RECORD_SGF, RECORD_TEXT};
    static const char *const texts[] = {"b2 swap-sides a1 c1 a3", "a1 b2 a2 c3 a3", "-"};
    for (size_t f = 0; f < 2; f++)
        for (size_t i = 0; i < 3; i++) {
            Error err = {""};
            Position *position = board(texts[i]);
            Record *record = record_of(position);
            Text out = {0};
            assert_true(record_print(record, formats[f], &out, &err));
            RecordHints known = hints; // a move list does not say which game it is
            known.game = formats[f] == RECORD_TEXT ? &tictac_game : NULL;
            Record *read = record_parse(formats[f], text_chars(&out), out.length, &known, &err);
            assert_string_equal(err.text, "");
            Position *again = record_replay(read, &err);
            assert_string_equal(err.text, "");
            assert_ptr_equal(again->type, &tictac_game);
            assert_true(again->key == position->key);
            assert_int_equal(again->sides_swapped, position->sides_swapped);
            position_free(again);
            record_free(read);
            record_free(record);
            text_free(&out);
            position_free(position);
        }
    registry_free(registry);
}

// Formats that belong to one game say so.
static void formats_of_one_game_refuse_it(void **state) {
    (void)state;
    static const RecordFormat formats[] = {RECORD_PSQ, RECORD_HEXWORLD};
    for (size_t i = 0; i < 2; i++) {
        Error err = {""};
        Text out = {0};
        Position *position = board("b2");
        Record *record = record_of(position);
        assert_false(record_print(record, formats[i], &out, &err));
        assert_true(err.text[0] != '\0');
        text_free(&out);
        record_free(record);
        position_free(position);
    }
}

// ... and take another game that says it has them.
static void formats_take_a_game_that_has_them(void **state) {
    (void)state;
    static const RecordFormat formats[] = {RECORD_PSQ, RECORD_HEXWORLD};
    for (size_t i = 0; i < 2; i++) {
        Error err = {""};
        Text out = {0};
        GameType another = tictac_game;
        another.formats = 1u << formats[i];
        const GameType *const games[] = {&another, &gomoku_game, &hex_game, NULL};
        RecordHints hints = {.games = games};
        Position *position = board("b2 a1");
        Record *record = record_of(position);
        record->type = &another;
        assert_true(record_print(record, formats[i], &out, &err));
        Record *read = record_parse(formats[i], text_chars(&out), out.length, &hints, &err);
        assert_string_equal(err.text, "");
        assert_ptr_equal(read->type, &another);
        assert_int_equal(read->root->first_child->first_child->move, move_at(0, 2));
        text_free(&out);
        record_free(read);
        record_free(record);
        position_free(position);
    }
}

// --- suites ---

static void suites_ask_it(void **state) {
    (void)state;
    static const char lines[] = "tictac|3|a1 a3 b1 b3|b|vcf:win|one stone more\n"
                                "tictac|3|b2 a1|b|vcf:none|not yet\n"
                                "tictac|3|a1 a3 b1 b3|b|best:c1|the same\n";
    Registry *registry = house();
    Engine *engine = engine_new(registry, 1, 1 << 16);
    Suite suite = {0};
    Error err = {""};
    StopFlag stop = {0};
    Ask ask = {.limits = LIMITS_OPEN, .stop = &stop};
    assert_true(suite_parse(&suite, registry, lines, &err));
    for (size_t i = 0; i < suite.count; i++) {
        SuiteOutcome outcome;
        suite_run(&suite.tests[i], engine, &ask, &outcome);
        if (!outcome.passed)
            fail_msg("%s: came %s", suite.tests[i].expect, outcome.came);
    }
    assert_int_equal(suite.count, 3);
    suite_free(&suite);
    engine_free(engine);
    registry_free(registry);
}

// --- protocols ---

static void listen(const char *text, void *user) {
    text_add(user, text);
}

static const char *tell(Gtp *gtp, Text *said, const char *line) {
    text_clear(said);
    assert_true(gtp_line(gtp, line));
    thinker_wait(gtp->thinker);
    return text_chars(said);
}

static void gtp_speaks_it(void **state) {
    (void)state;
    Registry *registry = house();
    Text said = {0};
    Error err = {""};
    GtpSetup setup = {.registry = registry,
                      .spec = "tengen",
                      .version = "1",
                      .game = &hex_game,
                      .width = 11,
                      .height = 11,
                      .defaults = PLAYER_DEFAULTS,
                      .limits = LIMITS_OPEN,
                      .write = listen,
                      .user = &said};
    Gtp *gtp = gtp_new(&setup, &err);
    assert_non_null(gtp);
    assert_string_equal(tell(gtp, &said, "set_game tictac"), "= \n\n");
    assert_int_equal(tell(gtp, &said, "boardsize 4")[0], '?');
    const char *menu = tell(gtp, &said, "hexgui-analyze_commands");
    assert_non_null(strstr(menu, "tengen-swap"));
    assert_null(strstr(menu, "tengen-connections"));
    assert_null(strstr(menu, "tengen-forbidden"));
    tell(gtp, &said, "play b a1");
    tell(gtp, &said, "play w b1");
    tell(gtp, &said, "play b a2");
    assert_string_equal(tell(gtp, &said, "genmove w"), "= a3\n\n"); // the only one that holds
    assert_string_equal(tell(gtp, &said, "tengen-winner b"), "= black\n\n");
    assert_string_equal(tell(gtp, &said, "play b b2"), "= \n\n");
    assert_string_equal(tell(gtp, &said, "play w c3"), "= \n\n");
    assert_string_equal(tell(gtp, &said, "genmove b"), "= c2\n\n");
    assert_non_null(strstr(tell(gtp, &said, "final_score"), "= B+"));
    tell(gtp, &said, "clear_board");
    tell(gtp, &said, "play b b2");
    assert_string_equal(tell(gtp, &said, "play w swap-sides"), "= \n\n");
    assert_int_equal(tell(gtp, &said, "play w swap-pieces")[0], '?');
    gtp_free(gtp);
    text_free(&said);
    registry_free(registry);
}

static const char *order(Gomocup *gomocup, Text *said, const char *line) {
    text_clear(said);
    assert_true(gomocup_line(gomocup, line));
    thinker_wait(gomocup->thinker);
    return text_chars(said);
}

static void gomocup_speaks_it(void **state) {
    (void)state;
    Registry *registry = house();
    Text said = {0};
    Error err = {""};
    GomocupSetup setup = {.registry = registry,
                          .game = &tictac_game,
                          .spec = "tengen",
                          .defaults = PLAYER_DEFAULTS,
                          .limits = LIMITS_OPEN,
                          .write = listen,
                          .user = &said};
    Gomocup *gomocup = gomocup_new(&setup, &err);
    assert_non_null(gomocup);
    assert_non_null(strstr(order(gomocup, &said, "START 15"), "ERROR"));
    assert_non_null(strstr(order(gomocup, &said, "START 3"), "OK"));
    assert_string_equal(order(gomocup, &said, "INFO rule 0"), "");
    assert_non_null(strstr(order(gomocup, &said, "INFO rule 4"), "ERROR"));
    assert_non_null(strstr(order(gomocup, &said, "BEGIN"), "0,0\n"));
    assert_non_null(strstr(order(gomocup, &said, "TURN 1,0"), "0,1\n"));
    assert_non_null(strstr(order(gomocup, &said, "TURN 0,2"), "1,1\n"));
    gomocup_free(gomocup);
    text_free(&said);
    registry_free(registry);
}

// --- players ---

static Player *player_of(const Registry *registry, const char *spec) {
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    Error err = {""};
    Player *player = registry_player(registry, spec, &defaults, &err);
    assert_string_equal(err.text, "");
    return player;
}

static Move choose(Player *player, Game *game) {
    StopFlag stop = {0};
    Ask ask = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
    Choice choice;
    Error err = {""};
    if (!player_choose(player, &ask, &choice, &err))
        fail_msg("%s", err.text);
    return choice.move;
}

static void it_never_loses_to_chance(void **state) {
    (void)state;
    Registry *registry = house();
    Player *players[2] = {player_of(registry, "tengen:seed=2"),
                          player_of(registry, "random:seed=1")};
    size_t won = 0, games = test_count(10, 60, 1000);
    for (size_t i = 0; i < games; i++) {
        Game *game = game_new(&tictac_game, NULL, 3, 3, OPENING_SWAP_SIDES, NULL);
        for (int p = 0; p < 2; p++)
            assert_true(player_begin(players[p], game, NULL));
        while (!game_over(game))
            assert_true(game_play(game, choose(players[game_actor(game) != (Seat)(i % 2)], game),
                                  false, NULL));
        Result result = game_result(game);
        Side ours = game_seat_side(game, (Seat)(i % 2));
        assert_true(result == RESULT_DRAW || result == side_wins(ours));
        won += result != RESULT_DRAW;
        game_free(game);
    }
    assert_true(won > games / 2);
    player_free(players[0]);
    player_free(players[1]);
    registry_free(registry);
}

static void its_search_has_options_of_its_own(void **state) {
    (void)state;
    Registry *registry = house();
    Error err = {""};
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    Player *first = player_of(registry, "tengen"), *last = player_of(registry, "tengen:last=on");
    Game *game = game_new(&tictac_game, NULL, 3, 3, OPENING_FREE, NULL);
    assert_true(player_begin(first, game, &err) && player_begin(last, game, &err));
    assert_int_equal(choose(first, game), move_at(0, 0)); // every first move draws
    assert_int_equal(choose(last, game), move_at(2, 2));
    game_free(game);
    game = game_new(&gomoku_game, NULL, 15, 15, OPENING_FREE, NULL);
    assert_true(player_begin(first, game, &err));
    assert_false(player_begin(last, game, &err));
    assert_string_equal(err.text, "the search for gomoku has no option 'last'");
    game_free(game);
    assert_null(registry_player(registry, "tengen:first=on", &defaults, &err));
    assert_non_null(strstr(err.text, "no option 'first'"));
    player_free(first);
    player_free(last);
    registry_free(registry);
}

// --- matches ---

static void go_on(const Played *played, const Standing *standing, void *user) {
    (void)played, (void)standing;
    ++*(int *)user;
}

static RunnerWish no_wish(const Standing *standing, int64_t running, void *user) {
    (void)standing, (void)running, (void)user;
    return RUNNER_GO_ON;
}

static void play_match(Registry *registry, Openings *openings, const RecordHints *hints) {
    char *specs[] = {"tengen", "random:seed=3"};
    int played = 0;
    bool broken = false;
    Error err = {""};
    PlayedContext context = {.type = hints->game,
                             .rule = hints->rule,
                             .width = hints->width,
                             .height = hints->height,
                             .names = specs,
                             .player_count = 2};
    RunnerSetup setup = {.registry = registry,
                         .specs = specs,
                         .defaults = PLAYER_DEFAULTS,
                         .context = &context,
                         .openings = openings,
                         .schedule = {.players = 2, .rounds = 6},
                         .limits = LIMITS_OPEN,
                         .seed = 1,
                         .concurrency = 2};
    setup.limits.nodes = 100;
    RunnerEvents events = {.on_game = go_on, .on_tick = no_wish, .user = &played};
    Runner *runner = runner_new(&setup, &events, NULL);
    assert_true(runner_probe(runner, &broken, &err));
    assert_true(runner_run(runner, &err));
    assert_int_equal(played, 12);
    const Standing *standing = runner_standing(runner);
    assert_int_equal(standing->games, 12);
    for (int ending = ENDING_RULES + 1; ending < ENDING_COUNT; ending++)
        assert_int_equal(standing->losses[0][ending] + standing->losses[1][ending], 0);
    runner_free(runner);
    openings_free(openings);
}

static void matches_are_played(void **state) {
    (void)state;
    Registry *registry = house();
    Error err = {""};
    RecordHints hints = {.games = registry_games(registry), .game = &tictac_game};
    RecordHints generated = hints, listed = hints, empty = hints;
    play_match(registry, openings_generate(registry, &generated, 1, &err), &generated);
    static const char list[] = "tictac|3|b2|w|centre\ntictac|3|a1 b2|b|corner\n";
    play_match(registry,
               openings_parse("list.txt", list, strlen(list), &listed, OPENING_FREE, &err),
               &listed);
    play_match(registry, openings_empty(&empty, OPENING_SWAP_SIDES, &err), &empty);
    assert_string_equal(err.text, "");
    registry_free(registry);
}

// --- self-play ---

static bool go_on_playing(const SelfplayTally *tally, void *user) {
    (void)tally, (void)user;
    return true;
}

static void it_plays_against_itself(void **state) {
    (void)state;
    Registry *registry = house();
    char *folder = store_test_folder(), *path = store_test_path(folder, "samples");
    SampleBoard board = {.game = &tictac_game, .width = 3, .height = 3};
    SelfplaySetup setup = {.registry = registry,
                           .spec = "tengen",
                           .defaults = PLAYER_DEFAULTS,
                           .board = board,
                           .limits = LIMITS_OPEN,
                           .seed = 1,
                           .games = 10,
                           .threads = 2};
    SelfplayTally tally;
    Error err = {""};
    bool broken = false;
    int64_t known = 0;
    SampleWriter *writer = samples_write(path, &board, "a test", &known, &broken, &err);
    assert_non_null(writer);
    assert_true(selfplay_run(&setup, writer, go_on_playing, NULL, &tally, &err));
    assert_true(samples_close(writer, &err));
    SampleReader *reader = samples_read(path, registry_games(registry), &err);
    assert_non_null(reader);
    assert_ptr_equal(samples_board(reader)->game, &tictac_game);
    SampleGame game = {0};
    int64_t games = 0;
    while (samples_next(reader, &game, &err))
        games++;
    assert_string_equal(err.text, "");
    assert_int_equal(games, 10);
    sample_free(&game);
    samples_end(reader);
    store_test_remove(folder);
    free(path);
    registry_free(registry);
}

// --- the laboratory ---

static Position *random_board(Rng *rng) {
    Position *position = board("-");
    for (uint32_t stones = rng_below(rng, 5); stones; stones--) {
        Move moves[MOVES_MAX];
        size_t count = position_moves(position, moves);
        position_play(position, moves[rng_below(rng, (uint32_t)count)], NULL);
    }
    return position;
}

static void every_exact_search_agrees(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(3, 10, 100); i++) {
        Position *position = random_board(&rng);
        int depth = 2 + (int)rng_below(&rng, 4);
        LabSettings settings = {
            .evaluator = &tictac_evaluator, .threads = 2, .table_bytes = 1 << 20};
        Finding want, got;
        search_run(search_find("minimax", NULL), &settings, position, depth, &want);
        for (const Search *search = lab_searches; search->name; search++) {
            if (search->kind != SEARCH_EXACT)
                continue;
            search_run(search, &settings, position, depth, &got);
            assert_true(got.finished && got.value == want.value);
            assert_true(search->any_best || got.move == want.move);
        }
        position_free(position);
    }
}

// --- the store ---

static void the_store_keeps_and_finds_it(void **state) {
    (void)state;
    Registry *registry = house();
    Error err = {""};
    char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
    Store *store = store_open(path, STORE_CREATE, registry_games(registry), &err);
    assert_non_null(store);
    Record *record = store_test_moves(&tictac_game, "tictac", 3, "b2 swap-sides a1 c1 a3");
    int64_t id = 0, same = 0;
    assert_int_equal(store_import(store, record, NULL, &id, &err), STORE_ADDED);
    assert_int_equal(store_import(store, record, NULL, &same, &err), STORE_KNOWN);
    assert_int_equal(same, id);
    // By the position after four plies, mirrored.
    Position *position = board("b2 c1 a1");
    StoreQuery query = STORE_QUERY_ALL;
    query.type = &tictac_game;
    query.position = position;
    query.opening = "swap-sides";
    StoreList list;
    assert_true(store_list(store, &query, &list, &err));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].id, id);
    store_list_free(&list);
    StoreReplies replies;
    assert_true(store_replies(store, position, false, &replies, &err));
    assert_int_equal(replies.count, 1);
    assert_int_equal(replies.items[0].move, move_at(2, 0));
    store_replies_free(&replies);
    Record *back = store_load(store, id, NULL, &err);
    assert_non_null(back);
    char *was = store_test_sgf(record), *is = store_test_sgf(back);
    assert_string_equal(is, was);
    free(was);
    free(is);
    record_free(back);
    record_free(record);
    position_free(position);
    store_close(store);
    store_test_remove(folder);
    free(path);
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_has_its_own_openings),
        cmocka_unit_test(it_is_drawn),
        cmocka_unit_test(records_keep_it),
        cmocka_unit_test(formats_of_one_game_refuse_it),
        cmocka_unit_test(formats_take_a_game_that_has_them),
        cmocka_unit_test(suites_ask_it),
        cmocka_unit_test(gtp_speaks_it),
        cmocka_unit_test(gomocup_speaks_it),
        cmocka_unit_test(it_never_loses_to_chance),
        cmocka_unit_test(its_search_has_options_of_its_own),
        cmocka_unit_test(matches_are_played),
        cmocka_unit_test(it_plays_against_itself),
        cmocka_unit_test(every_exact_search_agrees),
        cmocka_unit_test(the_store_keeps_and_finds_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
