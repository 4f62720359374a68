// SPDX-License-Identifier: MIT
// The store from outside: what goes in comes out, and is found by what it is and by what stood on
// the board.
#include "support.h"

#include "base/memory.h"
#include "game/canonical.h"
#include "game/coord.h"
#include "game/notation.h"
#include "game/symmetry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "store_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Room {
    char *folder, *path;
    Store *store;
    Error err;
} Room;

static int enter(void **state) {
    Room *room = mem_new(sizeof *room);
    room->folder = store_test_folder();
    room->path = store_test_path(room->folder, "games.db");
    room->store = store_open(room->path, STORE_CREATE, store_test_games, &room->err);
    *state = room;
    return room->store ? 0 : -1;
}

static void no_problem(const char *sentence, void *user) {
    (void)user;
    fail_msg("%s", sentence);
}

static void sound(Room *room) {
    int64_t problems = -1;
    assert_true(store_check(room->store, no_problem, NULL, &problems, &room->err));
    assert_int_equal(problems, 0);
}

static int leave(void **state) {
    Room *room = *state;
    sound(room);
    store_close(room->store);
    store_test_remove(room->folder);
    free(room->path);
    free(room);
    return 0;
}

static int64_t save(Room *room, const Record *record, const StoreNote *note) {
    int64_t id = 0;
    if (!store_save(room->store, &id, record, note, &room->err))
        fail_msg("%s", room->err.text);
    assert_true(id > 0);
    return id;
}

static int64_t save_moves(Room *room, const char *rule, const char *moves) {
    Record *record = store_test_moves(&gomoku_game, rule, 15, moves);
    int64_t id = save(room, record, NULL);
    record_free(record);
    return id;
}

static Position *board(const char *rule, const char *text) {
    Position *position = position_parse(&gomoku_game, rule, 15, 15, text, -1, NULL);
    assert_non_null(position);
    return position;
}

static int64_t matches(Room *room, StoreQuery query) {
    StoreList list;
    if (!store_list(room->store, &query, &list, &room->err))
        fail_msg("%s", room->err.text);
    int64_t total = list.total;
    store_list_free(&list);
    return total;
}

// --- games ---

static void any_game_comes_back_as_it_was(void **state) {
    Room *room = *state;
    Rng rng = rng_seed(test_seed());
    store_begin(room->store, &room->err);
    for (size_t i = 0; i < test_count(30, 300, 3000); i++) {
        Record *record = store_test_record(&rng);
        StoreNote note = {.opening = i % 2 ? "swap2" : NULL, .source = "here"};
        int64_t id = save(room, record, &note);
        StoredGame about;
        Record *back = store_load(room->store, id, &about, &room->err);
        assert_non_null(back);
        char *one = store_test_sgf(record), *two = store_test_sgf(back);
        assert_string_equal(one, two);
        assert_ptr_equal(about.type, record->type);
        assert_int_equal(about.rule, record->rule);
        assert_int_equal(about.width, record->width);
        assert_int_equal(about.height, record->height);
        assert_int_equal(about.id, id);
        assert_int_equal(about.ply, -1);
        assert_string_equal(about.source, "here");
        assert_true(i % 2 ? !strcmp(about.opening, "swap2") : !about.opening);
        free(one);
        free(two);
        stored_game_free(&about);
        record_free(back);
        record_free(record);
    }
    assert_true(store_commit(room->store, &room->err));
}

static void a_game_grows_in_its_place(void **state) {
    Room *room = *state;
    Record *record = store_test_moves(&gomoku_game, "renju", 15, "h8");
    StoreNote note = {.opening = "swap2", .source = "page"}, nothing = {0};
    int64_t id = save(room, record, &note), same = id;
    record_add(record, record->root->first_child, move_at(7, 6), SIDE_WHITE);
    record_set_text(&record->black, "Ada");
    record_set_text(&record->date, "1999-12-31");
    assert_true(store_save(room->store, &same, record, &nothing, &room->err));
    assert_int_equal(same, id);
    StoredGame about;
    Record *back = store_load(room->store, id, &about, &room->err);
    assert_int_equal(about.plies, 2);
    assert_string_equal(about.black, "Ada");
    assert_string_equal(about.opening, "swap2");
    assert_string_equal(about.source, "page");
    assert_string_equal(about.day, "1999-12-31");
    assert_true(about.changed_ms >= about.created_ms);
    stored_game_free(&about);
    record_free(back);
    // A day that is taken back is again the one of the first saving.
    record_set_text(&record->date, NULL);
    assert_true(store_save(room->store, &same, record, &nothing, &room->err));
    record_free(store_load(room->store, id, &about, &room->err));
    assert_true(strcmp(about.day, "2020") > 0);
    stored_game_free(&about);
    assert_int_equal(matches(room, STORE_QUERY_ALL), 1);
    record_free(record);
}

