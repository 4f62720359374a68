// SPDX-License-Identifier: MIT
// The page's server without sockets: who may come in, how often, and a conversation at a desk.
#include "store_games.h"
#include "support.h"

#include "base/clock.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "serve/blame.h"
#include "serve/callers.h"
#include "serve/desk_private.h"
#include "serve/files.h"
#include "serve/gate.h"
#include "serve/rate.h"
#include "serve/reach.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void the_gate_knows_its_proxy(void **state) {
    (void)state;
    Gate gate = {.address = "127.0.0.1", .port = 7788};
    Error err = {""};
    const char *const wrong[] = {"",
                                 "games.example",
                                 "https://",
                                 "https:///",
                                 "https://a/b",
                                 "https://a?b",
                                 "https://u@a",
                                 "ftp://a",
                                 "https://a\r\nx",
                                 "https://a//"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (gate_set_origin(&gate, wrong[i], &err) || gate.origin[0])
            fail_msg("'%s' was taken", wrong[i]);
    assert_true(gate_set_origin(&gate, "https://games.example:443/", &err));
    assert_string_equal(gate.origin, "https://games.example");
    assert_true(gate_knows_host(&gate, "Games.example"));
    assert_true(gate_knows_host(&gate, "127.0.0.1:7788"));
    assert_false(gate_knows_host(&gate, "games.example:7788"));
    assert_false(gate_knows_host(&gate, "games.example.evil"));
    assert_true(gate_knows_origin(&gate, "https://games.example", "games.example"));
    assert_true(gate_knows_origin(&gate, "https://games.example", "127.0.0.1:7788"));
    assert_false(gate_knows_origin(&gate, "http://games.example", "games.example"));
    assert_false(gate_knows_origin(&gate, "https://evil.example", "games.example"));
    assert_true(gate_is_secure(&gate, "games.example"));
    assert_false(gate_is_secure(&gate, "127.0.0.1:7788"));
    assert_true(gate_set_origin(&gate, "http://box:8080", &err));
    assert_true(gate_knows_origin(&gate, "http://box:8080", "box:8080"));
    assert_false(gate_is_secure(&gate, "box:8080"));
}

