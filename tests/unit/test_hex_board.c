// SPDX-License-Identifier: MIT
// Hex, exactly: the fast board against its slow twin, and what is true of every Hex board.
#include "support.h"

#include "base/rng.h"
#include "game/coord.h"
#include "game/symmetry.h"
#include "game/zobrist.h"
#include "hex/board.h"
#include "hex/hex.h"
#include "hex/path.h"
#include "hex_twin.h"

#include <stdio.h>
#include <string.h>

// --- boards and games for the tests ---

static char side_char(Side side) {
    return side == SIDE_BLACK ? 'b' : 'w';
}

static void random_size(Rng *rng, int *width, int *height) {
    // Small boards have the corner cases, large ones the long paths: half of each.
    int most = rng_below(rng, 2) ? 6 : BOARD_MAX;
    *width = 1 + (int)rng_below(rng, (uint32_t)most);
    *height = rng_below(rng, 2) ? *width : 1 + (int)rng_below(rng, (uint32_t)most);
}

// Every cell of the board in random order.
static size_t shuffled_cells(Rng *rng, int width, int height, Move *cells) {
    size_t count = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t i = rng_below(rng, (uint32_t)++count);
            cells[count - 1] = cells[i];
            cells[i] = move_at(x, y);
        }
    return count;
}

static Result twin_result(const HexTwin *twin) {
    bool black = twin_has_won(twin, 'b'), white = twin_has_won(twin, 'w');
    assert_false(black && white);
    return black ? RESULT_BLACK : white ? RESULT_WHITE : RESULT_NONE;
}

static void copy_to_board(const HexTwin *twin, HexBoard *board) {
    hex_board_init(board, twin->width, twin->height);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            if (twin->at[y][x] != '.')
                hex_board_play(board, move_at(x, y),
                               twin->at[y][x] == 'b' ? SIDE_BLACK : SIDE_WHITE);
}

static void random_full_board(Rng *rng, HexTwin *twin) {
    int width, height;
    random_size(rng, &width, &height);
    twin_init(twin, width, height);
    uint32_t black_in_16 = 4 + rng_below(rng, 9);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            twin->at[y][x] = rng_below(rng, 16) < black_in_16 ? 'b' : 'w';
}

static Position *play_moves(int width, int height, const char *moves) {
    Error err;
    Position *position = position_new(&hex_game, NULL, width, height, &err);
    assert_non_null(position);
    char words[256];
    snprintf(words, sizeof words, "%s", moves);
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) {
        Move move;
        assert_true(move_parse(position, word, &move, &err));
        if (!position_play(position, move, &err))
            fail_msg("%s in '%s': %s", word, moves, err.text);
    }
    return position;
}

// --- one board against the other ---

static void assert_same_stones(const HexBoard *board, const HexTwin *twin) {
    uint64_t key = zobrist_start(11, 0, twin->width, twin->height);
    int stones = 0;
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++) {
            Cell cell = hex_board_at(board, move_at(x, y));
            assert_int_equal(twin->at[y][x], ".bw"[cell]);
            if (cell == CELL_EMPTY)
                continue;
            stones++;
            key ^= zobrist_stone(cell == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE, move_at(x, y));
        }
    assert_int_equal(stones, board->stones);
    assert_true(key == board->key);
}

// Two stones of a colour are in one group when the flood joins them, or when both are joined to one
// edge; only what is true without edges is asked here. The ring of a group holds exactly its
// stones.
static void assert_same_groups(const HexBoard *board, const HexTwin *twin, int x, int y) {
    bool joined[BOARD_MAX][BOARD_MAX] = {{false}};
    HexNode node = hex_node(move_at(x, y)), group = hex_board_group(board, node);
    bool in_ring[HEX_NODES] = {false};
    HexNode stone = node;
    do {
        in_ring[stone] = true;
        stone = board->next[stone];
    } while (stone != node);
    twin_flood(twin, x, y, joined);
    for (int y2 = 0; y2 < twin->height; y2++)
        for (int x2 = 0; x2 < twin->width; x2++) {
            HexNode other = hex_node(move_at(x2, y2));
            if (joined[y2][x2])
                assert_int_equal(hex_board_group(board, other), group);
            assert_int_equal(in_ring[other],
                             twin->at[y2][x2] != '.' && hex_board_group(board, other) == group);
        }
}