static StoreSaving save_version(Room *room, int64_t *id, const char *moves, const char *version,
                                const char *over) {
    Record *record = store_test_moves(&gomoku_game, "renju", 15, moves);
    StoreSaving saving =
        store_save_version(room->store, id, record, NULL, version, over, &room->err);
    record_free(record);
    return saving;
}

static int plies_of(Room *room, int64_t id, const char *version) {
    StoredGame about = {0};
    record_free(store_load(room->store, id, &about, &room->err));
    assert_string_equal(about.version, version);
    int plies = about.plies;
    stored_game_free(&about);
    return plies;
}

static void a_save_that_comes_twice_is_one_game(void **state) {
    Room *room = *state;
    int64_t id = 0, again = 0, third = 0;
    assert_int_equal(save_version(room, &id, "h8 h9", "ada.1", ""), STORE_SAVED);
    // Its answer was lost, and it is sent again, late: a later one is not undone.
    assert_int_equal(save_version(room, &again, "h8 h9", "ada.1", ""), STORE_SAVED);
    assert_int_equal(save_version(room, &id, "h8 h9 i9", "ada.2", "ada.1"), STORE_SAVED);
    assert_int_equal(save_version(room, &third, "h8 h9", "ada.1", ""), STORE_SAVED);
    assert_int_equal(again, id);
    assert_int_equal(third, id);
    assert_int_equal(plies_of(room, id, "ada.2"), 3);
    assert_int_equal(save_version(room, &id, "h8 h9 i9", "ada.2", "ada.1"), STORE_SAVED);
    // What came of a save was not heard before the next one: it is still the same game.
    again = 0;
    assert_int_equal(save_version(room, &again, "h8 h9 i9 j9", "ada.3", ""), STORE_SAVED);
    assert_int_equal(again, id);
    assert_int_equal(plies_of(room, id, "ada.3"), 4);
    assert_int_equal(matches(room, STORE_QUERY_ALL), 1);
}

