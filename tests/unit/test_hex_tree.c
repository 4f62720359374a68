// SPDX-License-Identifier: MIT
// The tree search of Hex: what is kept of a tree, proofs against the solver, and won games to their
// end.
#include "support.h"

#include "base/clock.h"
#include "base/rng.h"
#include "game/notation.h"
#include "hex/hex.h"
#include "hex/tree.h"

static Memory *memory; // of all that is made here

// --- the tree ---

static void grow_at_random(HexTree *tree, TreeNode *node, Rng *rng, int depth) {
    int count = depth ? 1 + (int)rng_below(rng, 4) : 0;
    uint32_t first = count ? hex_tree_take(tree, count) : 0;
    if (!first)
        return;
    TreeNode *children = hex_tree_node(tree, first);
    for (int i = 0; i < count; i++) {
        int16_t fill[] = {(int16_t)rng_below(rng, 100), (int16_t)rng_below(rng, 100)};
        children[i].cell = (int16_t)i;
        children[i].visits = rng_below(rng, node->visits + 1);
        children[i].fill = rng_below(rng, 2) ? hex_tree_keep_fill(tree, fill, 2) : 0;
        grow_at_random(tree, &children[i], rng, depth - 1);
    }
    node->count = (uint16_t)count;
    node->children = first;
}

// A sum over all that lies below a node, in its order.
static uint64_t digest(const HexTree *tree, const TreeNode *node) {
    uint64_t sum = rng_mix((uint64_t)node->visits * 8 + (uint64_t)(node->cell + 1));
    if (node->fill) {
        int count;
        const int16_t *fill = hex_tree_fill(tree, node->fill, &count);
        for (int i = 0; i < count; i++)
            sum = rng_mix(sum + (uint64_t)fill[i] + 1);
    }
    const TreeNode *children = hex_tree_children(tree, node);
    for (int i = 0; children && i < node->count; i++)
        sum = rng_mix(sum + digest(tree, &children[i]));
    return sum;
}

static void a_descent_keeps_what_lies_below(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexTree *tree = hex_tree_new(memory, 1 << 20);
    for (int i = 0; i < 200; i++) {
        hex_tree_clear(tree);
        TreeNode *root = hex_tree_node(tree, TREE_ROOT);
        root->visits = 1000;
        grow_at_random(tree, root, &rng, 5);
        while (root->count) {
            int cell = (int)rng_below(&rng, root->count);
            uint64_t before = digest(tree, &hex_tree_children(tree, root)[cell]);
            assert_true(hex_tree_descend(tree, cell));
            root = hex_tree_node(tree, TREE_ROOT);
            assert_true(digest(tree, root) == before);
        }
        assert_false(hex_tree_descend(tree, 0));
    }
    hex_tree_free(tree);
}

typedef struct Thinning {
    const HexTree *thin, *full;
    uint32_t kept, least_kept; // nodes; visits of nodes that kept their children
    uint32_t most_cut;         // ... that did not
    bool cut;
} Thinning;

static void compare(Thinning *thinning, const TreeNode *thin, const TreeNode *full) {
    assert_int_equal(thin->visits, full->visits);
    assert_int_equal(thin->cell, full->cell);
    const TreeNode *thin_children = hex_tree_children(thinning->thin, thin);
    const TreeNode *full_children = hex_tree_children(thinning->full, full);
    if (!full_children)
        assert_null(thin_children);
    else if (!thin_children) {
        assert_int_equal(thin->count, 0);
        thinning->cut = true;
        if (full->visits > thinning->most_cut)
            thinning->most_cut = full->visits;
    } else {
        assert_int_equal(thin->count, full->count);
        thinning->kept += thin->count;
        if (full->visits < thinning->least_kept)
            thinning->least_kept = full->visits;
        for (int i = 0; i < thin->count; i++)
            compare(thinning, &thin_children[i], &full_children[i]);
    }
}

// Two trees that are the same, one of them thinned.
static void a_thin_tree_keeps_what_was_visited_most(void **state) {
    (void)state;
    enum { ROOM = 2048 }; // the least there is
    HexTree *trees[2] = {hex_tree_new(memory, 1), hex_tree_new(memory, 1)};
    bool ever_cut = false;
    uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 200; i++) {
        for (int k = 0; k < 2; k++) {
            Rng rng = rng_seed(seed + i);
            hex_tree_clear(trees[k]);
            TreeNode *root = hex_tree_node(trees[k], TREE_ROOT);
            root->visits = 1000000;
            grow_at_random(trees[k], root, &rng, 6);
        }
        hex_tree_thin(trees[0]);
        Thinning thinning = {trees[0], trees[1], 0, UINT32_MAX, 0, false};
        compare(&thinning, hex_tree_node(trees[0], TREE_ROOT), hex_tree_node(trees[1], TREE_ROOT));
        assert_true(thinning.kept <= ROOM / 2);
        assert_true(!thinning.cut || thinning.most_cut < thinning.least_kept);
        assert_true(hex_tree_take(trees[0], ROOM / 2 - 2) != 0);
        ever_cut = ever_cut || (thinning.cut && thinning.kept > 0);
    }
    assert_true(ever_cut);
    hex_tree_free(trees[0]);
    hex_tree_free(trees[1]);
}

// --- the search ---

typedef struct Mind {
    Services services;
    Searcher *searcher;
} Mind;

static void mind_open(Mind *mind, int threads) {
    mind->services = (Services){pool_new(threads), memory_new(12 << 20)};
    mind->searcher = hex_searcher.create(&mind->services);
}

static void mind_close(Mind *mind) {
    hex_searcher.destroy(mind->searcher);
    pool_free(mind->services.pool);
    memory_free(mind->services.memory);
}