static void assert_same(const HexBoard *board, const HexTwin *twin) {
    assert_same_stones(board, twin);
    assert_int_equal(board->winner, twin_result(twin));
}

static void random_games_agree_with_the_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    size_t games = test_count(40, 300, 30000), finished = 0;
    for (size_t game = 0; game < games; game++) {
        int width, height;
        random_size(&rng, &width, &height);
        Move cells[BOARD_POINTS];
        size_t count = shuffled_cells(&rng, width, height, cells), played = 0;
        HexBoard board, empty;
        HexTwin twin;
        hex_board_init(&board, width, height);
        empty = board;
        twin_init(&twin, width, height);
        Side side = SIDE_BLACK;
        Result winner = RESULT_NONE;
        while (played < count) {
            Move cell = cells[played];
            // Foretold, then played; past the end too, which must not change the winner.
            bool wins = hex_board_wins_at(&board, cell, side);
            hex_board_play(&board, cell, side);
            twin.at[move_y(cell)][move_x(cell)] = side_char(side);
            assert_same(&board, &twin);
            if (winner == RESULT_NONE)
                assert_int_equal(wins, board.winner == side_wins(side));
            else
                assert_int_equal(board.winner, winner);
            winner = board.winner;
            assert_same_groups(&board, &twin, move_x(cell), move_y(cell));
            played++;
            side = side_other(side);
            // Now and then a few plies back, rarely many, and forward again.
            size_t most = rng_below(&rng, 400) == 0 ? played : played < 8 ? played : 8;
            if (rng_below(&rng, 8) == 0)
                for (size_t back = rng_below(&rng, (uint32_t)most + 1); back-- > 0;) {
                    hex_board_undo(&board);
                    cell = cells[--played];
                    twin.at[move_y(cell)][move_x(cell)] = '.';
                    side = side_other(side);
                    assert_same(&board, &twin);
                    winner = board.winner;
                }
        }
        finished += winner != RESULT_NONE;
        while (played-- > 0) {
            hex_board_undo(&board);
            twin.at[move_y(cells[played])][move_x(cells[played])] = '.';
            assert_same(&board, &twin);
        }
        assert_memory_equal(board.parent, empty.parent, sizeof board.parent);
        assert_memory_equal(board.next, empty.next, sizeof board.next);
        assert_memory_equal(board.size, empty.size, sizeof board.size);
    }
    assert_int_equal(finished, games);
}

// --- what is true of every board ---

static void a_full_board_has_exactly_one_winner(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0, n = test_count(300, 5000, 500000); i < n; i++) {
        HexTwin twin;
        HexBoard board;
        random_full_board(&rng, &twin);
        copy_to_board(&twin, &board);
        assert_int_not_equal(twin_has_won(&twin, 'b'), twin_has_won(&twin, 'w'));
        assert_int_equal(board.winner, twin_has_won(&twin, 'b') ? RESULT_BLACK : RESULT_WHITE);
    }
}

static void turning_and_mirroring_keep_the_winner(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0, n = test_count(300, 3000, 300000); i < n; i++) {
        HexTwin twin;
        HexBoard board, turned, mirrored;
        random_full_board(&rng, &twin);
        for (uint32_t holes = rng_below(&rng, 9); holes-- > 0;)
            twin.at[rng_below(&rng, (uint32_t)twin.height)][rng_below(&rng, (uint32_t)twin.width)] =
                '.';
        HexTwin other = twin_half_turned(&twin), exchanged = twin_transposed(&twin);
        copy_to_board(&twin, &board);
        copy_to_board(&other, &turned);
        copy_to_board(&exchanged, &mirrored);
        assert_int_equal(turned.winner, board.winner);
        Result opposite = board.winner == RESULT_BLACK   ? RESULT_WHITE
                          : board.winner == RESULT_WHITE ? RESULT_BLACK
                                                         : RESULT_NONE;
        assert_int_equal(mirrored.winner, opposite);
    }
}

// --- the Position interface ---

