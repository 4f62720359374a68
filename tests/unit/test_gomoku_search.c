// SPDX-License-Identifier: MIT
// The Gomoku search: drawn boards with what must be played (tests/boards/gomoku-search, its README
// says how to add one), and properties on random boards.
#include "support.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/thread.h"
#include "game/symmetry.h"
#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/worker.h"
#include "search/timer.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {"freestyle", "standard", "renju", "caro", "caro-exact"};
enum { RULES = 5 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- something to think with ---

typedef struct Thinking {
    Table *table;
    Pool *pool;
    Searcher *searcher;
    StopFlag stop;
    Limits limits;
    uint64_t seed;
    int64_t budget_ms;
    int infos;
    Outcome outcome;
} Thinking;

static Thinking *thinking_new(int threads, int64_t nodes) {
    Thinking *thinking = mem_new(sizeof *thinking);
    thinking->table = table_new(4 << 20);
    thinking->pool = pool_new(threads);
    thinking->searcher =
        gomoku_searcher.create(&(Services){.table = thinking->table, .pool = thinking->pool});
    thinking->limits = LIMITS_OPEN;
    thinking->limits.nodes = nodes;
    thinking->budget_ms = LIMIT_NONE;
    return thinking;
}

static void thinking_free(Thinking *thinking) {
    gomoku_searcher.destroy(thinking->searcher);
    pool_free(thinking->pool);
    table_free(thinking->table);
    free(thinking);
}

static void count_info(const Info *info, void *user) {
    Thinking *thinking = user;
    if (info->line.pv_length < 1 || info->multipv < 1)
        abort(); // cmocka's assertions belong to the main thread
    thinking->infos++;
}

static Move think(Thinking *thinking, const Position *position) {
    Order order = {
        .position = position,
        .limits = thinking->limits,
        .seed = thinking->seed,
        .stop = &thinking->stop,
        .start_us = clock_now_us(),
        .budget_ms = thinking->budget_ms,
        .on_info = count_info,
        .user = thinking,
    };
    thinking->infos = 0;
    gomoku_searcher.think(thinking->searcher, &order, &thinking->outcome);
    return thinking->outcome.move;
}

static void forget(Thinking *thinking) {
    gomoku_searcher.new_game(thinking->searcher);
    table_clear(thinking->table);
}

// --- random boards, and slow answers about them ---

static Position *random_position(Rng *rng, const char *rule, int least, int most, int stones) {
    Position *position = NULL;
    int width = least + (int)rng_below(rng, (uint32_t)(most - least) + 1);
    int height = least + (int)rng_below(rng, (uint32_t)(most - least) + 1);
    // Dense in a corner of the board more often than spread all over it.
    int reach_x = 5 + (int)rng_below(rng, (uint32_t)width - 4);
    int reach_y = 5 + (int)rng_below(rng, (uint32_t)height - 4);
    stones = stones < reach_x * reach_y ? stones : reach_x * reach_y - 1;
    do {
        position_free(position);
        position = position_new(&gomoku_game, rule, width, height, NULL);
        for (int i = 0; i < stones; i++) {
            int x = (int)rng_below(rng, (uint32_t)reach_x),
                y = (int)rng_below(rng, (uint32_t)reach_y);
            if (position_check(position, move_at(x, y), NULL) == VERDICT_LEGAL)
                position_play(position, move_at(x, y), NULL);
        }
    } while (position_result(position) != RESULT_NONE);
    return position;
}

// Where this side would win at once, found by trying every point. The twin of field_fives().
static size_t slow_fives(const Position *position, Side side, Move *fives) {
    size_t count = 0;
    Position *copy = position_clone(position);
    position_set_to_move(copy, side);
    Move moves[MOVES_MAX];
    size_t legal = position_moves(copy, moves);
    for (size_t i = 0; i < legal; i++) {
        position_play(copy, moves[i], NULL);
        if (position_result(copy) == side_wins(side))
            fives[count++] = moves[i];
        position_undo(copy);
    }
    position_free(copy);
    return count;
}

// The moves after which the opponent has no five. The twin of field_defences().
static size_t slow_defences(const Position *position, Move *defences) {
    size_t count = 0;
    Position *copy = position_clone(position);
    Side opponent = side_other(position->to_move);
    Move moves[MOVES_MAX], fives[MOVES_MAX];
    size_t legal = position_moves(copy, moves);
    for (size_t i = 0; i < legal; i++) {
        position_play(copy, moves[i], NULL);
        if (!slow_fives(copy, opponent, fives))
            defences[count++] = moves[i];
        position_undo(copy);
    }
    position_free(copy);
    return count;
}

// --- the parts ---

static void windows_agree_with_a_count(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    static Windows twin;
    for (size_t game = 0; game < test_count(20, 200, 5000); game++) {
        Position *position = random_position(&rng, rules[game % RULES], 5, 25, 0);
        field_from_position(&field, position);
        Move played[BOARD_POINTS];
        int count = 0;
        for (int i = 0; i < 120; i++) {
            Move cell = move_at((int)rng_below(&rng, (uint32_t)position->width),
                                (int)rng_below(&rng, (uint32_t)position->height));
            if (count && rng_below(&rng, 3) == 0)
                field_undo(&field, played[--count]);
            else if (board_at(&field.board, cell) == CELL_EMPTY)
                field_play(&field, played[count++] = cell);
            windows_count(&twin, &field.board);
            assert_memory_equal(&twin, &field.windows, sizeof twin);
        }
        position_free(position);
    }
}

static void fives_and_defences_agree_with_trying_everything(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    size_t with_fives = 0, by_an_end = 0, count = test_count(500, 4000, 100000);
    for (size_t i = 0; i < count; i++) {
        Position *position =
            random_position(&rng, rules[i % RULES], 5, 12, 20 + (int)rng_below(&rng, 60));
        field_from_position(&field, position);
        Side side = position->to_move;
        CellList fives, defences;
        Move slow[MOVES_MAX];
        field_fives(&field, side, &fives);
        size_t own = slow_fives(position, side, slow);
        assert_int_equal(fives.count, own < CELLS_MAX ? own : CELLS_MAX);
        assert_memory_equal(fives.cells, slow, (size_t)fives.count * sizeof *slow);
        field_fives(&field, side_other(side), &fives);
        if (!own && fives.count) {
            field_defences(&field, &fives, &defences);
            size_t expected = slow_defences(position, slow);
            assert_int_equal(defences.count, expected);
            for (size_t k = 0; k < expected; k++) {
                int found = 0;
                for (int j = 0; j < defences.count; j++)
                    found += defences.cells[j] == slow[k];
                assert_int_equal(found, 1);
            }
            with_fives++;
            by_an_end += expected > 1;
        }
        position_free(position);
    }
    assert_true(with_fives > count / 20); // the property was put to the test
    assert_true(by_an_end > 0);           // ... caro's second way included
}

// Replays a line by the rules; returns the result at its end.
static Result replay(const Position *position, const Move *moves, size_t length) {
    Position *copy = position_clone(position);
    for (size_t i = 0; i < length; i++) {
        assert_int_equal(position_check(copy, moves[i], NULL), VERDICT_LEGAL);
        assert_true(position_play(copy, moves[i], NULL));
    }
    Result result = position_result(copy);
    position_free(copy);
    return result;
}

static void four_searches_are_sound_and_shortest_first(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Worker worker;
    StopFlag quiet = {0};
    Table *table = table_new(1 << 20);
    size_t wins = 0, none = 0, count = test_count(300, 3000, 50000);
    for (size_t i = 0; i < count; i++) {
        Position *position =
            random_position(&rng, rules[i % RULES], 7, 15, 16 + (int)rng_below(&rng, 50));
        field_from_position(&worker.field, position);
        worker.effort.limit = UINT64_MAX;
        worker.effort.stop = worker.effort.done = &quiet;
        Fours fours = {
            .field = &worker.field,
            .effort = &worker.effort,
            .table = table,
            .last_node = effort_nodes(&worker.effort) + 5000,
        };
        FourLine line;
        FoursVerdict verdict = fours_shortest(&fours, &line);
        assert_int_equal(worker.field.board.key, position->key);
        if (verdict == FOURS_WIN) {
            wins++;
            assert_int_equal(line.length % 2, 1);
            assert_int_equal(replay(position, line.moves, (size_t)line.length),
                             side_wins(position->to_move));
            // Every second move of the loser's was forced: before it the winner had a five.
            Move fives[MOVES_MAX];
            Position *copy = position_clone(position);
            for (int k = 0; k + 1 < line.length; k++) {
                position_play(copy, line.moves[k], NULL);
                if (k % 2 == 0)
                    assert_true(slow_fives(copy, position->to_move, fives) > 0);
            }
            position_free(copy);
            // With one four less there is no win.
            fours.last_node = effort_nodes(&worker.effort) + 5000;
            if (line.length > 1)
                assert_int_not_equal(fours_search(&fours, (line.length - 1) / 2 - 1, &line),
                                     FOURS_WIN);
        }
        none += verdict == FOURS_NONE;
        position_free(position);
    }
    assert_true(wins > count / 50);
    assert_true(none > count / 20);
    table_free(table);
}

// --- drawn boards ---

enum { NODES_MAX = 8 };

typedef struct Drawing {
    const char *path;
    char rule[32], title[128];
    char rows[BOARD_MAX][BOARD_MAX + 1];
    int width, height;
    Side to_move;
    int64_t nodes[NODES_MAX];
    int nodes_count;
    int proven; // the score to be proven, 0 for none
} Drawing;

static Position *drawing_position(const Drawing *drawing, int symmetry) {
    bool turned = symmetry & 4;
    int width = turned ? drawing->height : drawing->width;
    int height = turned ? drawing->width : drawing->height;
    Error err = {""};
    Position *position = position_new(&gomoku_game, drawing->rule, width, height, &err);
    if (!position)
        fail_msg("%s: %s: %s", drawing->path, drawing->title, err.text);
    for (int y = 0; y < drawing->height; y++)
        for (int x = 0; x < drawing->width; x++) {
            char c = drawing->rows[y][x];
            Move cell = symmetry_apply(symmetry, drawing->width, drawing->height, move_at(x, y));
            if (c == 'X' || c == 'O')
                position_put(position, cell, c == 'X' ? CELL_BLACK : CELL_WHITE);
        }
    position_set_to_move(position, drawing->to_move);
    return position;
}

static bool drawing_expects(const Drawing *drawing, int symmetry, Move move) {
    for (int y = 0; y < drawing->height; y++)
        for (int x = 0; x < drawing->width; x++)
            if (drawing->rows[y][x] == '*' &&
                symmetry_apply(symmetry, drawing->width, drawing->height, move_at(x, y)) == move)
                return true;
    return false;
}

static void drawing_check(const Drawing *drawing, Thinking *thinking, int orientations) {
    if (!drawing->nodes_count || !drawing->height)
        fail_msg("%s: '%s' has no drawing or no nodes", drawing->path, drawing->title);
    for (int symmetry = 0; symmetry < orientations; symmetry++) {
        Position *position = drawing_position(drawing, symmetry);
        for (int i = 0; i < drawing->nodes_count; i++) {
            if (drawing->nodes[i] > (int64_t)test_count(5000, SIZE_MAX / 2, SIZE_MAX / 2))
                continue; // too slow under a sanitizer
            thinking->limits.nodes = drawing->nodes[i];
            forget(thinking);
            Move move = think(thinking, position);
            if (!drawing_expects(drawing, symmetry, move))
                fail_msg("%s: %s: with %d nodes, orientation %d: played %d,%d", drawing->path,
                         drawing->title, (int)drawing->nodes[i], symmetry, move_x(move),
                         move_y(move));
        }
        if (drawing->proven)
            assert_int_equal(thinking->outcome.info.line.score, drawing->proven);
        position_free(position);
    }
}

// "9 . . X O * 9"
static void drawing_add_row(Drawing *drawing, const char *text) {
    int width = 0;
    for (const char *c = text; *c; c++)
        if (strchr(".XO*", *c))
            drawing->rows[drawing->height][width++] = *c;
    assert_true(drawing->height == 0 || width == drawing->width);
    drawing->width = width;
    drawing->height++;
}

static void drawing_add_fact(Drawing *drawing, const char *text) {
    int plies = 0;
    if (strcmp(text, "turn white") == 0)
        drawing->to_move = SIDE_WHITE;
    else if (sscanf(text, "proven win %d", &plies) == 1)
        drawing->proven = score_win_in(plies);
    else if (sscanf(text, "proven loss %d", &plies) == 1)
        drawing->proven = score_loss_in(plies);
    else if (text_starts(text, "nodes ")) {
        char *rest = (char *)text + strlen("nodes ");
        while (*rest && drawing->nodes_count < NODES_MAX)
            drawing->nodes[drawing->nodes_count++] = strtoll(rest, &rest, 10);
    } else
        fail_msg("%s: '%s' says nothing; see README.md", drawing->path, text);
}

static int check_file(const char *path, Thinking *thinking, int orientations) {
    Drawing drawing = {.path = path};
    Text line = {0};
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int drawings = 0;
    while (file_read_line(file, &line)) {
        char *text = line.length ? text_trim(line.chars) : "";
        if (!*text || *text == '#' || text_starts(text, "a b c"))
            continue;
        if (text_starts(text, "board ")) {
            if (drawings++)
                drawing_check(&drawing, thinking, orientations);
            drawing = (Drawing){.path = path};
            assert_int_equal(sscanf(text, "board %31s %127[^\n]", drawing.rule, drawing.title), 2);
        } else if (isdigit((unsigned char)*text)) {
            drawing_add_row(&drawing, text);
        } else {
            drawing_add_fact(&drawing, text);
        }
    }
    drawing_check(&drawing, thinking, orientations);
    text_free(&line);
    fclose(file);
    return drawings;
}

static void check_all_files(int threads, int orientations) {
    Thinking *thinking = thinking_new(threads, 0);
    glob_t found;
    assert_int_equal(glob("tests/boards/gomoku-search/*.txt", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        print_message("%s: %d boards in %d orientations\n", found.gl_pathv[i],
                      check_file(found.gl_pathv[i], thinking, orientations), orientations);
    globfree(&found);
    thinking_free(thinking);
}

static void drawn_boards_are_answered(void **state) {
    (void)state;
    check_all_files(1, (int)test_count(2, SYMMETRY_COUNT, SYMMETRY_COUNT));
}

// --- properties of its play ---

static void proven_lines_are_played_to_the_end(const Position *position, const Outcome *outcome) {
    const Line *line = &outcome->info.line;
    assert_int_equal(line->pv[0], outcome->move);
    if (!score_is_proven(line->score))
        return;
    Side winner = line->score > 0 ? position->to_move : side_other(position->to_move);
    assert_int_equal(replay(position, line->pv, line->pv_length), side_wins(winner));
    assert_int_equal(line->pv_length, score_plies(line->score));
}

static void fives_are_taken_and_prevented(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 300);
    size_t taken = 0, prevented = 0, proven = 0;
    for (size_t i = 0; i < test_count(150, 3000, 100000); i++) {
        Position *position =
            random_position(&rng, rules[i % RULES], 6, 16, 10 + (int)rng_below(&rng, 60));
        Move fives[MOVES_MAX], defences[MOVES_MAX];
        thinking->limits.nodes = (int64_t)rng_below(&rng, 2000);
        thinking->limits.level = 1 + (int64_t)rng_below(&rng, LEVEL_MAX);
        thinking->limits.multipv = 1 + (int64_t)rng_below(&rng, 3);
        thinking->seed = rng_next(&rng);
        Move move = think(thinking, position);
        assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
        proven_lines_are_played_to_the_end(position, &thinking->outcome);
        proven += score_is_proven(thinking->outcome.info.line.score);
        bool found = false;
        size_t own = slow_fives(position, position->to_move, fives);
        for (size_t k = 0; k < own; k++)
            found |= fives[k] == move;
        assert_int_equal(found, own > 0);
        size_t his = slow_fives(position, side_other(position->to_move), fives);
        size_t answers = own || !his ? 0 : slow_defences(position, defences);
        found = answers == 0;
        for (size_t k = 0; k < answers; k++)
            found |= defences[k] == move;
        assert_true(found);
        taken += own > 0;
        prevented += answers > 0;
        position_free(position);
    }
    assert_true(taken > 2 && prevented > 2 && proven > 10);
    thinking_free(thinking);
}

// Plays on from a proven position: the winner must win, and in no more plies than were claimed.
static void carry_through(Thinking *thinking, Position *position) {
    int score = thinking->outcome.info.line.score, plies = 0;
    Side winner = score > 0 ? position->to_move : side_other(position->to_move);
    Move move = thinking->outcome.move;
    while (position_result(position) == RESULT_NONE) {
        position_play(position, move, NULL);
        plies++;
        if (position_result(position) == RESULT_NONE)
            move = think(thinking, position);
    }
    assert_int_equal(position_result(position), side_wins(winner));
    assert_in_range(plies, 1, score_plies(score));
}

static void a_proven_win_is_carried_through(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 3000);
    size_t proven = 0;
    for (size_t i = 0; i < test_count(50, 400, 20000); i++) {
        Position *position =
            random_position(&rng, rules[i % RULES], 9, 15, 16 + (int)rng_below(&rng, 50));
        forget(thinking);
        think(thinking, position);
        if (score_is_proven(thinking->outcome.info.line.score)) {
            proven++;
            carry_through(thinking, position);
        }
        position_free(position);
    }
    assert_true(proven > 10);
    thinking_free(thinking);
}

// The truth of a nearly full board: 1, 0, -1 for the side to move.
static int solve(Position *position) {
    Result result = position_result(position);
    if (result != RESULT_NONE)
        return result == RESULT_DRAW ? 0 : result == side_wins(position->to_move) ? 1 : -1;
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    int best = -1;
    for (size_t i = 0; i < count && best < 1; i++) {
        position_play(position, moves[i], NULL);
        int value = -solve(position);
        position_undo(position);
        best = value > best ? value : best;
    }
    return best;
}

static void proofs_are_true(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 20000);
    size_t proven[3] = {0};
    for (size_t i = 0; i < test_count(100, 600, 20000); i++) {
        Position *position = random_position(&rng, rules[i % RULES], 6, 7, 0);
        int points = position->width * position->height;
        while (position_result(position) == RESULT_NONE && points - position->stones > 7) {
            Move moves[MOVES_MAX];
            size_t count = position_moves(position, moves);
            position_play(position, moves[rng_below(&rng, (uint32_t)count)], NULL);
        }
        if (position_result(position) == RESULT_NONE) {
            thinking->limits.level = 1 + (int64_t)rng_below(&rng, LEVEL_MAX);
            think(thinking, position);
            const Line *line = &thinking->outcome.info.line;
            int claim = line->score >= SCORE_PROVEN ? 1 : line->score <= -SCORE_PROVEN ? -1 : 0;
            if (claim || line->drawn) {
                assert_int_equal(solve(position), claim);
                proven[claim + 1]++;
            }
        }
        position_free(position);
    }
    assert_true(proven[0] && proven[1] && proven[2]);
    thinking_free(thinking);
}

