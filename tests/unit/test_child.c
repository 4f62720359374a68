// SPDX-License-Identifier: MIT
// Programs of others, played by tests/tools/child_actor.c in roles that do everything wrong. Every
// failure must come back as a sentence, and nobody may be left behind.
#include "support.h"

#include "base/clock.h"
#include "base/thread.h"
#include "child/process.h"
#include "child/talk.h"
#include "engine/registry.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char actor_path[1024];

// Short waits, long enough for a busy machine under a sanitizer where the role answers properly.
static const ChildSettings brisk = {.start_ms = 8000,
                                    .command_ms = 8000,
                                    .margin_ms = 100,
                                    .silence_ms = 8000,
                                    .untimed_ms = 1000,
                                    .end_ms = 100,
                                    .memory_bytes = 1 << 20};

static char *spec_of(const char *protocol, const char *role, char out[1100]) {
    snprintf(out, 1100, "%s:%s %s", protocol, actor_path, role);
    return out;
}

static Registry *registry;

static void configure(Player *player, const ChildSettings *settings) {
    ((Talk *)player)->settings = *settings;
}

static Player *hire(const char *protocol, const char *role) {
    char spec[1100];
    Error err = {""};
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    Player *player = registry_player(registry, spec_of(protocol, role, spec), &defaults, &err);
    if (!player)
        fail_msg("%s", err.text);
    configure(player, &brisk);
    return player;
}

// 0 when it is not running.
static pid_t pid_of(const Player *player) {
    const Talk *talk = (const Talk *)player;
    return talk->process && process_alive(talk->process, NULL) ? process_id(talk->process) : 0;
}

static Game *new_game(const GameType *type, int size, OpeningKind opening) {
    Game *game = game_new(type, NULL, size, size, opening, NULL);
    assert_non_null(game);
    return game;
}

static void play_word(Game *game, const char *word) {
    Move move;
    Error err = {""};
    assert_true(move_parse(game_position(game), word, &move, &err));
    if (!game_play(game, move, false, &err))
        fail_msg("%s: %s", word, err.text);
}

static Ask turn_of(const Game *game, int64_t time_ms) {
    Ask turn = {.game = game, .limits = LIMITS_OPEN};
    turn.limits.time_ms = time_ms;
    return turn;
}

// The answer must be this word; it is played.
static void expect_move(Player *player, Game *game, const char *word) {
    Ask turn = turn_of(game, 8000);
    Choice choice;
    Error err = {""};
    if (!player_choose(player, &turn, &choice, &err))
        fail_msg("%s", err.text);
    char name[COORD_CHARS];
    assert_string_equal(move_print(game_position(game), choice.move, name), word);
    assert_true(game_play(game, choice.move, false, NULL));
}

static void expect_sentence(const Error *err, const char *says) {
    if (!strstr(err->text, says))
        fail_msg("'%s' does not say '%s'", err->text, says);
}

static bool lives(pid_t pid) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'X';
    fclose(file);
    return state != 'Z' && state != 'X'; // a zombie of somebody else's is dead enough
}

static void expect_death(pid_t pid) {
    for (int i = 0; i < 400 && lives(pid); i++)
        clock_sleep_ms(10);
    assert_false(lives(pid));
}

// We have no child at all, alive or unburied.
static void expect_nobody(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void programs_that_cannot_start(void **state) {
    (void)state;
    static const struct {
        const char *spec, *says;
    } cases[] = {
        {"cmd:./no-such-program", "there is no program './no-such-program'"},
        {"cmd:no-such-program", "along PATH"},
        {"cmd:/etc/passwd", "not a program that can be run"},
        {"cmd:/tmp", "not a program that can be run"},
        {"cmd:'open", "quote"},
        {"cmd:", "needs a command line"},
        {"cmd: ", "needs a command line"},
        {"cmd:''", "there is no program ''"},
        {"htp:./no-such-program --x", "there is no program './no-such-program'"},
    };
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {""};
        assert_null(registry_player(registry, cases[i].spec, &defaults, &err));
        expect_sentence(&err, cases[i].says);
    }
    // Executable by its mode bits, but the kernel knows no such format.
    char path[] = "/tmp/tengen-test-XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, "\x01\x02\x03\x04", 4), 4);
    assert_int_equal(fchmod(file, 0755), 0);
    close(file);
    char *words[] = {path, NULL};
    Error err = {""};
    assert_null(process_start(&(ProcessSetup){.words = words}, &err));
    expect_sentence(&err, "cannot be run");
    unlink(path);
    expect_nobody();
}

