// SPDX-License-Identifier: MIT
// The Hex solver against exhaustive play, its proofs against the loser having everything else, its
// lines against the rules, and its book against being turned, saved, loaded and too small.
#include "support.h"

#include "base/rng.h"
#include "hex/solver.h"
#include "hex_brute.h"
#include "search/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Memory *memory; // of all that is made here

enum { BOOK = 1 << 22 };

typedef struct Setup {
    HexGrid *grid;
    HexSolver *solver;
    Brute *brute;
    Pool *pool;
    StopFlag stop;
} Setup;

static void setup_init(Setup *setup, int width, int height, int threads, size_t bytes) {
    setup->grid = hex_grid_new(width, height);
    setup->solver = hex_solver_new(setup->grid, memory, bytes);
    setup->brute = width * height <= BRUTE_CELLS ? brute_new(width, height) : NULL;
    setup->pool = pool_new(threads);
    stop_clear(&setup->stop);
}

static void setup_end(Setup *setup) {
    hex_solver_free(setup->solver);
    hex_grid_free(setup->grid);
    brute_free(setup->brute);
    pool_free(setup->pool);
}

static HexAnswer ask(Setup *setup, const HexStones *stones, Side to_move, int64_t nodes) {
    HexAnswer answer;
    HexSolverOrder order = {.stones = *stones,
                            .to_move = to_move,
                            .stop = &setup->stop,
                            .nodes = nodes,
                            .pool = setup->pool};
    hex_solver_solve(setup->solver, &order, &answer);
    if (answer.winner != RESULT_NONE) { // whatever is claimed ends with the board
        HexSet empty = hex_stones_empty(setup->grid, stones);
        assert_in_range(answer.plies_most, 1, hexset_count(empty.word, setup->grid->words));
        assert_in_range(answer.plies, 1, answer.plies_most);
    }
    return answer;
}

// Stones in any number, no winner, at most `empties` cells left and at least one.
static void random_stones(Rng *rng, const HexGrid *grid, int empties, HexStones *stones) {
    HexSet empty;
    do {
        *stones = (HexStones){0};
        for (int cell = 0; cell < grid->count; cell++)
            if ((int)rng_below(rng, (uint32_t)grid->count) >= empties - 1)
                hexset_add(stones->of[rng_below(rng, 2)].word, cell);
        empty = hex_stones_empty(grid, stones);
    } while (hex_stones_winner(grid, stones) != RESULT_NONE ||
             hexset_count(empty.word, grid->words) > empties ||
             hexset_is_empty(empty.word, grid->words));
}

static bool wins(Setup *setup, const HexStones *stones, Side to_move) {
    Bits bits[2] = {(Bits)stones->of[0].word[0], (Bits)stones->of[1].word[0]};
    return brute_wins(setup->brute, bits, to_move);
}

// Everything outside the proof may be the loser's.
static void check_proof(Setup *setup, const HexStones *stones, Side to_move,
                        const HexAnswer *answer) {
    Side winner = answer->winner == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE;
    HexStones worst = *stones;
    HexSet others = hex_stones_empty(setup->grid, stones);
    hexset_remove(others.word, answer->proof.word, 1);
    hexset_unite(worst.of[side_other(winner)].word, others.word, 1);
    assert_int_equal(wins(setup, &worst, to_move), winner == to_move);
}

// Legal to the end of the game, and every move of the winner keeps the win.
static void check_line(Setup *setup, HexStones stones, Side to_move, const HexAnswer *answer) {
    for (size_t i = 0; i < answer->length; i++) {
        int cell = hex_grid_cell(setup->grid, answer->line[i]);
        assert_int_equal(hex_stones_winner(setup->grid, &stones), RESULT_NONE);
        assert_int_equal(hex_stones_at(&stones, cell), CELL_EMPTY);
        hexset_add(stones.of[to_move].word, cell);
        to_move = side_other(to_move);
        if (hex_stones_winner(setup->grid, &stones) == RESULT_NONE)
            assert_int_equal(wins(setup, &stones, to_move), side_wins(to_move) == answer->winner);
    }
    assert_int_equal(hex_stones_winner(setup->grid, &stones), answer->winner);
}