static void two_writers_do_not_overwrite_each_other(void **state) {
    Room *room = *state;
    int64_t id = 0, late = 0;
    assert_int_equal(save_version(room, &id, "h8", "ada.1", ""), STORE_SAVED);
    assert_int_equal(save_version(room, &id, "h8 h9", "bob.1", "ada.1"), STORE_SAVED);
    assert_int_equal(save_version(room, &id, "h8 i9 j9", "ada.2", "ada.1"), STORE_OUTDATED);
    assert_int_equal(save_version(room, &late, "h8", "ada.1", ""), STORE_OUTDATED);
    assert_int_equal(late, id);
    assert_int_equal(plies_of(room, id, "bob.1"), 2);
    // A program that knows of no versions writes, and both hear of it.
    Record *record = store_test_moves(&gomoku_game, "renju", 15, "a1");
    assert_true(store_save(room->store, &id, record, NULL, &room->err));
    record_free(record);
    assert_int_equal(save_version(room, &id, "h8 h9 k9", "bob.2", "bob.1"), STORE_OUTDATED);
    assert_int_equal(save_version(room, &id, "a1 a2", "eve.1", ""), STORE_SAVED);
    assert_true(store_delete(room->store, id, &room->err));
    assert_int_equal(save_version(room, &id, "a1 a2 a3", "eve.2", "eve.1"), STORE_GONE);
    assert_int_equal(matches(room, STORE_QUERY_ALL), 0);
    static const char *const wrong[] = {"", "ada", ".1", "ada.", "ada.0", "ada.x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(store_version_fits(wrong[i]));
    assert_true(store_version_fits("a.b.7"));
}

static void what_is_gone_is_gone(void **state) {
    Room *room = *state;
    int64_t id = save_moves(room, "renju", "h8 h9 i9"), next;
    Position *position = board("renju", "h8 h9");
    assert_true(store_delete(room->store, id, &room->err));
    assert_int_equal(matches(room, (StoreQuery){.position = position, .result = -1, .limit = -1}),
                     0);
    assert_null(store_load(room->store, id, NULL, &room->err));
    assert_non_null(strstr(room->err.text, "there is no game"));
    assert_false(store_delete(room->store, id, &room->err));
    // Nor does saving bring it back, and its number is not given away again.
    Record *record = store_test_moves(&gomoku_game, "renju", 15, "h8");
    assert_false(store_save(room->store, &id, record, NULL, &room->err));
    next = save(room, record, NULL);
    assert_true(next > id);
    record_free(record);
    position_free(position);
}

static void an_impossible_main_line_is_refused(void **state) {
    Room *room = *state;
    Record *record = store_test_moves(&gomoku_game, "renju", 15, "h8");
    record_add(record, record->root->first_child, move_at(7, 7), SIDE_WHITE);
    int64_t id = 0;
    assert_false(store_save(room->store, &id, record, NULL, &room->err));
    assert_non_null(strstr(room->err.text, "h8 is occupied"));
    assert_int_equal(id, 0);
    assert_int_equal(store_import(room->store, record, NULL, &id, &room->err), STORE_REFUSED);
    assert_int_equal(matches(room, STORE_QUERY_ALL), 0);
    // Within a batch, what was refused leaves the rest alone.
    assert_true(store_begin(room->store, &room->err));
    save_moves(room, "renju", "h8 h9");
    assert_false(store_save(room->store, &id, record, NULL, &room->err));
    assert_true(store_commit(room->store, &room->err));
    assert_int_equal(matches(room, STORE_QUERY_ALL), 1);
    record_free(record);
}

static Result result_of(Room *room, const char *rule, const char *moves, const char *claim) {
    Record *record = store_test_moves(&gomoku_game, rule, 15, moves);
    record_set_text(&record->result, claim);
    int64_t id = save(room, record, NULL);
    StoredGame about;
    record_free(store_load(room->store, id, &about, &room->err));
    Result result = about.result;
    stored_game_free(&about);
    record_free(record);
    return result;
}

static void results_are_what_the_board_says_first(void **state) {
    Room *room = *state;
    const char *five = "a1 b1 a2 b2 a3 b3 a4 b4 a5";
    // Black's g8 is a double three.
    const char *forbidden = "h8 a1 i8 a3 g9 a5 g10 a7 g8";
    assert_int_equal(result_of(room, "freestyle", five, NULL), RESULT_BLACK);
    assert_int_equal(result_of(room, "freestyle", five, "W+R"), RESULT_BLACK);
    assert_int_equal(result_of(room, "renju", forbidden, "B+T"), RESULT_WHITE);
    assert_int_equal(result_of(room, "freestyle", forbidden, "B+T"), RESULT_BLACK);
    assert_int_equal(result_of(room, "freestyle", "h8", "W+Time"), RESULT_WHITE);
    assert_int_equal(result_of(room, "freestyle", "h8", "Draw"), RESULT_DRAW);
    assert_int_equal(result_of(room, "freestyle", "h8", "0"), RESULT_DRAW);
    assert_int_equal(result_of(room, "freestyle", "h8", "?"), RESULT_NONE);
    assert_int_equal(result_of(room, "freestyle", "h8", "Void"), RESULT_NONE);
    assert_int_equal(matches(room, (StoreQuery){.result = RESULT_NONE, .limit = -1}), 2);
}

static void choices_tell_the_opening(void **state) {
    Room *room = *state;
    const struct {
        const GameType *type;
        const char *moves, *opening;
    } games[] = {
        {&gomoku_game, "h8 h9 i9 put-two a1 b2", "swap2"},
        {&gomoku_game, "h8 h9 i9 swap-sides a1", NULL},
        {&hex_game, "b2 swap-pieces c3", "swap-pieces"},
        {&hex_game, "b2 swap-sides c3", "swap-sides"},
        {&hex_game, "b2 c3", NULL},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Record *record = store_test_moves(games[i].type, NULL, 11, games[i].moves);
        StoredGame about;
        record_free(store_load(room->store, save(room, record, NULL), &about, &room->err));
        assert_true(games[i].opening ? about.opening && !strcmp(about.opening, games[i].opening)
                                     : !about.opening);
        stored_game_free(&about);
        int64_t id = save(room, record, &(StoreNote){.opening = "pro"});
        assert_true(store_save(room->store, &id, record, NULL, &room->err));
        record_free(store_load(room->store, id, &about, &room->err));
        assert_string_equal(about.opening, "pro");
        stored_game_free(&about);
        record_free(record);
    }
}

// The same stones in another order are another game.
static void imports_tell_games_apart_by_their_moves(void **state) {
    Room *room = *state;
    static const char *const games[] = {"h8 i9 j10 a1", "j10 i9 h8 a1", "h8 a1 j10 i9"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Record *record = store_test_moves(&gomoku_game, "freestyle", 15, games[i]);
        int64_t id;
        assert_int_equal(store_import(room->store, record, NULL, &id, &room->err), STORE_ADDED);
        assert_int_equal(store_import(room->store, record, NULL, &id, &room->err), STORE_KNOWN);
        record_free(record);
    }
}

static void imports_know_what_is_there(void **state) {
    Room *room = *state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(20, 100, 1000); i++) {
        Record *record = store_test_record(&rng);
        Text event = {0};
        text_addf(&event, "round %zu", i);
        record->event = text_take(&event);
        int64_t id, again;
        assert_int_equal(store_import(room->store, record, NULL, &id, &room->err), STORE_ADDED);
        record_set_text(&record->root->comment, "a word more");
        assert_int_equal(store_import(room->store, record, NULL, &again, &room->err), STORE_KNOWN);
        assert_int_equal(again, id);
        record_set_text(&record->event, "another");
        record_set_text(&record->white, "somebody else");
        int64_t games = matches(room, STORE_QUERY_ALL);
        assert_int_equal(store_import(room->store, record, NULL, &again, &room->err), STORE_ADDED);
        assert_int_equal(matches(room, STORE_QUERY_ALL), games + 1);
        assert_true(store_delete(room->store, again, &room->err));
        record_free(record);
    }
}

