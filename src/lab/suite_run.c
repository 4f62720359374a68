// SPDX-License-Identifier: MIT
// Running a suite's tests: by the rules alone where they decide, by the engine where they do not.
#include "base/text.h"
#include "game/coord.h"
#include "lab/suite.h"

#include <stdio.h>
#include <string.h>

// One run of a test: what it needs and what it fills in.
typedef struct SuiteTrial {
    const SuiteTest *test;
    Engine *engine;
    const Ask *ask;
    SuiteOutcome *outcome;
    Text came;
} SuiteTrial;

// Why a point is forbidden ("33"), "" when it is legal, NULL when it is no move at all (then `why`
// holds the sentence).
static const char *forbidden_reason(const Position *position, Move cell, Error *why) {
    // Where only forbidden points are left the game is drawn, and they are forbidden all the same.
    bool drawn = position_result(position) == RESULT_DRAW;
    switch ((drawn ? position_check_stone : position_check)(position, cell, why)) {
    case VERDICT_LEGAL:
        return "";
    case VERDICT_FORBIDDEN: {
        const char *colon = strrchr(why->text, ':');
        return colon ? colon + 1 + strspn(colon + 1, " ") : why->text;
    }
    case VERDICT_ILLEGAL:
        break;
    }
    return NULL;
}

static bool reason_fits(const char *wanted, const char *found) {
    return *found && (strcmp(wanted, "any") == 0 || strcmp(wanted, found) == 0);
}

static void add_point(SuiteTrial *run, Move cell, const char *behind) {
    char word[COORD_CHARS];
    text_addf(&run->came, "%s%s%s", run->came.length ? "," : "",
              move_print(run->test->position, cell, word), behind);
}

// forbidden: and legal: ask about the points they name.
static bool run_points(SuiteTrial *run) {
    bool good = true;
    for (size_t i = 0; i < run->test->point_count; i++) {
        const SuitePoint *point = &run->test->points[i];
        Error why = {""};
        const char *reason = forbidden_reason(run->test->position, point->cell, &why);
        char behind[64];
        if (!reason)
            snprintf(behind, sizeof behind, " (%.50s)", why.text);
        else
            snprintf(behind, sizeof behind, *reason ? "=%.50s" : " is legal%s", reason);
        add_point(run, point->cell, behind);
        bool fits = reason && (run->test->kind == SUITE_LEGAL ? !*reason
                                                              : reason_fits(point->reason, reason));
        good = good && fits;
    }
    return good;
}

static const SuitePoint *find_point(const SuiteTest *test, Move cell) {
    for (size_t i = 0; i < test->point_count; i++)
        if (test->points[i].cell == cell)
            return &test->points[i];
    return NULL;
}

static bool run_all_forbidden(SuiteTrial *run) {
    const Position *position = run->test->position;
    size_t found = 0;
    bool good = true;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Move cell = move_at(x, y);
            Error why = {""};
            const char *reason = forbidden_reason(position, cell, &why);
            if (!reason || !*reason)
                continue;
            char behind[64];
            snprintf(behind, sizeof behind, "=%.50s", reason);
            add_point(run, cell, behind);
            const SuitePoint *wanted = find_point(run->test, cell);
            good = good && wanted && reason_fits(wanted->reason, reason);
            found++;
        }
    if (!found)
        text_add(&run->came, "none forbidden");
    return good && found == run->test->point_count;
}

static bool run_result(SuiteTrial *run) {
    Result result = position_result(run->test->position);
    text_addf(&run->came, "%s", result_name(result));
    if (result != RESULT_NONE)
        text_addf(&run->came, " (%s)", position_result_reason(run->test->position));
    return result == run->test->want_result;
}

static const SearcherType *searcher_of(const SuiteTrial *run) {
    return registry_searcher(engine_registry(run->engine), run->test->position->type);
}

// By fours: false when that is not decided.
static bool think(SuiteTrial *run, bool fours, Outcome *found) {
    bool known = true;
    Ask ask = *run->ask;
    ask.position = run->test->position;
    ask.seed = 1;
    ask.limits.prove = run->test->kind != SUITE_BEST;
    // What was proven holds in the next test too. A choice must not depend on the tests before.
    if (!ask.limits.prove)
        engine_new_game(run->engine);
    if (fours)
        known = searcher_of(run)->fours(&ask, found);
    else
        engine_think(run->engine, &ask, found);
    run->outcome->nodes = found->info.nodes;
    run->outcome->time_ms = found->info.time_ms;
    return known;
}