static void solver_is_right(int width, int height, int empties, int threads, size_t boards) {
    Setup setup;
    setup_init(&setup, width, height, threads, BOOK);
    Rng rng = rng_seed(test_seed() + (uint64_t)threads);
    for (size_t i = 0; i < boards; i++) {
        HexStones stones;
        random_stones(&rng, setup.grid, empties, &stones);
        Side to_move = rng_below(&rng, 2) ? SIDE_BLACK : SIDE_WHITE;
        HexAnswer answer = ask(&setup, &stones, to_move, LIMIT_NONE);
        assert_int_not_equal(answer.winner, RESULT_NONE);
        assert_int_equal(answer.winner == side_wins(to_move), wins(&setup, &stones, to_move));
        check_proof(&setup, &stones, to_move, &answer);
        check_line(&setup, stones, to_move, &answer);
        if (rng_below(&rng, 8) == 0)
            proofbook_clear(hex_solver_book(setup.solver));
    }
    setup_end(&setup);
}

static void test_right_on_small_boards(void **state) {
    (void)state;
    solver_is_right(4, 4, 13, 1, test_count(30, 400, 50000));
    solver_is_right(5, 5, 13, 1, test_count(10, 500, 20000));
    solver_is_right(5, 3, 15, 1, test_count(10, 200, 20000));
    solver_is_right(4, 5, 13, 1, test_count(10, 200, 20000));
}

static void test_right_on_two_threads(void **state) {
    (void)state;
    solver_is_right(5, 5, 12, 2, test_count(10, 100, 5000));
}

// --- opening moves of whole boards ---

// Where Black's first stone wins, row by row; worked out by exhaustive play for 4x4 here and now.
static void test_first_moves_of_4x4(void **state) {
    (void)state;
    Setup setup;
    setup_init(&setup, 4, 4, 1, BOOK);
    for (int cell = 0; cell < 16; cell++) {
        HexStones stones = {0};
        hexset_add(stones.of[SIDE_BLACK].word, cell);
        HexAnswer answer = ask(&setup, &stones, SIDE_WHITE, LIMIT_NONE);
        assert_int_equal(answer.winner == RESULT_WHITE, wins(&setup, &stones, SIDE_WHITE));
    }
    setup_end(&setup);
}

// Whoever begins on an empty square board wins (Nash), on two threads too.
static void test_beginner_wins(void **state) {
    (void)state;
    for (int size = 1; size <= 7; size++)
        for (int threads = 1; threads <= 2; threads++) {
            Setup setup;
            setup_init(&setup, size, size, threads, BOOK);
            HexStones stones = {0};
            HexAnswer answer = ask(&setup, &stones, SIDE_WHITE, LIMIT_NONE);
            assert_int_equal(answer.winner, RESULT_WHITE);
            setup_end(&setup);
        }
}

// On a board that is longer one way, whoever has the short way wins even as the second.
static void test_short_way_wins(void **state) {
    (void)state;
    Setup setup;
    setup_init(&setup, 6, 5, 1, BOOK); // five rows: Black's way is the shorter
    HexStones stones = {0};
    assert_int_equal(ask(&setup, &stones, SIDE_WHITE, LIMIT_NONE).winner, RESULT_BLACK);
    setup_end(&setup);
}

// --- limits, the book ---

static void test_node_limit(void **state) {
    (void)state;
    Setup setup;
    setup_init(&setup, 7, 7, 1, BOOK);
    HexStones stones = {0};
    hexset_add(stones.of[SIDE_BLACK].word, 0);
    HexAnswer answer = ask(&setup, &stones, SIDE_WHITE, 20);
    assert_int_equal(answer.winner, RESULT_NONE);
    assert_in_range(answer.nodes, 1, 40);
    stop_raise(&setup.stop);
    assert_int_equal(ask(&setup, &stones, SIDE_WHITE, LIMIT_NONE).winner, RESULT_NONE);
    setup_end(&setup);
}