// --- search ---

static void games_are_found_by_what_is_known_of_them(void **state) {
    Room *room = *state;
    static const struct {
        const char *rule, *black, *white, *date, *result, *opening;
    } games[] = {
        {"renju", "Ada", "Bela", "2024-02-29", "B+R", "swap2"},
        {"renju", "Bela", "Ada_1", "2024-03", "W+R", "free"},
        {"freestyle", "Bela", "100%", "2025-01-01", "0", "swap2"},
        {"caro", NULL, NULL, "2025", NULL, NULL},
    };
    for (size_t i = 0; i < 4; i++) {
        Record *record = store_test_moves(&gomoku_game, games[i].rule, 15, "h8 h9");
        record_set_text(&record->black, games[i].black);
        record_set_text(&record->white, games[i].white);
        record_set_text(&record->date, games[i].date);
        record_set_text(&record->result, games[i].result);
        save(room, record, &(StoreNote){.opening = games[i].opening});
        record_free(record);
    }
    const struct {
        StoreQuery query;
        int64_t expected;
    } asked[] = {
        {{.player = "ada", .result = -1}, 2},
        {{.player = "ADA_", .result = -1}, 1},
        {{.player = "%", .result = -1}, 1},
        {{.player = "el", .result = RESULT_DRAW}, 1},
        {{.player = "nobody", .result = -1}, 0},
        {{.player = "' OR 1 --", .result = -1}, 0},
        {{.opening = "swap2", .result = -1}, 2},
        {{.rule = "renju", .result = RESULT_WHITE}, 1},
        {{.type = &hex_game, .result = -1}, 0},
        {{.width = 15, .height = 15, .result = -1}, 4},
        {{.width = 19, .result = -1}, 0},
        {{.from = "2024-03", .result = -1}, 3},
        {{.from = "2024-02-29", .to = "2024", .result = -1}, 2},
        {{.to = "2024-02-28", .result = -1}, 0},
        {{.from = "2025", .to = "2025", .result = -1}, 2},
        {{.from = "2024-02", .to = "2024-02", .result = -1}, 1},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        StoreQuery query = asked[i].query;
        query.limit = -1;
        if (matches(room, query) != asked[i].expected)
            fail_msg("question %zu is not answered with %d", i, (int)asked[i].expected);
    }
    StoreList list;
    StoreQuery wrong = STORE_QUERY_ALL, some = STORE_QUERY_ALL;
    wrong.from = "last week";
    assert_false(store_list(room->store, &wrong, &list, &room->err));
    assert_non_null(strstr(room->err.text, "a day is"));
    // In pages, with the whole counted.
    some.limit = 3;
    some.order = STORE_OLDEST;
    assert_true(store_list(room->store, &some, &list, &room->err));
    assert_int_equal(list.count, 3);
    assert_int_equal(list.total, 4);
    assert_string_equal(list.items[0].day, "2024-02-29");
    store_list_free(&list);
    some.offset = 3;
    assert_true(store_list(room->store, &some, &list, &room->err));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.total, 4);
    store_list_free(&list);
}

