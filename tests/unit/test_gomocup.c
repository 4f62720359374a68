// SPDX-License-Identifier: MIT
// The Gomocup protocol from inside: players made for the occasion, clocks and memory, and a model
// of the board that is too simple to be wrong. Conversations are in tests/transcripts.
#include "support.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "protocol/gomocup_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- players for the occasion ---

// Thinks until it is stopped, then takes the first free point.
static bool wait_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    (void)player;
    (void)err;
    while (!stop_raised(turn->stop))
        clock_sleep_ms(1);
    Move moves[MOVES_MAX];
    position_moves(game_position(turn->game), moves);
    choice->move = moves[0];
    return true;
}

static bool fail_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    (void)player;
    (void)turn;
    (void)choice;
    return error_set(err, "the dog ate it");
}

static bool resign_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    (void)player;
    (void)turn;
    (void)err;
    choice->move = MOVE_RESIGN;
    return true;
}

// In an opening: puts two after three stones, swaps after five, and always the first free point.
static bool opening_choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    (void)player;
    (void)err;
    const Position *position = game_position(turn->game);
    Phase phase = game_phase(turn->game);
    Move moves[MOVES_MAX];
    position_moves(position, moves);
    choice->move = phase.may_put_two      ? MOVE_PUT_TWO
                   : phase.may_swap_sides ? MOVE_SWAP_SIDES
                                          : moves[0];
    return true;
}

static Player *made(const PlayerType *type, const Registry *registry, const char *rest,
                    const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    (void)rest;
    (void)defaults;
    (void)err;
    Player *player = mem_new(sizeof *player);
    player->type = type;
    return player;
}

static void unmade(Player *player) {
    free(player);
}

static bool begins(Player *player, const Game *game, Error *err) {
    (void)player;
    (void)game;
    (void)err;
    return true;
}

#define PLAYER(word, function)                                                                     \
    {                                                                                              \
        .name = word, .summary = "for tests", .create = made, .destroy = unmade, .begin = begins,  \
        .choose = function                                                                         \
    }
static const PlayerType players[] = {
    PLAYER("wait", wait_choose),
    PLAYER("fail", fail_choose),
    PLAYER("quitter", resign_choose),
    PLAYER("opener", opening_choose),
};

// --- a conversation ---

typedef struct Talk {
    Registry *registry;
    Gomocup *gomocup;
    Text said;         // everything so far; read it when nothing thinks
    int64_t frozen_ms; // how long we are suspended with a line half way out
} Talk;

static void listen(const char *text, void *user) {
    Talk *talk = user;
    text_add(&talk->said, text);
    clock_sleep_ms(talk->frozen_ms);
}

static void talk_open(Talk *talk, const char *spec) {
    *talk = (Talk){.registry = registry_new()};
    registry_add_game(talk->registry, &gomoku_game, &gomoku_searcher);
    registry_add_player(talk->registry, &engine_player);
    registry_add_player(talk->registry, &random_player);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        registry_add_player(talk->registry, &players[i]);
    GomocupSetup setup = {.registry = talk->registry,
                          .spec = spec,
                          .version = "1",
                          .defaults = PLAYER_DEFAULTS,
                          .limits = LIMITS_OPEN,
                          .write = listen,
                          .user = talk};
    Error err = {""};
    talk->gomocup = gomocup_new(&setup, &err);
    assert_string_equal(err.text, "");
}

static void talk_close(Talk *talk) {
    gomocup_free(talk->gomocup);
    registry_free(talk->registry);
    text_free(&talk->said);
}

static void say(Talk *talk, const char *line) {
    assert_true(gomocup_line(talk->gomocup, line));
}

// Says it and compares all that comes back.
static void ask(Talk *talk, const char *line, const char *answer) {
    text_clear(&talk->said);
    say(talk, line);
    thinker_wait(talk->gomocup->thinker);
    assert_string_equal(text_chars(&talk->said), answer);
}

// --- players that misbehave ---