static bool run_best(SuiteTrial *run) {
    Outcome found;
    think(run, false, &found);
    if (found.move == MOVE_NONE)
        text_add(&run->came, "no move");
    else
        add_point(run, found.move, "");
    return find_point(run->test, found.move) != NULL;
}

// +1 won, -1 lost, 0 drawn for the side to move, proven; false when that is not proven.
static bool proven(SuiteTrial *run, Outcome *found, int *value) {
    const Position *position = run->test->position;
    Result result = position_result(position);
    if (result != RESULT_NONE) {
        *found = (Outcome){.move = MOVE_NONE};
        *value = result == RESULT_DRAW ? 0 : result == side_wins(position->to_move) ? 1 : -1;
        text_addf(&run->came, "the game is over: %s", result_name(result));
        return true;
    }
    think(run, false, found);
    const Line *line = &found->info.line;
    if (!score_is_proven(line->score) && !line->drawn) {
        text_add(&run->came, "unknown");
        run->outcome->is_open = searcher_of(run)->keeps_proofs;
        return false;
    }
    *value = line->drawn ? 0 : line->score > 0 ? 1 : -1;
    if (line->drawn)
        text_add(&run->came, "draw");
    else
        text_addf(&run->came, "%s in %d", *value > 0 ? "win" : "loss", score_plies(line->score));
    return true;
}

static bool run_proof(SuiteTrial *run) {
    Outcome found;
    int value = 0, wanted = run->test->kind == SUITE_WIN ? 1 : -1;
    return proven(run, &found, &value) && value == wanted;
}

// Could the side that just moved win at once if it moved again? A pass of the other tells.
static bool threatens(Position *position) {
    Side side = side_other(position->to_move);
    if (!position_play(position, MOVE_PASS, NULL))
        return false;
    bool found = false;
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    for (size_t i = 0; i < count && !found; i++) {
        position_play(position, moves[i], NULL);
        found = position_result(position) == side_wins(side);
        position_undo(position);
    }
    position_undo(position);
    return found;
}

// Replays a line by the rules: every move legal, every move of the attacker a four, the end a win.
static bool line_wins_by_fours(SuiteTrial *run, const Line *line) {
    Position *position = position_clone(run->test->position);
    Side attacker = position->to_move;
    const char *fault = NULL;
    for (size_t i = 0; i < line->pv_length && !fault; i++) {
        if (position_check(position, line->pv[i], NULL) != VERDICT_LEGAL) {
            fault = "the line holds a move that is not legal";
            break;
        }
        position_play(position, line->pv[i], NULL);
        if (i % 2 == 0 && position_result(position) == RESULT_NONE && !threatens(position))
            fault = "not by fours alone";
    }
    if (!fault && position_result(position) != side_wins(attacker))
        fault = "the line ends before the game does";
    position_free(position);
    if (fault)
        text_addf(&run->came, ", but %s", fault);
    return !fault;
}

static bool run_vcf(SuiteTrial *run) {
    if (!searcher_of(run)->fours || position_result(run->test->position) != RESULT_NONE) {
        text_add(&run->came, "no four can be played here");
        return !run->test->want_win;
    }
    Outcome found;
    bool known = think(run, true, &found);
    if (found.move != MOVE_NONE) {
        text_addf(&run->came, "win by %zu fours", found.info.line.pv_length / 2);
        return line_wins_by_fours(run, &found.info.line) && run->test->want_win;
    }
    text_add(&run->came, known ? "none" : "unknown");
    return known && !run->test->want_win;
}

void suite_run(const SuiteTest *test, Engine *engine, const Ask *ask, SuiteOutcome *outcome) {
    static bool (*const runs[])(SuiteTrial *) = {
        [SUITE_FORBIDDEN] = run_points,
        [SUITE_LEGAL] = run_points,
        [SUITE_ALL_FORBIDDEN] = run_all_forbidden,
        [SUITE_VCF] = run_vcf,
        [SUITE_WIN] = run_proof,
        [SUITE_LOSS] = run_proof,
        [SUITE_BEST] = run_best,
        [SUITE_RESULT] = run_result,
    };
    *outcome = (SuiteOutcome){0};
    SuiteTrial run = {test, engine, ask, outcome, {0}};
    outcome->passed = runs[test->kind](&run);
    snprintf(outcome->came, sizeof outcome->came, "%s", text_chars(&run.came));
    text_free(&run.came);
}
