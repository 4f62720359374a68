// SPDX-License-Identifier: MIT
// `tengen lab compare`: one row for each search and depth, as they are finished.
#include "base/json.h"
#include "base/memory.h"
#include "cli/lab.h"
#include "game/coord.h"
#include "lab/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
    const Search *search;
    int depth;
    const Finding *found;
} Row;

static double share(uint64_t part, uint64_t whole) {
    return whole ? (double)part / (double)whole : 0;
}

static double branching(const Row *row) {
    return pow((double)row->found->tally.nodes, 1.0 / row->depth);
}

static void write_json(const Position *position, const Row *row, Text *out) {
    const Finding *found = row->found;
    const WalkCounts *tally = &found->tally;
    char word[COORD_CHARS];
    Json json = json_line(out);
    json_put_text(&json, "search", row->search->name);
    json_put_int(&json, "depth", row->depth);
    json_key(&json, "value");
    found->finished ? json_int(&json, found->value) : json_null(&json);
    json_put_text(&json, "move", found->finished ? move_print(position, found->move, word) : NULL);
    json_put_int(&json, "nodes", (int64_t)tally->nodes);
    json_put_int(&json, "evals", (int64_t)tally->evals);
    json_put_int(&json, "cutoffs", (int64_t)tally->cutoffs);
    json_put_int(&json, "cutoffs_first", (int64_t)tally->cutoffs_first);
    json_put_number(&json, "hit_rate", share(tally->hits, tally->probes), 4);
    json_put_number(&json, "time_ms", (double)found->time_us / 1000, 3);
    json_put_number(&json, "branching", found->finished ? branching(row) : NAN, 2);
    json_put_int(&json, "threads", found->threads);
    json_put_bool(&json, "skipped", !found->finished);
    json_end_line(&json);
}

static const char csv_head[] = "search,depth,value,move,nodes,evals,cutoffs,cutoffs_first,hit_rate,"
                               "time_ms,branching,threads,skipped\n";

static void write_csv(const Position *position, const Row *row, Text *out) {
    const Finding *found = row->found;
    const WalkCounts *tally = &found->tally;
    char word[COORD_CHARS];
    text_addf(out, "%s,%d,", row->search->name, row->depth);
    if (found->finished)
        text_addf(out, "%" PRId64 ",%s", found->value, move_print(position, found->move, word));
    else
        text_add(out, ",");
    text_addf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.4f,%.3f,%.2f,%d,%s\n",
              tally->nodes, tally->evals, tally->cutoffs, tally->cutoffs_first,
              share(tally->hits, tally->probes), (double)found->time_us / 1000, branching(row),
              found->threads, found->finished ? "no" : "yes");
}

static const char text_head[] = "search      depth        value  move        nodes        evals  "
                                "first  hits         ms  branching  threads\n";

static void write_text(const Position *position, const Row *row, Text *out) {
    const Finding *found = row->found;
    const WalkCounts *tally = &found->tally;
    char word[COORD_CHARS];
    text_addf(out, "%-11s %5d  ", row->search->name, row->depth);
    if (!found->finished) {
        text_addf(out, "skipped%s\n", tally->nodes ? " (over --cell-time, or out of room)" : "");
        return;
    }
    Text value = {0};
    explain_value(found->value, &value);
    text_addf(out, "%11s  %-5s %11" PRIu64 "  %11" PRIu64, text_chars(&value),
              move_print(position, found->move, word), tally->nodes, tally->evals);
    text_free(&value);
    tally->cutoffs ? text_addf(out, "  %4.0f%%", 100 * share(tally->cutoffs_first, tally->cutoffs))
                   : text_add(out, "      -");
    tally->probes ? text_addf(out, "  %3.0f%%", 100 * share(tally->hits, tally->probes))
                  : text_add(out, "     -");
    text_addf(out, "  %9.2f  %9.2f  %7d\n", (double)found->time_us / 1000, branching(row),
              found->threads);
}

typedef void (*RowFn)(const Position *position, const Row *row, Text *out);

static void draw_row(ChartFigure *chart, const Row *row, bool name_threads) {
    char name[40];
    snprintf(name, sizeof name, "%s", row->search->name);
    if (name_threads && row->search->parallel)
        snprintf(name, sizeof name, "%s, %d threads", row->search->name, row->found->threads);
    if (!row->found->finished)
        return;
    chart_point(chart_series(&chart->panels[0], name), row->depth, (double)row->found->tally.nodes);
    chart_point(chart_series(&chart->panels[1], name), row->depth,
                (double)(row->found->time_us ? row->found->time_us : 1) / 1000);
}

static ChartFigure *chart_of(const LabPlan *plan) {
    ChartFigure *chart = mem_new(sizeof *chart);
    const Position *position = plan->position;
    snprintf(chart->title, sizeof chart->title, "Searches compared: %s, %dx%d, evaluation %s",
             position_rule(position), position->width, position->height,
             plan->settings.evaluator->name);
    snprintf(chart->note, sizeof chart->note,
             "Logarithmic scales. One run each; drawn by tengen lab compare.");
    chart->panel_count = 2;
    chart->panels[0] = (ChartPanel){
        .title = "nodes", .x_label = "depth, plies", .y_label = "nodes entered", .log_y = true};
    chart->panels[1] = (ChartPanel){
        .title = "time", .x_label = "depth, plies", .y_label = "milliseconds", .log_y = true};
    return chart;
}

