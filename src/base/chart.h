// SPDX-License-Identifier: MIT
// Charts as SVG: axes, lines, bands and bars. A Chart is drawn call by call into a page, whose
// style sheet has the colours: here things only have classes. A ChartFigure is a file of its own:
// panels side by side, a legend below, and a style sheet with Okabe and Ito's colours.
//
//     +-- unit ---------------+
//     |100 ______________/‾‾  |
//     |  0 ___/‾\_/‾‾‾/_______|
//     |    0    100    200    |
//     +----------------- what +
#ifndef BASE_CHART_H
#define BASE_CHART_H

#include "base/text.h"

typedef struct Chart {
    Text *out;
    double x_low, x_high, y_low, y_high; // of the data; what lies outside is drawn at the edge
    int left, top;                       // where the drawing begins: 0 in a page
    int width, height;                   // of the drawing
    bool integer_x;                      // ticks at integers only
    bool signs;                          // "+100" on the y axis
    bool log_y;   // compact only, y_low > 0; points at or below zero are left out
    bool compact; // as in a figure: small marks, "12k" on the y axis
} Chart;

typedef struct ChartPoint {
    double x, y;
} ChartPoint;

// Opens the drawing with its grid; the title is read to those who do not see it.
void chart_begin(const Chart *chart, const char *title, const char *x_name, const char *y_name);
void chart_end(const Chart *chart);

// `style` is what stands in the class attribute.
void chart_line(const Chart *chart, const char *style, const ChartPoint *points, size_t count);
// Between two lines over the same x.
void chart_band(const Chart *chart, const char *style, const ChartPoint *low,
                const ChartPoint *high, size_t count);
void chart_bar(const Chart *chart, const char *style, double x_from, double x_to, double y);
void chart_dot(const Chart *chart, const char *style, ChartPoint point);
// Words just above a point, and below the x axis.
void chart_label(const Chart *chart, const char *style, ChartPoint point, const char *text);
void chart_tick(const Chart *chart, double x, const char *text);

// The smallest of 1, 2 or 5 times a power of ten of which at most `wanted` fit.
double chart_step(double range, int wanted);

// --- figures ---

enum { CHART_SERIES_MAX = 16, CHART_POINTS_MAX = 64, CHART_PANELS_MAX = 3 };

typedef struct ChartSeries {
    char name[40];
    bool dashed;   // published figures, a prediction
    size_t colour; // series of one colour belong together; from 0
    size_t count;
    ChartPoint points[CHART_POINTS_MAX];
} ChartSeries;

typedef struct ChartPanel {
    const char *title, *x_label, *y_label;
    bool log_y;    // else from zero
    bool from_low; // ... or from a little below the lowest
    bool plain;    // lines without their points
    size_t series_count;
    ChartSeries series[CHART_SERIES_MAX];
} ChartPanel;

typedef struct ChartFigure {
    char title[160], note[240]; // above and below
    size_t panel_count;
    ChartPanel panels[CHART_PANELS_MAX];
} ChartFigure;

// The series of this name in the panel, added when there is none; NULL when there is no more room.
ChartSeries *chart_series(ChartPanel *panel, const char *name);
void chart_point(ChartSeries *series, double x, double y); // NULL and full series take nothing
void chart_figure(const ChartFigure *figure, Text *svg);

#endif
