// SPDX-License-Identifier: MIT
// GTP from inside: framing, clocks, records, and random play and undo of any colour against a model
// of the board. Conversations are in tests/transcripts.
#include "support.h"

#include "base/file.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "protocol/gtp_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- a conversation ---

typedef struct Talk {
    Registry *registry;
    Gtp *gtp;
    Text said;
} Talk;

static void listen(const char *text, void *user) {
    text_add(&((Talk *)user)->said, text);
}

static void talk_open(Talk *talk, const GameType *game, const char *spec) {
    *talk = (Talk){.registry = registry_new()};
    registry_add_game(talk->registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(talk->registry, &hex_game, &hex_searcher);
    registry_add_player(talk->registry, &engine_player);
    registry_add_player(talk->registry, &random_player);
    GtpSetup setup = {.registry = talk->registry,
                      .spec = spec,
                      .version = "1",
                      .game = game,
                      .width = game->default_size,
                      .height = game->default_size,
                      .defaults = PLAYER_DEFAULTS,
                      .limits = LIMITS_OPEN,
                      .write = listen,
                      .user = talk};
    setup.limits.time_ms = 1000;
    Error err = {""};
    talk->gtp = gtp_new(&setup, &err);
    assert_string_equal(err.text, "");
}

static void talk_close(Talk *talk) {
    gtp_free(talk->gtp);
    registry_free(talk->registry);
    text_free(&talk->said);
}

static const char *tell(Talk *talk, const char *line) {
    text_clear(&talk->said);
    assert_true(gtp_line(talk->gtp, line));
    thinker_wait(talk->gtp->thinker);
    return text_chars(&talk->said);
}

static void ask(Talk *talk, const char *line, const char *answer) {
    assert_string_equal(tell(talk, line), answer);
}

// --- framing ---

static void ids_come_back_and_comments_go(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, &hex_game, "random");
    ask(&talk, "name", "= tengen\n\n");
    ask(&talk, "12 name", "=12 tengen\n\n");
    ask(&talk, "  7\tname\r", "=7 tengen\n\n");
    ask(&talk, "7 # name", "?7 unknown command\n\n");
    ask(&talk, "# 7 name", "");
    ask(&talk, "", "");
    ask(&talk, "\t \r", "");
    ask(&talk, "name# tengen", "= tengen\n\n");
    ask(&talk, "00 name", "=00 tengen\n\n");
    ask(&talk, "7a name", "? unknown command\n\n");
    ask(&talk, "-7 name", "? unknown command\n\n");
    ask(&talk, "NAME", "? unknown command\n\n");
    assert_false(gtp_line(talk.gtp, "quit"));
    talk_close(&talk);
}

// Every response is one block: it begins with = or ? and the id, holds no empty line and ends with
// one.
static void every_response_is_one_block(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, &hex_game, "random:seed=1");
    Text help = {0};
    gtp_help(&help);
    size_t seen = 0;
    for (const char *row = help.chars; *row; row = strchr(row, '\n') + 1) {
        static const char *const arguments[] = {"", " b", " b a1", " 5 5", " 5 5 5", " x"};
        char name[40], line[80];
        assert_int_equal(sscanf(row, "%39s", name), 1);
        if (strcmp(name, "quit") == 0)
            continue;
        for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++, seen++) {
            snprintf(line, sizeof line, "5 %s%s", name, arguments[i]);
            const char *answer = tell(&talk, line);
            size_t length = strlen(answer);
            assert_true(text_starts(answer, "=5") || text_starts(answer, "?5"));
            assert_true(length >= 4 && strcmp(answer + length - 2, "\n\n") == 0);
            assert_ptr_equal(strstr(answer, "\n\n"), answer + length - 2);
        }
    }
    assert_true(seen > 100);
    text_free(&help);
    talk_close(&talk);
}

// --- any colour, any order ---

typedef struct Model {
    Ply plies[400];
    size_t count;
} Model;