static void a_player_that_fails_is_an_error(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "fail");
    ask(&talk, "START 15", "OK\n");
    ask(&talk, "BEGIN", "ERROR the dog ate it\n");
    ask(&talk, "PLAY 7,7", "7,7\n");
    talk_close(&talk);
}

static void nobody_resigns_in_this_protocol(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "quitter");
    ask(&talk, "START 15", "OK\n");
    ask(&talk, "BEGIN", "MESSAGE I resign\n0,0\n");
    ask(&talk, "TURN 1,0", "MESSAGE I resign\n2,0\n");
    talk_close(&talk);
}

static void a_person_or_a_stranger_cannot_play(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "random");
    GomocupSetup setup = {.registry = talk.registry,
                          .defaults = PLAYER_DEFAULTS,
                          .limits = LIMITS_OPEN,
                          .write = listen,
                          .user = &talk};
    Error err = {""};
    setup.spec = "human";
    assert_null(gomocup_new(&setup, &err));
    assert_non_null(strstr(err.text, "human"));
    setup.spec = "nobody";
    assert_null(gomocup_new(&setup, &err));
    assert_non_null(strstr(err.text, "nobody"));
    talk_close(&talk);
}

// --- thinking and talking at once ---

static void answers_come_in_order_whatever_interrupts(void **state) {
    (void)state;
    static const char *const interruptions[][2] = {
        {"YXSTOP", "0,0\n"},
        {"RESTART", "0,0\nOK\n"},
        {"START 20", "0,0\nOK\n"},
        {"TAKEBACK 5,5", "0,0\nERROR there is no stone at 5,5\n"},
        {"PLAY 0,0", "0,0\nERROR 0,0 is occupied\n"},
        {"YXSHOWFORBID", "0,0\nFORBID .\n"},
        {"DONE", "0,0\nERROR DONE without BOARD\n"},
    };
    for (size_t i = 0; i < sizeof interruptions / sizeof *interruptions; i++) {
        Talk talk;
        talk_open(&talk, "wait");
        ask(&talk, "START 15", "OK\n");
        text_clear(&talk.said);
        say(&talk, "BEGIN");
        say(&talk, "INFO timeout_turn 10");
        say(&talk, "INFO rule 1");
        assert_true(thinker_busy(talk.gomocup->thinker));
        say(&talk, interruptions[i][0]);
        thinker_wait(talk.gomocup->thinker);
        assert_string_equal(text_chars(&talk.said), interruptions[i][1]);
        talk_close(&talk);
    }
}

static void end_ends_a_thought_that_would_not(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "wait");
    ask(&talk, "START 15", "OK\n");
    text_clear(&talk.said);
    say(&talk, "BEGIN");
    assert_false(gomocup_line(talk.gomocup, "END"));
    assert_string_equal(text_chars(&talk.said), "0,0\n");
    talk_close(&talk);
}

// --- swap2 ---

static void swap2_turns_are_answered_whole(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "opener");
    ask(&talk, "START 15", "OK\n");
    say(&talk, "SWAP2BOARD");
    ask(&talk, "DONE", "0,0 1,0 2,0\n");
    say(&talk, "SWAP2BOARD");
    say(&talk, "7,7");
    say(&talk, "8,7");
    say(&talk, "9,9");
    ask(&talk, "DONE", "0,0 1,0\n");
    say(&talk, "SWAP2BOARD");
    const char *const five[] = {"7,7", "8,7", "9,9", "0,0", "1,0"};
    for (size_t i = 0; i < 5; i++)
        say(&talk, five[i]);
    ask(&talk, "DONE", "SWAP\n");
    // The board stands, and the opponent may be heard of by TURN as well as by BOARD.
    ask(&talk, "TURN 7,7", "ERROR 7,7 is occupied\n");
    ask(&talk, "TURN 2,0", "3,0\n");
    talk_close(&talk);
}

// --- time and memory ---

