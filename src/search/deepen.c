// SPDX-License-Identifier: MIT
#include "search/deepen.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/beat.h"
#include "search/pace.h"

#include <assert.h>
#include <stdlib.h>

// A move that is forced needs no thought, but its score should tell how the game stands. So it gets such a
// part of the time there is, and at least so many iterations.
enum { FORCED_SHARE = 10, FORCED_DEPTH = 4 };

static int64_t elapsed_ms(const Ask *order) {
    return (clock_now_us() - order->start_us) / 1000;
}

static int deepest(const Deepening *deepening) {
    int64_t limit = deepening->order->limits.depth;
    int last = deepening->last_depth < DEPTH_MAX ? deepening->last_depth : DEPTH_MAX;
    return limit != LIMIT_NONE && limit < last ? (int)limit : last;
}

static bool all_proven(const Line *lines, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!score_is_proven(lines[i].score) && !lines[i].drawn)
            return false;
    return true;
}

// Hands every line to the listener; the best becomes the outcome.
static void report(const Deepening *deepening, int depth, const Line *lines, size_t count,
                   Outcome *outcome) {
    const Ask *order = deepening->order;
    Info info = {
        .depth = depth,
        .selective_depth = deepening->selective_depth(deepening->search),
        .nodes = deepening->nodes(deepening->search),
        .time_ms = elapsed_ms(order),
    };
    for (size_t i = 0; i < count; i++) {
        info.multipv = (int)i + 1;
        info.line = lines[i];
        if (i == 0) {
            outcome->info = info;
            outcome->move = info.line.pv[0];
        }
        if (order->on_info)
            order->on_info(&info, order->user);
    }
}

// A share is a soft limit: no iteration is begun that would take much more.
static void begin_pace(const Deepening *deepening, Pace *pace) {
    int64_t soft = deepening->order->soft_ms, hard = deepening->order->budget_ms;
    if (deepening->single_move)
        soft = (soft ? soft : hard) / FORCED_SHARE + 1;
    pace_begin(pace, soft < hard ? soft : hard, hard);
}

static bool may_go_on(const Deepening *deepening, const Pace *pace, const Line *lines,
                      size_t count) {
    const Ask *order = deepening->order;
    if (stop_raised(order->stop) || all_proven(lines, count))
        return false;
    return order->limits.prove || pace_goes_on(pace) ||
           (deepening->single_move && pace->iterations < FORCED_DEPTH);
}

static int best_share(const Deepening *deepening) {
    return deepening->best_share ? deepening->best_share(deepening->search) : PACE_SHARE_UNKNOWN;
}

void deepen(const Deepening *deepening, Outcome *outcome) {
    assert(deepening->depth_step >= 1 && deepening->first_depth >= 1);
    int64_t multipv = deepening->order->limits.multipv;
    size_t room = multipv < 1 ? 1 : (size_t)multipv;
    Line *lines = mem_new_array(room, sizeof *lines);
    outcome->info = (Info){
        .multipv = 1,
        .line = {.win = 0.5, .visits = -1, .pv = {outcome->move}, .pv_length = 1},
    };
    Pace pace;
    begin_pace(deepening, &pace);
    int last = deepest(deepening);
    beat_watch(deepening->order->beat, deepening->nodes, deepening->search);
    for (int depth = deepening->first_depth; depth <= last; depth += deepening->depth_step) {
        size_t count = 0;
        if (!deepening->search_root(deepening->search, depth, lines, &count) || count == 0)
            break;
        report(deepening, depth, lines, count, outcome);
        pace_note(&pace, &lines[0], best_share(deepening), outcome->info.time_ms);
        if (!may_go_on(deepening, &pace, lines, count))
            break;
    }
    beat_watch(deepening->order->beat, NULL, NULL);
    // The iteration that was not finished was searched, too.
    outcome->info.nodes = deepening->nodes(deepening->search);
    outcome->info.time_ms = elapsed_ms(deepening->order);
    free(lines);
}