static void a_node_limit_repeats_exactly(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 0);
    for (int i = 0; i < 10; i++) {
        Position *position = random_position(&rng, rules[i % RULES], 12, 15, 12);
        thinking->limits.nodes = 1000 + (int64_t)rng_below(&rng, 5000);
        forget(thinking);
        think(thinking, position);
        Outcome first = thinking->outcome;
        forget(thinking);
        think(thinking, position);
        assert_int_equal(first.move, thinking->outcome.move);
        assert_int_equal(first.info.nodes, thinking->outcome.info.nodes);
        assert_int_equal(first.info.line.score, thinking->outcome.info.line.score);
        assert_true(first.info.nodes <= (uint64_t)thinking->limits.nodes);
        position_free(position);
    }
    thinking_free(thinking);
}

static void several_candidates_come_best_first(void **state) {
    (void)state;
    Position *position = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
    position_play(position, move_at(7, 7), NULL);
    position_play(position, move_at(8, 8), NULL);
    Thinking *thinking = thinking_new(1, 20000);
    thinking->limits.multipv = 5;
    thinking->limits.depth = 3;
    think(thinking, position);
    assert_int_equal(thinking->infos, 15);
    position_free(position);
    thinking_free(thinking);
}

// Plays a game; the random player has the other side. Returns the result.
static Result game_against_chance(Thinking *thinking, const char *rule, Side side, Rng *rng) {
    Position *position = position_new(&gomoku_game, rule, 11, 11, NULL);
    forget(thinking);
    while (position_result(position) == RESULT_NONE) {
        Move moves[MOVES_MAX];
        size_t count = position_moves(position, moves);
        Move move = position->to_move == side ? think(thinking, position)
                                              : moves[rng_below(rng, (uint32_t)count)];
        assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
        position_play(position, move, NULL);
    }
    Result result = position_result(position);
    position_free(position);
    return result;
}

