// SPDX-License-Identifier: MIT
// The parts of a match, one by one: who meets whom, where games begin, what the referee makes of
// players who do as they are told here, and what is written down and read back.
#include "support.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/value.h"
#include "engine/engine.h"
#include "game/coord.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "match/journal.h"
#include "match/openings_private.h"
#include "match/referee.h"
#include "match/schedule.h"
#include "match/standing.h"

#include <stdlib.h>
#include <string.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};

static RecordHints open_board(void) {
    return (RecordHints){.games = games};
}

// --- schedule ---

static void everybody_meets_everybody(void **state) {
    (void)state;
    for (size_t players = 2; players <= 7; players++)
        for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
            Schedule schedule = {players, gauntlet, 3};
            int met[7][7] = {{0}};
            int64_t total = schedule_games(&schedule);
            for (int64_t game = 0; game < total; game++) {
                Fixture fixture = schedule_fixture(&schedule, game);
                Fixture partner = schedule_fixture(&schedule, game ^ 1);
                assert_true(fixture.players[0] < players && fixture.players[1] < players);
                assert_true(!gauntlet || !fixture.players[0] || !fixture.players[1]);
                assert_int_equal(fixture.players[0], partner.players[1]);
                assert_int_equal(fixture.players[1], partner.players[0]);
                assert_int_equal(fixture.opening, partner.opening);
                assert_true(fixture.reversed != partner.reversed);
                assert_true(fixture.opening < 3);
                met[fixture.players[0]][fixture.players[1]]++;
            }
            for (size_t i = 0; i < players; i++)
                for (size_t j = 0; j < players; j++)
                    assert_int_equal(met[i][j], i == j || (gauntlet && i && j) ? 0 : 3);
        }
}

// --- openings ---

// The opening as POSITION text; the caller frees it.
static char *opening_text(Openings *openings, int64_t index) {
    Game *game = openings_game(openings, index);
    Text text = {0};
    position_print(game_position(game), &text);
    game_free(game);
    return text_take(&text);
}

static void check_opening(Openings *openings, int64_t index, const char *expected) {
    char *came = opening_text(openings, index);
    assert_string_equal(came, expected);
    free(came);
}

static Openings *parse(const char *name, const char *text, RecordHints *board, OpeningKind kind,
                       Error *err) {
    return openings_parse(name, text, strlen(text), board, kind, err);
}

static void lists_are_read(void **state) {
    (void)state;
    Error err = {""};
    RecordHints board = open_board();
    Openings *list = parse("list.txt",
                           "# a comment\n\nrenju|15|h8 h9 i10|w|first\nfreestyle|15|h8|w|not ours\n"
                           "renju|15|-|b|empty\r\nrenju|15|B:h8;W:i9|b|stones",
                           &board, OPENING_FREE, &err);
    assert_non_null(list);
    assert_string_equal(board.rule, "renju");
    assert_int_equal(list->count, 3);
    check_opening(list, 0, "h8 h9 i10");
    check_opening(list, 1, "-");
    check_opening(list, 2, "B:h8;W:i9");
    check_opening(list, 3, "h8 h9 i10"); // and round again
    openings_free(list);

    // Piskvork counts from the centre: on 20x20 that is k10, and rows grow downwards.
    board = open_board();
    board.width = board.height = 20;
    list = parse("list", "0,0, 1,0, 1,3\n-10,-10, 9,9\n", &board, OPENING_FREE, &err);
    assert_non_null(list);
    check_opening(list, 0, "k10 l10 l7");
    check_opening(list, 1, "a20 t1");
    openings_free(list);

    board = open_board();
    list = parse("two.sgf", "(;GM[4]SZ[9]C[a (tricky\\] one)];B[ee];W[ed])\n\n(;GM[4]SZ[9];B[aa])",
                 &board, OPENING_FREE, &err);
    assert_non_null(list);
    assert_int_equal(board.width, 9);
    assert_int_equal(list->count, 2);
    check_opening(list, 0, "e5 e6");
    check_opening(list, 1, "a9");
    openings_free(list);
}

