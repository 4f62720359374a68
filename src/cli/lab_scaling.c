// SPDX-License-Identifier: MIT
// `tengen lab scaling`: parallel schemes on more and more threads, beside what the seeds published.
#include "base/json.h"
#include "base/memory.h"
#include "base/thread.h"
#include "cli/lab.h"
#include "lab/simulate.h"

#include <stdlib.h>
#include <string.h>

typedef struct ScalingRow {
    const char *scheme;
    int threads;
    double seconds, speed_up, overhead; // overhead: extra nodes as a share of one thread's
    double over_serial;                 // speed-up over plain fail-soft alpha-beta; 0: not measured
    const char *kind;                   // "measured", "simulated", "published"
} ScalingRow;

// gomokuku's own figures, seconds: root children on 1, 2, 4 and 6 threads.
static const struct {
    int threads;
    double seconds;
} published[] = {{1, 5.644}, {2, 3.272}, {4, 2.753}, {6, 2.996}};

// --- one row, three ways ---

static void write_text(const ScalingRow *row, Text *out) {
    text_addf(out, "%-11s %7d  %9.3f  %8.2f  %9.0f%%", row->scheme, row->threads, row->seconds,
              row->speed_up, 100 * row->speed_up / row->threads);
    strcmp(row->kind, "measured") ? text_add(out, "         -")
                                  : text_addf(out, "  %+6.1f%%", 100 * row->overhead);
    row->over_serial > 0 ? text_addf(out, "  %11.2f", row->over_serial)
                         : text_add(out, "            -");
    text_addf(out, "  %s\n", row->kind);
}

static void write_csv(const ScalingRow *row, Text *out) {
    text_addf(out, "%s,%d,%.6f,%.4f,%.4f,%.4f,%.4f,%s\n", row->scheme, row->threads, row->seconds,
              row->speed_up, row->speed_up / row->threads, row->overhead, row->over_serial,
              row->kind);
}

static void write_json(const ScalingRow *row, Text *out) {
    Json json = json_line(out);
    json_put_text(&json, "scheme", row->scheme);
    json_put_int(&json, "threads", row->threads);
    json_put_number(&json, "time_ms", row->seconds * 1000, 4);
    json_put_number(&json, "speed_up", row->speed_up, 4);
    json_put_number(&json, "efficiency", row->speed_up / row->threads, 4);
    json_put_number(&json, "overhead", row->overhead, 4);
    json_put_number(&json, "over_serial", row->over_serial, 4);
    json_put_text(&json, "kind", row->kind);
    json_end_line(&json);
}

typedef struct Scaling {
    const Call *call;
    const LabPlan *plan;
    LabRunner runner;
    ChartFigure *chart;
    Finding serial; // plain fail-soft on one thread
} Scaling;

static void show(Scaling *scaling, const ScalingRow *row) {
    const LabOptions *given = scaling->call->options;
    Text out = {0};
    (given->common.json ? write_json : given->csv ? write_csv : write_text)(row, &out);
    if (!output_flush(&out))
        scaling->runner.watch.interrupted = true;
    text_free(&out);
    char name[40];
    bool measured = strcmp(row->kind, "measured") == 0;
    snprintf(name, sizeof name, measured ? "%s" : "%s, %s", row->scheme, row->kind);
    ChartSeries *speed = chart_series(&scaling->chart->panels[0], name);
    ChartSeries *efficiency = chart_series(&scaling->chart->panels[1], name);
    if (speed && efficiency)
        speed->dashed = efficiency->dashed = !measured;
    chart_point(speed, row->threads, row->speed_up);
    chart_point(efficiency, row->threads, row->speed_up / row->threads);
    if (row->over_serial > 0) {
        ChartSeries *over = chart_series(&scaling->chart->panels[2], name);
        if (over && speed) {
            over->dashed = speed->dashed;
            over->colour = speed->colour; // a scheme that is not in this panel takes no colour here
        }
        chart_point(over, row->threads, row->over_serial);
    }
}

// --- measured ---