static void beats_chance_at_every_level(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 1000);
    int games = (int)test_count(4, 20, 200);
    for (int rule = 0; rule < RULES; rule++)
        for (int i = 0; i < games; i++) {
            thinking->limits.level = i % 4 == 3 ? 1 + i / 4 % LEVEL_MAX : LEVEL_MAX;
            Side side = i % 2 ? SIDE_WHITE : SIDE_BLACK;
            assert_int_equal(game_against_chance(thinking, rules[rule], side, &rng),
                             side_wins(side));
        }
    thinking_free(thinking);
}

static Result game_between(Thinking *thinking, int black, int white, uint64_t seed) {
    Rng rng = rng_seed(seed);
    Position *position = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
    for (int i = 0; i < 2; i++) // or every game would begin in the centre
        position_play(position,
                      move_at(5 + (int)rng_below(&rng, 5), 3 * i + 4 + (int)rng_below(&rng, 3)),
                      NULL);
    thinking->seed = seed;
    forget(thinking);
    while (position_result(position) == RESULT_NONE) {
        thinking->limits.level = position->to_move == SIDE_BLACK ? black : white;
        position_play(position, think(thinking, position), NULL);
    }
    Result result = position_result(position);
    position_free(position);
    return result;
}

static void a_much_higher_level_wins(void **state) {
    (void)state;
    Thinking *thinking = thinking_new(1, 3000);
    int games = (int)test_count(2, 8, 100);
    for (int low = 1; low + 4 <= LEVEL_MAX; low += 4) {
        int won = 0;
        for (int i = 0; i < games; i++) {
            Side strong = i % 2 ? SIDE_WHITE : SIDE_BLACK;
            Result result = strong == SIDE_BLACK
                                ? game_between(thinking, low + 4, low, (uint64_t)(i / 2 + 1))
                                : game_between(thinking, low, low + 4, (uint64_t)(i / 2 + 1));
            won += result == side_wins(strong);
        }
        print_message("level %d beat level %d %d times in %d games\n", low + 4, low, won, games);
        assert_true(won * 4 >= games * 3);
    }
    thinking_free(thinking);
}