static Outcome think(Mind *mind, const Position *position, int64_t nodes, bool prove) {
    Outcome outcome;
    StopFlag stop = {0};
    Ask order = {.position = position,
                 .limits = LIMITS_OPEN,
                 .stop = &stop,
                 .start_us = clock_now_us(),
                 .budget_ms = LIMIT_NONE};
    order.limits.nodes = nodes;
    order.limits.prove = prove;
    hex_searcher.think(mind->searcher, &order, &outcome);
    return outcome;
}

static void scatter(Position *position, Rng *rng, uint32_t stones) {
    Move moves[MOVES_MAX];
    for (; stones > 0; stones--) {
        position_play(position, moves[rng_below(rng, (uint32_t)position_moves(position, moves))],
                      NULL);
        if (position_result(position) != RESULT_NONE)
            position_undo(position);
    }
}

// Several threads, a tree kept from move to move: whatever is called won or lost is.
static void what_is_proven_is_true(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Mind mind, solver;
    mind_open(&mind, 2);
    mind_open(&solver, 1);
    int proven = 0;
    for (size_t i = 0; i < test_count(4, 12, 400); i++) {
        Position *position = position_new(&hex_game, NULL, 6, 6, NULL);
        scatter(position, &rng, rng_below(&rng, 5));
        hex_searcher.new_game(mind.searcher);
        while (position_result(position) == RESULT_NONE && position->stones < 12) {
            Outcome outcome = think(&mind, position, 1500, false);
            if (score_is_proven(outcome.info.line.score)) {
                int score = think(&solver, position, LIMIT_NONE, true).info.line.score;
                assert_true(score_is_proven(score));
                assert_int_equal(score > 0, outcome.info.line.score > 0);
                proven++;
            }
            assert_true(position_play(position, outcome.move, NULL));
        }
        position_free(position);
    }
    print_message("%d proven\n", proven);
    assert_true(proven > 0);
    mind_close(&mind);
    mind_close(&solver);
}

// A tree that is full early and often, on a large board, followed from move to move.
static void a_full_tree_goes_on(void **state) {
    (void)state;
    Mind mind = {.services = {pool_new(2), memory_new(1 << 16)}};
    mind.searcher = hex_searcher.create(&mind.services);
    Position *position = position_new(&hex_game, NULL, 14, 14, NULL);
    for (int i = 0; i < 12 && position_result(position) == RESULT_NONE; i++) {
        Move move = think(&mind, position, (int64_t)test_count(200, 2000, 40000), false).move;
        assert_true(position_play(position, move, NULL));
    }
    position_free(position);
    mind_close(&mind);
}

// From a game: White wins by j9, which the solver proves in 36 nodes and the tree search not in
// ten times what it has here.
static void a_late_win_is_proven(void **state) {
    (void)state;
    Mind mind;
    mind_open(&mind, 1);
    Position *position = position_parse(
        &hex_game, NULL, 11, 11,
        "a2 d10 c9 b11 a11 b10 a10 b9 a9 b7 b8 c7 c8 d7 e7 d8 e8 f5 e6 f9 d9 e5 g5 f6 d6 d5 g6 f7 "
        "g7 f8 h8 g10 i9 h3 g4 g3 f4 f3 i3 h4 i4 h5 i5 h7 g8 h6 e4 e3 j6 i2 j2 h11 h10 i8 g11",
        -1, NULL);
    assert_non_null(position);
    Outcome outcome = think(&mind, position, 10000, false);
    assert_true(outcome.info.line.score >= SCORE_PROVEN);
    assert_int_equal(outcome.move, move_at(9, 8));
    position_free(position);
    mind_close(&mind);
}

// From where a win is claimed, against an opponent who resists: it is won, within the plies claimed.
static bool finish(Mind *mind, Mind *other, Position *position) {
    Outcome outcome = think(mind, position, 1000, false);
    if (!score_is_proven(outcome.info.line.score) || outcome.info.line.score < 0)
        return false;
    Side winner = position->to_move;
    int plies = score_plies(outcome.info.line.score), played = 0;
    while (position_result(position) == RESULT_NONE) {
        Mind *who = position->to_move == winner ? mind : other;
        assert_true(position_play(position, think(who, position, 1000, false).move, NULL));
        played++;
    }
    assert_int_equal(position_result(position), side_wins(winner));
    assert_true(played <= plies);
    return true;
}

static void won_games_are_finished(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Mind mind, other;
    mind_open(&mind, 1);
    mind_open(&other, 1);
    size_t finished = 0, wanted = test_count(2, 8, 100);
    for (size_t tries = 0; finished < wanted && tries < 50 * wanted; tries++) {
        Position *position = position_new(&hex_game, NULL, 11, 11, NULL);
        scatter(position, &rng, 20 + rng_below(&rng, 20));
        hex_searcher.new_game(mind.searcher);
        hex_searcher.new_game(other.searcher);
        finished += finish(&mind, &other, position);
        position_free(position);
    }
    assert_int_equal(finished, wanted);
    mind_close(&mind);
    mind_close(&other);
}

int main(void) {
    memory = memory_new(0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_descent_keeps_what_lies_below),
        cmocka_unit_test(a_thin_tree_keeps_what_was_visited_most),
        cmocka_unit_test(what_is_proven_is_true),
        cmocka_unit_test(a_full_tree_goes_on),
        cmocka_unit_test(a_late_win_is_proven),
        cmocka_unit_test(won_games_are_finished),
    };
    int failed = cmocka_run_group_tests_name("hex_tree", tests, NULL, NULL);
    memory_free(memory);
    return failed;
}
