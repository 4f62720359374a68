// SPDX-License-Identifier: MIT
// The store as a file: made by several processes at once, killed while it is written to, older,
// newer, damaged or not ours at all.
#include "support.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "gomoku/gomoku.h"
#include "store/sql.h"
#include "store_games.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void say_problem(const char *sentence, void *user) {
    (void)user;
    print_error("%s\n", sentence);
}

static int64_t problems_of(Store *store) {
    int64_t problems = -1;
    Error err = {""};
    if (!store_check(store, say_problem, NULL, &problems, &err))
        fail_msg("%s", err.text);
    return problems;
}

static int64_t games_in(Store *store) {
    StoreList list;
    StoreQuery query = STORE_QUERY_ALL;
    Error err = {""};
    if (!store_list(store, &query, &list, &err))
        fail_msg("%s", err.text);
    int64_t total = list.total;
    store_list_free(&list);
    return total;
}

// --- several processes ---

enum { WRITERS = 4, GAMES_EACH = 6 };

// Waits for the starting shot, then makes the file if nobody has and writes into it.
static int write_some(const char *path, int start) {
    char shot;
    Error err = {""};
    if (read(start, &shot, 1) < 0)
        return 1;
    Store *store = store_open(path, STORE_CREATE, store_test_games, &err);
    if (!store) {
        print_error("%s\n", err.text);
        return 2;
    }
    Rng rng = rng_seed((uint64_t)getpid());
    int code = 0;
    for (int i = 0; i < GAMES_EACH && !code; i++) {
        Record *record = store_test_record(&rng);
        int64_t id = 0;
        if (!store_save(store, &id, record, NULL, &err)) {
            print_error("%s\n", err.text);
            code = 3;
        }
        record_free(record);
    }
    store_close(store);
    return code;
}

static void processes_may_create_one_file(void **state) {
    (void)state;
    for (size_t round = 0; round < test_count(2, 10, 100); round++) {
        char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
        int start[2];
        pid_t writers[WRITERS];
        assert_int_equal(pipe(start), 0);
        for (int i = 0; i < WRITERS; i++) {
            writers[i] = fork();
            if (writers[i] == 0) {
                close(start[1]);
                _exit(write_some(path, start[0]));
            }
        }
        close(start[0]);
        close(start[1]); // the shot: everybody's read ends
        for (int i = 0; i < WRITERS; i++) {
            int status;
            waitpid(writers[i], &status, 0);
            assert_int_equal(status, 0);
        }
        Store *store = store_open(path, STORE_EXISTING, store_test_games, NULL);
        assert_int_equal(games_in(store), WRITERS * GAMES_EACH);
        assert_int_equal(problems_of(store), 0);
        store_close(store);
        free(path);
        store_test_remove(folder);
    }
}

// --- sudden ends ---

typedef struct Confirmed {
    int64_t id;
    int64_t plies; // of the game as it was confirmed last
} Confirmed;

// Saves games move by move as the page does, new ones and in place, batches in between; says after
// each that it is confirmed. Ends when it is killed.
static void write_for_ever(const char *path, int out, uint64_t seed) {
    Store *store = store_open(path, STORE_CREATE, store_test_games, NULL);
    Rng rng = rng_seed(seed);
    while (store) {
        bool batch = rng_below(&rng, 4) == 0;
        Confirmed done[8];
        size_t count = 0;
        if (batch && !store_begin(store, NULL))
            _exit(1);
        for (uint32_t i = 1 + rng_below(&rng, 7); i; i--) {
            Record *record = store_test_record(&rng);
            Position *last = record_replay(record, NULL);
            int64_t id = 0;
            if (!store_save(store, &id, record, NULL, NULL))
                _exit(2);
            done[count++] = (Confirmed){id, (int64_t)last->ply_count};
            if (!batch && write(out, &done[count - 1], sizeof *done) != sizeof *done)
                _exit(3);
            position_free(last);
            record_free(record);
        }
        if (batch && !store_commit(store, NULL))
            _exit(4);
        for (size_t i = 0; batch && i < count; i++)
            if (write(out, &done[i], sizeof *done) != sizeof *done)
                _exit(5);
    }
    _exit(6);
}

static void every_confirmed_game_is_there(Store *store, int in, size_t *confirmed) {
    Confirmed one;
    while (read(in, &one, sizeof one) == sizeof one) {
        StoredGame about;
        Error err = {""};
        Record *record = store_load(store, one.id, &about, &err);
        if (!record)
            fail_msg("a confirmed game is lost: %s", err.text);
        assert_int_equal(about.plies, one.plies);
        stored_game_free(&about);
        record_free(record);
        ++*confirmed;
    }
}