static bool compare_one(LabRunner *runner, const LabPlan *plan, const Search *search, int threads,
                        RowFn write, ChartFigure *chart) {
    bool gave_up = false;
    Text out = {0};
    LabSettings settings = plan->settings;
    settings.threads = threads;
    for (int depth = plan->depths.first; depth <= plan->depths.last; depth++) {
        Finding found = {.threads = search->parallel ? threads : 1};
        if (!gave_up)
            lab_runner_run(runner, search, &settings, depth, &found);
        if (runner->watch.interrupted)
            break;
        gave_up |= !found.finished; // deeper takes longer
        Row row = {.search = search, .depth = depth, .found = &found};
        write(plan->position, &row, &out);
        draw_row(chart, &row, plan->threads.last > 1);
        if (!output_flush(&out))
            runner->watch.interrupted = true;
    }
    text_free(&out);
    return !runner->watch.interrupted;
}

int lab_compare(const Call *call, LabPlan *plan) {
    const LabOptions *given = call->options;
    RowFn write = given->common.json ? write_json : given->csv ? write_csv : write_text;
    Text out = {0};
    text_add(&out, write == write_csv ? csv_head : write == write_text ? text_head : "");
    output_flush(&out);
    LabRunner runner;
    lab_runner_open(&runner, call, plan);
    ChartFigure *chart = chart_of(plan);
    bool going = true;
    for (size_t i = 0; i < plan->search_count && going; i++) {
        const Search *search = plan->searches[i];
        int last = search->parallel ? plan->threads.last : plan->threads.first;
        for (int n = plan->threads.first; n <= last && going; n++)
            going = compare_one(&runner, plan, search, n, write, chart);
    }
    int code = EXIT_GOOD;
    if (runner.watch.interrupted)
        code = call_fail(call, EXIT_BAD, "stopped; the rows above are finished");
    code = lab_draw(call, chart, code);
    lab_runner_close(&runner);
    free(chart);
    text_free(&out);
    return code;
}

// The last line of an explanation: what the search found.
static void conclude(const Explanation *told, const Search *search, const Position *position,
                     const Finding *found, Text *out) {
    char word[COORD_CHARS];
    Text value = {0};
    explain_value(found->value, &value);
    if (told->full)
        text_add(out, "... and so on: a smaller --depth or --width shows all of it\n");
    if (found->finished)
        text_addf(out,
                  "%s: %s is worth %s; %" PRIu64 " nodes, %" PRIu64 " evaluations, %" PRIu64
                  " cutoffs\n",
                  search->name, move_print(position, found->move, word), text_chars(&value),
                  found->tally.nodes, found->tally.evals, found->tally.cutoffs);
    text_free(&value);
}

static void conclude_json(const Explanation *told, const Search *search, const Position *position,
                          const Finding *found, Text *out) {
    char word[COORD_CHARS];
    Json json = json_line(out);
    json_put_text(&json, "search", search->name);
    json_put_text(&json, "move", found->finished ? move_print(position, found->move, word) : NULL);
    json_key(&json, "value");
    if (found->finished)
        json_int(&json, found->value);
    else
        json_null(&json);
    json_put_int(&json, "nodes", (int64_t)found->tally.nodes);
    json_put_int(&json, "evals", (int64_t)found->tally.evals);
    json_put_int(&json, "cutoffs", (int64_t)found->tally.cutoffs);
    json_put_bool(&json, "whole", !told->full); // else events are missing above
    json_end_line(&json);
}

int lab_explain(const Call *call, LabPlan *plan) {
    const LabOptions *given = call->options;
    const Search *search = plan->searches[0];
    if (plan->search_count > 1 || search->parallel || search->kind != SEARCH_EXACT ||
        strcmp(search->name, "sss") == 0)
        return call_fail(call, EXIT_USAGE,
                         "explain tells one of minimax, negamax, alphabeta, failsoft, scout, "
                         "negascout and mtdf, not '%s'",
                         given->search ? given->search : "");
    Explanation explanation = {.json = given->common.json};
    if (!explanation.json)
        text_add(
            &explanation.text,
            "# MOVE (ALPHA, BETA), then its moves, then what was found; values are for the side "
            "to\n"
            "# move after MOVE. A move that stands before the best one in the evaluation's own\n"
            "# order is asked about one lower, so that ties show.\n");
    plan->settings.on_event = explain_event;
    plan->settings.user = &explanation;
    if (!plan->settings.width)
        plan->settings.width = 4;
    LabRunner runner;
    Finding found;
    lab_runner_open(&runner, call, plan);
    lab_runner_run(&runner, search, &plan->settings, plan->depths.last, &found);
    lab_runner_close(&runner);
    (explanation.json ? conclude_json : conclude)(&explanation, search, plan->position, &found,
                                                  &explanation.text);
    output_end(&explanation.text);
    return found.finished ? EXIT_GOOD
                          : call_fail(call, EXIT_BAD, "stopped before the value was known");
}
