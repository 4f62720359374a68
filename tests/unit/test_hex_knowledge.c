// SPDX-License-Identifier: MIT
// What is claimed about Hex positions without searching, each claim against exhaustive play:
// connections cannot be cut, fill-in changes no result, must-play misses no winning move, a proof
// holds whatever happens outside it.
#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "hex/annotate.h"
#include "hex/knowledge.h"
#include "hex_brute.h"

#include <stdio.h>
#include <string.h>

typedef struct Setup {
    HexGrid *grid;
    Brute *brute;
    HexVcBuilder *builder, *child; // the second for positions one move on
} Setup;

static Setup setup_new(int width, int height, const HexLinkLimits *limits) {
    HexGrid *grid = hex_grid_new(width, height);
    return (Setup){grid, brute_new(width, height), hex_vc_builder_new(grid, limits),
                   hex_vc_builder_new(grid, limits)};
}

static void setup_free(Setup *setup) {
    hex_vc_builder_free(setup->builder);
    hex_vc_builder_free(setup->child);
    brute_free(setup->brute);
    hex_grid_free(setup->grid);
}

static Bits bits_of(const HexSet *set) {
    return (Bits)set->word[0];
}

static void print_board(const Setup *setup, const HexStones *stones, Bits marked) {
    for (int cell = 0; cell < setup->grid->count; cell++) {
        if (cell % setup->grid->width == 0)
            fprintf(stderr, "\n%*s", cell / setup->grid->width, "");
        fprintf(stderr, " %c", marked >> cell & 1 ? '*' : ".bw"[hex_stones_at(stones, cell)]);
    }
    fprintf(stderr, "\n");
}

// Stones of both colours in about equal number, no winner, at most `empties` cells left.
static void random_stones(Rng *rng, const HexGrid *grid, int empties, HexStones *stones) {
    do {
        int16_t cells[BOARD_POINTS];
        for (int i = 0; i < grid->count; i++) {
            uint32_t j = rng_below(rng, (uint32_t)i + 1);
            cells[i] = cells[j];
            cells[j] = (int16_t)i;
        }
        int least = grid->count > empties ? grid->count - empties : 0;
        int count = least + (int)rng_below(rng, (uint32_t)(grid->count - least) * 2 / 3 + 1);
        *stones = (HexStones){0};
        for (int i = 0; i < count; i++)
            hexset_add(stones->of[rng_below(rng, 8) ? i & 1 : rng_below(rng, 2)].word, cells[i]);
    } while (hex_stones_winner(grid, stones) != RESULT_NONE ||
             hexset_is_empty(hex_stones_empty(grid, stones).word, grid->words));
}

// --- connections ---

// The cells of an end: a group with all its stones, the cells beside an edge, or one empty cell.
static Bits end_bits(const Setup *setup, Bits own, Side side, int end, Bits *with) {
    const HexGrid *grid = setup->grid;
    if (end >= grid->count)
        return brute_beside_edge(setup->brute, side, end > grid->count);
    *with |= (Bits)1 << end;
    (void)own;
    return (Bits)1 << end;
}

static void check_link(Setup *setup, const HexStones *stones, Side side, const HexLink *link) {
    Bits own = bits_of(&stones->of[side]), carrier = bits_of(&link->carrier);
    Bits empty = ((Bits)1 << setup->grid->count) - 1;
    empty &= ~(bits_of(&stones->of[0]) | bits_of(&stones->of[1]));
    Bits from = end_bits(setup, own, side, link->x, &own);
    Bits to = end_bits(setup, own, side, link->y, &own);
    assert_int_equal(carrier & ~empty, 0);
    assert_int_equal(carrier & own, 0);
    bool holds = brute_joins(setup->brute, own, side, from, to, carrier, !link->full);
    if (holds && !link->full) { // the key must be a move that does it
        assert_true(carrier >> link->key & 1);
        Bits key = (Bits)1 << link->key;
        holds = brute_joins(setup->brute, own | key, side, from, to, carrier & ~key, false);
    }
    if (!holds) {
        print_board(setup, stones, carrier);
        fail_msg("%s %s connection %d-%d does not hold", side_name(side),
                 link->full ? "full" : "semi", link->x, link->y);
    }
}

static size_t check_links(Setup *setup, const HexStones *stones, const HexLinks *links, Side side) {
    size_t index = 0, count = 0;
    for (HexLink link; hex_links_next(links, &index, &link); count++)
        check_link(setup, stones, side, &link);
    return count;
}