static void programs_that_fail(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *role;
        int turns; // it plays properly before that
        bool at_start;
        const char *says;
    } cases[] = {
        {"cmd", "exit", 0, true, "ended with exit code 7"},
        {"cmd", "mute", 0, true, "was silent for"},
        {"cmd", "crash", 0, false, "died (signal 11)"},
        {"cmd", "crash-later", 1, false, "died (signal 11)"},
        {"cmd", "leave", 0, false, "ended with exit code 3"},
        {"cmd", "hang", 0, false, "was silent for"},
        {"cmd", "hang-later", 1, false, "was silent for"},
        {"cmd", "late", 0, false, "was silent for"},
        {"cmd", "close", 0, false, "closed its output"},
        {"cmd", "endless", 0, false, " for "}, // no answer, or silence where it is starved
        {"cmd", "nonsense", 0, false, "answered 'foo' where a move x,y on the board was expected"},
        {"cmd", "binary", 0, false, "answered '??"},
        {"cmd", "outside", 0, false, "answered '77,3' where"},
        {"cmd", "two", 0, false, "answered '1,1 2,2' where"},
        {"cmd", "half", 0, false, "answered '7,' where"},
        {"cmd", "error", 0, false, "answered 'ERROR no' where"},
        {"cmd", "unknown", 0, false, "answered 'UNKNOWN what' where"},
        {"cmd", "occupied", 0, false, "h8 is occupied"},
        {"htp", "exit", 0, true, "ended with exit code 7"},
        {"htp", "htp-no-size", 0, true, "the complaint 'unacceptable size'"},
        {"htp", "htp-no-play", 0, false, "answered 'play b h8' with the complaint 'illegal move'"},
        {"htp", "htp-crash", 0, false, "died (signal 11)"},
        {"htp", "htp-hang", 0, false, "was silent for"},
        {"htp", "htp-nonsense", 0, false, "answered 'what?' where an answer that begins with"},
        {"htp", "htp-complain", 0, false, "the complaint 'too tired'"},
        {"htp", "htp-off", 0, false, "answered 'z26' where a move on the board"},
        {"htp", "htp-pass", 0, false, "there is no passing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Player *player = hire(cases[i].protocol, cases[i].role);
        ChildSettings settings = brisk;
        if (strcmp(cases[i].role, "mute") == 0)
            settings.start_ms = 200;
        configure(player, &settings);
        Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
        play_word(game, "h8");
        Error err = {""};
        bool began = player_begin(player, game, &err);
        assert_int_equal(began, !cases[i].at_start);
        Choice choice;
        for (int turns = cases[i].turns; turns; turns--) {
            expect_move(player, game, "a15");
            play_word(game, "i9");
        }
        pid_t pid = pid_of(player);
        bool hangs = strstr(cases[i].says, "for") != NULL;
        Ask turn = turn_of(game, hangs ? 100 : 8000);
        if (began)
            assert_false(player_choose(player, &turn, &choice, &err));
        expect_sentence(&err, cases[i].says);
        if (strcmp(cases[i].role, "occupied") && strcmp(cases[i].role, "htp-pass"))
            expect_nobody();
        player_free(player);
        expect_nobody();
        assert_false(pid && lives(pid));
        game_free(game);
    }
}

static void a_deaf_program_cannot_block_us(void **state) {
    (void)state;
    char *words[] = {actor_path, "deaf", NULL};
    Process *process = process_start(&(ProcessSetup){.words = words}, NULL);
    assert_non_null(process);
    char *flood = calloc(1, 1 << 20);
    memset(flood, 'x', 1 << 20);
    memcpy(flood, "START 15\n", 9);
    int64_t before = clock_now_ms();
    assert_int_equal(process_write(process, flood, 1 << 20, clock_now_us() + 300000, NULL),
                     PROCESS_LATE);
    assert_in_range(clock_now_ms() - before, 290, 5000);
    // A flag is seen at once.
    StopFlag stop = {0};
    stop_raise(&stop);
    assert_int_equal(process_write(process, flood, 1 << 20, clock_now_us() + 9000000, &stop),
                     PROCESS_STOPPED);
    process_free(process, 0);
    free(flood);
    expect_nobody();
}