// A book that holds a few hundred positions of the thousands there are forgets most of them, and
// must still come to the same end.
static void test_book_too_small(void **state) {
    (void)state;
    Setup small, large;
    setup_init(&small, 6, 6, 1, 0);
    setup_init(&large, 6, 6, 1, BOOK);
    for (int cell = 0; cell < 36; cell += (int)test_count(20, 4, 1)) {
        HexStones stones = {0};
        hexset_add(stones.of[SIDE_BLACK].word, cell);
        HexAnswer answer = ask(&small, &stones, SIDE_WHITE, LIMIT_NONE);
        assert_int_not_equal(answer.winner, RESULT_NONE);
        assert_int_equal(answer.winner, ask(&large, &stones, SIDE_WHITE, LIMIT_NONE).winner);
    }
    setup_end(&small);
    setup_end(&large);
}

static void random_entry(Rng *rng, const HexGrid *grid, ProofEntry *entry) {
    *entry = (ProofEntry){.phi = 1 + rng_below(rng, 100),
                          .delta = 1 + rng_below(rng, 100),
                          .work = 1 + rng_below(rng, 1000),
                          .move = (int16_t)((int)rng_below(rng, (uint32_t)grid->count + 1) - 1)};
    for (int cell = 0; cell < grid->count; cell++)
        if (rng_below(rng, 2)) {
            hexset_add(entry->open.word, cell);
            entry->order[entry->order_count++] = (int16_t)cell;
        } else if (rng_below(rng, 2)) {
            hexset_add(entry->against.word, cell);
        }
}

static void assert_same(const ProofEntry *a, const ProofEntry *b) {
    assert_int_equal(a->phi, b->phi);
    assert_int_equal(a->delta, b->delta);
    assert_int_equal(a->move, b->move);
    assert_memory_equal(&a->open, &b->open, sizeof a->open);
    assert_memory_equal(&a->against, &b->against, sizeof a->against);
    assert_int_equal(a->order_count, b->order_count);
    assert_memory_equal(a->order, b->order, (size_t)a->order_count * sizeof *a->order);
}

static HexSet turned(const HexGrid *grid, const HexSet *set) {
    HexSet out = {0};
    for (int cell = 0; cell < grid->count; cell++)
        if (hexset_has(set->word, cell))
            hexset_add(out.word, grid->count - 1 - cell);
    return out;
}

// What is put in comes out, also when asked by way of the half turn, and through a file.
static void test_book_keeps_and_turns(void **state) {
    (void)state;
    static const int sizes[][2] = {{7, 7}, {11, 11}, {19, 19}, {5, 9}};
    Rng rng = rng_seed(test_seed());
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        HexGrid *grid = hex_grid_new(sizes[k][0], sizes[k][1]);
        ProofBook *book = proofbook_new(grid, memory, 1 << 20),
                  *copy = proofbook_new(grid, memory, 1 << 20);
        char path[] = "/tmp/tengen-proofs-XXXXXX";
        int file = mkstemp(path);
        assert_true(file >= 0);
        close(file);
        for (int i = 0; i < 20; i++) {
            HexStones stones, half;
            ProofEntry entry, back;
            random_stones(&rng, grid, grid->count * 2 / 3, &stones);
            random_entry(&rng, grid, &entry);
            HexKeys keys = proofbook_keys(grid, &stones, SIDE_BLACK);
            proofbook_clear(book);
            proofbook_put(book, keys, &entry);
            assert_true(proofbook_get(book, keys, &back));
            assert_same(&entry, &back);
            for (int side = 0; side < 2; side++)
                half.of[side] = turned(grid, &stones.of[side]);
            assert_true(proofbook_get(book, proofbook_keys(grid, &half, SIDE_BLACK), &back));
            HexSet open = turned(grid, &back.open);
            assert_memory_equal(&open, &entry.open, sizeof open);
            assert_false(proofbook_get(book, proofbook_keys(grid, &half, SIDE_WHITE), &back));
            Error err;
            assert_true(proofbook_save(book, path, &err));
            assert_true(proofbook_load(copy, path, &err));
            assert_true(proofbook_get(copy, keys, &back));
            assert_same(&entry, &back);
        }
        remove(path);
        proofbook_free(book);
        proofbook_free(copy);
        hex_grid_free(grid);
    }
}