static void tell(Talk *talk, const char *key, int64_t value) {
    char line[80];
    snprintf(line, sizeof line, "INFO %s %lld", key, (long long)value);
    say(talk, line);
}

static void a_turn_keeps_a_margin(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "random");
    assert_int_equal(info_limits(talk.gomocup, 0).time_ms, 5000);
    // A machine of which nothing is known may be busy; one that answers in time gets nearly all of it.
    tell(&talk, "timeout_turn", 50);
    assert_true(info_limits(talk.gomocup, 0).time_ms <= 35);
    talk.gomocup->late_ms = 0;
    assert_true(info_limits(talk.gomocup, 0).time_ms >= 42);
    tell(&talk, "timeout_turn", 0);
    assert_int_equal(info_limits(talk.gomocup, 0).time_ms, 0);
    for (int64_t turn = 1; turn < 100000; turn += turn / 3 + 1) {
        tell(&talk, "timeout_turn", turn);
        int64_t given = info_limits(talk.gomocup, 0).time_ms;
        assert_true(given >= turn / 2 && given <= turn);
        assert_true(turn < 200 || turn - given >= 10);
        assert_true(turn - given <= 200);
        // What was spent on the way to thinking counts.
        int64_t late = info_limits(talk.gomocup, turn / 4).time_ms;
        assert_true(late <= given && late + turn / 4 <= turn);
        assert_int_equal(info_limits(talk.gomocup, 2 * turn).time_ms, 0);
        // So does how late the last answers came, but a fifth is always left to think.
        talk.gomocup->late_ms = 40;
        int64_t wary = info_limits(talk.gomocup, 0).time_ms;
        assert_true(wary == given - 40 || wary == turn / 5);
        talk.gomocup->late_ms = 0;
    }
    talk_close(&talk);
}

static void the_clock_of_a_match_is_what_the_manager_says(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "random");
    ask(&talk, "START 15", "OK\n");
    tell(&talk, "timeout_turn", 10000);
    tell(&talk, "timeout_match", 60000);
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, 60000);
    tell(&talk, "time_left", 20000);
    assert_int_equal(info_limits(talk.gomocup, 500).clock_ms, 19500);
    tell(&talk, "time_left", -5);
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, 0);
    // Said once, it is where our own count goes on from.
    tell(&talk, "time_left", 30000);
    talk.gomocup->info.left_ms = LIMIT_NONE; // a move has been made since
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, 30000);
    tell(&talk, "time_left", INT32_MAX);
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, LIMIT_NONE);
    // Without a word from the manager our own count goes on, and a new game begins at nought.
    tell(&talk, "timeout_match", 60000);
    talk.gomocup->used_ms = 1000;
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, 59000);
    ask(&talk, "RESTART", "OK\n");
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, 60000);
    tell(&talk, "timeout_match", 0);
    assert_int_equal(info_limits(talk.gomocup, 0).clock_ms, LIMIT_NONE);
    talk_close(&talk);
}

// A manager that suspends us the moment it has the answer stops our thread on its way out.
static void the_opponents_time_is_not_ours(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "random");
    ask(&talk, "START 15", "OK\n");
    tell(&talk, "timeout_turn", 100);
    tell(&talk, "timeout_match", 60000);
    talk.frozen_ms = 2000;
    say(&talk, "TURN 7,7");
    thinker_wait(talk.gomocup->thinker);
    talk.frozen_ms = 0;
    assert_true(talk.gomocup->late_ms < 1000);
    assert_true(info_limits(talk.gomocup, 0).clock_ms > 59000);
    talk_close(&talk);
}

// However long we were suspended in the middle of a thought, the next ones are not cut by half for
// ever.
static void lateness_is_forgiven(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "random");
    ask(&talk, "START 15", "OK\n");
    tell(&talk, "timeout_turn", 5000);
    int64_t usual = info_limits(talk.gomocup, 0).time_ms;
    talk.gomocup->late_ms = 300; // the most that is remembered
    for (int i = 0; i < 15; i++) {
        ask(&talk, "RESTART", "OK\n");
        say(&talk, "TURN 7,7");
        thinker_wait(talk.gomocup->thinker);
    }
    assert_true(info_limits(talk.gomocup, 0).time_ms > usual - 20);
    talk_close(&talk);
}