static void long_lines_are_cut_and_survived(void **state) {
    (void)state;
    Player *player = hire("cmd", "megabyte");
    Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
    assert_true(player_begin(player, game, NULL));
    expect_move(player, game, "a15");
    player_free(player);
    game_free(game);

    char *words[] = {"/bin/sh", "-c",
                     "head -c 1000000 /dev/zero | tr '\\0' x; echo; echo b; printf c", NULL};
    Process *process = process_start(&(ProcessSetup){.words = words}, NULL);
    Text line = {0};
    int64_t until = clock_now_us() + 9000000;
    assert_int_equal(process_read_line(process, &line, until, NULL), PROCESS_DONE);
    assert_int_equal(line.length, PROCESS_LINE_MAX);
    assert_int_equal(process_read_line(process, &line, until, NULL), PROCESS_DONE);
    assert_string_equal(line.chars, "b");
    assert_int_equal(process_read_line(process, &line, until, NULL), PROCESS_DONE);
    assert_string_equal(line.chars, "c"); // the last line lacks its end
    assert_int_equal(process_read_line(process, &line, until, NULL), PROCESS_CLOSED);
    text_clear(&line);
    assert_false(process_alive(process, &line));
    assert_string_equal(line.chars, "ended with exit code 0");
    process_free(process, 0);
    text_free(&line);
    expect_nobody();
}

static void grandchildren_go_too(void **state) {
    (void)state;
    static char *const roles[] = {"fork", "fork-session", "daemon", "daemon-bare"};
    for (int role = 0; role < 4; role++) {
        char *words[] = {actor_path, roles[role], NULL};
        Process *process = process_start(&(ProcessSetup){.words = words}, NULL);
        Text line = {0};
        int64_t until = clock_now_us() + 9000000;
        const char order[] = "START 15\nBEGIN\n";
        assert_int_equal(process_write(process, order, sizeof order - 1, until, NULL),
                         PROCESS_DONE);
        int grandchild = 0;
        while (!grandchild) {
            assert_int_equal(process_read_line(process, &line, until, NULL), PROCESS_DONE);
            if (sscanf(line.chars, "MESSAGE grandchild %d", &grandchild) != 1)
                grandchild = 0;
        }
        assert_true(lives(grandchild));
        assert_int_equal(process_count(process), 2);
        assert_true(process_memory(process) > 0);
        process_free(process, 50);
        expect_death(grandchild);
        text_free(&line);
        expect_nobody();
    }
}

static void the_stubborn_are_killed(void **state) {
    (void)state;
    Player *player = hire("cmd", "stubborn");
    Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
    assert_true(player_begin(player, game, NULL));
    expect_move(player, game, "a15");
    pid_t pid = pid_of(player);
    assert_true(lives(pid));
    int64_t before = clock_now_ms();
    player_free(player);
    assert_in_range(clock_now_ms() - before, 190, 5000); // both graces were given
    assert_false(lives(pid));
    game_free(game);
    expect_nobody();
}

static void *raise_soon(void *flag) {
    clock_sleep_ms(50);
    stop_raise(flag);
    return NULL;
}

static void a_stop_is_passed_on(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *role;
    } cases[] = {{"cmd", "stoppable"}, {"htp", "htp-stoppable"}};
    for (size_t i = 0; i < 2; i++) {
        Player *player = hire(cases[i].protocol, cases[i].role);
        Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
        assert_true(player_begin(player, game, NULL));
        StopFlag stop = {0};
        Ask turn = turn_of(game, 60000);
        turn.stop = &stop;
        Choice choice;
        Error err = {""};
        pthread_t thread = thread_start(raise_soon, &stop);
        if (!player_choose(player, &turn, &choice, &err))
            fail_msg("%s", err.text);
        assert_true(move_is_stone(choice.move));
        assert_true(pid_of(player) > 0); // it goes on living
        thread_join(thread);
        player_free(player);
        game_free(game);
    }
    expect_nobody();
}

