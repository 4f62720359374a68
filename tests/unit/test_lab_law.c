// SPDX-License-Identifier: MIT
// The law of the laboratory: every exact search, with every enhancement and on any number of
// threads, returns plain minimax's value, and the same move; a proof agrees with it wherever the
// position is decided.
#include "support.h"

#include "base/rng.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/searches.h"

#include <string.h>

// A position in the middle of a random game, not yet over, small enough for minimax.
static Position *random_position(Rng *rng, const GameType *game) {
    static const char *const rules[] = {"freestyle", "standard", "renju", "caro"};
    for (;;) {
        bool hex = game == &hex_game;
        int width = hex ? 3 + (int)rng_below(rng, 3) : 5 + (int)rng_below(rng, 4);
        int height = hex ? 3 + (int)rng_below(rng, 3) : 5 + (int)rng_below(rng, 4);
        Position *position =
            position_new(game, hex ? NULL : rules[rng_below(rng, 4)], width, height, NULL);
        int stones = (int)rng_below(rng, (uint32_t)(hex ? width * height - 2 : 20));
        for (int i = 0; i < stones && position_result(position) == RESULT_NONE; i++) {
            Move moves[MOVES_MAX];
            size_t count = position_moves(position, moves);
            Move move = moves[rng_below(rng, (uint32_t)count)];
            // The most promising of a few, so that there is something to be decided.
            for (int tries = 0; tries < 12 && !hex; tries++) {
                Move other = moves[rng_below(rng, (uint32_t)count)];
                if (windows_evaluator.promise(position, other) >
                    windows_evaluator.promise(position, move))
                    move = other;
            }
            position_play(position, move, NULL);
        }
        if (position_result(position) == RESULT_NONE)
            return position;
        position_free(position);
    }
}

static const Evaluator *random_evaluator(Rng *rng, const GameType *game) {
    const Evaluator *chosen = NULL;
    uint32_t seen = 0;
    for (const Evaluator *const *row = lab_evaluators; *row; row++)
        if ((*row)->game == game && rng_below(rng, ++seen) == 0)
            chosen = *row;
    return chosen;
}

static LabSettings random_settings(Rng *rng, const Evaluator *evaluator, size_t width) {
    return (LabSettings){
        .evaluator = evaluator,
        .ordering = rng_below(rng, 8),
        .deepening = rng_below(rng, 2),
        // Small tables forget, and must not be wrong for it.
        .table_bytes = (size_t[]){0, 1, 1 << 20}[rng_below(rng, 3)],
        .width = width,
        .threads = 1 + (int)rng_below(rng, 4),
        .seed = rng_next(rng),
    };
}

static void fail_law(const Position *position, const Search *search, const LabSettings *settings,
                     int depth, const Finding *want, const Finding *got) {
    char a[COORD_CHARS], b[COORD_CHARS];
    print_error("%s %s depth %d order %u deepening %d table %zu width %zu threads %d: "
                "%lld %s, minimax says %lld %s\n",
                search->name, settings->evaluator->name, depth, settings->ordering,
                settings->deepening, settings->table_bytes, settings->width, settings->threads,
                (long long)got->value, move_print(position, got->move, a), (long long)want->value,
                move_print(position, want->move, b));
}

static void check_exact(const Position *position, const Search *search, const LabSettings *settings,
                        int depth, const Finding *want) {
    Finding got;
    search_run(search, settings, position, depth, &got);
    bool same =
        got.finished && got.value == want->value && (search->any_best || got.move == want->move);
    if (!same)
        fail_law(position, search, settings, depth, want, &got);
    assert_true(same);
    assert_true(got.tally.nodes > 0 && got.tally.cutoffs_first <= got.tally.cutoffs &&
                got.tally.hits <= got.tally.probes);
}

static void check_proof(const Position *position, const Search *search, const LabSettings *settings,
                        int depth, const Finding *want) {
    Finding got;
    search_run(search, settings, position, depth, &got);
    assert_true(got.finished);
    int64_t verdict = want->value >= VALUE_WIN    ? VALUE_WIN
                      : want->value <= -VALUE_WIN ? -VALUE_WIN
                                                  : 0;
    if (got.value != verdict)
        fail_law(position, search, settings, depth, want, &got);
    assert_int_equal(got.value, verdict);
}