static void connections_hold(const HexLinkLimits *limits, int width, int height, int empties,
                             size_t boards) {
    Setup setup = setup_new(width, height, limits);
    HexLinks *links[2] = {hex_links_new(setup.grid, SIDE_BLACK, limits),
                          hex_links_new(setup.grid, SIDE_WHITE, limits)};
    HexLinks *next[2] = {hex_links_new(setup.grid, SIDE_BLACK, limits),
                         hex_links_new(setup.grid, SIDE_WHITE, limits)};
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < boards; i++) {
        HexStones stones;
        random_stones(&rng, setup.grid, empties, &stones);
        for (int side = 0; side < 2; side++) {
            hex_links_build(links[side], &stones, HEX_GOAL_ALL);
            check_links(&setup, &stones, links[side], (Side)side);
        }
        // A few stones more, taken over from what was there.
        HexStones after = stones;
        for (int k = 1 + (int)rng_below(&rng, 3); k > 0; k--) {
            int cell = (int)rng_below(&rng, (uint32_t)setup.grid->count);
            if (hex_stones_at(&after, cell) == CELL_EMPTY)
                hexset_add(after.of[rng_below(&rng, 2)].word, cell);
        }
        if (hex_stones_winner(setup.grid, &after) != RESULT_NONE)
            continue;
        for (int side = 0; side < 2; side++) {
            hex_links_derive(next[side], links[side], &after, HEX_GOAL_ALL);
            check_links(&setup, &after, next[side], (Side)side);
        }
    }
    for (int side = 0; side < 2; side++) {
        hex_links_free(links[side]);
        hex_links_free(next[side]);
    }
    setup_free(&setup);
}

static void test_no_connection_can_be_cut(void **state) {
    (void)state;
    connections_hold(&hex_links_thorough, 4, 4, 16, test_count(20, 60, 50000));
    connections_hold(&hex_links_quick, 4, 4, 16, test_count(20, 60, 50000));
    connections_hold(&hex_links_thorough, 5, 5, 13, test_count(10, 300, 20000));
    connections_hold(&hex_links_thorough, 6, 3, 15, test_count(10, 60, 5000));
}

// --- fill-in, must-play, decided positions ---

static bool wins(Setup *setup, const HexStones *stones, Side to_move) {
    Bits bits[2] = {bits_of(&stones->of[0]), bits_of(&stones->of[1])};
    return brute_wins(setup->brute, bits, to_move);
}

static void check_fill(Setup *setup, const HexStones *stones, const HexFill *fill, Side to_move) {
    if (wins(setup, stones, to_move) != wins(setup, &fill->stones, to_move)) {
        print_board(setup, stones, 0);
        print_board(setup, &fill->stones, 0);
        fail_msg("fill-in changed the result for %s", side_name(to_move));
    }
}

// The winner's cells are all the winner needs: the loser may have everything else.
static void check_proof(Setup *setup, const HexStones *stones, const HexKnowledge *known,
                        Side to_move) {
    Side winner = known->winner == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE;
    HexStones worst = *stones;
    HexSet others = hex_stones_empty(setup->grid, stones);
    hexset_remove(others.word, known->proof.word, 1);
    hexset_unite(worst.of[side_other(winner)].word, others.word, 1);
    if (wins(setup, &worst, to_move) != (winner == to_move)) {
        print_board(setup, stones, bits_of(&known->proof));
        fail_msg("%s to move: the proof that %s wins needs more cells", side_name(to_move),
                 side_name(winner));
    }
}

static void check_moves(Setup *setup, const HexKnowledge *known, Side to_move, bool is_won) {
    const HexFill *fill = &known->fill;
    bool found = false;
    HEXSET_EACH (cell, fill->empty.word, 1) {
        HexStones after = fill->stones;
        hexset_add(after.of[to_move].word, cell);
        if (wins(setup, &after, side_other(to_move)))
            continue;
        if (!hexset_has(known->must_play.word, cell)) {
            print_board(setup, &fill->stones, bits_of(&known->must_play));
            fail_msg("%s to move: must-play misses cell %d", side_name(to_move), cell);
        }
        found = found || hexset_has(known->moves.word, cell);
    }
    if (found != is_won) {
        print_board(setup, &fill->stones, bits_of(&known->moves));
        fail_msg("%s to move: no winning move is left", side_name(to_move));
    }
}

static void check_knowledge(Setup *setup, const HexStones *stones, const HexKnowledge *known,
                            Side to_move) {
    bool is_won = wins(setup, stones, to_move);
    check_fill(setup, stones, &known->fill, to_move);
    check_fill(setup, stones, &known->fill, side_other(to_move));
    if (known->winner == RESULT_NONE) {
        check_moves(setup, known, to_move, is_won);
        return;
    }
    if ((known->winner == side_wins(to_move)) != is_won) {
        print_board(setup, stones, 0);
        fail_msg("%s to move: the wrong side was said to win", side_name(to_move));
    }
    check_proof(setup, stones, known, to_move);
}

