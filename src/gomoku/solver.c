// SPDX-License-Identifier: MIT
#include "gomoku/solver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "gomoku/fours.h"
#include "search/timer.h"

#include <stdlib.h>
#include <string.h>

enum {
    SOLVER_BYTES = 64 << 20,
    SOLVER_NODES = 4000000, // a win found sooner is made a short one with what is left
};

bool solver_fours(const Ask *ask, Outcome *outcome) {
    const Limits *limits = &ask->limits;
    GomokuRule rule = (GomokuRule)ask->position->rule;
    StopFlag never = {0};
    Effort effort = {
        .limit = limits->nodes == LIMIT_NONE ? UINT64_MAX : (uint64_t)limits->nodes,
        .stop = ask->stop,
        .done = &never,
    };
    Timer *timer = timer_new();
    int64_t start = clock_now_us();
    if (limits->time_ms != LIMIT_NONE)
        timer_arm(timer, start + limits->time_ms * 1000, ask->stop);
    Evaluation *evaluation = evaluation_new(rule, weights_of_rule(rule));
    Field *field = mem_new(sizeof *field);
    field_from_position(field, ask->position, evaluation);
    Memory *memory = memory_new(SOLVER_BYTES);
    Fours fours = fours_of(field, &effort, vcf_cache_new(memory, SOLVER_BYTES), SOLVER_NODES);
    FourLine line;
    FoursVerdict verdict = fours_win(&fours, &line);
    fours.last_node = UINT64_MAX;
    if (verdict == FOURS_UNKNOWN)
        verdict = fours_search(&fours, FOURS_ANY, &line);
    vcf_cache_free(fours.vcf_cache);
    memory_free(memory);
    free(field);
    evaluation_free(evaluation);
    timer_free(timer);
    stop_lower_time(ask->stop);
    *outcome = (Outcome){.move = MOVE_NONE};
    outcome->info.nodes = effort_nodes(&effort);
    outcome->info.time_ms = (clock_now_us() - start) / 1000;
    if (verdict == FOURS_WIN) {
        outcome->move = line.moves[0];
        outcome->info.line.score = score_win_in(line.length);
        outcome->info.line.pv_length = (size_t)line.length;
        memcpy(outcome->info.line.pv, line.moves, (size_t)line.length * sizeof *line.moves);
    }
    return verdict != FOURS_UNKNOWN;
}