enum { TRIES = 3 };

// The fastest of a few runs: whatever else the machine does only makes one slower.
static void run_fastest(Scaling *scaling, const Search *search, const LabSettings *settings,
                        Finding *fastest) {
    for (int i = 0; i < TRIES; i++) {
        Finding found = {0};
        lab_runner_run(&scaling->runner, search, settings, scaling->plan->depths.last, &found);
        if (i == 0 || (found.finished && found.time_us < fastest->time_us))
            *fastest = found;
        if (!found.finished)
            return;
    }
}

static double over_serial(const Scaling *scaling, const Search *scheme, double seconds) {
    bool comparable = scheme->kind == SEARCH_EXACT && scaling->serial.finished;
    return comparable ? (double)scaling->serial.time_us / 1e6 / seconds : 0;
}

static void measure_scheme(Scaling *scaling, const Search *scheme) {
    const LabPlan *plan = scaling->plan;
    Finding one = {0};
    LabSettings settings = plan->settings;
    for (int n = plan->threads.first > 1 ? 0 : 1; n <= plan->threads.last; n++) {
        if (n > 1 && n < plan->threads.first)
            continue;
        Finding found = {0};
        settings.threads = n ? n : 1; // 0: one thread to compare with, not shown otherwise
        run_fastest(scaling, scheme, &settings, &found);
        if (scaling->runner.watch.interrupted)
            return;
        if (!found.finished) {
            call_fail(scaling->call, 0, "%s on %d thread%s takes longer than --cell-time: skipped",
                      scheme->name, settings.threads, settings.threads == 1 ? "" : "s");
            if (settings.threads == 1)
                return; // nothing to compare with
            continue;
        }
        if (settings.threads == 1)
            one = found;
        double seconds = (double)(found.time_us ? found.time_us : 1) / 1e6;
        ScalingRow row = {.scheme = scheme->name,
                          .threads = settings.threads,
                          .seconds = seconds,
                          .speed_up = (double)one.time_us / 1e6 / seconds,
                          .overhead = (double)found.tally.nodes / (double)one.tally.nodes - 1,
                          .over_serial = over_serial(scaling, scheme, seconds),
                          .kind = "measured"};
        show(scaling, &row);
    }
}

// --- simulated ---

static const struct {
    const char *scheme, *recorded; // on one thread
    double (*nodes)(const Recording *recording, int workers);
} models[] = {
    {"root-split", "root-split", simulate_root_split},
    {"pv-split", "failsoft", simulate_pv_split},
    {"ybw", "failsoft", simulate_ybw},
};

static void simulate_scheme(Scaling *scaling, const Search *scheme) {
    const LabPlan *plan = scaling->plan;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        if (strcmp(models[m].scheme, scheme->name) != 0)
            continue;
        Recording *recording = recording_new();
        LabSettings settings = plan->settings;
        const Search *recorded = search_find(models[m].recorded, NULL);
        settings.deepening = false; // one tree
        Finding timed = {0}, found = {0};
        lab_runner_run(&scaling->runner, recorded, &settings, plan->depths.last, &timed);
        settings.on_event = recording_event;
        settings.user = recording;
        if (timed.finished)
            lab_runner_run(&scaling->runner, recorded, &settings, plan->depths.last, &found);
        if (!found.finished && !scaling->runner.watch.interrupted)
            call_fail(scaling->call, 0, "%s takes longer than --cell-time: skipped", scheme->name);
        for (int n = plan->threads.first; n <= plan->threads.last && found.finished; n++) {
            double nodes = models[m].nodes(recording, n), all = recording_nodes(recording);
            ScalingRow row = {.scheme = scheme->name,
                              .threads = n,
                              .seconds = (double)timed.time_us / 1e6 * nodes / all,
                              .speed_up = all / nodes,
                              .over_serial = scaling->serial.finished
                                                 ? (double)scaling->serial.tally.nodes / nodes
                                                 : 0,
                              .kind = "simulated"};
            show(scaling, &row);
        }
        recording_free(recording);
        return;
    }
    call_fail(scaling->call, 0, "%s cannot be simulated; root-split, pv-split and ybw can",
              scheme->name);
}