static void a_position_is_found_by_any_path_and_symmetry(void **state) {
    Room *room = *state;
    save_moves(room, "renju", "h8 h9 i9 a1");
    save_moves(room, "renju", "h8 i8 i9 a1");     // mirrored along the diagonal
    save_moves(room, "renju", "i9 g8 h8 a1");     // other stones
    save_moves(room, "renju", "i9 h9 h8 o1");     // the first two Black stones the other way round
    save_moves(room, "freestyle", "h8 h9 g9 b2"); // another rule, mirrored
    StoreQuery query = STORE_QUERY_ALL;
    Position *position = board("renju", "h8 h9 i9");
    query.position = position;
    assert_int_equal(matches(room, query), 3);
    query.any_rule = true;
    assert_int_equal(matches(room, query), 4);
    query.rule = "freestyle";
    assert_int_equal(matches(room, query), 1);
    position_set_to_move(position, SIDE_BLACK);
    assert_int_equal(matches(room, query), 0);
    position_free(position);
    position = board("renju", "h8");
    query = STORE_QUERY_ALL;
    query.position = position;
    StoreList list;
    assert_true(store_list(room->store, &query, &list, &room->err));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[0].ply, 1);
    store_list_free(&list);
    position_free(position);
}

// Every position of every game is found, whichever way round it is asked for, at its ply.
static void every_position_of_every_game_is_found(void **state) {
    Room *room = *state;
    Rng rng = rng_seed(test_seed() + 7);
    store_begin(room->store, &room->err);
    for (size_t i = 0; i < test_count(10, 60, 600); i++) {
        Record *record = store_test_record(&rng);
        int64_t id = save(room, record, NULL);
        Position *position = record_replay(record, NULL);
        for (;; position_undo(position)) {
            int s = (int)rng_below(&rng, SYMMETRY_COUNT);
            if (!(position->type->symmetries >> s & 1) ||
                !symmetry_fits(s, position->width, position->height))
                s = 3;
            Position *asked = position_canonical_form(position, (Canonical){.symmetry = s});
            StoreQuery query = STORE_QUERY_ALL;
            query.position = asked;
            StoreList list;
            assert_true(store_list(room->store, &query, &list, &room->err));
            bool found = false;
            for (size_t k = 0; k < list.count; k++)
                found |= list.items[k].id == id && list.items[k].ply == (int)position->ply_count;
            assert_true(found);
            store_list_free(&list);
            position_free(asked);
            if (!position->ply_count)
                break;
        }
        position_free(position);
        record_free(record);
    }
    assert_true(store_commit(room->store, &room->err));
}

// A position of many games is looked for from the other end when a few are wanted: the same few.
static void pages_of_a_common_position_are_parts_of_the_whole(void **state) {
    Room *room = *state;
    Rng rng = rng_seed(test_seed() + 11);
    assert_true(store_begin(room->store, &room->err));
    for (int i = 0; i < 700; i++) {
        Record *record = store_test_moves(&gomoku_game, i % 7 ? "renju" : "caro", 15,
                                          i % 3 ? "h8 h9 i9" : "h8 g8");
        Text date = {0};
        text_addf(&date, "2026-01-%02u", 1 + rng_below(&rng, 28));
        record->date = text_take(&date);
        record_set_text(&record->black, i % 2 ? "Ada" : "Bela");
        save(room, record, NULL);
        record_free(record);
    }
    assert_true(store_commit(room->store, &room->err));
    Position *position = board("renju", "h8 i8");
    for (int i = 0; i < 12; i++) {
        StoreQuery query = STORE_QUERY_ALL;
        StoreList whole, page;
        query.position = position;
        query.any_rule = i % 2;
        query.player = i % 4 > 1 ? "ada" : NULL;
        query.order = (StoreOrder)(i / 4);
        assert_true(store_list(room->store, &query, &whole, &room->err));
        query.limit = 20;
        query.offset = 30;
        assert_true(store_list(room->store, &query, &page, &room->err));
        assert_int_equal(whole.total, (i % 2 ? 700 : 600) / (i % 4 > 1 ? 2 : 1));
        assert_int_equal(page.total, whole.total);
        assert_int_equal(page.count, 20);
        for (size_t k = 0; k < page.count; k++) {
            assert_int_equal(page.items[k].id, whole.items[30 + k].id);
            assert_int_equal(page.items[k].ply, 2);
        }
        store_list_free(&whole);
        store_list_free(&page);
    }
    position_free(position);
}