static void neighbours_are_as_drawn(void **state) {
    (void)state;
    static const struct {
        int size;
        const char *moves;
        Result result;
    } games[] = {
        {3, "a1 b1 a2 b2 a3", RESULT_BLACK},    // straight down the first column
        {3, "c1 a2 b1 b2 a1 c2", RESULT_WHITE}, // straight along the second row
        {2, "b1 a1 a2", RESULT_BLACK},          // b1 and a2 touch
        {2, "a1 b1 b2", RESULT_NONE},           // a1 and b2 do not
        {2, "a1 a2 b2 b1", RESULT_WHITE},       // White along the short diagonal
        {1, "a1", RESULT_BLACK},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Position *position = play_moves(games[i].size, games[i].size, games[i].moves);
        assert_int_equal(position_result(position), games[i].result);
        Move any[MOVES_MAX];
        if (games[i].result != RESULT_NONE)
            assert_int_equal(position_moves(position, any), 0);
        position_free(position);
    }
}

static void the_end_is_named_and_drawn(void **state) {
    (void)state;
    Position *position = play_moves(3, 3, "c1 a2 b1 b2 a1 c2");
    assert_string_equal(position_result_reason(position), "a path from left to right");
    Move line[BOARD_POINTS];
    assert_int_equal(position_winning_line(position, line), 3);
    assert_int_equal(line[0], move_at(0, 1));
    assert_int_equal(line[2], move_at(2, 1));
    position_undo(position);
    assert_int_equal(position_result(position), RESULT_NONE);
    assert_string_equal(position_result_reason(position), "");
    assert_int_equal(position_winning_line(position, line), 0);
    position_free(position);

    position = play_moves(1, 3, "a1");
    assert_int_equal(position_result(position), RESULT_NONE);
    assert_true(position_play(position, move_at(0, 2), NULL));
    assert_int_equal(position_result(position), RESULT_WHITE); // one cell joins left and right
    position_free(position);
}

// The line is a chain of neighbours of one colour from edge to edge, and none is shorter.
static void the_winning_line_is_a_shortest_path(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0, n = test_count(100, 1000, 50000); i < n; i++) {
        HexTwin twin;
        HexBoard board;
        random_full_board(&rng, &twin);
        copy_to_board(&twin, &board);
        Side side = board.winner == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE;
        Move line[BOARD_POINTS];
        size_t length = hex_path_find(&board, side, line);
        assert_true(length > 0);
        assert_int_equal(hex_path_find(&board, side_other(side), line + length), 0);
        bool black = side == SIDE_BLACK;
        assert_int_equal(black ? move_y(line[0]) : move_x(line[0]), 0);
        Move last = line[length - 1];
        assert_int_equal(black ? move_y(last) : move_x(last),
                         (black ? twin.height : twin.width) - 1);
        for (size_t j = 0; j < length; j++) {
            assert_int_equal(twin.at[move_y(line[j])][move_x(line[j])], side_char(side));
            if (j)
                assert_true(twin_neighbours(move_x(line[j - 1]), move_y(line[j - 1]),
                                            move_x(line[j]), move_y(line[j])));
        }
        // Shortest: waves of stones from the near edge reach the far one in `length` steps.
        int wave[BOARD_MAX][BOARD_MAX] = {{0}};
        bool arrived = false;
        for (int step = 1; !arrived; step++) {
            for (int y = 0; y < twin.height; y++)
                for (int x = 0; x < twin.width; x++) {
                    if (twin.at[y][x] != side_char(side) || wave[y][x])
                        continue;
                    bool reached = step == 1 && (black ? y : x) == 0;
                    for (int y2 = y ? y - 1 : 0; y2 <= y + 1 && y2 < twin.height; y2++)
                        for (int x2 = x ? x - 1 : 0; x2 <= x + 1 && x2 < twin.width; x2++)
                            reached |= step > 1 && wave[y2][x2] == step - 1 &&
                                       twin_neighbours(x, y, x2, y2);
                    if (!reached)
                        continue;
                    wave[y][x] = step;
                    if ((black ? y == twin.height - 1 : x == twin.width - 1)) {
                        assert_int_equal(step, length);
                        arrived = true;
                    }
                }
        }
    }
}