static void show_published(Scaling *scaling) {
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        ScalingRow row = {.scheme = "gomokuku",
                          .threads = published[i].threads,
                          .seconds = published[i].seconds,
                          .speed_up = published[0].seconds / published[i].seconds,
                          .kind = "published"};
        show(scaling, &row);
    }
}

// --- the whole table ---

static void begin(Scaling *scaling) {
    const LabOptions *given = scaling->call->options;
    const LabPlan *plan = scaling->plan;
    Text out = {0};
    if (given->csv)
        text_add(&out, "scheme,threads,seconds,speed_up,efficiency,overhead,over_serial,kind\n");
    else if (!given->common.json)
        text_add(&out, "scheme      threads    seconds  speed-up  efficiency  overhead"
                       "  over serial\n");
    output_end(&out);
    ChartFigure *chart = scaling->chart;
    snprintf(chart->title, sizeof chart->title, "Scaling: %s, %dx%d, depth %d, evaluation %s",
             position_rule(plan->position), plan->position->width, plan->position->height,
             plan->depths.last, plan->settings.evaluator->name);
    if (given->simulate)
        snprintf(chart->note, sizeof chart->note,
                 "Dashed: simulated from a tree recorded on one thread, and gomokuku's published "
                 "figures. Drawn by tengen lab scaling.");
    else
        snprintf(chart->note, sizeof chart->note,
                 "Fastest of %d runs on %d cores; dashed: gomokuku's published figures. Drawn by "
                 "tengen lab scaling.",
                 TRIES, thread_cores());
    chart->panel_count = 3;
    chart->panels[0] =
        (ChartPanel){.title = "speed-up", .x_label = "threads", .y_label = "times one thread"};
    chart->panels[1] =
        (ChartPanel){.title = "efficiency", .x_label = "threads", .y_label = "speed-up per thread"};
    chart->panels[2] = (ChartPanel){.title = "speed-up over serial alpha-beta",
                                    .x_label = "threads",
                                    .y_label = "times fail-soft on one thread"};
    if (!given->simulate && plan->threads.last > thread_cores())
        call_fail(scaling->call, 0,
                  "this machine has %d core%s: rows with more threads share them (--simulate "
                  "predicts more)",
                  thread_cores(), thread_cores() == 1 ? "" : "s");
}

int lab_scaling(const Call *call, LabPlan *plan) {
    const LabOptions *given = call->options;
    for (size_t i = 0; i < plan->search_count; i++)
        if (!plan->searches[i]->parallel)
            return call_fail(call, EXIT_USAGE,
                             "%s runs on one thread; the schemes are root-split, pv-split, ybw, "
                             "lazy, mcts-root and mcts-tree",
                             plan->searches[i]->name);
    Scaling scaling = {.call = call, .plan = plan, .chart = mem_new(sizeof(ChartFigure))};
    begin(&scaling);
    lab_runner_open(&scaling.runner, call, plan);
    LabSettings serial = plan->settings;
    serial.deepening &= !given->simulate; // one tree
    run_fastest(&scaling, search_find("failsoft", NULL), &serial, &scaling.serial);
    bool as_gomokuku = false;
    for (size_t i = 0; i < plan->search_count && !scaling.runner.watch.interrupted; i++) {
        (given->simulate ? simulate_scheme : measure_scheme)(&scaling, plan->searches[i]);
        as_gomokuku |= strcmp(plan->searches[i]->name, "root-split") == 0;
    }
    if (as_gomokuku && !scaling.runner.watch.interrupted)
        show_published(&scaling);
    int code = EXIT_GOOD;
    if (scaling.runner.watch.interrupted)
        code = call_fail(call, EXIT_BAD, "stopped; the rows above are finished");
    lab_runner_close(&scaling.runner);
    code = lab_draw(call, scaling.chart, code);
    free(scaling.chart);
    return code;
}