static void replies_are_counted_over_symmetries(void **state) {
    Room *room = *state;
    save_moves(room, "freestyle", "h8 h9 a1");
    save_moves(room, "freestyle", "h8 i8 a1");
    save_moves(room, "freestyle", "h8 g8");
    save_moves(room, "freestyle", "h8 i9");
    save_moves(room, "freestyle", "h8");
    save_moves(room, "renju", "h8 i9");
    save_moves(room, "freestyle", "h8 h9 o1 b1 o2 b2 o3 b3 o4 c9 o5");
    Position *position = board("freestyle", "h8");
    StoreReplies replies;
    assert_true(store_replies(room->store, position, false, &replies, &room->err));
    assert_int_equal(replies.games, 6);
    assert_int_equal(replies.count, 2);
    char word[COORD_CHARS];
    assert_string_equal(move_print(position, replies.items[0].move, word), "h9");
    assert_int_equal(replies.items[0].games, 4);
    assert_int_equal(replies.items[0].black, 1);
    assert_int_equal(replies.items[0].white, 0);
    assert_string_equal(move_print(position, replies.items[1].move, word), "g9");
    store_replies_free(&replies);
    assert_true(store_replies(room->store, position, true, &replies, &room->err));
    assert_int_equal(replies.games, 7);
    assert_int_equal(replies.items[1].games, 2);
    store_replies_free(&replies);
    position_free(position);
    // Turned: a1 and o1 after h8 h9, and a1 after h8 i8, are one corner at the other end.
    position = board("freestyle", "h8 h7");
    assert_true(store_replies(room->store, position, false, &replies, &room->err));
    assert_int_equal(replies.games, 4);
    assert_int_equal(replies.count, 1);
    assert_string_equal(move_print(position, replies.items[0].move, word), "a15");
    assert_int_equal(replies.items[0].games, 3);
    store_replies_free(&replies);
    position_free(position);
}

// --- analyses ---

static StoredAnalysis analysis_of(const Position *position, Rng *rng, size_t lines, int depth) {
    StoredAnalysis analysis = {.engine = mem_copy_text("tengen test"),
                               .limits = mem_copy_text("{\"time\":1000}"),
                               .depth = depth,
                               .selective_depth = depth + 5,
                               .nodes = 12345,
                               .time_ms = 77,
                               .lines = mem_new_array(lines, sizeof(Line)),
                               .line_count = lines};
    for (size_t i = 0; i < lines; i++) {
        Line *line = &analysis.lines[i];
        *line = (Line){.score = (int)rng_below(rng, 100), .win = 0.25, .visits = -1};
        Position *board = position_clone(position);
        size_t most = 1 + rng_below(rng, 6);
        while (line->pv_length < most && position_result(board) == RESULT_NONE) {
            Move moves[MOVES_MAX];
            size_t count = position_moves(board, moves);
            Move move =
                count && rng_below(rng, 8) ? moves[rng_below(rng, (uint32_t)count)] : MOVE_PASS;
            line->pv[line->pv_length++] = move;
            position_play(board, move, NULL);
        }
        position_free(board);
    }
    return analysis;
}

static void analyses_come_back_the_way_the_position_lies(void **state) {
    Room *room = *state;
    Rng rng = rng_seed(test_seed() + 3);
    for (size_t i = 0; i < test_count(10, 60, 600); i++) {
        Record *record = store_test_record(&rng);
        Position *position = record_replay(record, NULL);
        while (position->ply_count && position_result(position) != RESULT_NONE)
            position_undo(position);
        StoredAnalysis kept = analysis_of(position, &rng, 1 + rng_below(&rng, 3), 100 + (int)i);
        assert_true(store_keep_analysis(room->store, position, &kept, &room->err));
        for (int s = 0; s < SYMMETRY_COUNT; s++) {
            if (!(position->type->symmetries >> s & 1) ||
                !symmetry_fits(s, position->width, position->height))
                continue;
            Position *asked = position_canonical_form(position, (Canonical){.symmetry = s});
            Canonical canonical = position_canonical(asked);
            StoredAnalysis found;
            bool is_there;
            assert_true(store_find_analysis(room->store, asked, "tengen test", kept.line_count,
                                            &found, &is_there, &room->err));
            assert_true(is_there);
            assert_int_equal(found.depth, kept.depth);
            assert_int_equal(found.selective_depth, kept.selective_depth);
            assert_true(found.nodes == kept.nodes && found.made_ms > 0);
            assert_string_equal(found.limits, kept.limits);
            assert_int_equal(found.line_count, kept.line_count);
            for (size_t k = 0; k < found.line_count; k++) {
                const Line *one = &kept.lines[k], *two = &found.lines[k];
                assert_int_equal(one->score, two->score);
                assert_int_equal(one->pv_length, two->pv_length);
                for (size_t m = 0; m < one->pv_length; m++) {
                    Move expected = one->pv[m];
                    if (move_is_stone(expected))
                        expected = symmetry_apply(s, asked->width, asked->height, expected);
                    // A symmetric position may give the whole line back mirrored.
                    if ((canonical.ties & (canonical.ties - 1)) == 0)
                        assert_int_equal(two->pv[m], expected);
                }
            }
            stored_analysis_free(&found);
            position_free(asked);
        }
        stored_analysis_free(&kept);
        position_free(position);
        record_free(record);
    }
}