// --- always an answer ---

static void answers_on_the_smallest_and_largest_boards(void **state) {
    (void)state;
    Thinking *thinking = thinking_new(1, (int64_t)test_count(50, 500, 5000));
    static const int sizes[][2] = {{5, 5}, {25, 25}, {5, 25}, {25, 5}, {15, 15}};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int rule = 0; rule < RULES; rule++) {
            Position *position =
                position_new(&gomoku_game, rules[rule], sizes[i][0], sizes[i][1], NULL);
            forget(thinking);
            Move first = think(thinking, position);
            assert_int_equal(first, move_at(sizes[i][0] / 2, sizes[i][1] / 2));
            for (int k = 0; k < 30 && position_result(position) == RESULT_NONE; k++) {
                Move move = think(thinking, position);
                assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
                position_play(position, move, NULL);
            }
            position_free(position);
        }
    thinking_free(thinking);
}

static void answers_with_no_time_at_all(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(2, LIMIT_NONE);
    thinking->budget_ms = 0;
    stop_raise_time(&thinking->stop);
    for (int i = 0; i < 200; i++) {
        Position *position =
            random_position(&rng, rules[i % RULES], 5, 25, (int)rng_below(&rng, 100));
        Move move = think(thinking, position);
        assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
        assert_int_equal(thinking->outcome.info.line.pv[0], move);
        position_free(position);
    }
    thinking_free(thinking);
}

