// SPDX-License-Identifier: MIT
#include "gomoku/solver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/timer.h"

#include <stdlib.h>

enum {
    SOLVER_BYTES = 64 << 20,
    SOLVER_NODES = 4000000, // a win found sooner is made a short one with what is left
};

void solver_fours(const Position *position, const Limits *limits, StopFlag *stop,
                  FoursAnswer *answer) {
    StopFlag never = {0};
    Effort effort = {
        .limit = limits->nodes == LIMIT_NONE ? UINT64_MAX : (uint64_t)limits->nodes,
        .stop = stop,
        .done = &never,
    };
    Timer *timer = timer_new();
    if (limits->time_ms != LIMIT_NONE)
        timer_arm(timer, clock_now_us() + limits->time_ms * 1000, stop);
    Evaluation *evaluation =
        evaluation_new((GomokuRule)position->rule, weights_of_rule((GomokuRule)position->rule));
    Field *field = mem_new(sizeof *field);
    field_from_position(field, position, evaluation);
    Memory *memory = memory_new(SOLVER_BYTES);
    Fours fours = fours_of(field, &effort, vcf_cache_new(memory, SOLVER_BYTES), SOLVER_NODES);
    answer->verdict = fours_win(&fours, &answer->line);
    fours.last_node = UINT64_MAX;
    if (answer->verdict == FOURS_UNKNOWN)
        answer->verdict = fours_search(&fours, FOURS_ANY, &answer->line);
    answer->nodes = effort_nodes(&effort);
    vcf_cache_free(fours.vcf_cache);
    memory_free(memory);
    free(field);
    evaluation_free(evaluation);
    timer_free(timer);
    stop_lower_time(stop);
}