static void a_kill_loses_nothing_that_was_confirmed(void **state) {
    (void)state;
    char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
    Rng rng = rng_seed(test_seed());
    size_t confirmed = 0, kills = test_count(4, 10, 100);
    for (size_t i = 0; i < kills; i++) {
        int said[2];
        assert_int_equal(pipe(said), 0);
        uint64_t seed = rng_next(&rng);
        pid_t writer = fork();
        if (writer == 0) {
            close(said[0]);
            write_for_ever(path, said[1], seed);
        }
        close(said[1]);
        // Every other one dies in the middle of its work, however slow the machine is; the others
        // whenever it happens, perhaps while the file is being made.
        struct pollfd word = {.fd = said[0], .events = POLLIN};
        if (i % 2)
            assert_int_equal(poll(&word, 1, 60000), 1);
        clock_sleep_ms(5 + rng_below(&rng, 150));
        int status;
        kill(writer, SIGKILL);
        waitpid(writer, &status, 0);
        assert_true(WIFSIGNALED(status));
        Error err = {""};
        Store *store = store_open(path, STORE_CREATE, store_test_games, &err);
        if (!store)
            fail_msg("%s", err.text);
        every_confirmed_game_is_there(store, said[0], &confirmed);
        assert_int_equal(problems_of(store), 0);
        store_close(store);
        close(said[0]);
    }
    print_message("%zu kills, %zu confirmed games\n", kills, confirmed);
    assert_true(confirmed > 0);
    free(path);
    store_test_remove(folder);
}

// --- versions ---

// A file as a program of that version left it, with a game in it.
static void make_old_file(const char *path, int version) {
    Store *store = mem_new(sizeof *store);
    store->path = mem_copy_text(path);
    store->games = store_test_games;
    assert_int_equal(sqlite3_open(path, &store->file), SQLITE_OK);
    assert_true(schema_migrate(store, version, NULL));
    Record *record = store_test_moves(&gomoku_game, "renju", 15, "h8 h9 i9");
    int64_t id = 0;
    assert_true(store_save(store, &id, record, NULL, NULL));
    record_free(record);
    store_close(store);
}

static void older_files_are_brought_up_to_date(void **state) {
    (void)state;
    assert_true(schema_version() >= 4);
    for (int version = 1; version <= schema_version(); version++) {
        char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
        Error err = {""};
        make_old_file(path, version);
        Store *store = store_open(path, STORE_EXISTING, store_test_games, &err);
        if (!store)
            fail_msg("%s", err.text);
        StoreStats stats;
        assert_true(store_stats(store, &stats, &err));
        assert_int_equal(stats.version, schema_version());
        assert_int_equal(stats.games, 1);
        store_stats_free(&stats);
        assert_true(store_set(store, "a", "1", &err));
        assert_int_equal(problems_of(store), 0);
        store_close(store);
        free(path);
        store_test_remove(folder);
    }
}

static void refused(const char *path, const char *what) {
    Text before = {0}, after = {0};
    Error err = {""};
    file_read(path, &before, NULL);
    assert_null(store_open(path, STORE_CREATE, store_test_games, &err));
    if (!strstr(err.text, what))
        fail_msg("'%s' does not say '%s'", err.text, what);
    file_read(path, &after, NULL);
    assert_int_equal(before.length, after.length);
    assert_memory_equal(text_chars(&before), text_chars(&after), before.length);
    text_free(&before);
    text_free(&after);
}