static void files_are_packed_for_who_asks_for_it(void **state) {
    (void)state;
    const char *const yes[] = {"gzip", "deflate, gzip", "GZIP;q=0.5", "br;q=0,gzip;q=1.0",
                               "identity , gzip ; q=0.001"};
    const char *const no[] = {"",          "identity",       "gzip;q=0", "gzip; q=0.000, deflate",
                              "x-gzip, *", "gzipped, agzip", ",;,",      "deflate;gzip"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!file_may_be_packed(yes[i]))
            fail_msg("not packed for '%s'", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (file_may_be_packed(no[i]))
            fail_msg("packed for '%s'", no[i]);
}

static void who_was_silent_longest_makes_room(void **state) {
    (void)state;
    static Callers callers;
    static char who[2000];
    char peer[16];
    callers = (Callers){0};
    // Of one address only so many; whoever was heard stays.
    for (int i = 0; i < BOUND_CALLERS_OF_PEER; i++)
        assert_null(callers_add(&callers, &who[i], "10.0.0.1"));
    callers_hear(&callers, &who[0]);
    assert_ptr_equal(callers_add(&callers, &who[BOUND_CALLERS_OF_PEER], "10.0.0.1"), &who[1]);
    callers_remove(&callers, &who[1]); // is gone already
    assert_int_equal(callers.count, BOUND_CALLERS_OF_PEER);
    // Others are not touched by it, until there are too many of all.
    int next = 1000;
    for (; callers.count < BOUND_CALLERS; next++) {
        snprintf(peer, sizeof peer, "10.0.1.%d", next % 200);
        assert_null(callers_add(&callers, &who[next], peer));
    }
    assert_ptr_equal(callers_add(&callers, &who[next], "10.0.2.1"), &who[2]);
    callers_remove(&callers, &who[3]);
    assert_null(callers_add(&callers, &who[next + 1], "10.0.2.2"));
    callers.most = 16;
    assert_ptr_equal(callers_add(&callers, &who[next + 2], "10.0.2.3"), &who[4]);
}

static void what_cannot_be_had_is_told_with_its_reason(void **state) {
    (void)state;
    static const struct {
        int code;
        const char *sentence;
    } rows[] = {
        {EADDRINUSE, "port 80 of 127.0.0.1 is in use; is another tengen running there?"},
        {EACCES, "port 80 of 127.0.0.1 may not be opened by this user: Permission denied; those "
                 "from 1024 on may"},
        {EADDRNOTAVAIL, "127.0.0.1 is no address of this machine"},
        {EAFNOSUPPORT, "port 80 of 127.0.0.1 cannot be had: Address family not supported by "
                       "protocol"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Error err = {""};
        assert_false(reach_refuse("127.0.0.1", 80, rows[i].code, &err));
        assert_string_equal(err.text, rows[i].sentence);
    }
}

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
    assert_true(gate_knows_origin(&gate, "http://localhost:7788", "localhost:7788"));
    assert_false(gate_knows_origin(&gate, "http://localhost:7788", "127.0.0.1:7788"));
    assert_false(gate_knows_origin(&gate, "https://localhost:7788", "localhost:7788"));
    assert_false(gate_knows_origin(&gate, "null", "localhost:7788"));
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
    char *folder, *path; // of the store, where there is one
    Store *stores[2];
} Room;

static Room room_open(bool keeps) {
    Room room = {.registry = registry_new()};
    registry_add_game(room.registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(room.registry, &hex_game, &hex_searcher);
    registry_add_player(room.registry, &engine_player);
    registry_add_player(room.registry, &random_player);
    room.folder = keeps ? store_test_folder() : NULL;
    room.path = keeps ? store_test_path(room.folder, "games.db") : NULL;
    for (int i = 0; keeps && i < 2; i++)
        room.stores[i] = store_open(room.path, STORE_CREATE, registry_games(room.registry), NULL);
    room.house = house_new(&(HouseSetup){.registry = room.registry,
                                         .store = room.stores[0],
                                         .reader = room.stores[1],
                                         .version = "test",
                                         .threads = 1,
                                         .hash_bytes = 1 << 20,
                                         .wake = nobody_waits});
    room.desk = desk_new(room.house);
    return room;
}

static Room room_new(void) {
    return room_open(false);
}

static void room_free(Room *room) {
    desk_free(room->desk);
    house_free(room->house);
    store_close(room->stores[0]);
    store_close(room->stores[1]);
    free(room->path);
    if (room->folder)
        store_test_remove(room->folder);
    registry_free(room->registry);
}

// The next answer of a desk, waiting for thinkers and the store; "" when there is none in time.
static const char *next_within(Room *room, Desk *desk, int64_t ms, char *into, size_t size) {
    size_t length;
    for (int64_t end = clock_now_ms() + ms; clock_now_ms() < end; clock_sleep_ms(1)) {
        house_push(room->house);
        const char *answer = outbox_first(desk_outbox(desk), &length);
        if (!answer)
            continue;
        snprintf(into, size, "%s", answer);
        outbox_drop(desk_outbox(desk));
        return into;
    }
    into[0] = '\0';
    return into;
}

static const char *next(Room *room, char *into, size_t size) {
    return next_within(room, room->desk, 10000, into, size);
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
    expect(&room, "{\"type\":\"hello\",\"protocol\":9}", "protocol 2");
    expect(&room, "{\"type\":\"hello\",\"protocol\":2}", "\"shape\":\"hexagons\"");
    expect(&room, "{\"type\":\"hello\",\"protocol\":1}", "refused");
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
    expect(&room,
           "{\"type\":\"choose\",\"player\":\"tengen:weights=/etc/"
           "passwd\",\"game\":{\"game\":\"hex\"}}",
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

#define IMPORT "{\"type\":\"import\",\"game\":\"hex\",\"width\":11,\"text\":\""

// No record says how its game was begun; the page must know, or it cannot show the game.
static void a_swap_tells_the_opening(void **state) {
    (void)state;
    Room room = room_new();
    static const struct {
        const char *text, *answer;
    } rows[] = {
        {"https://hexworld.org/board/#11c1,a2:sf7", "\"opening\":\"swap-pieces\""},
        {"(;GM[11]SZ[11];B[a2];W[swap-pieces];B[f7])", "\"opening\":\"swap-pieces\""},
        {"(;GM[11]SZ[11];B[a2];W[swap-sides];B[f7])", "\"opening\":\"swap-sides\""},
        {"a2 swap-pieces f7", "\"opening\":\"swap-pieces\""},
        // In a variation only.
        {"(;GM[11]SZ[11];B[a2](;W[f7])(;W[swap-pieces]))", "\"opening\":\"swap-pieces\""},
        {"(;GM[4]SZ[15];B[hh];W[ig];B[jj];W[swap-sides];W[kk])", "\"opening\":\"swap2\""},
        {"(;GM[4]SZ[15];B[hh];W[ig];B[jj];W[put-two];W[gi];B[kg])", "\"opening\":\"swap2\""},
        {"(;GM[4]SZ[15];B[hh];W[ig])", "\"height\":15,\"nodes\""},
        // The record says it itself; a word that is none, or an opening the game does not have, says nothing.
        {"(;GM[4]SZ[15]ON[swap2];B[hh];W[ig])", "\"height\":15,\"opening\":\"swap2\""},
        {"(;GM[4]SZ[15]ON[Kansei];B[hh];W[ig])", "\"height\":15,\"nodes\""},
        {"(;GM[4]SZ[15]ON[swap-pieces];B[hh];W[ig])", "\"height\":15,\"nodes\""},
        // Nothing is no game.
        {"", "nothing to import"},
        {"  \\r\\n\\t ", "nothing to import"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char question[512];
        snprintf(question, sizeof question, IMPORT "%s\"}", rows[i].text);
        expect(&room, question, rows[i].answer);
    }
    room_free(&room);
}

// A page that is not told which of its questions was refused waits for an answer for ever.
static void refusals_name_their_question(void **state) {
    (void)state;
    Room room = room_new();
    char got[16384];
    const char *long_one = "{\"type\":\"save\",\"ask\":71,\"document\":{";
    desk_refuse(room.desk, long_one, strlen(long_one), "too long");
    assert_non_null(strstr(next(&room, got, sizeof got), "\"refused\",\"ask\":71,"));
    desk_refuse(room.desk, "{\"ask\":\"x\"}", 11, "too long");
    assert_non_null(strstr(next(&room, got, sizeof got), "\"refused\",\"reason\""));
    const char *rest = "{\"type\":\"rest\",\"ask\":72}";
    for (int i = 0; i <= BOUND_BURST; i++)
        desk_receive(room.desk, rest, strlen(rest));
    do
        next(&room, got, sizeof got);
    while (strstr(got, "\"type\":\"rest\""));
    assert_non_null(strstr(got, "\"refused\",\"ask\":72,\"reason\":\"too many messages"));
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

static int64_t number_after(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? strtoll(at + strlen(key), NULL, 10) : -1;
}

// A page hears of a search before another depth is finished, too: more nodes at the same depth.
static void a_thought_is_told_while_it_goes_on(void **state) {
    (void)state;
    static const char *const games[] = {
        "{\"game\":\"gomoku\",\"moves\":[\"h8\",\"i9\"]}",
        "{\"game\":\"hex\",\"width\":11,\"moves\":[\"e5\"]}",
    };
    for (size_t i = 0; i < 2; i++) {
        Room room = room_new();
        char got[16384], question[200];
        snprintf(question, sizeof question,
                 "{\"type\":\"analyse\",\"ask\":6,\"lines\":1,\"game\":%s}", games[i]);
        desk_receive(room.desk, question, strlen(question));
        int64_t depth = -1, nodes = 0;
        int told = 0;
        for (int64_t end = clock_now_ms() + 30000; told < 2 && clock_now_ms() < end;) {
            next(&room, got, sizeof got);
            int64_t now = number_after(got, "\"nodes\":");
            told += number_after(got, "\"depth\":") == depth && now > nodes;
            depth = number_after(got, "\"depth\":");
            nodes = now;
        }
        assert_int_equal(told, 2);
        expect(&room, "{\"type\":\"stop\",\"ask\":7}", "");
        room_free(&room);
    }
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

// --- one round trip ---

#define LOOK "{\"type\":\"look\",\"ask\":5,\"fresh\":true,\"table\":\"t\",\"time_ms\":20,"
#define HEX3 "\"game\":{\"game\":\"hex\",\"width\":3,\"moves\":[\"b2\"]}"

static void say(Desk *desk, const char *question) {
    desk_receive(desk, question, strlen(question));
}

static void a_move_is_answered_by_view_and_reply(void **state) {
    (void)state;
    Room room = room_new();
    char got[16384];
    say(room.desk, LOOK "\"seats\":[\"human\",\"random\"]," HEX3 "}");
    next(&room, got, sizeof got);
    assert_non_null(strstr(got, "\"type\":\"view\",\"ask\":5"));
    assert_non_null(strstr(got, "\"thinking\":true"));
    next(&room, got, sizeof got);
    assert_non_null(strstr(got, "\"type\":\"chosen\",\"ask\":5"));
    // The view of what the choice leads to: two stones, the first player's turn.
    assert_non_null(strstr(got, "\"view\":{\"cells\":"));
    assert_non_null(strstr(got, "\"actor\":\"first\""));
    assert_non_null(strchr(strstr(got, "\"cells\":\""), 'w'));
    // A person's turn, or the end: nobody thinks.
    expect(&room, LOOK "\"seats\":[\"random\",\"human\"]," HEX3 "}", "\"thinking\":false");
    expect(&room,
           LOOK "\"seats\":[\"random\",\"random\"],\"game\":{\"game\":\"hex\",\"width\":3,"
                "\"moves\":[\"b2\",\"resign\"]}}",
           "\"thinking\":false");
    // What cannot think is refused after the view.
    say(room.desk, LOOK "\"seats\":[\"human\",\"cmd:rm\"]," HEX3 "}");
    assert_non_null(strstr(next(&room, got, sizeof got), "\"view\""));
    assert_non_null(strstr(next(&room, got, sizeof got), "\"refused\",\"ask\":5"));
    room_free(&room);
}

static void the_server_counts_the_clocks(void **state) {
    (void)state;
    Room room = room_new();
    char got[16384];
    expect(&room,
           LOOK HEX3 ",\"clock\":{\"first_ms\":5000,\"second_ms\":7000,\"increment_ms\":100,"
                     "\"ran_ms\":4000}}",
           "\"clock\":{\"first_ms\":1100,\"second_ms\":7000,\"fell\":null}");
    expect(&room,
           LOOK HEX3 ",\"clock\":{\"first_ms\":5000,\"second_ms\":7000,\"increment_ms\":100,"
                     "\"ran_ms\":5001}}",
           "the clock has run out");
    expect(&room,
           "{\"type\":\"clock\",\"seat\":\"second\",\"clock\":{\"first_ms\":5000,"
           "\"second_ms\":7000,\"ran_ms\":7001}}",
           "\"clock\":{\"first_ms\":5000,\"second_ms\":0,\"fell\":\"second\"}");
    expect(&room,
           "{\"type\":\"clock\",\"seat\":\"second\",\"clock\":{\"first_ms\":5000,"
           "\"second_ms\":7000,\"ran_ms\":700}}",
           "\"second_ms\":6300,\"fell\":null");
    expect(&room, LOOK HEX3 ",\"clock\":{\"first_ms\":5000}}", "what both have left");
    // The engine's own time is measured here: it gains its increment and loses what it took.
    say(room.desk, LOOK HEX3 ",\"seats\":[\"human\",\"random\"],\"clock\":{\"first_ms\":60000,"
                             "\"second_ms\":60000,\"increment_ms\":90000}}");
    next(&room, got, sizeof got);
    next(&room, got, sizeof got);
    const char *left = strstr(got, "\"second_ms\":");
    assert_non_null(left);
    assert_in_range(atoi(left + strlen("\"second_ms\":")), 90000, 150000);
    assert_non_null(strstr(got, "\"first_ms\":150000"));
    room_free(&room);
}

// A page that numbers its questions badly must not be told of one position as if it were another.
static void numbers_that_repeat_do_not_mix_up_thoughts(void **state) {
    (void)state;
    Room room = room_new();
    char got[16384];
    for (int i = 0; i < 20; i++) {
        say(room.desk, "{\"type\":\"analyse\",\"ask\":6,\"game\":{\"game\":\"gomoku\"}}");
        clock_sleep_ms(i);
        say(room.desk, "{\"type\":\"analyse\",\"ask\":6,\"game\":{\"game\":\"hex\",\"width\":3,"
                       "\"moves\":[\"b2\"]}}");
        next(&room, got, sizeof got);
        for (const char *h = got; (h = strstr(h, "\"pv\":[\"")); h++)
            if (h[7] > 'c')
                fail_msg("no point of a 3x3 board: %s", got);
        expect(&room, "{\"type\":\"stop\"}", "");
        while (house_push(room.house))
            clock_sleep_ms(1);
        size_t length;
        while (outbox_first(desk_outbox(room.desk), &length))
            outbox_drop(desk_outbox(room.desk));
    }
    room_free(&room);
}

// --- the store ---

#define TREE(nodes)                                                                                \
    "\"document\":{\"game\":\"gomoku\",\"width\":15,\"height\":15,\"nodes\":[{}" nodes "]}"

// A foreign program holds the file: who only looks, or reads, does not notice; who writes waits, and
// gets the answers in the order of the questions.
static void a_locked_file_keeps_only_its_writer_waiting(void **state) {
    (void)state;
    Room room = room_open(true);
    char got[16384];
    Desk *other = desk_new(room.house);
    Store *foreign = store_open(room.path, STORE_EXISTING, store_test_games, NULL);
    assert_true(store_begin(foreign, NULL));
    say(room.desk, "{\"type\":\"save\",\"ask\":1," TREE(",{\"up\":0,\"move\":\"h8\"}") "}");
    say(room.desk, "{\"type\":\"games\",\"ask\":2}");
    for (int i = 0; i < 20; i++) {
        int64_t began = clock_now_ms();
        say(other, "{\"type\":\"look\",\"ask\":3,\"game\":{\"game\":\"hex\"}}");
        assert_non_null(strstr(next_within(&room, other, 5000, got, sizeof got), "\"view\""));
        say(other, "{\"type\":\"games\",\"ask\":4}");
        assert_non_null(strstr(next_within(&room, other, 5000, got, sizeof got), "\"total\":0"));
        assert_in_range(clock_now_ms() - began, 0, 1000);
    }
    assert_string_equal(next_within(&room, room.desk, 50, got, sizeof got), "");
    store_rollback(foreign);
    assert_non_null(strstr(next(&room, got, sizeof got), "\"saved\",\"ask\":1"));
    // Confirmed is committed: another connection sees it.
    StoreList list = {0};
    assert_true(store_list(foreign, &STORE_QUERY_ALL, &list, NULL));
    assert_int_equal(list.total, 1);
    store_list_free(&list);
    assert_non_null(strstr(next(&room, got, sizeof got), "\"ask\":2,\"total\":1"));
    store_close(foreign);
    desk_free(other);
    room_free(&room);
}

// What was asked is written even when the page, and then the server, go away meanwhile, and when
// something else that was asked is refused.
static void what_was_asked_is_written_before_the_end(void **state) {
    (void)state;
    Room room = room_open(true);
    for (int i = 0; i < 15; i++) {
        say(room.desk, "{\"type\":\"save\"," TREE(",{\"up\":0,\"move\":\"h8\"}") "}");
        say(room.desk, "{\"type\":\"delete\",\"id\":999}");
    }
    desk_free(room.desk);
    house_free(room.house);
    StoreList list = {0};
    assert_true(store_list(room.stores[0], &STORE_QUERY_ALL, &list, NULL));
    assert_int_equal(list.total, 15);
    store_list_free(&list);
    room.desk = NULL;
    room.house = NULL;
    room_free(&room);
}

// One page cannot fill the memory with questions for a file that is locked.
static void a_page_may_leave_only_so_much_waiting(void **state) {
    (void)state;
    Room room = room_open(true);
    char got[16384];
    Store *foreign = store_open(room.path, STORE_EXISTING, store_test_games, NULL);
    assert_true(store_begin(foreign, NULL));
    for (int i = 0; i <= BOUND_WAITING; i++)
        say(room.desk, "{\"type\":\"set\",\"key\":\"a\",\"value\":\"1\"}");
    assert_non_null(strstr(next(&room, got, sizeof got), "the database is busy"));
    // Nor with those that an analysis asks by itself.
    for (int i = 0; i < 10; i++)
        say(room.desk, "{\"type\":\"analyse\",\"game\":{\"game\":\"hex\",\"width\":3}}");
    assert_in_range(room.desk->waiting, 0, BOUND_WAITING);
    expect(&room, "{\"type\":\"stop\",\"ask\":9}", "");
    store_rollback(foreign);
    for (int i = 0; i < BOUND_WAITING; i++)
        assert_non_null(strstr(next(&room, got, sizeof got), "\"setting\""));
    store_close(foreign);
    room_free(&room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_had_is_told_with_its_reason),
        cmocka_unit_test(who_was_silent_longest_makes_room),
        cmocka_unit_test(the_gate_knows_its_proxy),
        cmocka_unit_test(files_are_packed_for_who_asks_for_it),
        cmocka_unit_test(the_gate_knows_its_own),
        cmocka_unit_test(the_token_opens_and_nothing_else),
        cmocka_unit_test(a_burst_then_a_rate),
        cmocka_unit_test(questions_are_answered_or_refused),
        cmocka_unit_test(a_tree_comes_back_as_it_went),
        cmocka_unit_test(a_swap_tells_the_opening),
        cmocka_unit_test(refusals_name_their_question),
        cmocka_unit_test(thoughts_come_and_end),
        cmocka_unit_test(a_thought_is_told_while_it_goes_on),
        cmocka_unit_test(a_review_finds_the_blunder),
        cmocka_unit_test(a_move_is_answered_by_view_and_reply),
        cmocka_unit_test(the_server_counts_the_clocks),
        cmocka_unit_test(numbers_that_repeat_do_not_mix_up_thoughts),
        cmocka_unit_test(a_locked_file_keeps_only_its_writer_waiting),
        cmocka_unit_test(what_was_asked_is_written_before_the_end),
        cmocka_unit_test(a_page_may_leave_only_so_much_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
