// SPDX-License-Identifier: MIT
// The four-search and the threat search against a prover that knows the rules and nothing else.
#include "gomoku_prover.h"
#include "gomoku_thinking.h"

#include "base/memory.h"
#include "gomoku/replies.h"
#include "gomoku/threes.h"
#include "search/proofs.h"

#include <stdlib.h>

static Memory *memory; // of all that is made here

enum {
    SEARCH_NODES = 20000,
    TWIN_PATIENCE = 2000, // stones: the prover is slow
    CLAIM_PATIENCE = 4000,
};

// What all tests search with.
typedef struct Bench {
    Evaluation *evaluations[RULE_COUNT];
    VcfCache *vcf_cache;
    Threes *threes;
    StopFlag never;
    Effort effort;
    Field field;
    FourLine line;
} Bench;

static Bench *bench_new(void) {
    Bench *bench = mem_new(sizeof *bench);
    for (int rule = 0; rule < RULE_COUNT; rule++)
        bench->evaluations[rule] =
            evaluation_new((GomokuRule)rule, weights_of_rule((GomokuRule)rule));
    bench->vcf_cache = vcf_cache_new(memory, 1 << 20);
    bench->threes = threes_new(memory, 1 << 20, bench->vcf_cache);
    return bench;
}

static void bench_free(Bench *bench) {
    for (int rule = 0; rule < RULE_COUNT; rule++)
        evaluation_free(bench->evaluations[rule]);
    threes_free(bench->threes);
    vcf_cache_free(bench->vcf_cache);
    free(bench);
}

static void bench_set(Bench *bench, const Board *board) {
    bench->field.board = *board;
    bench->field.evaluation = bench->evaluations[board->rule];
    field_recount(&bench->field);
    bench->effort =
        (Effort){.limit = UINT64_MAX, .stop = &bench->never, .done = &bench->never, .over = false};
}

static Fours bench_fours(Bench *bench) {
    return (Fours){
        .field = &bench->field,
        .effort = &bench->effort,
        .vcf_cache = bench->vcf_cache,
        .last_node = effort_nodes(&bench->effort) + SEARCH_NODES,
    };
}

static FoursVerdict bench_threes(Bench *bench, const Board *board, uint64_t nodes) {
    bench_set(bench, board);
    return threes_search(bench->threes, &bench->field, &bench->effort, nodes, &bench->line);
}

static void random_board(Rng *rng, size_t i, Board *board) {
    Position *position = gomoku_random_position(rng, gomoku_rules[i % GOMOKU_RULES], 5, 15,
                                                6 + (int)rng_below(rng, 60));
    board_from_position(board, position);
    position_free(position);
}

// --- fours ---

static void check_shortest(Bench *bench, Board *board) {
    Fours fours = bench_fours(bench);
    if (fours_shortest(&fours, &bench->line) != FOURS_WIN)
        return;
    int count = bench->line.length / 2;
    int64_t patience = TWIN_PATIENCE;
    assert_true(prover_line(board, bench->line.moves, bench->line.length));
    assert_int_not_equal(prover_fours(board, count, &patience), PROVEN_NO);
    patience = TWIN_PATIENCE;
    if (count)
        assert_int_not_equal(prover_fours(board, count - 1, &patience), PROVEN_YES);
}

static void fours_agree_with_the_prover(void **state) {
    (void)state;
    Bench *bench = bench_new();
    Rng rng = rng_seed(test_seed());
    size_t wins = 0, none = 0, count = test_count(100, 600, 100000);
    for (size_t i = 0; i < count; i++) {
        Board board;
        random_board(&rng, i, &board);
        bench_set(bench, &board);
        Fours fours = bench_fours(bench);
        FoursVerdict verdict = fours_search(&fours, FOURS_ANY, &bench->line);
        assert_int_equal(bench->field.board.key, board.key);
        int64_t patience = TWIN_PATIENCE;
        Proven proven = prover_fours(&board, GOMOKU_MAX * GOMOKU_MAX, &patience);
        if (verdict == FOURS_WIN) {
            assert_int_not_equal(proven, PROVEN_NO);
            assert_true(prover_line(&board, bench->line.moves, bench->line.length));
            check_shortest(bench, &board);
        } else if (verdict == FOURS_NONE) {
            assert_int_not_equal(proven, PROVEN_YES);
        }
        wins += verdict == FOURS_WIN;
        none += verdict == FOURS_NONE && proven == PROVEN_NO;
    }
    assert_true(wins > count / 20 && none > count / 20);
    bench_free(bench);
}