static void plays_to_the_last_point(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Thinking *thinking = thinking_new(1, 200);
    size_t filled = 0;
    for (size_t i = 0; i < test_count(40, 200, 2000); i++) {
        Position *position = random_position(&rng, rules[i % RULES], 5, 6, 0);
        thinking->limits.level = 1 + (int64_t)i % LEVEL_MAX;
        while (position_result(position) == RESULT_NONE) {
            Move move = think(thinking, position);
            assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
            proven_lines_are_played_to_the_end(position, &thinking->outcome);
            position_play(position, move, NULL);
        }
        filled += position->stones == position->width * position->height;
        if (position_result(position) == RESULT_DRAW &&
            position->stones == position->width * position->height)
            assert_int_equal(think(thinking, position), MOVE_NONE);
        position_free(position);
    }
    assert_true(filled > 0);
    thinking_free(thinking);
}

// --- threads ---

// How late the answer to a raised flag came.
static int64_t lateness(const Position *position, int threads, Timer *timer) {
    Thinking *thinking = thinking_new(threads, LIMIT_NONE);
    int64_t moment = clock_now_us() + 50000;
    timer_arm(timer, moment, &thinking->stop);
    Move move = think(thinking, position);
    int64_t late = clock_now_us() - moment;
    timer_disarm(timer);
    assert_int_equal(position_check(position, move, NULL), VERDICT_LEGAL);
    assert_true(thinking->outcome.info.depth >= 1);
    thinking_free(thinking);
    return late;
}