static int depth_found(Room *room, const Position *position, const char *engine, size_t lines) {
    StoredAnalysis found;
    bool is_there;
    assert_true(
        store_find_analysis(room->store, position, engine, lines, &found, &is_there, &room->err));
    int depth = is_there ? found.depth : -1;
    stored_analysis_free(&found);
    return depth;
}

static void keep(Room *room, const Position *position, size_t lines, int depth, int score) {
    Rng rng = rng_seed(5);
    StoredAnalysis analysis = analysis_of(position, &rng, lines, depth);
    analysis.lines[0].score = score;
    assert_true(store_keep_analysis(room->store, position, &analysis, &room->err));
    stored_analysis_free(&analysis);
}

static void the_deeper_analysis_stays(void **state) {
    Room *room = *state;
    Position *position = board("renju", "h8 h9 i9"), *other = board("freestyle", "h8 h9 i9");
    assert_int_equal(depth_found(room, position, NULL, 1), -1);
    keep(room, position, 1, 10, 0);
    keep(room, position, 1, 8, 0);
    assert_int_equal(depth_found(room, position, NULL, 1), 10);
    keep(room, position, 1, 12, 0);
    assert_int_equal(depth_found(room, position, NULL, 1), 12);
    keep(room, position, 3, 9, 0);
    assert_int_equal(depth_found(room, position, NULL, 1), 12);
    assert_int_equal(depth_found(room, position, NULL, 2), 9);
    assert_int_equal(depth_found(room, position, NULL, 5), 9);
    // A proof is worth more than any depth.
    keep(room, position, 1, 3, score_win_in(9));
    assert_int_equal(depth_found(room, position, NULL, 1), 3);
    keep(room, position, 1, 30, 0);
    assert_int_equal(depth_found(room, position, NULL, 1), 3);
    assert_int_equal(depth_found(room, position, "somebody", 1), -1);
    assert_int_equal(depth_found(room, other, NULL, 1), -1);
    position_free(position);
    position_free(other);
    StoredAnalysis empty = {.engine = "x"};
    position = board("renju", "-");
    assert_false(store_keep_analysis(room->store, position, &empty, &room->err));
    position_free(position);
}

static bool kept(Room *room, const Position *position, const char *moves) {
    Line line = {.visits = -1};
    StoredAnalysis analysis = {.engine = "x", .lines = &line, .line_count = 1};
    char words[200], *rest = words;
    snprintf(words, sizeof words, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest));)
        assert_true(coord_parse_move(position->type, position->width, position->height, word,
                                     &line.pv[line.pv_length++]));
    return store_keep_analysis(room->store, position, &analysis, &room->err);
}

static void lines_that_cannot_be_played_are_refused(void **state) {
    Room *room = *state;
    Position *position = board("renju", "h8 h9 i9");
    assert_false(kept(room, position, "a1 h9"));
    assert_string_equal(room->err.text, "line 1 of the analysis cannot be played: h9 is occupied");
    assert_false(kept(room, position, "a1 a1"));
    assert_false(kept(room, position, "swap-pieces"));
    assert_int_equal(depth_found(room, position, NULL, 1), -1);
    assert_true(kept(room, position, "a1 a2 pass a3"));
    position_free(position);
    // Nothing follows the end of a game.
    position = board("freestyle", "a1 b1 a2 b2 a3 b3 a4 b4");
    assert_false(kept(room, position, "a5 b5"));
    assert_non_null(strstr(room->err.text, "the game is over"));
    assert_true(kept(room, position, "a5"));
    position_free(position);
    // A swap answers the first stone, and is still one when the position is found by its stones.
    position = position_new(&hex_game, NULL, 5, 5, NULL);
    position_play(position, move_at(0, 0), NULL);
    assert_true(kept(room, position, "swap-pieces b2 c3"));
    assert_false(kept(room, position, "b2 swap-pieces"));
    position_free(position);
}