static void bad_lists_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *says;
        OpeningKind kind;
    } cases[] = {
        {"a.txt", "h8 i9\nh8 z99\n", "a.txt:2: ", OPENING_FREE},
        {"a.txt", "freestyle|15|h8 h8|b|x", "a.txt:1: ", OPENING_FREE},
        {"a.txt", "freestyle|15|h8", "rule|size|moves", OPENING_FREE},
        {"a.txt", "chess|8|e2|b|x", "no rule", OPENING_FREE},
        {"a.txt", "freestyle|15x|h8|b|x", "no size", OPENING_FREE},
        {"a.txt", "freestyle|15|h8|x|x", "side to move", OPENING_FREE},
        {"a.txt", "h8 a1 i8 a2 j8 a3 k8 a4 l8", "over before it begins", OPENING_FREE},
        // Black's second row of three at h8 would be a double three.
        {"a.txt", "renju|15|h9 a1 h10 c1 i8 e1 j8 g1 h8|w|x", "over before it begins",
         OPENING_FREE},
        {"a.txt", "0,0, 1", "come in twos", OPENING_FREE},
        {"a.txt", "0,0, 0,0", "a.txt:1: ", OPENING_FREE},
        {"a.txt", "0,0, 8,0", "off the board", OPENING_FREE},
        {"a.txt", "# nothing\n", "no opening in a.txt", OPENING_FREE},
        {"a.txt", "B:h8;W:i9", "do not go with", OPENING_SWAP2},
        {"a.txt", "a1 b2 c3", "centre", OPENING_PRO},
        {"a.sgf", "(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[19];B[hh])", "a.sgf:2: ", OPENING_FREE},
        {"a.sgf", "nothing", "no game", OPENING_FREE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {""};
        RecordHints board = open_board();
        Openings *list = parse(cases[i].name, cases[i].text, &board, cases[i].kind, &err);
        assert_null(list);
        if (!strstr(err.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", err.text, cases[i].says);
    }
}

static Registry *make_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    registry_add_player(registry, &random_player);
    return registry;
}

static void even_openings_repeat(void **state) {
    (void)state;
    Registry *registry = make_registry();
    static const char *const rules[] = {"freestyle", "renju", "hex"};
    for (size_t r = 0; r < 3; r++) {
        RecordHints board = open_board();
        board.game = r == 2 ? &hex_game : &gomoku_game;
        board.rule = rules[r];
        Openings *one = openings_generate(registry, &board, 11, NULL);
        Openings *same = openings_generate(registry, &board, 11, NULL);
        Openings *other = openings_generate(registry, &board, 12, NULL);
        bool differ = false;
        size_t count = test_count(2, 6, 20);
        for (size_t i = 0; i < count; i++) {
            // Asked for in another order: nothing but the number counts.
            char *a = opening_text(one, (int64_t)i);
            int64_t from_end = (int64_t)(count - 1 - i);
            char *c = opening_text(one, from_end);
            check_opening(same, from_end, c);
            if (!differ) { // one is enough
                char *b = opening_text(other, (int64_t)i);
                differ = strcmp(a, b) != 0;
                free(b);
            }
            free(a);
            free(c);
        }
        assert_true(differ);
        openings_free(one);
        openings_free(same);
        openings_free(other);
    }
    registry_free(registry);
}

static void a_shuffle_loses_nothing(void **state) {
    (void)state;
    Error err = {""};
    RecordHints board = open_board();
    Openings *list = parse("l", "a1\nb1\nc1\nd1\ne1\nf1\ng1\nh1", &board, OPENING_FREE, &err);
    uint64_t before = openings_key(list);
    openings_shuffle(list, 3);
    assert_true(openings_key(list) != before);
    unsigned seen = 0;
    for (int i = 0; i < 8; i++) {
        char *text = opening_text(list, i);
        seen |= 1u << (text[0] - 'a');
        free(text);
    }
    assert_int_equal(seen, 255);
    openings_free(list);
}

// --- the referee ---

// A player who does as the test says: plays these words one after the other, then what `then` says.
typedef enum Manner { FAILS, SLEEPS } Manner;
typedef struct Puppet {
    Player player;
    const char *words;
    size_t at;
    Manner manner; // when the words are used up
    int64_t sleep_ms;
    bool has_info;
    int score;
} Puppet;

static bool puppet_begin(Player *player, const Game *game, Error *err) {
    (void)game;
    (void)err;
    ((Puppet *)player)->at = 0;
    return true;
}

static bool puppet_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    Puppet *puppet = (Puppet *)player;
    char word[COORD_CHARS] = "";
    size_t length = strcspn(puppet->words + puppet->at, " ");
    choice->has_info = puppet->has_info;
    choice->info.line.score = puppet->score;
    if (length) {
        memcpy(word, puppet->words + puppet->at, length);
        puppet->at += length + (puppet->words[puppet->at + length] == ' ');
        return move_parse(game_position(turn->game), word, &choice->move, err);
    }
    if (puppet->manner == FAILS)
        return error_set(err, "it has nothing to say");
    if (puppet->manner == SLEEPS)
        clock_sleep_ms(puppet->sleep_ms);
    Move moves[MOVES_MAX];
    choice->move = position_moves(game_position(turn->game), moves) ? moves[0] : MOVE_NONE;
    return true;
}