static void check_sampling(const Position *position, const Search *search,
                           const LabSettings *settings) {
    Finding got;
    search_run(search, settings, position, 1, &got);
    assert_true(got.finished && got.value >= -1000 && got.value <= 1000);
    assert_int_equal(position_check(position, got.move, NULL), VERDICT_LEGAL);
    assert_int_equal(got.tally.evals, search_playouts(1));
}

static void hold_to_the_law(const GameType *game, uint64_t salt) {
    Rng rng = rng_seed(test_seed() + salt);
    size_t positions = test_count(15, 150, 3000), decided = 0;
    for (size_t n = 0; n < positions; n++) {
        Position *position = random_position(&rng, game);
        uint64_t key = position->key;
        const Evaluator *evaluator = random_evaluator(&rng, game);
        size_t width = rng_below(&rng, 2) ? 0 : 2 + rng_below(&rng, 5);
        int depth = 1 + (int)rng_below(&rng, width ? 5 : 3);
        LabSettings plain = {.evaluator = evaluator, .width = width, .threads = 1};
        Finding want;
        search_run(search_find("minimax", NULL), &plain, position, depth, &want);
        decided += want.value >= VALUE_WIN || want.value <= -VALUE_WIN;
        for (const Search *search = lab_searches; search->name; search++) {
            LabSettings settings = random_settings(&rng, evaluator, width);
            if (search->kind == SEARCH_EXACT)
                check_exact(position, search, &settings, depth, &want);
            else if (search->kind == SEARCH_PROOF)
                check_proof(position, search, &settings, depth, &want);
            else if (n % 8 == 0)
                check_sampling(position, search, &settings);
        }
        assert_int_equal(position->key, key);
        position_free(position);
    }
    if (positions >= 100)
        assert_true(decided > positions / 20); // or proofs were not tried at all
    assert_true(decided < positions);
}

static void gomoku_obeys(void **state) {
    (void)state;
    hold_to_the_law(&gomoku_game, 1);
}

static void hex_obeys(void **state) {
    (void)state;
    hold_to_the_law(&hex_game, 2);
}

// What is raised beforehand stops every search at once, and none claims to have finished.
static void everything_stops(void **state) {
    (void)state;
    Position *position = position_new(&gomoku_game, NULL, 15, 15, NULL);
    position_play(position, move_at(7, 7), NULL);
    StopFlag stop = {0};
    stop_raise(&stop);
    for (const Search *search = lab_searches; search->name; search++) {
        LabSettings settings = {.evaluator = &windows_evaluator, .threads = 2, .stop = &stop};
        Finding got;
        search_run(search, &settings, position, 8, &got);
        assert_false(got.finished);
    }
    position_free(position);
}

// Pruning pays, and SSS* evaluates no more leaves than alpha-beta in the same order (Stockman's
// theorem; the table and re-searches are off).
static void pruning_prunes(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t n = 0; n < test_count(5, 30, 300); n++) {
        const GameType *game = n % 2 ? &gomoku_game : &hex_game;
        Position *position = random_position(&rng, game);
        const Evaluator *evaluator = game == &hex_game ? &distance_evaluator : &windows_evaluator;
        LabSettings settings = {.evaluator = evaluator, .width = 5, .threads = 1};
        Finding all, pruned, best_first;
        search_run(search_find("minimax", NULL), &settings, position, 4, &all);
        search_run(search_find("failsoft", NULL), &settings, position, 4, &pruned);
        search_run(search_find("sss", NULL), &settings, position, 4, &best_first);
        assert_true(pruned.tally.evals <= all.tally.evals);
        assert_true(best_first.tally.evals <= pruned.tally.evals);
        position_free(position);
    }
}

static void names_are_found(void **state) {
    (void)state;
    Error err = {""};
    assert_null(search_find("alphabet", &err));
    assert_non_null(strstr(err.text, "alphabeta, failsoft"));
    assert_non_null(strstr(err.text, "ybw"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gomoku_obeys),     cmocka_unit_test(hex_obeys),
        cmocka_unit_test(everything_stops), cmocka_unit_test(pruning_prunes),
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