// The board by replaying the list, cell by cell: no rules, no incremental anything.
static void model_board(const Model *model, int size, Cell cells[BOARD_MAX][BOARD_MAX]) {
    memset(cells, 0, sizeof(Cell) * BOARD_MAX * BOARD_MAX);
    for (size_t i = 0; i < model->count; i++) {
        Move move = model->plies[i].move;
        if (move_is_stone(move)) {
            cells[move_y(move)][move_x(move)] = side_cell(model->plies[i].side);
            continue;
        }
        if (move == MOVE_SWAP_SIDES)
            continue;
        Cell turned[BOARD_MAX][BOARD_MAX] = {{CELL_EMPTY}};
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++)
                if (cells[y][x] != CELL_EMPTY)
                    turned[x][y] = cells[y][x] == CELL_BLACK ? CELL_WHITE : CELL_BLACK;
        memcpy(cells, turned, sizeof turned);
    }
}

static void compare_boards(const Talk *talk, const Model *model, int size) {
    Cell cells[BOARD_MAX][BOARD_MAX];
    model_board(model, size, cells);
    const Position *position = game_position(talk->gtp->game);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            assert_int_equal(position_at(position, move_at(x, y)), cells[y][x]);
}

static void random_command(Talk *talk, Model *model, int size, Rng *rng) {
    Cell cells[BOARD_MAX][BOARD_MAX];
    char line[80];
    if (rng_below(rng, 4) == 0) {
        ask(talk, "undo", model->count ? "= \n\n" : "? cannot undo\n\n");
        model->count -= model->count > 0;
        return;
    }
    Side side = rng_below(rng, 2) ? SIDE_BLACK : SIDE_WHITE;
    if (model->count == 1 && move_is_stone(model->plies[0].move)) {
        snprintf(line, sizeof line, "play %s swap-pieces", side_name(side));
        ask(talk, line, "= \n\n");
        model->plies[model->count++] = (Ply){MOVE_SWAP_PIECES, side};
        return;
    }
    int x = (int)rng_below(rng, (uint32_t)size), y = (int)rng_below(rng, (uint32_t)size);
    // Who swaps and then moves meant the other swap.
    Ply *last = model->count ? &model->plies[model->count - 1] : NULL;
    if (last && last->move == MOVE_SWAP_PIECES && last->side == side)
        last->move = MOVE_SWAP_SIDES;
    model_board(model, size, cells);
    bool possible = cells[y][x] == CELL_EMPTY;
    snprintf(line, sizeof line, "play %s %c%d", side_name(side), 'a' + x, y + 1);
    const char *answer = tell(talk, line);
    assert_int_equal(*answer, possible ? '=' : '?');
    if (possible)
        model->plies[model->count++] = (Ply){move_at(x, y), side};
}

static void boards_agree_with_the_model(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Talk talk;
    talk_open(&talk, &hex_game, "random");
    Model *model = calloc(1, sizeof *model);
    for (size_t round = 0; round < test_count(20, 200, 10000); round++) {
        int size = 1 + (int)rng_below(&rng, 9);
        char line[40];
        snprintf(line, sizeof line, "boardsize %d", size);
        ask(&talk, line, "= \n\n");
        ask(&talk, rng_below(&rng, 2) ? "swap on" : "swap off", "= \n\n");
        model->count = 0;
        for (int i = 0; i < 60; i++) {
            random_command(&talk, model, size, &rng);
            compare_boards(&talk, model, size);
        }
        while (model->count) {
            ask(&talk, "undo", "= \n\n");
            model->count--;
            compare_boards(&talk, model, size);
        }
    }
    free(model);
    talk_close(&talk);
}

