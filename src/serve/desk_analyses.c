// SPDX-License-Identifier: MIT
// What engines thought of positions: told, kept in the store, and found there again.
#include "serve/desk_private.h"

#include "base/memory.h"
#include "search/info_text.h"

// What all lines together took, and how deep the deepest is.
static Info total(const Info *lines, int count) {
    Info most = {0};
    for (int i = 0; i < count; i++) {
        most.depth = lines[i].depth > most.depth ? lines[i].depth : most.depth;
        most.nodes = lines[i].nodes > most.nodes ? lines[i].nodes : most.nodes;
        most.time_ms = lines[i].time_ms > most.time_ms ? lines[i].time_ms : most.time_ms;
    }
    return most;
}

void write_infos(const Position *position, const Info *lines, int count, Json *json) {
    Info all = total(lines, count);
    json_put_array(json, "lines");
    for (int i = 0; i < count; i++)
        if (lines[i].line.pv_length)
            info_line_json(position, &lines[i].line, lines[i].depth, json);
    json_end_array(json);
    json_put_int(json, "depth", all.depth);
    json_put_int(json, "nodes", (int64_t)all.nodes);
    json_put_int(json, "time_ms", all.time_ms);
    json_put_int(json, "nps",
                 all.time_ms > 0 ? (int64_t)(all.nodes * 1000 / (uint64_t)all.time_ms) : 0);
}

// --- keeping ---

// A memory that cannot be written to is no reason to stop analysing.
static bool keep_analysis(StoreTask *task, Error *err) {
    (void)err;
    store_keep_analysis(task->store, game_position(task->game), task->analysis, NULL);
    return true;
}

static StoredAnalysis *analysis_new(const Desk *desk, const Info *lines, int count) {
    StoredAnalysis *analysis = mem_new(sizeof *analysis);
    Info all = total(lines, count);
    Text engine = {0};
    text_addf(&engine, "tengen %s", desk->setup->version);
    *analysis = (StoredAnalysis){.engine = text_take(&engine),
                                 .depth = lines[0].depth,
                                 .selective_depth = lines[0].selective_depth,
                                 .nodes = all.nodes,
                                 .time_ms = all.time_ms};
    analysis->lines = mem_new_array((size_t)count, sizeof *analysis->lines);
    for (int i = 0; i < count; i++)
        if (lines[i].line.pv_length)
            analysis->lines[analysis->line_count++] = lines[i].line;
    return analysis;
}

void desk_keep_lines(Desk *desk, Game *game, const Info *lines, int count) {
    if (!desk->setup->store || count < 1 || !lines[0].line.pv_length) {
        game_free(game);
        return;
    }
    StoreTask task = {.run = keep_analysis,
                      .name = "keep",
                      .writes = true,
                      .size = (size_t)count * sizeof *lines,
                      .game = game,
                      .analysis = analysis_new(desk, lines, count)};
    desk_queue(desk, mem_copy(&task, sizeof task), NULL);
}

// What took no time to find can be found again.
enum { WORTH_KEEPING_MS = 300 };

void desk_keep(Desk *desk) {
    if (total(desk->heard, desk->heard_count).time_ms >= WORTH_KEEPING_MS)
        desk_keep_lines(desk, game_clone(desk->game), desk->heard, desk->heard_count);
    desk->heard_count = 0;
}

// --- finding again ---

static bool recall_analysis(StoreTask *task, Error *err) {
    const Position *position = game_position(task->game);
    StoredAnalysis found;
    bool there = false;
    (void)err; // a search is under way: that nothing was stored is not worth a message
    if (!store_find_analysis(task->store, position, NULL, (size_t)task->lines, &found, &there,
                             NULL) ||
        !there)
        return true;
    Info lines[BOUND_LINES];
    int count = 0;
    for (; count < (int)found.line_count && count < task->lines; count++)
        lines[count] = (Info){.depth = found.depth,
                              .line = found.lines[count],
                              .nodes = found.nodes,
                              .time_ms = found.time_ms};
    Json *json = answer_begin(&task->answer, "analysis", task->ask);
    json_put_bool(json, "stored", true);
    write_infos(position, lines, count, json);
    stored_analysis_free(&found);
    return true;
}

void desk_recall(Desk *desk, int64_t ask) {
    // A search is under way: what cannot be asked now is found anew.
    if (!desk->setup->reader || desk->waiting >= BOUND_WAITING)
        return;
    StoreTask task = {.run = recall_analysis,
                      .name = "recall",
                      .ask = ask,
                      .lines = desk->lines,
                      .game = game_clone(desk->game)};
    desk_queue(desk, mem_copy(&task, sizeof task), NULL);
}
