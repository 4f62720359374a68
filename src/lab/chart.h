// SPDX-License-Identifier: MIT
// Line charts as SVG: a few panels side by side, a legend below, nothing that moves.
#ifndef LAB_CHART_H
#define LAB_CHART_H

#include "base/text.h"

enum { CHART_SERIES_MAX = 16, CHART_POINTS_MAX = 64, CHART_PANELS_MAX = 3 };

typedef struct ChartSeries {
    char name[40];
    bool dashed; // somebody else's figures, a prediction
    int colour;  // series of one colour belong together; from 0
    size_t count;
    double x[CHART_POINTS_MAX], y[CHART_POINTS_MAX];
} ChartSeries;

typedef struct ChartPanel {
    const char *title, *x_label, *y_label;
    bool log_y; // points at or below zero are left out
    size_t series_count;
    ChartSeries series[CHART_SERIES_MAX];
} ChartPanel;

typedef struct Chart {
    char title[160], note[240]; // above and below
    size_t panel_count;
    ChartPanel panels[CHART_PANELS_MAX];
} Chart;

// The series of this name in the panel, added when there is none; NULL when there is no more room.
ChartSeries *chart_series(ChartPanel *panel, const char *name);
void chart_point(ChartSeries *series, double x, double y); // NULL and full series take nothing
void chart_draw(const Chart *chart, Text *svg);

#endif