static void execute(const char *path, const char *sql) {
    sqlite3 *file;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

static void what_is_not_ours_is_left_alone(void **state) {
    (void)state;
    char *folder = store_test_folder(), *newer = store_test_path(folder, "newer.db"),
         *other = store_test_path(folder, "other.db"), *text = store_test_path(folder, "text.db"),
         *gone = store_test_path(folder, "gone.db");
    make_old_file(newer, schema_version());
    execute(newer, "PRAGMA user_version=99");
    refused(newer, "newer tengen");
    execute(other, "CREATE TABLE recipes (name)");
    refused(other, "another program");
    Text words = {0};
    for (int i = 0; i < 300; i++)
        text_add(&words, "This is no database. ");
    assert_true(file_write(text, words.chars, words.length, NULL));
    refused(text, "is no database");
    text_free(&words);
    Error err = {""};
    assert_null(store_open(folder, STORE_CREATE, store_test_games, &err));
    assert_non_null(strstr(err.text, "is a folder"));
    assert_null(store_open(gone, STORE_EXISTING, store_test_games, &err));
    assert_non_null(strstr(err.text, "there is no database"));
    struct stat about;
    assert_int_not_equal(stat(gone, &about), 0);
    free(newer);
    free(other);
    free(text);
    free(gone);
    store_test_remove(folder);
}

// --- reading only ---

// What somebody who may write nothing there finds: 0 when it is `games` games, or `sentence`.
static int look_as_nobody(const char *path, int64_t games, const char *sentence) {
    Error err = {""};
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return 0; // no way to lose our rights here
    Store *store = store_open(path, STORE_EXISTING, store_test_games, &err);
    if (!store)
        return sentence && strstr(err.text, sentence) ? 0 : 1;
    Record *record = store_test_moves(&gomoku_game, "freestyle", 15, "h8");
    int64_t id = 0;
    int code = sentence                                     ? 2
               : !store_reads_only(store)                   ? 3
               : games_in(store) != games                   ? 4
               : store_save(store, &id, record, NULL, &err) ? 5
               : !strstr(err.text, "may not be written to") ? 6
               : store_begin(store, &err)                   ? 7
               : problems_of(store) != 0                    ? 8
                                                            : 0;
    record_free(record);
    store_close(store);
    return code;
}

static void nobody_finds(const char *path, int64_t games, const char *sentence) {
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(look_as_nobody(path, games, sentence));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void copy_file(const char *from, const char *to) {
    Text bytes = {0};
    assert_true(file_read(from, &bytes, NULL));
    assert_true(file_write(to, text_chars(&bytes), bytes.length, NULL));
    assert_int_equal(chmod(to, 0444), 0);
    text_free(&bytes);
}

static void a_library_can_be_read_only(void **state) {
    (void)state;
    char *folder = store_test_folder(), *path = store_test_path(folder, "games #1?.db"),
         *log = store_test_path(folder, "games #1?.db-wal"),
         *copy = store_test_path(folder, "copy.db"),
         *copied = store_test_path(folder, "copy.db-wal");
    Error err = {""};
    assert_null(store_open(path, STORE_READING, store_test_games, &err));
    assert_non_null(strstr(err.text, "there is no database"));
    Record *record = store_test_moves(&gomoku_game, "freestyle", 15, "h8 i9");
    Store *writer = store_open(path, STORE_CREATE, store_test_games, &err);
    int64_t id = 0, other = 0;
    assert_true(store_save(writer, &id, record, NULL, &err));
    // Beside a writer: what it has confirmed is seen, at once.
    Store *reader = store_open(path, STORE_READING, store_test_games, &err);
    assert_true(store_reads_only(reader) && !store_reads_only(writer));
    assert_int_equal(games_in(reader), 1);
    assert_true(store_save(writer, &other, record, NULL, &err));
    assert_int_equal(games_in(reader), 2);
    assert_false(store_save(reader, &id, record, NULL, &err));
    assert_non_null(strstr(err.text, "may not be written to"));
    assert_false(store_delete(reader, id, &err) || store_set(reader, "a", "1", &err));
    copy_file(path, copy);
    copy_file(log, copied);
    store_close(reader);
    store_close(writer);
    // Where nobody may write.
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    nobody_finds(path, 2, NULL);
    nobody_finds(copy, 0, "copy both elsewhere");
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_not_equal(access(log, F_OK), 0); // nothing is left beside it
    record_free(record);
    free(path);
    free(log);
    free(copy);
    free(copied);
    store_test_remove(folder);
}

static void an_older_file_is_not_read_only(void **state) {
    (void)state;
    char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
    Error err = {""};
    make_old_file(path, 1);
    assert_null(store_open(path, STORE_READING, store_test_games, &err));
    assert_non_null(strstr(err.text, "written by an older tengen"));
    Store *store = store_open(path, STORE_EXISTING, store_test_games, &err);
    assert_non_null(store);
    store_close(store);
    free(path);
    store_test_remove(folder);
}

// Forgets the sentence that was awaited once it is said.
static void await_problem(const char *sentence, void *user) {
    const char **awaited = user;
    if (*awaited && strstr(sentence, *awaited))
        *awaited = NULL;
}

static void a_check_finds_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *damage, *sentence;
    } damages[] = {
        {"DELETE FROM positions WHERE ply = 1", "is not its main line"},
        {"UPDATE positions SET next = 5 WHERE ply = 2", "is not its main line"},
        {"UPDATE games SET plies = 77", "is not what its tree says"},
        {"UPDATE games SET rule = 'chess'", "cannot be read"},
        {"UPDATE trees SET sgf = 'nothing'", "cannot be read"},
        {"UPDATE trees SET sgf = '(;GM[4]SZ[15];B[hh];W[hh])'", "cannot be played"},
        {"DELETE FROM games", "a game that is gone"},
        {"UPDATE analyses SET key = key + 1", "not of the position"},
        {"UPDATE analyses SET stones = 'B:zz'", "not of the position"},
        {"UPDATE lines SET pv = 'h8 zz'", "cannot be read"},
        {"UPDATE lines SET pv = 'h8 h8'", "cannot be played: h8 is occupied"},
        {"DELETE FROM lines", "has no lines"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
        make_old_file(path, schema_version());
        Error err = {""};
        Store *store = store_open(path, STORE_EXISTING, store_test_games, &err);
        Position *position = position_new(&gomoku_game, NULL, 15, 15, NULL);
        Line line = {.pv = {move_at(7, 7)}, .pv_length = 1};
        StoredAnalysis analysis = {.engine = "x", .lines = &line, .line_count = 1};
        assert_true(store_keep_analysis(store, position, &analysis, &err));
        assert_int_equal(problems_of(store), 0);
        execute(path, damages[i].damage);
        const char *awaited = damages[i].sentence;
        int64_t problems;
        assert_true(store_check(store, await_problem, &awaited, &problems, &err));
        if (awaited || problems < 1)
            fail_msg("nobody found: %s", damages[i].damage);
        position_free(position);
        store_close(store);
        free(path);
        store_test_remove(folder);
    }
}

// An earlier program kept lines of other positions. They are not handed out, and do not stand in the
// way of better ones.
static void an_unplayable_line_is_replaced(void **state) {
    (void)state;
    char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
    Error err = {""};
    Store *store = store_open(path, STORE_CREATE, store_test_games, &err);
    Position *position = position_new(&gomoku_game, NULL, 15, 15, NULL);
    Line line = {.pv = {move_at(7, 7)}, .pv_length = 1};
    StoredAnalysis analysis = {.engine = "x", .depth = 9, .lines = &line, .line_count = 1}, found;
    bool there;
    assert_true(store_keep_analysis(store, position, &analysis, &err));
    execute(path, "UPDATE lines SET pv = 'h8 h8'");
    assert_false(store_find_analysis(store, position, NULL, 1, &found, &there, &err));
    analysis.depth = 3;
    assert_true(store_keep_analysis(store, position, &analysis, &err));
    assert_true(store_find_analysis(store, position, NULL, 1, &found, &there, &err) && there);
    assert_int_equal(found.depth, 3);
    stored_analysis_free(&found);
    assert_int_equal(problems_of(store), 0);
    position_free(position);
    store_close(store);
    free(path);
    store_test_remove(folder);
}

// The last of its three parts cannot be written: the first two are not kept, either.
static void half_a_game_is_not_kept(void **state) {
    (void)state;
    char *folder = store_test_folder(), *path = store_test_path(folder, "games.db");
    Error err = {""};
    Store *store = store_open(path, STORE_CREATE, store_test_games, &err);
    Record *record = store_test_moves(&gomoku_game, "freestyle", 15, "h8 i9 j10");
    execute(path, "CREATE TRIGGER refuse BEFORE INSERT ON positions WHEN new.ply = 2"
                  " BEGIN SELECT raise(ABORT, 'no'); END");
    int64_t id = 0;
    assert_false(store_save(store, &id, record, NULL, &err));
    assert_int_equal(id, 0);
    execute(path, "DROP TRIGGER refuse");
    assert_int_equal(games_in(store), 0);
    assert_int_equal(problems_of(store), 0);
    assert_true(store_save(store, &id, record, NULL, &err));
    assert_int_equal(games_in(store), 1);
    record_free(record);
    store_close(store);
    free(path);
    store_test_remove(folder);
}

static void the_default_path_is_in_the_data_folder(void **state) {
    (void)state;
    Error err = {""};
    setenv("HOME", "/home/ada", 1);
    setenv("XDG_DATA_HOME", "/data", 1);
    char *path = store_default_path(&err);
    assert_string_equal(path, "/data/tengen/games.db");
    free(path);
    setenv("XDG_DATA_HOME", "relative", 1);
    path = store_default_path(&err);
    assert_string_equal(path, "/home/ada/.local/share/tengen/games.db");
    free(path);
    unsetenv("HOME");
    assert_null(store_default_path(&err));
    assert_non_null(strstr(err.text, "--db"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_may_create_one_file),
        cmocka_unit_test(a_kill_loses_nothing_that_was_confirmed),
        cmocka_unit_test(older_files_are_brought_up_to_date),
        cmocka_unit_test(what_is_not_ours_is_left_alone),
        cmocka_unit_test(a_library_can_be_read_only),
        cmocka_unit_test(an_older_file_is_not_read_only),
        cmocka_unit_test(a_check_finds_what_is_wrong),
        cmocka_unit_test(an_unplayable_line_is_replaced),
        cmocka_unit_test(half_a_game_is_not_kept),
        cmocka_unit_test(the_default_path_is_in_the_data_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