// --- replies ---

// Everything that is not a reply loses to fours, as fast as it was said to.
static void check_others_lose(Board *board, const Replies *replies) {
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            Move cell = move_at(x, y);
            if (!prover_allows(board, cell) || cellset_has(&replies->cells, cell))
                continue;
            int64_t patience = TWIN_PATIENCE;
            board_play(board, cell);
            assert_false(board_wins_at(board, cell));
            assert_int_not_equal(prover_fours(board, (replies->plies - 1) / 2, &patience),
                                 PROVEN_NO);
            board_undo(board, cell);
        }
}

static void replies_are_complete(void **state) {
    (void)state;
    Bench *bench = bench_new();
    Rng rng = rng_seed(test_seed());
    size_t answerable = 0, by_fours = 0, none = 0, count = test_count(100, 700, 100000);
    for (size_t i = 0; i < count; i++) {
        Board board;
        random_board(&rng, i, &board);
        bench_set(bench, &board);
        if (field_five(&bench->field, field_to_move(&bench->field)) != MOVE_NONE)
            continue;
        Fours fours = bench_fours(bench);
        Replies replies = {.plies = 0};
        Threat threat = replies_find(&fours, &bench->line, &replies);
        assert_int_equal(bench->field.board.key, board.key);
        if (threat == THREAT_ANSWERABLE || threat == THREAT_WINS)
            check_others_lose(&board, &replies);
        answerable += threat == THREAT_ANSWERABLE;
        by_fours += threat == THREAT_ANSWERABLE && replies.plies > 4;
        none += threat == THREAT_NONE;
    }
    assert_true(answerable > count / 20 && by_fours > count / 200 && none > count / 20);
    bench_free(bench);
}

// --- threats ---

typedef struct Believer {
    Bench *bench;
    int claims;
} Believer;

static Move claim(void *user, const Board *board) {
    Believer *believer = user;
    Bench *bench = believer->bench;
    believer->claims++;
    return bench_threes(bench, board, 50 * SEARCH_NODES) == FOURS_WIN ? bench->line.moves[0]
                                                                      : (Move)MOVE_NONE;
}

static bool line_is_played_to_the_end(const Board *board, const FourLine *line) {
    Board now = *board;
    for (int i = 0; i < line->length; i++) {
        if (!prover_allows(&now, line->moves[i]))
            return false;
        board_play(&now, line->moves[i]);
        if (board_wins_at(&now, line->moves[i]))
            return i == line->length - 1 && i % 2 == 0;
    }
    return false;
}

static void wins_by_threats_hold(void **state) {
    (void)state;
    Bench *bench = bench_new();
    Rng rng = rng_seed(test_seed());
    size_t wins = 0, checked = 0, count = test_count(60, 500, 50000);
    for (size_t i = 0; i < count; i++) {
        Board board;
        random_board(&rng, i, &board);
        bench_set(bench, &board);
        Fours fours = bench_fours(bench);
        if (fours_search(&fours, FOURS_ANY, &bench->line) == FOURS_WIN)
            continue;
        threes_clear(bench->threes);
        FoursVerdict verdict = bench_threes(bench, &board, SEARCH_NODES);
        assert_int_equal(bench->field.board.key, board.key);
        if (verdict != FOURS_WIN)
            continue;
        assert_true(line_is_played_to_the_end(&board, &bench->line));
        Believer believer = {bench, 0};
        Claimant claimant = {claim, &believer, CLAIM_PATIENCE, 0, rng_seed(i)};
        Proven proven = prover_check(&claimant, &board);
        assert_int_not_equal(proven, PROVEN_NO);
        assert_true(believer.claims > 0);
        wins++;
        checked += proven == PROVEN_YES;
    }
    assert_true(wins > count / 100 && checked > wins / 2);
    bench_free(bench);
}

