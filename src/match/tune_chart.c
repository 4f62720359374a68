// SPDX-License-Identifier: MIT
#include "match/tune_chart.h"

#include "base/chart.h"
#include "base/memory.h"
#include "match/tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLOURS = 8 }; // from here on lines are dashed

// How far a parameter stands from its least on the way to its most, in per cent.
static double share(const SpsaParam *param, double value) {
    return 100 * (value - param->least) / (param->most - param->least);
}

typedef struct TuneRank {
    size_t param;
    double far;
} TuneRank;

static int further_first(const void *left, const void *right) {
    const TuneRank *a = left, *b = right;
    return a->far != b->far ? (a->far < b->far) - (a->far > b->far)
                            : (a->param > b->param) - (a->param < b->param);
}

// The parameters to draw, those that went furthest first; returns how many.
static size_t choose(const TuneWay *end, size_t chosen[CHART_SERIES_MAX]) {
    const Spsa *spsa = end->spsa;
    TuneRank ranks[SPSA_PARAMS_MAX] = {{0}};
    for (size_t i = 0; i < spsa->count; i++) {
        const SpsaParam *param = &spsa->params[i];
        ranks[i].param = i;
        ranks[i].far = fabs(share(param, tune_way_now(end)[i]) - share(param, param->start));
    }
    qsort(ranks, spsa->count, sizeof *ranks, further_first);
    size_t count = spsa->count < CHART_SERIES_MAX ? spsa->count : CHART_SERIES_MAX;
    for (size_t i = 0; i < count; i++)
        chosen[i] = ranks[i].param;
    return count;
}

static void add_points(ChartPanel *panel, const TuneWay *way, const size_t *chosen, size_t count) {
    for (size_t i = 0; i < count; i++)
        chart_point(&panel->series[i], 2 * (double)way->pairs,
                    share(&way->spsa->params[chosen[i]], tune_way_now(way)[chosen[i]]));
}

static void draw(const TuneLog *log, ChartPanel *panel, TuneWay *way) {
    size_t chosen[CHART_SERIES_MAX];
    tune_way_begin(way, &log->head.spsa);
    for (size_t i = 0; i < log->count; i++)
        tune_way_add(way, log->pairs[i]);
    size_t count = choose(way, chosen);
    for (size_t i = 0; i < count; i++) {
        ChartSeries *series = chart_series(panel, log->head.spsa.params[chosen[i]].name);
        series->dashed = i >= COLOURS;
    }
    // Evenly spread, the start and the end among them.
    size_t points = CHART_POINTS_MAX - 1, next = 0;
    points = log->count < points ? log->count : points;
    tune_way_begin(way, &log->head.spsa);
    for (size_t i = 0; i <= log->count; i++) {
        if (!points || i == next * log->count / points) {
            add_points(panel, way, chosen, count);
            next++;
        }
        if (i < log->count)
            tune_way_add(way, log->pairs[i]);
    }
}

void tune_chart(const TuneLog *log, Text *svg) {
    const TuneHead *head = &log->head;
    ChartFigure *figure = mem_new(sizeof *figure);
    TuneWay *way = mem_new(sizeof *way);
    ChartPanel *panel = &figure->panels[0];
    figure->panel_count = 1;
    snprintf(figure->title, sizeof figure->title, "%zu parameters, %zu of %" PRId64 " games",
             head->spsa.count, 2 * log->count, head->games);
    snprintf(figure->note, sizeof figure->note, "%.20s %.12s, %" PRId64 " nodes a move%s",
             head->rule, head->size, head->nodes,
             head->spsa.count > CHART_SERIES_MAX ? "; those that went furthest" : "");
    *panel = (ChartPanel){.title = "Between the least and the most, in per cent",
                          .x_label = "games",
                          .y_label = "%",
                          .plain = true};
    draw(log, panel, way);
    chart_figure(figure, svg);
    free(way);
    free(figure);
}