static void test_book_refuses_other_files(void **state) {
    (void)state;
    HexGrid *grid = hex_grid_new(5, 5), *other = hex_grid_new(6, 6);
    ProofBook *book = proofbook_new(grid, memory, 0), *six = proofbook_new(other, memory, 0);
    char path[] = "/tmp/tengen-proofs-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    Error err = {""};
    assert_false(proofbook_load(book, path, &err)); // empty
    assert_non_null(strstr(err.text, "5x5"));
    assert_true(proofbook_save(six, path, &err));
    assert_false(proofbook_load(book, path, &err));
    // A byte that changed, or one that is missing: nothing of it counts.
    HexStones stones = {0};
    ProofEntry entry = {.phi = 1, .delta = 1, .work = 1, .move = -1}, back;
    HexKeys keys = proofbook_keys(grid, &stones, SIDE_BLACK);
    proofbook_put(book, keys, &entry);
    for (int cut = 0; cut < 2; cut++) {
        assert_true(proofbook_save(book, path, &err));
        FILE *damaged = fopen(path, "r+b");
        assert_non_null(damaged);
        assert_int_equal(fseek(damaged, cut ? -1 : 64 + 16, cut ? SEEK_END : SEEK_SET), 0);
        if (cut)
            assert_int_equal(ftruncate(fileno(damaged), ftell(damaged)), 0);
        else
            fputc(7, damaged); // the work behind it
        fclose(damaged);
        ProofBook *fresh = proofbook_new(grid, memory, 0);
        assert_false(proofbook_load(fresh, path, &err));
        assert_false(proofbook_get(fresh, keys, &back));
        proofbook_free(fresh);
    }
    remove(path);
    assert_false(proofbook_load(book, path, &err));
    assert_false(proofbook_save(book, "/nowhere/at/all", &err));
    proofbook_free(book);
    proofbook_free(six);
    hex_grid_free(grid);
    hex_grid_free(other);
}

// Solved once, known from the file: the second run only reads.
static void test_goes_on_from_a_file(void **state) {
    (void)state;
    Setup setup, again;
    setup_init(&setup, 6, 6, 1, BOOK);
    setup_init(&again, 6, 6, 1, BOOK);
    HexStones stones = {0};
    hexset_add(stones.of[SIDE_BLACK].word, 0);
    HexAnswer first = ask(&setup, &stones, SIDE_WHITE, LIMIT_NONE);
    char path[] = "/tmp/tengen-proofs-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(proofbook_save(hex_solver_book(setup.solver), path, NULL));
    assert_true(proofbook_load(hex_solver_book(again.solver), path, NULL));
    HexAnswer second = ask(&again, &stones, SIDE_WHITE, LIMIT_NONE);
    assert_int_equal(first.winner, second.winner);
    assert_true(second.nodes < first.nodes);
    remove(path);
    setup_end(&setup);
    setup_end(&again);
}

int main(void) {
    memory = memory_new(0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_on_small_boards),
        cmocka_unit_test(test_right_on_two_threads),
        cmocka_unit_test(test_first_moves_of_4x4),
        cmocka_unit_test(test_beginner_wins),
        cmocka_unit_test(test_short_way_wins),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_book_too_small),
        cmocka_unit_test(test_book_keeps_and_turns),
        cmocka_unit_test(test_book_refuses_other_files),
        cmocka_unit_test(test_goes_on_from_a_file),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    memory_free(memory);
    return failed;
}