static void set_up_positions_may_hold_anything(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0, n = test_count(30, 200, 5000); i < n; i++) {
        int width, height;
        random_size(&rng, &width, &height);
        Position *position = position_new(&hex_game, "hex", width, height, NULL);
        HexTwin twin;
        twin_init(&twin, width, height);
        for (int change = 0; change < width * height * 2; change++) {
            int x = (int)rng_below(&rng, (uint32_t)width);
            int y = (int)rng_below(&rng, (uint32_t)height);
            Cell cell = (Cell)rng_below(&rng, 3);
            position_put(position, move_at(x, y), cell);
            twin.at[y][x] = ".bw"[cell];
            assert_int_equal(position_result(position), twin_result(&twin));
            assert_int_equal(position_at(position, move_at(x, y)), cell);
        }
        Position *copy = position_clone(position);
        assert_true(copy->key == position->key);
        position_free(position);
        assert_int_equal(position_result(copy), twin_result(&twin));
        position_free(copy);
    }
}

static void swapped_pieces_are_mirrored_and_come_back(void **state) {
    (void)state;
    for (int size = 1; size <= BOARD_MAX; size++)
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                if (size == 1)
                    continue; // over with the first stone
                Position *position = position_new(&hex_game, NULL, size, size, NULL);
                assert_int_equal(position_check(position, MOVE_SWAP_PIECES, NULL), VERDICT_ILLEGAL);
                assert_true(position_play(position, move_at(x, y), NULL));
                uint64_t before = position->key;
                assert_true(position_play(position, MOVE_SWAP_PIECES, NULL));
                assert_int_equal(position->to_move, SIDE_BLACK);
                assert_int_equal(position->stones, 1);
                assert_int_equal(position_at(position, move_at(y, x)), CELL_WHITE);
                assert_true(x == y || position_at(position, move_at(x, y)) == CELL_EMPTY);
                // The same as if White's stone had been set up, key included.
                Position *other = position_new(&hex_game, NULL, size, size, NULL);
                position_put(other, move_at(y, x), CELL_WHITE);
                assert_true(other->key == position->key);
                position_free(other);
                // Play on and come all the way back.
                Move next = move_at(x, size - 1 - y == x ? (y + 1) % size : size - 1 - y);
                if (position_check(position, next, NULL) == VERDICT_LEGAL) {
                    assert_true(position_play(position, next, NULL));
                    assert_int_equal(position_check(position, MOVE_SWAP_PIECES, NULL),
                                     VERDICT_ILLEGAL);
                    position_undo(position);
                }
                position_undo(position);
                assert_true(position->key == before);
                assert_int_equal(position_at(position, move_at(x, y)), CELL_BLACK);
                assert_true(x == y || position_at(position, move_at(y, x)) == CELL_EMPTY);
                assert_int_equal(position->to_move, SIDE_WHITE);
                position_undo(position);
                assert_int_equal(position->stones, 0);
                position_free(position);
            }
}

static void pieces_are_swapped_only_after_the_first_stone(void **state) {
    (void)state;
    Position *position = play_moves(5, 4, "a1");
    assert_int_equal(position_check(position, MOVE_SWAP_PIECES, NULL), VERDICT_ILLEGAL);
    position_free(position);
    position = play_moves(5, 5, "a1 b1");
    assert_int_equal(position_check(position, MOVE_SWAP_PIECES, NULL), VERDICT_ILLEGAL);
    position_free(position);
    position = play_moves(5, 5, "pass a1");
    assert_int_equal(position_check(position, MOVE_SWAP_PIECES, NULL), VERDICT_ILLEGAL);
    position_free(position);
    position = position_new(&hex_game, NULL, 5, 5, NULL);
    position_put(position, move_at(2, 2), CELL_WHITE);
    assert_true(position_play(position, move_at(0, 0), NULL));
    assert_int_equal(position_check(position, MOVE_SWAP_PIECES, NULL), VERDICT_ILLEGAL);
    position_free(position);
}