static void memory_bounds_the_table(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "random");
    int64_t usual = info_resources(talk.gomocup).hash_bytes;
    assert_int_equal(usual, 64 << 20);
    int64_t last = 0;
    for (int64_t limit = 1000; limit < (int64_t)1 << 40; limit *= 2) {
        tell(&talk, "max_memory", limit);
        int64_t hash = info_resources(talk.gomocup).hash_bytes;
        assert_true(hash >= last && hash <= usual);
        assert_true(limit < 1 << 20 || hash < limit);
        last = hash;
    }
    assert_int_equal(last, usual);
    tell(&talk, "max_memory", 0);
    tell(&talk, "hash_size", 1024);
    assert_int_equal(info_resources(talk.gomocup).hash_bytes, 1 << 20);
    tell(&talk, "hash_size", INT64_MAX);
    assert_true(info_resources(talk.gomocup).hash_bytes <= info_hash_most());
    talk_close(&talk);
}

// A player made anew when memory or threads change still knows the game.
static void a_new_limit_makes_a_new_player(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "tengen");
    ask(&talk, "START 15", "OK\n");
    tell(&talk, "timeout_turn", 0);
    say(&talk, "TURN 7,7");
    thinker_wait(talk.gomocup->thinker);
    tell(&talk, "max_memory", 40 << 20);
    text_clear(&talk.said);
    say(&talk, "TURN 0,14");
    thinker_wait(talk.gomocup->thinker);
    assert_null(strstr(text_chars(&talk.said), "ERROR"));
    assert_true(talk.gomocup->made_with.hash_bytes < 40 << 20);
    assert_int_equal(talk.gomocup->stone_count, 4);
    talk_close(&talk);
}

// The rule comes behind START, and the first move right behind the rule: what a rule needs is made
// before anybody asks for a move.
static void a_rule_is_prepared_when_it_is_told(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, "wait");
    tell(&talk, "rule", 1);
    assert_false(talk.gomocup->begun); // no game yet
    ask(&talk, "START 15", "OK\n");
    assert_string_equal(talk.gomocup->begun_rule, "standard");
    tell(&talk, "rule", 4);
    assert_true(talk.gomocup->begun);
    assert_string_equal(talk.gomocup->begun_rule, "renju");
    text_clear(&talk.said);
    say(&talk, "BEGIN");
    tell(&talk, "rule", 8); // not while the player thinks
    assert_string_equal(talk.gomocup->begun_rule, "renju");
    say(&talk, "YXSTOP");
    thinker_wait(talk.gomocup->thinker);
    assert_string_equal(text_chars(&talk.said), "0,0\n");
    talk_close(&talk);
}

// --- against a model ---

