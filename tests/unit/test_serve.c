// SPDX-License-Identifier: MIT
// The page's server without sockets: who may come in, how often, and a conversation at a desk.
#include "support.h"

#include "base/clock.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "serve/blame.h"
#include "serve/desk.h"
#include "serve/gate.h"
#include "serve/rate.h"

#include <stdio.h>
#include <string.h>

static void the_gate_knows_its_own(void **state) {
    (void)state;
    Gate gate = {.address = "127.0.0.1", .port = 7788};
    assert_true(gate_knows_host(&gate, "127.0.0.1:7788"));
    assert_true(gate_knows_host(&gate, "LocalHost:7788"));
    assert_true(gate_knows_host(&gate, "[::1]:7788"));
    const char *const foreign[] = {"",
                                   "evil.example:7788",
                                   "127.0.0.1",
                                   "[::1",
                                   "127.0.0.1:77880",
                                   "127.0.0.1:7788x",
                                   "127.0.0.1.evil.example:7788",
                                   ":7788",
                                   "10.0.0.1:7788"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (gate_knows_host(&gate, foreign[i]))
            fail_msg("'%s' got in", foreign[i]);
    Gate open = {.address = "0.0.0.0", .port = 80};
    assert_true(gate_knows_host(&open, "10.0.0.1"));
    assert_false(gate_knows_host(&open, "evil.example"));
    assert_true(gate_knows_origin("http://localhost:7788", "localhost:7788"));
    assert_false(gate_knows_origin("http://localhost:7788", "127.0.0.1:7788"));
    assert_false(gate_knows_origin("https://localhost:7788", "localhost:7788"));
    assert_false(gate_knows_origin("null", "localhost:7788"));
}

static void the_token_opens_and_nothing_else(void **state) {
    (void)state;
    Gate gate = {.address = "0.0.0.0", .port = 80};
    assert_true(gate_cookie_opens(&gate, ""));
    gate_make_token(&gate);
    assert_int_equal(strlen(gate.token), 32);
    char text[128];
    snprintf(text, sizeof text, "a=b; tengen=%s", gate.token);
    assert_true(gate_cookie_opens(&gate, text));
    snprintf(text, sizeof text, "xtengen=%s", gate.token);
    assert_false(gate_cookie_opens(&gate, text));
    snprintf(text, sizeof text, "token=%.31s", gate.token);
    assert_false(gate_query_opens(&gate, text));
    assert_false(gate_cookie_opens(&gate, "tengen="));
    assert_true(gate_is_loopback("127.3.4.5") && gate_is_loopback("::1"));
    assert_false(gate_is_loopback("0.0.0.0") || gate_is_loopback("example.org"));
}

static void a_burst_then_a_rate(void **state) {
    (void)state;
    Rate rate = {0};
    int taken = 0;
    while (rate_take(&rate, 1000000) && taken < 10000)
        taken++;
    assert_int_equal(taken, BOUND_BURST);
    for (int i = 0; i < 1000; i++)
        taken += rate_take(&rate, 1000000 + i * 10000);
    assert_in_range(taken, BOUND_BURST + 10 * BOUND_RATE - 10, BOUND_BURST + 10 * BOUND_RATE + 2);
}

// --- a desk ---

static void nobody_waits(void *user) {
    (void)user;
}

typedef struct Room {
    Registry *registry;
    House *house;
    Desk *desk;
} Room;

static Room room_new(void) {
    Room room = {.registry = registry_new()};
    registry_add_game(room.registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(room.registry, &hex_game, &hex_searcher);
    registry_add_player(room.registry, &engine_player);
    registry_add_player(room.registry, &random_player);
    registry_add_player(room.registry, &human_player);
    room.house = house_new(&(HouseSetup){.registry = room.registry,
                                         .version = "test",
                                         .threads = 1,
                                         .hash_bytes = 1 << 20,
                                         .wake = nobody_waits});
    room.desk = desk_new(room.house);
    return room;
}

static void room_free(Room *room) {
    desk_free(room->desk);
    house_free(room->house);
    registry_free(room->registry);
}

// The next answer, waiting for thinkers; "" after ten seconds.
static const char *next(Room *room, char *into, size_t size) {
    size_t length;
    for (int64_t end = clock_now_ms() + 10000; clock_now_ms() < end; clock_sleep_ms(5)) {
        house_push(room->house);
        const char *answer = outbox_first(desk_outbox(room->desk), &length);
        if (!answer)
            continue;
        snprintf(into, size, "%s", answer);
        outbox_drop(desk_outbox(room->desk));
        return into;
    }
    return "";
}

static void expect(Room *room, const char *question, const char *answer) {
    char got[16384];
    desk_receive(room->desk, question, strlen(question));
    next(room, got, sizeof got);
    if (!strstr(got, answer))
        fail_msg("%s\n  said: %s\n  not:  %s", question, got, answer);
}

static void questions_are_answered_or_refused(void **state) {
    (void)state;
    Room room = room_new();
    expect(&room, "{\"type\":\"hello\",\"ask\":1}", "\"type\":\"welcome\",\"ask\":1");
    expect(&room, "{\"type\":\"hello\",\"protocol\":9}", "protocol 1");
    expect(&room, "[", "no JSON");
    expect(&room, "{\"type\":\"dance\",\"ask\":3}",
           "\"ask\":3,\"reason\":\"'dance' is no question");
    expect(&room, "{\"type\":\"look\",\"game\":{\"game\":\"gomoku\",\"moves\":[\"h8\",\"h8\"]}}",
           "occupied");
    expect(&room, "{\"type\":\"look\",\"game\":{\"game\":\"go\"}}", "refused");
    expect(
        &room,
        "{\"type\":\"look\",\"game\":{\"game\":\"gomoku\",\"black\":[\"a1\"],\"white\":[\"a1\"]}}",
        "two stones");
    expect(&room, "{\"type\":\"choose\",\"player\":\"tengen:weights=/etc/passwd\",\"game\":{}}",
           "not 'weights");
    expect(&room, "{\"type\":\"save\",\"document\":{}}", "keeps no games");
    // Black's two threes meet at h8: refused when it was just played, kept in an old record.
    const char *fresh = "{\"type\":\"look\",\"fresh\":true,\"game\":{\"game\":\"renju\",\"rule\":"
                        "\"renju\",\"moves\":[\"g8\",\"a1\",\"i8\",\"a3\",\"h7\",\"a5\",\"h9\","
                        "\"a7\",\"h8\"]}}";
    expect(&room, fresh, "refused");
    const char *old = "{\"type\":\"look\",\"game\":{\"game\":\"renju\",\"rule\":"
                      "\"renju\",\"moves\":[\"g8\",\"a1\",\"i8\",\"a3\",\"h7\",\"a5\",\"h9\","
                      "\"a7\",\"h8\"]}}";
    expect(&room, old, "\"result\":\"white\"");
    room_free(&room);
}

static void a_tree_comes_back_as_it_went(void **state) {
    (void)state;
    Room room = room_new();
    expect(&room,
           "{\"type\":\"export\",\"format\":\"sgf\",\"document\":{\"game\":\"gomoku\",\"width\":15,"
           "\"height\":15,\"meta\":\"[1]\",\"nodes\":[{},{\"up\":0,\"move\":\"h8\",\"side\":\"b\","
           "\"note\":\"a]b\"},{\"up\":1,\"move\":\"i9\",\"side\":\"w\"},{\"up\":1,\"move\":\"g9\","
           "\"side\":\"w\"}]}}",
           "TENGEN[[1\\\\]]");
    expect(&room,
           "{\"type\":\"import\",\"text\":\"(;GM[4]SZ[15]TENGEN[[1\\\\]];B[hh]C[a\\\\]b](;W[ig])(;"
           "W[gg]))\"}",
           "\"meta\":\"[1]\",\"nodes\":[{\"black\":[],\"white\":[],\"properties\":[]},{\"up\":0,"
           "\"move\":\"h8\",\"side\":\"b\",\"note\":\"a]b\"},{\"up\":1,\"move\":\"i9\",\"side\":"
           "\"w\"},"
           "{\"up\":1,\"move\":\"g9\"");
    // One side twice: a pass stands between.
    expect(&room, "{\"type\":\"import\",\"text\":\"(;GM[4]SZ[15];B[hh];B[gg])\"}",
           "\"move\":\"pass\",\"side\":\"w\"");
    expect(&room, "{\"type\":\"import\",\"text\":\"(;GM[4]SZ[15];B[hh];AW[gg])\"}", "mid-game");
    expect(&room,
           "{\"type\":\"export\",\"format\":\"sgf\",\"document\":{\"game\":\"gomoku\",\"width\":15,"
           "\"height\":15,\"nodes\":[{},{\"up\":1,\"move\":\"h8\"}]}}",
           "hangs on no earlier");
    room_free(&room);
}

static void thoughts_come_and_end(void **state) {
    (void)state;
    Room room = room_new();
    char got[16384];
    const char *choose = "{\"type\":\"choose\",\"ask\":5,\"player\":\"random\",\"game\":{\"game\":"
                         "\"hex\",\"width\":3,\"moves\":[\"b2\"]}}";
    desk_receive(room.desk, choose, strlen(choose));
    assert_non_null(strstr(next(&room, got, sizeof got), "\"type\":\"chosen\",\"ask\":5"));
    // Endless, until it is told to stop; then it is at rest within 200 ms.
    const char *analyse = "{\"type\":\"analyse\",\"ask\":6,\"lines\":3,\"game\":{\"game\":"
                          "\"gomoku\",\"moves\":[\"h8\",\"i9\"]}}";
    desk_receive(room.desk, analyse, strlen(analyse));
    assert_non_null(strstr(next(&room, got, sizeof got), "\"type\":\"analysis\",\"ask\":6"));
    expect(&room, "{\"type\":\"stop\",\"ask\":7}", "");
    int64_t began = clock_now_ms();
    while (house_push(room.house) && clock_now_ms() - began < 5000)
        clock_sleep_ms(1);
    assert_in_range(clock_now_ms() - began, 0, 400);
    room_free(&room);
}

static void a_review_finds_the_blunder(void **state) {
    (void)state;
    Room room = room_new();
    char got[16384];
    const char *review =
        "{\"type\":\"review\",\"ask\":8,\"time_ms\":50,\"game\":{\"game\":\"gomoku\",\"moves\":["
        "\"h8\",\"h9\",\"g8\",\"i9\",\"i8\",\"a1\",\"j8\",\"k8\",\"f8\"]}}";
    desk_receive(room.desk, review, strlen(review));
    bool blamed = false;
    int judged = 0;
    while (!strstr(next(&room, got, sizeof got), "reviewed") && got[0] && judged < 20) {
        judged++;
        blamed |=
            strstr(got, "\"ply\":5") && strstr(got, "\"kind\":\"allowed\",\"mark\":\"open-four\"");
    }
    assert_int_equal(judged, 10);
    assert_true(blamed);
    room_free(&room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gate_knows_its_own),
        cmocka_unit_test(the_token_opens_and_nothing_else),
        cmocka_unit_test(a_burst_then_a_rate),
        cmocka_unit_test(questions_are_answered_or_refused),
        cmocka_unit_test(a_tree_comes_back_as_it_went),
        cmocka_unit_test(thoughts_come_and_end),
        cmocka_unit_test(a_review_finds_the_blunder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