// --- settings, batches, statistics ---

static void settings_are_texts_by_name(void **state) {
    Room *room = *state;
    assert_null(store_get(room->store, "theme"));
    assert_true(store_set(room->store, "theme", "\"dark\"", &room->err));
    assert_true(store_set(room->store, "theme", "{\"a\":[1,\"'\"]}", &room->err));
    char *value = store_get(room->store, "theme");
    assert_string_equal(value, "{\"a\":[1,\"'\"]}");
    free(value);
    assert_true(store_set(room->store, "theme", NULL, &room->err));
    assert_null(store_get(room->store, "theme"));
}

static void a_batch_is_all_or_nothing(void **state) {
    Room *room = *state;
    Store *other = store_open(room->path, STORE_EXISTING, store_test_games, &room->err);
    StoreList list;
    StoreQuery all = STORE_QUERY_ALL;
    assert_true(store_begin(room->store, &room->err));
    assert_false(store_begin(room->store, &room->err));
    save_moves(room, "renju", "h8 h9");
    assert_true(store_list(other, &all, &list, &room->err));
    assert_int_equal(list.total, 0); // nobody sees half of it
    store_list_free(&list);
    store_rollback(room->store);
    assert_int_equal(matches(room, all), 0);
    assert_false(store_commit(room->store, &room->err));
    assert_true(store_begin(room->store, &room->err));
    save_moves(room, "renju", "h8 h9");
    assert_true(store_commit(room->store, &room->err));
    assert_true(store_list(other, &all, &list, &room->err));
    assert_int_equal(list.total, 1);
    store_list_free(&list);
    store_close(other);
}

static void statistics_count(void **state) {
    Room *room = *state;
    for (int i = 0; i < 3; i++) {
        Record *record = store_test_moves(&gomoku_game, "renju", 15, i ? "h8 h9" : "h8");
        record_set_text(&record->black, i ? "Ada" : "Bela");
        record_set_text(&record->white, i == 1 ? "Ada" : "Bela");
        record_set_text(&record->result, i == 2 ? "B+R" : "W+R");
        save(room, record, NULL);
        record_free(record);
    }
    StoreStats stats;
    assert_true(store_stats(room->store, &stats, &room->err));
    assert_int_equal(stats.games, 3);
    assert_int_equal(stats.positions, 2 + 3 + 3);
    assert_int_equal(stats.different_positions, 3);
    assert_true(stats.bytes > 0 && stats.version >= 3);
    assert_int_equal(stats.board_count, 1);
    assert_string_equal(stats.boards[0].name, "renju 15");
    assert_int_equal(stats.boards[0].white, 2);
    assert_int_equal(stats.player_count, 2);
    assert_string_equal(stats.players[0].name, "Ada");
    assert_int_equal(stats.players[0].games, 3);
    assert_int_equal(stats.players[0].black, 1);
    assert_int_equal(stats.players[0].white, 1);
    store_stats_free(&stats);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(any_game_comes_back_as_it_was),
        TEST(a_game_grows_in_its_place),
        TEST(a_save_that_comes_twice_is_one_game),
        TEST(two_writers_do_not_overwrite_each_other),
        TEST(what_is_gone_is_gone),
        TEST(an_impossible_main_line_is_refused),
        TEST(results_are_what_the_board_says_first),
        TEST(choices_tell_the_opening),
        TEST(imports_tell_games_apart_by_their_moves),
        TEST(imports_know_what_is_there),
        TEST(games_are_found_by_what_is_known_of_them),
        TEST(a_position_is_found_by_any_path_and_symmetry),
        TEST(every_position_of_every_game_is_found),
        TEST(pages_of_a_common_position_are_parts_of_the_whole),
        TEST(replies_are_counted_over_symmetries),
        TEST(analyses_come_back_the_way_the_position_lies),
        TEST(the_deeper_analysis_stays),
        TEST(lines_that_cannot_be_played_are_refused),
        TEST(settings_are_texts_by_name),
        TEST(a_batch_is_all_or_nothing),
        TEST(statistics_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