static void a_stop_is_seen_at_once(void **state) {
    (void)state;
    static const char *const roles[] = {"hang", "endless"};
    for (size_t i = 0; i < 2; i++) {
        Player *player = hire("cmd", roles[i]);
        Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
        assert_true(player_begin(player, game, NULL));
        StopFlag stop = {0};
        Ask turn = turn_of(game, 60000);
        turn.stop = &stop;
        Choice choice;
        Error err = {""};
        pthread_t thread = thread_start(raise_soon, &stop);
        int64_t before = clock_now_ms();
        assert_false(player_choose(player, &turn, &choice, &err));
        assert_in_range(clock_now_ms() - before, 45, 5000);
        expect_sentence(&err, "was stopped before it had answered");
        thread_join(thread);
        expect_nobody();
        player_free(player);
        game_free(game);
    }
}

static void no_program_outlives_us(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        char *words[] = {actor_path, "stubborn", NULL};
        Process *process = process_start(&(ProcessSetup){.words = words}, NULL);
        int pid = process ? process_id(process) : 0;
        if (write(ends[1], &pid, sizeof pid) == sizeof pid)
            pause();
        _exit(1);
    }
    int pid = 0;
    assert_int_equal(read(ends[0], &pid, sizeof pid), sizeof pid);
    assert_true(pid > 0 && lives(pid));
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    expect_death(pid);
    close(ends[0]);
    close(ends[1]);
    expect_nobody();
}

static void it_starts_in_its_own_folder(void **state) {
    (void)state;
    for (int own = 0; own < 2; own++) {
        char *words[] = {actor_path, "where", NULL};
        Process *process = process_start(&(ProcessSetup){.words = words, .own_folder = own}, NULL);
        Text line = {0};
        assert_int_equal(process_read_line(process, &line, clock_now_us() + 9000000, NULL),
                         PROCESS_DONE);
        char *here = getcwd(NULL, 0);
        if (own)
            assert_true(text_ends(line.chars, "/tests"));
        else
            assert_string_equal(line.chars, here);
        free(here);
        text_free(&line);
        process_free(process, 0);
    }
    expect_nobody();
}

// TURN where the game goes on, BOARD after an undo; a program without RESTART is started again.
static void undo_is_understood(void **state) {
    (void)state;
    static const char *const roles[] = {"good", "no-restart", "suggest"};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        Player *player = hire("cmd", roles[i]);
        Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
        assert_true(player_begin(player, game, NULL));
        expect_move(player, game, "a15");
        char message[64];
        snprintf(message, sizeof message, "by %s", roles[i]);
        assert_string_equal(player_message(player), message);
        pid_t first = pid_of(player);
        play_word(game, "h8");
        expect_move(player, game, "b15");
        play_word(game, "h9");
        expect_move(player, game, "c15");
        for (int undo = 0; undo < 3; undo++)
            assert_true(game_undo(game));
        play_word(game, "b15"); // another move than before, where the program had its own stone
        expect_move(player, game, "c15");
        assert_int_equal(pid_of(player) == first, i != 1);
        player_end(player);
        // The next game begins with an empty board.
        Game *next = new_game(&gomoku_game, 15, OPENING_FREE);
        assert_true(player_begin(player, next, NULL));
        expect_move(player, next, "a15");
        // ... and another size with a new START.
        Game *small = game_new(&gomoku_game, "renju", 9, 7, OPENING_FREE, NULL);
        assert_true(player_begin(player, small, NULL));
        expect_move(player, small, "a7");
        player_free(player);
        game_free(game);
        game_free(next);
        game_free(small);
        expect_nobody();
    }
}

static void a_failure_does_not_leak(void **state) {
    (void)state;
    Player *player = hire("cmd", "crash-later");
    Game *game = new_game(&gomoku_game, 15, OPENING_FREE);
    assert_true(player_begin(player, game, NULL));
    expect_move(player, game, "a15");
    play_word(game, "h8");
    Ask turn = turn_of(game, 8000);
    Choice choice;
    assert_false(player_choose(player, &turn, &choice, NULL));
    expect_move(player, game, "b15"); // started anew and told with BOARD
    player_free(player);
    game_free(game);
    expect_nobody();
}