static void annotations_show_a_path_of_each_side(void **state) {
    (void)state;
    // Black c1 and c2 need c3 (or b3) .. c5: three cells; White, nothing yet, five.
    Position *position = play_moves(5, 5, "c1 pass c2 pass");
    Annotations marks = {0};
    position_annotate(position, &marks);
    int cells[2] = {0, 0}, empty[2] = {0, 0};
    for (size_t i = 0; i < marks.count; i++) {
        if (marks.marks[i].kind != MARK_PATH)
            continue;
        cells[marks.marks[i].side]++;
        empty[marks.marks[i].side] += position_at(position, marks.marks[i].cell) == CELL_EMPTY;
    }
    assert_int_equal(cells[SIDE_BLACK], 5);
    assert_int_equal(empty[SIDE_BLACK], 3);
    assert_int_equal(cells[SIDE_WHITE], 5);
    assert_int_equal(empty[SIDE_WHITE], 5);
    annotations_free(&marks);
    position_free(position);
}

static void a_half_turn_has_the_same_canonical_key(void **state) {
    (void)state;
    Position *one = play_moves(7, 5, "b2 c4 g1"), *two = play_moves(7, 5, "f4 e2 a5");
    Position *three = play_moves(7, 5, "f2 e4 a1"); // mirrored, not turned: another position
    assert_true(position_canonical_key(one) == position_canonical_key(two));
    assert_true(position_canonical_key(one) != position_canonical_key(three));
    position_free(one);
    position_free(two);
    position_free(three);
}

// Is there a connection of this side that is just these cells, in any order?
static bool is_connection(const Annotations *marks, Side side, const char *moves) {
    Position *list = play_moves(7, 7, moves);
    bool found = false;
    for (size_t i = 0; i < marks->group_count && !found; i++) {
        const Group *group = &marks->groups[i];
        found = group->kind == MARK_CONNECTION && group->side == side &&
                (int)group->count == list->stones;
        for (size_t k = 0; k < group->count; k++)
            found &= position_at(list, marks->cells[group->first + k]) != CELL_EMPTY;
    }
    position_free(list);
    return found;
}

// A bridge of Black's at c3 and b5, b5 joined with the bottom by another, and a dead cell, a1, behind
// White's two stones.
static void annotations_show_connections_and_dead_cells(void **state) {
    (void)state;
    Position *position = play_moves(7, 7, "c3 b1 b5 a2 b6 g1");
    Annotations marks = {0};
    position_annotate(position, &marks);
    assert_true(is_connection(&marks, SIDE_BLACK, "c3 b5 b4 c4"));
    assert_true(is_connection(&marks, SIDE_BLACK, "b6 a7 b7") ||
                is_connection(&marks, SIDE_BLACK, "b5 a7 b7"));
    assert_false(is_connection(&marks, SIDE_WHITE, "c3 b5 b4 c4"));
    int needed = 0, dead = 0;
    for (size_t i = 0; i < marks.count; i++) {
        const Mark *mark = &marks.marks[i];
        assert_true(position_at(position, mark->cell) == CELL_EMPTY || mark->kind == MARK_PATH);
        needed += mark->kind == MARK_CONNECTION && mark->cell == move_at(1, 3);
        dead += mark->kind == MARK_DEAD && mark->cell == move_at(0, 0);
    }
    assert_int_equal(needed, 1);
    assert_int_equal(dead, 1);
    annotations_free(&marks);
    position_free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_as_drawn),
        cmocka_unit_test(the_end_is_named_and_drawn),
        cmocka_unit_test(random_games_agree_with_the_twin),
        cmocka_unit_test(a_full_board_has_exactly_one_winner),
        cmocka_unit_test(turning_and_mirroring_keep_the_winner),
        cmocka_unit_test(the_winning_line_is_a_shortest_path),
        cmocka_unit_test(set_up_positions_may_hold_anything),
        cmocka_unit_test(swapped_pieces_are_mirrored_and_come_back),
        cmocka_unit_test(pieces_are_swapped_only_after_the_first_stone),
        cmocka_unit_test(annotations_show_a_path_of_each_side),
        cmocka_unit_test(annotations_show_connections_and_dead_cells),
        cmocka_unit_test(a_half_turn_has_the_same_canonical_key),
    };
    return cmocka_run_group_tests_name("hex_board", tests, NULL, NULL);
}