// Random PLAY and TAKEBACK against an array and a list.
static void stones_come_and_go(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Talk talk;
    talk_open(&talk, "random");
    for (size_t game = 0; game < test_count(10, 100, 5000); game++) {
        int width = 5 + (int)rng_below(&rng, 21), height = 5 + (int)rng_below(&rng, 21);
        char line[80], answer[80];
        snprintf(line, sizeof line, "RECTSTART %d,%d", width, height);
        ask(&talk, line, "OK\n");
        bool taken[25][25] = {{false}};
        int list[200][2], count = 0;
        while (count < 200) {
            int x = (int)rng_below(&rng, (uint32_t)width),
                y = (int)rng_below(&rng, (uint32_t)height);
            bool back = count && rng_below(&rng, 3) == 0;
            if (back && rng_below(&rng, 4)) {
                x = list[count - 1][0];
                y = list[count - 1][1];
            }
            snprintf(line, sizeof line, "%s %d,%d", back ? "TAKEBACK" : "PLAY", x, y);
            bool last = count && list[count - 1][0] == x && list[count - 1][1] == y;
            if (back && last)
                snprintf(answer, sizeof answer, "OK\n");
            else if (back && taken[y][x])
                snprintf(answer, sizeof answer, "ERROR %d,%d is not the last move\n", x, y);
            else if (back)
                snprintf(answer, sizeof answer, "ERROR there is no stone at %d,%d\n", x, y);
            else if (taken[y][x])
                snprintf(answer, sizeof answer, "ERROR %d,%d is occupied\n", x, y);
            else
                snprintf(answer, sizeof answer, "%d,%d\n", x, y);
            text_clear(&talk.said);
            say(&talk, line);
            if (text_starts(text_chars(&talk.said), "ERROR the game is over"))
                break;
            assert_string_equal(text_chars(&talk.said), answer);
            if (back && last) {
                taken[y][x] = false;
                count--;
            } else if (!back && !taken[y][x]) {
                taken[y][x] = true;
                list[count][0] = x;
                list[count++][1] = y;
            }
        }
    }
    talk_close(&talk);
}

// The lines of a board in any order mean the same board.
static void the_order_of_a_board_does_not_matter(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Talk talk;
    talk_open(&talk, "random");
    ask(&talk, "START 15", "OK\n");
    for (size_t round = 0; round < test_count(20, 300, 10000); round++) {
        int cells[225], owners[40], count = (int)rng_below(&rng, 40);
        for (int i = 0; i < 225; i++)
            cells[i] = i;
        for (int i = 0; i < count; i++) {
            int j = i + (int)rng_below(&rng, (uint32_t)(225 - i)), t = cells[i];
            cells[i] = cells[j];
            cells[j] = t;
            owners[i] = (count - i) % 2 ? 2 : 1; // the last stone is the opponent's
        }
        uint64_t key = 0;
        for (int shuffled = 0; shuffled < 2; shuffled++) {
            say(&talk, "YXBOARD");
            for (int i = 0; i < count; i++) {
                char line[32];
                snprintf(line, sizeof line, "%d,%d,%d", cells[i] % 15, cells[i] / 15, owners[i]);
                say(&talk, line);
            }
            // With equal counts YXBOARD goes by the first line, so that one stays where it is.
            ask(&talk, "DONE", "");
            const Gomocup *g = talk.gomocup;
            Position *position = board_position(g, g->stones, g->stone_count);
            assert_int_equal(position->stones, count);
            assert_true(!shuffled || position->key == key);
            key = position->key;
            position_free(position);
            for (int i = 1; i + 1 < count; i++) {
                int j = i + (int)rng_below(&rng, (uint32_t)(count - i)), t = cells[i];
                int owner = owners[i];
                cells[i] = cells[j];
                cells[j] = t;
                owners[i] = owners[j];
                owners[j] = owner;
            }
        }
    }
    talk_close(&talk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_that_fails_is_an_error),
        cmocka_unit_test(nobody_resigns_in_this_protocol),
        cmocka_unit_test(a_person_or_a_stranger_cannot_play),
        cmocka_unit_test(answers_come_in_order_whatever_interrupts),
        cmocka_unit_test(end_ends_a_thought_that_would_not),
        cmocka_unit_test(swap2_turns_are_answered_whole),
        cmocka_unit_test(a_turn_keeps_a_margin),
        cmocka_unit_test(the_clock_of_a_match_is_what_the_manager_says),
        cmocka_unit_test(the_opponents_time_is_not_ours),
        cmocka_unit_test(lateness_is_forgiven),
        cmocka_unit_test(memory_bounds_the_table),
        cmocka_unit_test(a_new_limit_makes_a_new_player),
        cmocka_unit_test(a_rule_is_prepared_when_it_is_told),
        cmocka_unit_test(stones_come_and_go),
        cmocka_unit_test(the_order_of_a_board_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