static void stops_when_told(void **state) {
    (void)state;
    Position *position = position_new(&gomoku_game, "renju", 15, 15, NULL);
    position_play(position, move_at(7, 7), NULL);
    position_play(position, move_at(6, 6), NULL);
    Timer *timer = timer_new();
    for (int threads = 1; threads <= 2; threads++) {
        // Well under a millisecond in truth; but a busy machine may look away, even twice.
        int64_t best = lateness(position, threads, timer);
        for (int i = 0; i < 4 && best > 10000; i++) {
            int64_t late = lateness(position, threads, timer);
            best = late < best ? late : best;
        }
        assert_in_range(best, 0, 200000);
    }
    timer_free(timer);
    position_free(position);
}

static void two_threads_keep_the_promises(void **state) {
    (void)state;
    check_all_files(2, (int)test_count(1, 2, SYMMETRY_COUNT));
}

typedef struct Desk {
    Thinking *thinking;
    Position *position;
    Move move;
    uint64_t nodes;
} Desk;

static void *desk_body(void *argument) {
    Desk *desk = argument;
    desk->move = think(desk->thinking, desk->position);
    desk->nodes = desk->thinking->outcome.info.nodes;
    return NULL;
}

static void two_engines_think_side_by_side(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Desk alone[2], together[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        Position *position = random_position(&rng, rules[i * 2], 13, 15, 10);
        alone[i] = (Desk){.thinking = thinking_new(1, 5000), .position = position};
        together[i] = (Desk){.thinking = thinking_new(1, 5000), .position = position};
        desk_body(&alone[i]);
    }
    for (int i = 0; i < 2; i++)
        threads[i] = thread_start(desk_body, &together[i]);
    for (int i = 0; i < 2; i++) {
        thread_join(threads[i]);
        assert_int_equal(alone[i].move, together[i].move);
        assert_int_equal(alone[i].nodes, together[i].nodes);
        thinking_free(alone[i].thinking);
        thinking_free(together[i].thinking);
        position_free(alone[i].position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_agree_with_a_count),
        cmocka_unit_test(fives_and_defences_agree_with_trying_everything),
        cmocka_unit_test(four_searches_are_sound_and_shortest_first),
        cmocka_unit_test(drawn_boards_are_answered),
        cmocka_unit_test(fives_are_taken_and_prevented),
        cmocka_unit_test(a_proven_win_is_carried_through),
        cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(a_node_limit_repeats_exactly),
        cmocka_unit_test(several_candidates_come_best_first),
        cmocka_unit_test(beats_chance_at_every_level),
        cmocka_unit_test(a_much_higher_level_wins),
        cmocka_unit_test(answers_on_the_smallest_and_largest_boards),
        cmocka_unit_test(answers_with_no_time_at_all),
        cmocka_unit_test(plays_to_the_last_point),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(two_threads_keep_the_promises),
        cmocka_unit_test(two_engines_think_side_by_side),
    };
    return cmocka_run_group_tests_name("gomoku search", tests, NULL, NULL);
}