static const PlayerType puppet_type = {
    .name = "puppet", .begin = puppet_begin, .choose = puppet_choose};

static Puppet puppet(const char *words, Manner manner) {
    return (Puppet){.player.type = &puppet_type, .words = words, .manner = manner};
}

typedef struct Table {
    StopFlag stop;
    atomic_bool cancel;
    _Atomic int64_t overdue;
    RefereeOrder order;
} Table;

static void table_begin(Table *table, Puppet *first, Puppet *second) {
    *table = (Table){.order = {.limits = LIMITS_OPEN,
                               .margin_ms = 20,
                               .players = {&first->player, &second->player}}};
    table->order.stop = &table->stop;
    table->order.cancel = &table->cancel;
    table->order.overdue_us = &table->overdue;
}

static Game *new_game(const char *rule, OpeningKind opening) {
    const GameType *type = strcmp(rule, "hex") == 0 ? &hex_game : &gomoku_game;
    int size = type == &hex_game ? 5 : 15;
    return game_new(type, rule, size, size, opening, NULL);
}

static void games_end_as_they_should(void **state) {
    (void)state;
    static const struct {
        const char *rule, *first, *second;
        OpeningKind opening;
        Manner then;
        Ending ending;
        int points; // of the first seat
        size_t moves;
        const char *says;
    } cases[] = {
        {"freestyle", "h8 i8 j8 k8 l8", "h1 i2 j3 k4", OPENING_FREE, FAILS, ENDING_RULES, 2, 9,
         "five"},
        {"freestyle", "h8", "h8", OPENING_FREE, FAILS, ENDING_ILLEGAL, 2, 1, "white answered h8"},
        {"freestyle", "h8", "resign", OPENING_FREE, FAILS, ENDING_RESIGNATION, 2, 2, "resign"},
        {"freestyle", "h8", "", OPENING_FREE, FAILS, ENDING_ERROR, 2, 1, "nothing to say"},
        {"freestyle", "swap-sides", "", OPENING_FREE, FAILS, ENDING_ILLEGAL, 0, 0, "cannot"},
        // A double three at h8.
        {"renju", "h9 h10 i8 j8 h8", "a1 c1 e1 g1", OPENING_FREE, FAILS, ENDING_FORBIDDEN, 0, 9,
         "forbidden"},
        // The second seat takes over Black and wins with it.
        {"freestyle", "h8 a1 i8 c1 e1 g1", "swap-sides j8 k8 l8", OPENING_SWAP, FAILS, ENDING_RULES,
         0, 10, "five"},
        // c3 is mirrored to c3 and belongs to the second seat, who is White now.
        {"hex", "c3 a1 b1 d1 e1", "swap-pieces", OPENING_SWAP_PIECES, FAILS, ENDING_ERROR, 2, 3,
         "nothing to say"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Puppet first = puppet(cases[i].first, cases[i].then);
        Puppet second = puppet(cases[i].second, cases[i].then);
        Table table;
        table_begin(&table, &first, &second);
        Game *game = new_game(cases[i].rule, cases[i].opening);
        Played played;
        assert_true(referee_play(&table.order, game, &played));
        if (played.ending != cases[i].ending || played.points[0] != cases[i].points ||
            played.points[1] != 2 - cases[i].points || played.move_count != cases[i].moves ||
            !strstr(played.reason, cases[i].says))
            fail_msg("case %zu: %s, %d points, %zu moves, '%s'", i, ending_name(played.ending),
                     played.points[0], played.move_count, played.reason);
        played_free(&played);
        game_free(game);
    }
}

static void the_clock_is_the_referees(void **state) {
    (void)state;
    // Too slow for a move; slow but within the margin; the clock runs out in the second move.
    static const struct {
        int64_t time_ms, clock_ms, sleep_ms;
        bool in_time;
    } cases[] = {{10, LIMIT_NONE, 200, false},
                 {1000, LIMIT_NONE, 5, true},
                 {LIMIT_NONE, 30, 25, false},
                 {LIMIT_NONE, 60000, 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Puppet first = puppet("h8 i8 j8 k8 l8", FAILS), second = puppet("", SLEEPS);
        second.sleep_ms = cases[i].sleep_ms;
        Table table;
        table_begin(&table, &first, &second);
        table.order.limits.time_ms = cases[i].time_ms;
        table.order.limits.clock_ms = cases[i].clock_ms;
        Game *game = new_game("freestyle", OPENING_FREE);
        Played played;
        assert_true(referee_play(&table.order, game, &played));
        assert_int_equal(played.ending, cases[i].in_time ? ENDING_RULES : ENDING_TIME);
        assert_int_equal(played.points[0], 2);
        assert_true(referee_faulted(&played, SEAT_SECOND) == !cases[i].in_time);
        played_free(&played);
        game_free(game);
    }
}

static void adjudication_is_on_request(void **state) {
    (void)state;
    static const struct {
        Adjudication rules;
        int first, second; // scores
        Ending ending;
        int points;
        size_t moves;
    } cases[] = {
        {{0}, 30000, -30000, ENDING_RULES, 2, 9},
        {{.proven = true}, 29999, -29998, ENDING_ADJUDICATED, 2, 1},
        {{.proven = true}, -29999, 0, ENDING_ADJUDICATED, 0, 1},
        {{.score = 500, .count = 2}, 600, -700, ENDING_ADJUDICATED, 2, 4},
        {{.score = 500, .count = 2}, 600, 700, ENDING_RULES, 2, 9},
        {{.moves = 6}, 0, 0, ENDING_ADJUDICATED, 1, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Puppet first = puppet("h8 i8 j8 k8 l8", FAILS), second = puppet("a1 b3 c5 d7", FAILS);
        first.has_info = second.has_info = true;
        first.score = cases[i].first;
        second.score = cases[i].second;
        Table table;
        table_begin(&table, &first, &second);
        table.order.adjudication = cases[i].rules;
        Game *game = new_game("freestyle", OPENING_FREE);
        Played played;
        assert_true(referee_play(&table.order, game, &played));
        assert_int_equal(played.ending, cases[i].ending);
        assert_int_equal(played.points[0], cases[i].points);
        assert_int_equal(played.move_count, cases[i].moves);
        played_free(&played);
        game_free(game);
    }
}

// --- written down and read back ---

static char *random_text(Rng *rng) {
    static const char alphabet[] = "abc \"\\\n\t{}[]:,\x01\x7f";
    char text[12];
    size_t length = rng_below(rng, sizeof text - 1);
    for (size_t i = 0; i < length; i++)
        text[i] = alphabet[rng_below(rng, sizeof alphabet - 1)];
    text[length] = 0;
    return mem_copy_text(text);
}

static void random_played(Rng *rng, Played *played) {
    *played = (Played){.number = rng_below(rng, 100000), .opening = rng_below(rng, 500)};
    played->players[0] = rng_below(rng, 2);
    played->players[1] = 1 - played->players[0];
    played->start = mem_copy_text("h8 i9");
    played->to_move = (Side)rng_below(rng, 2);
    played->sides[0] = (Side)rng_below(rng, 2);
    played->sides[1] = side_other(played->sides[0]);
    played->points[0] = (int)rng_below(rng, 3);
    played->points[1] = 2 - played->points[0];
    played->ending = (Ending)rng_below(rng, ENDING_COUNT);
    char *reason = random_text(rng);
    strcpy(played->reason, reason);
    free(reason);
    played->time_ms = rng_below(rng, 1000000);
    played->memory[rng_below(rng, 2)] = rng_next(rng) >> 20;
    static const Move specials[] = {MOVE_RESIGN, MOVE_SWAP_SIDES, MOVE_PUT_TWO};
    for (uint32_t count = rng_below(rng, 30); count; count--) {
        Move move = rng_below(rng, 10) ? move_at((int)rng_below(rng, 15), (int)rng_below(rng, 15))
                                       : specials[rng_below(rng, 3)];
        PlayedMove *added =
            played_add(played, move, (Seat)rng_below(rng, 2), rng_below(rng, 99999));
        added->has_info = rng_below(rng, 2);
        if (added->has_info) {
            added->depth = (int)rng_below(rng, 100);
            added->score = (int)rng_below(rng, 60000) - 30000;
            added->nodes = rng_next(rng) >> 10;
        }
        added->message = rng_below(rng, 2) ? random_text(rng) : NULL;
    }
}

static char *names[] = {"one", "two \"quoted\""};
static const PlayedContext context = {&gomoku_game, "freestyle", 15, 15, names, 2};

static void a_line_reads_back(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(50, 500, 20000); i++) {
        Played played, back;
        Text line = {0}, again = {0};
        Error err = {""};
        random_played(&rng, &played);
        played_print(&played, &context, &line);
        assert_int_equal(strcspn(line.chars, "\n"), line.length - 1);
        if (!played_parse(&back, &context, line.chars, line.length - 1, &err))
            fail_msg("%s: %s", err.text, line.chars);
        played_print(&back, &context, &again);
        assert_string_equal(line.chars, again.chars);
        played_free(&back);
        // No part of a line is a line.
        size_t cut = rng_below(&rng, (uint32_t)line.length - 1);
        assert_false(played_parse(&back, &context, line.chars, cut, &err));
        played_free(&played);
        text_free(&line);
        text_free(&again);
    }
}

static void json_is_read_strictly(void **state) {
    (void)state;
    static const char *const good[] = {"{}", "[]", " [1, -2.5, \"a\\u0041\\n\", null, true,false] ",
                                       "{\"a\":{\"b\":[[]]}}"};
    static const char *const bad[] = {
        "",      "{",         "[1,]",   "{\"a\"}",       "{a:1}",     "[nul]",
        "[1] 2", "[\"\\x\"]", "[\"a\"", "[\"\\u0000\"]", "[01x]",     "[-]",
        "[1.]",  "[\"\n\"]",  "[1}",    "{\"a\":1,}",    "[\"\xff\"]"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Value *root = value_parse(good[i], strlen(good[i]), NULL);
        assert_non_null(root);
        value_free(root);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (value_parse(bad[i], strlen(bad[i]), NULL))
            fail_msg("accepted: %s", bad[i]);
    char deep[100000];
    memset(deep, '[', sizeof deep);
    assert_null(value_parse(deep, sizeof deep, NULL));
}

static void integers_are_whole_and_within_their_bounds(void **state) {
    (void)state;
    static const char text[] = "[5,-5,5.0,5e0,\"5\",9223372036854775807,null]";
    Value *root = value_parse(text, strlen(text), NULL);
    int64_t number = 77;
    assert_true(value_int(value_at(root, 0), 5, 5, &number) && number == 5);
    assert_true(value_int(value_at(root, 1), INT64_MIN, 0, &number) && number == -5);
    assert_true(value_int(value_at(root, 5), 0, INT64_MAX, &number) && number == INT64_MAX);
    assert_false(value_int(value_at(root, 0), 6, 9, &number));
    assert_false(value_int(value_at(root, 0), 0, 4, &number));
    for (size_t i = 2; i < 8; i++) // the last one is not there
        if (i != 5)
            assert_false(value_int(value_at(root, i), -9, 9, &number));
    assert_int_equal(number, INT64_MAX); // what is refused leaves it alone
    value_free(root);
}

// --- standings ---

static Played result(int64_t number, size_t first, int points) {
    Played played = {
        .number = number, .players = {first, 1 - first}, .points = {points, 2 - points}};
    played.sides[1] = SIDE_WHITE;
    return played;
}

static void standings_count_pairs_in_order(void **state) {
    (void)state;
    Sprt sprt = {0, 100, 0.05, 0.05};
    Standing standing;
    standing_begin(&standing, 2, &sprt);
    int64_t number = 0;
    bool open = true;
    while (open) { // the first player wins with either colour
        Played black = result(number++, 0, 2), white = result(number++, 1, 0);
        standing_add(&standing, &black);
        open = standing_add(&standing, &white);
    }
    assert_int_equal(standing.sprt_state.verdict, SPRT_ACCEPT_H1);
    assert_int_equal(standing_tally(&standing, 0, 1)->pairs[4] * 2, number);
    assert_int_equal(standing.colours[0].wins, number / 2);
    assert_int_equal(standing.colours[1].wins, number / 2);
    assert_int_equal(standing.losses[1][ENDING_RULES], number);
    // What comes after the verdict does not count.
    Played late = result(number, 0, 0);
    assert_false(standing_add(&standing, &late));
    assert_int_equal(standing.games, number);
    standing_free(&standing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(lists_are_read),
        cmocka_unit_test(bad_lists_are_refused),
        cmocka_unit_test(even_openings_repeat),
        cmocka_unit_test(a_shuffle_loses_nothing),
        cmocka_unit_test(games_end_as_they_should),
        cmocka_unit_test(the_clock_is_the_referees),
        cmocka_unit_test(adjudication_is_on_request),
        cmocka_unit_test(a_line_reads_back),
        cmocka_unit_test(json_is_read_strictly),
        cmocka_unit_test(integers_are_whole_and_within_their_bounds),
        cmocka_unit_test(standings_count_pairs_in_order),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