static void swap2_is_asked_for(void **state) {
    (void)state;
    Player *first = hire("cmd", "good"), *second = hire("cmd", "good");
    Game *game = new_game(&gomoku_game, 15, OPENING_SWAP2);
    assert_true(player_begin(first, game, NULL));
    assert_true(player_begin(second, game, NULL));
    expect_move(first, game, "h8");
    expect_move(first, game, "i8");
    expect_move(first, game, "j6");
    assert_int_equal(game_actor(game), SEAT_SECOND);
    expect_move(second, game, "put-two");
    expect_move(second, game, "c13");
    expect_move(second, game, "d12");
    assert_int_equal(game_actor(game), SEAT_FIRST);
    expect_move(first, game, "swap-sides");
    assert_int_equal(game_actor(game), SEAT_SECOND);
    expect_move(second, game, "a15");
    expect_move(first, game, "b15");
    expect_move(second, game, "c15");
    player_free(first);
    player_free(second);
    game_free(game);

    Player *fool = hire("cmd", "nonsense");
    game = new_game(&gomoku_game, 15, OPENING_SWAP2);
    assert_true(player_begin(fool, game, NULL));
    Ask turn = turn_of(game, 8000);
    Choice choice;
    Error err = {""};
    assert_false(player_choose(fool, &turn, &choice, &err));
    expect_sentence(&err, "where an opening of three points");
    player_free(fool);
    game_free(game);
    expect_nobody();
}

static void what_they_do_not_know_is_refused(void **state) {
    (void)state;
    Error err = {""};
    Player *player = hire("cmd", "good");
    Game *game = new_game(&hex_game, 11, OPENING_FREE);
    assert_false(player_begin(player, game, &err));
    expect_sentence(&err, "plays gomoku, not hex");
    game_free(game);
    game = new_game(&gomoku_game, 15, OPENING_PRO);
    assert_false(player_begin(player, game, &err));
    expect_sentence(&err, "free and swap2, not pro");
    player_free(player);
    player = hire("htp", "htp");
    assert_false(player_begin(player, game, &err));
    expect_sentence(&err, "not pro");
    player_free(player);
    game_free(game);
    expect_nobody();
}

