// SPDX-License-Identifier: MIT
// The suite runner itself: a wrong expectation must fail, a wrong line must be refused, and what
// only a search can know is asked of a searcher of this file that says what it is told to say.
#include "support.h"

#include "base/memory.h"
#include "base/text.h"
#include "game/coord.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A searcher that answers with a prepared line.
static struct {
    int score;
    bool drawn;
    const char *pv;
} prepared;

static Searcher *actor_create(const Services *services) {
    (void)services;
    return mem_new(1);
}

static void actor_destroy(Searcher *searcher) {
    free(searcher);
}

static void actor_new_game(Searcher *searcher) {
    (void)searcher;
}

static void actor_think(Searcher *searcher, const Ask *order, Outcome *outcome) {
    (void)searcher;
    size_t count;
    char **words = words_split(prepared.pv, &count, NULL);
    Line *line = &outcome->info.line;
    *line = (Line){.score = prepared.score, .drawn = prepared.drawn, .pv_length = count};
    for (size_t i = 0; i < count; i++)
        assert_true(move_parse(order->position, words[i], &line->pv[i], NULL));
    words_free(words);
    outcome->move = line->pv[0];
    outcome->info.nodes = 3;
}

static const SearcherType actor = {.create = actor_create,
                                   .destroy = actor_destroy,
                                   .new_game = actor_new_game,
                                   .think = actor_think};

static Registry *acted_registry(void) {
    static SearcherType actor_with_fours;
    Registry *registry = registry_new();
    actor_with_fours = actor;
    actor_with_fours.fours = gomoku_searcher.fours;
    registry_add_game(registry, &gomoku_game, &actor_with_fours);
    registry_add_game(registry, &hex_game, &actor);
    return registry;
}

static SuiteOutcome run_line_within(const char *line, int64_t nodes) {
    Registry *registry = acted_registry();
    Suite suite = {0};
    Error err = {""};
    if (!suite_parse(&suite, registry, line, &err))
        fail_msg("%s: %s", line, err.text);
    assert_int_equal(suite.count, 1);
    Engine *engine = engine_new(registry, 1, 1 << 16);
    StopFlag stop = {0};
    Ask ask = {.limits = LIMITS_OPEN, .stop = &stop};
    ask.limits.nodes = nodes;
    SuiteOutcome outcome;
    suite_run(&suite.tests[0], engine, &ask, &outcome);
    engine_free(engine);
    suite_free(&suite);
    registry_free(registry);
    return outcome;
}

static SuiteOutcome run_line(const char *line) {
    return run_line_within(line, 1);
}