// A search that was cut short goes on where it was, and no limit changes what is found.
static void searches_go_on_where_they_were(void **state) {
    (void)state;
    Bench *bench = bench_new();
    Rng rng = rng_seed(test_seed());
    size_t continued = 0, count = test_count(50, 200, 20000);
    for (size_t i = 0; i < count; i++) {
        Board board;
        random_board(&rng, i, &board);
        threes_clear(bench->threes);
        vcf_cache_clear(bench->vcf_cache);
        FoursVerdict whole = bench_threes(bench, &board, SEARCH_NODES);
        uint64_t nodes = effort_nodes(&bench->effort);
        threes_clear(bench->threes);
        vcf_cache_clear(bench->vcf_cache);
        assert_int_equal(bench_threes(bench, &board, SEARCH_NODES), whole);
        assert_int_equal(effort_nodes(&bench->effort), nodes);
        if (whole == FOURS_UNKNOWN || nodes < 100)
            continue;
        threes_clear(bench->threes);
        FoursVerdict verdict = FOURS_UNKNOWN;
        for (int part = 0; part < 100 && verdict == FOURS_UNKNOWN; part++)
            verdict = bench_threes(bench, &board, nodes / 2);
        if (verdict != FOURS_UNKNOWN)
            assert_int_equal(verdict == FOURS_WIN, whole == FOURS_WIN);
        continued++;
    }
    assert_true(continued > count / 100);
    bench_free(bench);
}

// --- what they remember ---

static void futile_sets_remember(void **state) {
    (void)state;
    VcfCache *vcf_cache = vcf_cache_new(memory, 0);
    Rng rng = rng_seed(test_seed());
    uint64_t last = 0;
    for (int i = 1; i < 200000; i++) {
        uint64_t key = rng_next(&rng);
        vcf_cache_note(vcf_cache, key, i % VCF_ALL + 1);
        assert_int_equal(vcf_cache_fours(vcf_cache, key), i % VCF_ALL + 1);
        assert_int_equal(vcf_cache_fours(vcf_cache, ~key), 0);
        last = key;
    }
    vcf_cache_note(vcf_cache, last, VCF_ALL);
    assert_int_equal(vcf_cache_fours(vcf_cache, last), VCF_ALL);
    vcf_cache_clear(vcf_cache);
    assert_int_equal(vcf_cache_fours(vcf_cache, last), 0);
    vcf_cache_free(vcf_cache);
}

static void proofs_remember_what_was_dear(void **state) {
    (void)state;
    Proofs *proofs = proofs_new(memory, 0);
    Rng rng = rng_seed(test_seed());
    uint64_t dear = rng_next(&rng);
    Proof proof = {.proof = 0, .disproof = PROOF_NEVER, .work = UINT32_MAX, .move = 7, .plies = 9};
    proofs_put(proofs, dear, &proof);
    for (uint32_t i = 0; i < 100000; i++) {
        uint64_t key = rng_next(&rng);
        Proof cheap = {.proof = i, .disproof = 1}, found;
        proofs_put(proofs, key, &cheap);
        assert_true(proofs_get(proofs, key, &found));
        assert_int_equal(found.proof, i);
        assert_false(proofs_get(proofs, ~key, &found));
    }
    Proof found;
    assert_true(proofs_get(proofs, dear, &found));
    assert_int_equal(found.move, 7);
    assert_int_equal(found.plies, 9);
    proofs_clear(proofs);
    assert_false(proofs_get(proofs, dear, &found));
    proofs_free(proofs);
}

int main(void) {
    memory = memory_new(0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fours_agree_with_the_prover),
        cmocka_unit_test(replies_are_complete),
        cmocka_unit_test(wins_by_threats_hold),
        cmocka_unit_test(searches_go_on_where_they_were),
        cmocka_unit_test(futile_sets_remember),
        cmocka_unit_test(proofs_remember_what_was_dear),
    };
    int failed = cmocka_run_group_tests_name("gomoku threats", tests, NULL, NULL);
    memory_free(memory);
    return failed;
}