static void gtp_answers_are_understood(void **state) {
    (void)state;
    static const struct {
        const char *role, *move;
    } cases[] = {{"htp-swap", "swap-pieces"}, {"htp-comment", "c3"}, {"htp-resign", "resign"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Player *player = hire("htp", cases[i].role);
        Game *game = new_game(&hex_game, 11, OPENING_SWAP_PIECES);
        assert_true(player_begin(player, game, NULL));
        play_word(game, "b4");
        if (i == 1) { // a second line behind the move is not a move
            Ask turn = turn_of(game, 500);
            Choice choice;
            Error err = {""};
            assert_false(player_choose(player, &turn, &choice, &err));
            expect_sentence(&err, "where a move on the board");
        } else {
            expect_move(player, game, cases[i].move);
        }
        player_free(player);
        game_free(game);
        expect_nobody();
    }
}

// Programs disagree about swaps; ours is told to them as stones.
static void a_swap_is_told_as_stones(void **state) {
    (void)state;
    static const struct {
        int width, height;
        OpeningKind opening;
        const char *swap, *answer; // ... to the stone as it lies after the swap
    } cases[] = {{6, 6, OPENING_SWAP_PIECES, "swap-pieces", "b4"},
                 {6, 5, OPENING_SWAP_SIDES, "swap-sides", "d2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Game *game =
            game_new(&hex_game, NULL, cases[i].width, cases[i].height, cases[i].opening, NULL);
        Player *second = hire("htp", "htp-benzene"), *first = hire("htp", "htp-benzene");
        assert_true(player_begin(second, game, NULL) && player_begin(first, game, NULL));
        play_word(game, "b4");
        expect_move(second, game, cases[i].swap);
        expect_move(first, game, cases[i].answer); // and not a swap of its own
        play_word(game, "c1");
        player_free(first);
        expect_move(second, game, "a3");
        player_free(second);
        game_free(game);
    }
    expect_nobody();
}

static int open_files(void) {
    int count = 0;
    for (int file = 0; file < 256; file++)
        count += fcntl(file, F_GETFD) >= 0;
    return count;
}

static void nothing_stays_open(void **state) {
    (void)state;
    static char *const roles[] = {"good", "exit", "close", "stubborn"};
    int before = open_files();
    for (int i = 0; i < 12; i++) {
        char *words[] = {actor_path, roles[i % 4], NULL};
        Process *process = process_start(&(ProcessSetup){.words = words}, NULL);
        assert_non_null(process);
        process_write(process, "BEGIN\n", 6, clock_now_us() + 100000, NULL);
        process_free(process, 0);
    }
    assert_int_equal(open_files(), before);
    expect_nobody();
}

// cmocka's assertions belong to the main thread; the others only count.
static void *play_alone(void *good_moves) {
    char spec[1100];
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    for (int round = 0; round < 3; round++) {
        Player *player = registry_player(registry, spec_of("cmd", "good", spec), &defaults, NULL);
        Game *game = game_new(&gomoku_game, NULL, 15, 15, OPENING_FREE, NULL);
        Choice choice;
        Ask turn = turn_of(game, 8000);
        configure(player, &brisk);
        if (player_begin(player, game, NULL))
            while (game_choices(game) < 6 && player_choose(player, &turn, &choice, NULL) &&
                   game_play(game, choice.move, false, NULL))
                ++*(int *)good_moves;
        player_free(player);
        game_free(game);
    }
    return NULL;
}

// As in a match with several games at once: no program inherits another's pipe or waits for its end.
static void many_threads_have_children(void **state) {
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int moves[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        threads[i] = thread_start(play_alone, &moves[i]);
    for (int i = 0; i < THREADS; i++) {
        thread_join(threads[i]);
        assert_int_equal(moves[i], 3 * 6);
    }
    expect_nobody();
}

enum { PATIENCE_S = 60 };

// Two janitors forked in the same moment have each other's pipes. Neither may keep them while its program starts:
// then each would wait for the other, for ever, and so would we.
static void *start_alone(void *barrier) {
    char *words[] = {actor_path, "exit", NULL};
    for (size_t i = 0; i < test_count(100, 400, 400); i++) {
        pthread_barrier_wait(barrier);
        process_free(process_start(&(ProcessSetup){.words = words}, NULL), 0);
    }
    return NULL;
}

static void starting_at_once_they_do_not_wait_for_each_other(void **state) {
    (void)state;
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, THREADS);
    alarm(PATIENCE_S); // ends the program, which is a failure
    for (int i = 0; i < THREADS; i++)
        threads[i] = thread_start(start_alone, &barrier);
    for (int i = 0; i < THREADS; i++)
        thread_join(threads[i]);
    alarm(0);
    pthread_barrier_destroy(&barrier);
    expect_nobody();
}

static int set_up(void **state) {
    (void)state;
    const char *build = getenv("BUILD");
    snprintf(actor_path, sizeof actor_path, "%s/tests/child_actor",
             build ? build : "build/gcc-release");
    registry = registry_new();
    registry_add_player(registry, &gomocup_child_player);
    registry_add_player(registry, &gtp_child_player);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    registry_free(registry);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_that_cannot_start),
        cmocka_unit_test(programs_that_fail),
        cmocka_unit_test(a_deaf_program_cannot_block_us),
        cmocka_unit_test(long_lines_are_cut_and_survived),
        cmocka_unit_test(grandchildren_go_too),
        cmocka_unit_test(the_stubborn_are_killed),
        cmocka_unit_test(a_stop_is_seen_at_once),
        cmocka_unit_test(a_stop_is_passed_on),
        cmocka_unit_test(no_program_outlives_us),
        cmocka_unit_test(it_starts_in_its_own_folder),
        cmocka_unit_test(undo_is_understood),
        cmocka_unit_test(a_failure_does_not_leak),
        cmocka_unit_test(swap2_is_asked_for),
        cmocka_unit_test(what_they_do_not_know_is_refused),
        cmocka_unit_test(gtp_answers_are_understood),
        cmocka_unit_test(a_swap_is_told_as_stones),
        cmocka_unit_test(nothing_stays_open),
        cmocka_unit_test(many_threads_have_children),
        cmocka_unit_test(starting_at_once_they_do_not_wait_for_each_other),
    };
    return cmocka_run_group_tests_name("child", tests, set_up, tear_down);
}