// The forms HexGui cuts apart by words: see gtp_draw.c.
static void pictures_have_the_form_hexgui_reads(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, &hex_game, "random");
    ask(&talk, "boardsize 5", "= \n\n");
    ask(&talk, "play b c3", "= \n\n");
    ask(&talk, "play w a1", "= \n\n");
    ask(&talk, "play b b5", "= \n\n");
    ask(&talk, "tengen-connections b",
        "= black south c3 full tengen [ b4 c4 ] [ ]\n"
        "black north c3 full tengen [ b1 c1 d1 e1 b2 c2 d2 b3 ] [ ]\n"
        "black north south full tengen [ b1 c1 d1 e1 b2 c2 d2 b3 b4 c4 ] [ ]\n\n");
    Gtp *gtp = talk.gtp;
    gtp->candidates[0] =
        (Line){.win = 0.625, .visits = 40, .pv = {move_at(2, 0), move_at(1, 1)}, .pv_length = 2};
    gtp->candidates[1] = (Line){.score = score_loss_in(2), .visits = 7, .pv_length = 1};
    gtp->candidate_count = 2;
    gtp->asked_side = SIDE_WHITE;
    gtp->answer = ANSWER_CANDIDATES;
    text_clear(&gtp->out);
    gtp_draw_candidates(gtp);
    assert_string_equal(gtp->out.chars, "VAR W c1 B b2\nLABEL c1 62% a1 L\n"
                                        "INFLUENCE c1 0.625 a1 0.000\nTEXT 62% c1 b2");
    text_clear(&gtp->out);
    text_clear(&talk.said);
    Info info = {.time_ms = 1500, .nodes = 12, .proof = 3, .disproof = 4};
    gtp->drawn_us = INT64_MIN / 2;
    gtp_draw_live(gtp, &info);
    assert_string_equal(talk.said.chars,
                        "gogui-gfx:\nuct\nVAR W c1 B b2\nINFLUENCE c1 0.625 a1 0.000\n"
                        "LABEL c1 40 a1 7\nTEXT 1.5 s, 12 nodes\n\n");
    text_clear(&talk.said);
    gtp_draw_live(gtp, &info); // too soon
    assert_string_equal(text_chars(&talk.said), "");
    gtp->drawn_us = INT64_MIN / 2;
    gtp->answer = ANSWER_WINNER;
    gtp_draw_live(gtp, &info);
    assert_string_equal(talk.said.chars, "gogui-gfx:\ndfpn\nVAR W c1 B b2\nLABEL\n"
                                         "TEXT 1.5 s, 12 nodes, 3 to prove, 4 to disprove\n\n");
    talk_close(&talk);
}

// genmove by turns is a game by the rules to its end.
static void a_game_is_played_to_its_end(void **state) {
    (void)state;
    static const GameType *const games[] = {&gomoku_game, &hex_game};
    for (size_t i = 0; i < 2; i++) {
        Talk talk;
        talk_open(&talk, games[i], "random:seed=7");
        ask(&talk, "boardsize 6", "= \n\n");
        ask(&talk, "swap on", "= \n\n");
        for (int ply = 0; ply < 40; ply++) {
            const Position *position = game_position(talk.gtp->game);
            bool black = position->to_move == SIDE_BLACK;
            if (text_starts(tell(&talk, black ? "genmove b" : "genmove w"), "= resign"))
                break;
        }
        assert_int_not_equal(game_result(talk.gtp->game), RESULT_NONE);
        assert_int_equal(*tell(&talk, "final_score"), '=');
        talk_close(&talk);
    }
}

// --- records ---

static void load(Talk *talk, const char *sgf, const char *more, char outcome) {
    char path[64], line[128];
    snprintf(path, sizeof path, "/tmp/tengen-test-gtp-%ld.sgf", (long)getpid());
    assert_true(file_write(path, sgf, strlen(sgf), NULL));
    snprintf(line, sizeof line, "loadsgf %s%s", path, more);
    assert_int_equal(*tell(talk, line), outcome);
    unlink(path);
}

static void records_load_up_to_a_move(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, &hex_game, "random");
    const char *sgf = "(;FF[4]GM[11]SZ[5];B[a2];W[swap-pieces];B[c3];W[d4])";
    load(&talk, sgf, "", '=');
    const Position *position = game_position(talk.gtp->game);
    assert_int_equal(position->width, 5);
    assert_int_equal(position->stones, 3);
    assert_int_equal(position_at(position, move_at(1, 0)), CELL_WHITE);
    assert_int_equal(position->to_move, SIDE_BLACK);
    ask(&talk, "undo", "= \n\n");
    ask(&talk, "undo", "= \n\n");
    ask(&talk, "undo", "= \n\n");
    assert_int_equal(position_at(game_position(talk.gtp->game), move_at(0, 1)), CELL_BLACK);
    load(&talk, sgf, " 3", '='); // before Black's c3
    assert_int_equal(game_position(talk.gtp->game)->stones, 1);
    // Set-up stones; what comes before them cannot be undone.
    load(&talk, "(;FF[4]GM[11]SZ[4]AB[a1][b1]AW[c1]PL[B];B[d4])", "", '=');
    assert_int_equal(game_position(talk.gtp->game)->stones, 4);
    ask(&talk, "undo", "= \n\n");
    assert_int_equal(game_position(talk.gtp->game)->to_move, SIDE_BLACK);
    ask(&talk, "undo", "? cannot undo\n\n");
    // A record of the other game changes the game.
    load(&talk, "(;FF[4]GM[4]SZ[15];B[h8];W[i9])", "", '=');
    assert_ptr_equal(talk.gtp->sent.type, &gomoku_game);
    // What cannot be loaded leaves everything as it was.
    load(&talk, "(;FF[4]GM[11]SZ[4];B[a1];W[a1])", "", '?');
    load(&talk, "nonsense", "", '?');
    load(&talk, sgf, " x", '?');
    assert_int_equal(*tell(&talk, "loadsgf /no/such/file.sgf"), '?');
    assert_ptr_equal(talk.gtp->sent.type, &gomoku_game);
    assert_int_equal(game_position(talk.gtp->game)->stones, 2);
    talk_close(&talk);
}