// What the rules decide: the right expectation passes, the wrong one fails and says what came.
static void rules_decide(void **state) {
    (void)state;
    static const char cross[] = "renju|15|B:g8,i8,h7,h9;W:a1,a15,o1,o15|b|";
    static const char four[] = "freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1|b|";
    static const struct {
        const char *board, *expect;
        bool passes;
        const char *came;
    } cases[] = {
        {cross, "forbidden:h8=33", true, "h8=33"},
        {cross, "forbidden:h8=any", true, "h8=33"},
        {cross, "forbidden:h8=44", false, "h8=33"},
        {cross, "forbidden:h8=44+33", false, "h8=33"},
        {cross, "forbidden:h10=33", false, "h10 is legal"},
        {cross, "forbidden:g8=33", false, "g8 (g8 is occupied)"},
        {cross, "forbidden:h8=33,h10=33", false, "h8=33,h10 is legal"},
        {cross, "legal:h10", true, "h10 is legal"},
        {cross, "legal:h8", false, "h8=33"},
        {cross, "legal:g8", false, "occupied"},
        {cross, "allforbidden:h8=33", true, "h8=33"},
        {cross, "allforbidden:h8=any", true, "h8=33"},
        {cross, "allforbidden:", false, "h8=33"},
        {cross, "allforbidden:h8=44", false, "h8=33"},
        {cross, "allforbidden:h8=33,a2=33", false, "h8=33"},
        {four, "allforbidden:", true, "none forbidden"},
        {four, "result:none", true, "none"},
        {four, "result:black", false, "none"},
        {"freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1 j10|w|", "result:black", true, "black (five"},
        {"freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1 j10|w|", "result:draw", false, "black (five"},
        {"freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1 j10|w|", "loss;facts", true, "game is over"},
        {"freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1 j10|w|", "win", false, "game is over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[300];
        snprintf(line, sizeof line, "%s%s|here", cases[i].board, cases[i].expect);
        SuiteOutcome outcome = run_line(line);
        if (outcome.passed != cases[i].passes || !strstr(outcome.came, cases[i].came))
            fail_msg("%s: %s, came %s", line, outcome.passed ? "passed" : "failed", outcome.came);
    }
}

// What a search says is believed only as far as it goes.
static void proofs_are_asked_for(void **state) {
    (void)state;
    static const char three[] = "freestyle|15|B:f8,g8,h8;W:e8,c3,d2|b|";
    static const struct {
        const char *expect;
        int score;
        bool drawn;
        const char *pv;
        bool passes;
        const char *came;
    } cases[] = {
        {"win", 29995, false, "i8", true, "win in 5"},
        {"win", 28900, false, "i8", false, "unknown"},
        {"win", -29996, false, "i8", false, "loss in 4"},
        {"loss", -29996, false, "i8", true, "loss in 4"},
        {"loss", 0, false, "i8", false, "unknown"},
        {"win", 0, true, "i8", false, "draw"},
        {"best:i8,j8", 0, false, "j8", true, "j8"},
        {"best:i8,j8", 0, false, "k8", false, "k8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prepared.score = cases[i].score;
        prepared.drawn = cases[i].drawn;
        prepared.pv = cases[i].pv;
        char line[300];
        snprintf(line, sizeof line, "%s%s|here", three, cases[i].expect);
        SuiteOutcome outcome = run_line(line);
        if (outcome.passed != cases[i].passes || !strstr(outcome.came, cases[i].came))
            fail_msg("%zu %s: %s, came %s", i, line, outcome.passed ? "passed" : "failed",
                     outcome.came);
        assert_int_equal(outcome.nodes, 3);
    }
}

// Fours are searched, whatever the engine thinks.
static void fours_are_searched(void **state) {
    (void)state;
    static const char cross[] = "freestyle|15|B:f8,g8,h8,j5,j6,j7;W:e8,c3,d2,n3,b9,k2|b|";
    static const char split[] = "freestyle|15|B:f8,g8,h8,j12,k12,l12;W:e8,i12,c3,d2,n3,b9|b|";
    static const struct {
        const char *board, *expect;
        int64_t nodes;
        bool passes;
        const char *came;
    } cases[] = {
        {cross, "vcf:win", LIMIT_NONE, true, "win by 1 fours"},
        {cross, "vcf:none", LIMIT_NONE, false, "win by 1 fours"},
        {split, "vcf:none", LIMIT_NONE, true, "none"},
        {split, "vcf:win", LIMIT_NONE, false, "none"},
        {split, "vcf:none", 1, false, "unknown"},
        {split, "vcf:win", 1, false, "unknown"},
        {"freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1 j10|w|", "vcf:none", LIMIT_NONE, true,
         "no four"},
        {"freestyle|15|f10 a1 g10 b1 h10 c1 i10 d1 j10|w|", "vcf:win", LIMIT_NONE, false,
         "no four"},
        {"hex|5|-|b|", "vcf:none", LIMIT_NONE, true, "no four"},
    };
    prepared.score = -29990;
    prepared.pv = "a1";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[300];
        snprintf(line, sizeof line, "%s%s|here", cases[i].board, cases[i].expect);
        SuiteOutcome outcome = run_line_within(line, cases[i].nodes);
        if (outcome.passed != cases[i].passes || !strstr(outcome.came, cases[i].came))
            fail_msg("%s: %s, came %s", line, outcome.passed ? "passed" : "failed", outcome.came);
    }
}

static void wrong_lines_get_one_sentence(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"# good\n\nrenju|15|-|b|win", "line 3: a test has six fields"},
        {"chess|8|-|b|win|x", "line 1: there is no rule 'chess'"},
        {"gomoku|15|-|b|win|x", "there is no rule 'gomoku'"},
        {"renju|big|-|b|win|x", "'big' is no size"},
        {"renju|99|-|b|win|x", "board"},
        {"renju|15|-|x|win|x", "'x' is no side"},
        {"renju|15|z9|b|win|x", "z9"},
        {"renju|15|h8 h8|b|win|x", "h8"},
        {"renju|15|-|b|wins|x", "nothing can be expected as 'wins'"},
        {"renju|15|-|b|win:now|x", "nothing can be expected as 'win:now'"},
        {"renju|15|-|b|vcf:maybe|x", "win or none"},
        {"renju|15|-|b|result:tie|x", "black, white, draw or none"},
        {"renju|15|-|b|forbidden:|x", "a point is missing"},
        {"renju|15|-|b|forbidden:h8|x", "needs a reason"},
        {"renju|15|-|b|forbidden:h8=34|x", "needs a reason"},
        {"renju|15|-|b|legal:h8=33|x", "needs no reason"},
        {"renju|15|-|b|legal:swap|x", "no point of the board"},
        {"renju|15|-|b|best:|x", "a point is missing"},
        {"renju|15|-|b|best:p16|x", "p16"},
        {"renju|15|-|w|legal:h8|x", "side must be b"},
    };
    Registry *registry = acted_registry();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Suite suite = {0};
        Error err = {""};
        assert_false(suite_parse(&suite, registry, cases[i].text, &err));
        if (!strstr(err.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", err.text, cases[i].says);
        suite_free(&suite);
    }
    Suite suite = {0};
    Error err = {""};
    assert_false(suite_read(&suite, registry, "no-such.suite", &err));
    registry_free(registry);
}

static void lines_are_read_as_written(void **state) {
    (void)state;
    Registry *registry = acted_registry();
    Suite suite = {0};
    Error err = {""};
    assert_true(suite_parse(&suite, registry,
                            "# a comment\r\n"
                            "  hex | 3x2 | a1 b1 | w | win;line=a2 b2;x | book #3 | page 7 \r\n"
                            "renju|15|h8|w|best:i9,i8|y",
                            &err));
    assert_int_equal(suite.count, 2);
    const SuiteTest *test = &suite.tests[0];
    assert_int_equal(test->line, 2);
    assert_int_equal(test->position->width, 3);
    assert_int_equal(test->position->to_move, SIDE_WHITE); // as the field says, not the moves
    assert_string_equal(test->expect, "win");
    assert_string_equal(test->facts, "line=a2 b2;x");
    assert_string_equal(test->source, "book #3 | page 7");
    assert_int_equal(suite.tests[1].line, 3);
    assert_int_equal(suite.tests[1].point_count, 2);
    suite_free(&suite);
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_decide),
        cmocka_unit_test(proofs_are_asked_for),
        cmocka_unit_test(fours_are_searched),
        cmocka_unit_test(wrong_lines_get_one_sentence),
        cmocka_unit_test(lines_are_read_as_written),
    };
    return cmocka_run_group_tests_name("suite", tests, NULL, NULL);
}