static void knowledge_is_true(const HexLinkLimits *limits, int width, int height, int empties,
                              size_t boards) {
    Setup setup = setup_new(width, height, limits);
    Rng rng = rng_seed(test_seed() + 1);
    StopFlag stop = {0};
    hex_vc_builder_set_stop(setup.builder, &stop);
    for (size_t i = 0; i < boards; i++) {
        HexStones stones;
        HexFill start;
        HexKnowledge known;
        if (i % 4 == 3) // there is no time to look: what is said holds all the same, also below
            stop_raise(&stop);
        else
            stop_clear(&stop);
        Side to_move = rng_below(&rng, 2) ? SIDE_BLACK : SIDE_WHITE;
        random_stones(&rng, setup.grid, empties, &stones);
        hex_fill_begin(setup.grid, &stones, &start);
        hex_knowledge_find(setup.builder, NULL, &start, to_move, &known);
        check_knowledge(&setup, &stones, &known, to_move);
        if (known.winner != RESULT_NONE)
            continue;
        // And after a move, from what is known now.
        int cell = -1;
        for (uint32_t k = rng_below(&rng, 8) + 1; k > 0; k--) {
            int other = hexset_next(known.fill.empty.word, cell + 1, 1);
            cell = other >= 0 ? other : cell;
        }
        HexFill after = known.fill;
        hex_fill_play(setup.grid, &after, cell, to_move);
        HexStones before = after.stones;
        hex_knowledge_find(setup.child, setup.builder, &after, side_other(to_move), &known);
        check_knowledge(&setup, &before, &known, side_other(to_move));
    }
    setup_free(&setup);
}

static void test_knowledge_is_true(void **state) {
    (void)state;
    knowledge_is_true(&hex_links_thorough, 4, 4, 12, test_count(100, 1000, 100000));
    knowledge_is_true(&hex_links_quick, 4, 4, 12, test_count(50, 500, 100000));
    knowledge_is_true(&hex_links_thorough, 5, 5, 12, test_count(20, 1000, 30000));
    knowledge_is_true(&hex_links_quick, 6, 4, 12, test_count(20, 500, 30000));
}

// --- what is drawn of it ---

static void check_drawing(Setup *setup, const HexStones *stones, const Annotations *marks,
                          Side to_move) {
    HexStones filled = *stones;
    HexSet left = hex_stones_empty(setup->grid, stones);
    for (size_t i = 0; i < marks->count; i++) {
        const Mark *mark = &marks->marks[i];
        int cell = move_y(mark->cell) * setup->grid->width + move_x(mark->cell);
        HexStones after = *stones;
        hexset_add(after.of[to_move].word, cell);
        if (mark->kind == MARK_OUTSIDE && !wins(setup, &after, side_other(to_move))) {
            print_board(setup, stones, 1U << cell);
            fail_msg("%s to move: a winning move is marked as losing", side_name(to_move));
        }
        if (mark->kind == MARK_DEAD || mark->kind == MARK_CAPTURED)
            hexset_add(filled.of[mark->side].word, cell);
        if (mark->kind == MARK_DEAD || mark->kind == MARK_CAPTURED || mark->kind == MARK_INFERIOR)
            hexset_drop(left.word, cell);
    }
    bool is_won = wins(setup, stones, to_move), found = false;
    assert_int_equal(wins(setup, &filled, to_move), is_won);
    if (hex_stones_winner(setup->grid, &filled) != RESULT_NONE)
        return;
    HEXSET_EACH (cell, left.word, 1) {
        HexStones after = filled;
        hexset_add(after.of[to_move].word, cell);
        found = found || !wins(setup, &after, side_other(to_move));
    }
    assert_int_equal(found, is_won);
}

static void test_drawings_are_true(void **state) {
    (void)state;
    Setup setup = setup_new(4, 4, &hex_links_quick);
    Rng rng = rng_seed(test_seed() + 2);
    for (size_t i = 0; i < test_count(50, 500, 20000); i++) {
        HexStones stones;
        HexBoard board;
        Annotations marks = {.closely = true};
        Side to_move = rng_below(&rng, 2) ? SIDE_BLACK : SIDE_WHITE;
        random_stones(&rng, setup.grid, 12, &stones);
        hex_board_init(&board, 4, 4);
        for (int cell = 0; cell < setup.grid->count; cell++)
            hex_board_put(&board, hex_grid_move(setup.grid, cell), hex_stones_at(&stones, cell));
        hex_annotate(&board, to_move, &marks);
        check_drawing(&setup, &stones, &marks, to_move);
        annotations_free(&marks);
    }
    setup_free(&setup);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_connection_can_be_cut),
        cmocka_unit_test(test_knowledge_is_true),
        cmocka_unit_test(test_drawings_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