// --- clocks ---

static int64_t left_ms(const Talk *talk, Side side) {
    return game_clock_left_ms(&talk->gtp->clocks[side], (Seat)side, 0);
}

static void clocks_run_for_their_side(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, &hex_game, "random");
    ask(&talk, "time_settings 60 0 0", "= \n\n");
    tell(&talk, "genmove b");
    assert_in_range(left_ms(&talk, SIDE_BLACK), 55000, 60000);
    assert_int_equal(left_ms(&talk, SIDE_WHITE), 60000);
    ask(&talk, "time_left white 3 0", "= \n\n");
    assert_int_equal(left_ms(&talk, SIDE_WHITE), 3000);
    ask(&talk, "time_left white 30 10", "= \n\n");
    assert_int_equal(left_ms(&talk, SIDE_WHITE), 0);
    assert_int_equal(talk.gtp->byo_ms, 3000);
    ask(&talk, "clear_board", "= \n\n");
    assert_int_equal(left_ms(&talk, SIDE_WHITE), 60000);
    ask(&talk, "time_left black -3 0", "= \n\n");
    assert_int_equal(left_ms(&talk, SIDE_BLACK), 0);
    talk_close(&talk);
    // A side that was told nothing has no clock.
    talk_open(&talk, &hex_game, "random");
    ask(&talk, "time_left black 3 0", "= \n\n");
    ask(&talk, "time_left", "= black: 3.0, white: no limit\n\n");
    tell(&talk, "genmove b");
    assert_true(talk.gtp->clocks[SIDE_BLACK].left_us[SIDE_BLACK] < 3000000); // by microseconds
    tell(&talk, "genmove w");
    assert_int_equal(left_ms(&talk, SIDE_WHITE), LIMIT_NONE);
    // Late is not lost for us: what a move adds is added.
    talk.gtp->increment_ms = 2000;
    ask(&talk, "time_left black 0 0", "= \n\n");
    tell(&talk, "genmove b");
    assert_int_equal(left_ms(&talk, SIDE_BLACK), 2000);
    talk_close(&talk);
}

static void a_person_cannot_play(void **state) {
    (void)state;
    Talk talk;
    talk_open(&talk, &hex_game, "random");
    GtpSetup setup = {.registry = talk.registry,
                      .spec = "human",
                      .game = &hex_game,
                      .width = 5,
                      .height = 5,
                      .defaults = PLAYER_DEFAULTS,
                      .limits = LIMITS_OPEN,
                      .write = listen,
                      .user = &talk};
    Error err = {""};
    assert_null(gtp_new(&setup, &err));
    assert_non_null(strstr(err.text, "human"));
    setup.spec = "random";
    setup.width = 99;
    assert_null(gtp_new(&setup, &err));
    assert_non_null(strstr(err.text, "99"));
    talk_close(&talk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_come_back_and_comments_go),
        cmocka_unit_test(every_response_is_one_block),
        cmocka_unit_test(boards_agree_with_the_model),
        cmocka_unit_test(pictures_have_the_form_hexgui_reads),
        cmocka_unit_test(a_game_is_played_to_its_end),
        cmocka_unit_test(records_load_up_to_a_move),
        cmocka_unit_test(clocks_run_for_their_side),
        cmocka_unit_test(a_person_cannot_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
