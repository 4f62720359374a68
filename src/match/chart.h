// SPDX-License-Identifier: MIT
// Charts as SVG inside a page: a plot with axes, lines, bands and bars. Colours are the style
// sheet's business; here things only have classes.
//
//     +-- unit ---------------+
//     |100 ______________/‾‾  |
//     |  0 ___/‾\_/‾‾‾/_______|
//     |    0    100    200    |
//     +----------------- what +
#ifndef MATCH_CHART_H
#define MATCH_CHART_H

#include "base/text.h"

typedef struct Chart {
    Text *out;
    double x_low, x_high, y_low, y_high; // of the data; what lies outside is drawn at the edge
    int width, height;                   // of the drawing
    bool whole_x;                        // ticks at whole numbers only
    bool signs;                          // "+100" on the y axis
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
void chart_level(const Chart *chart, const char *style, double y); // from side to side
void chart_bar(const Chart *chart, const char *style, double x_from, double x_to, double y);
void chart_dot(const Chart *chart, const char *style, ChartPoint point);
// Words just above a point, and below the x axis.
void chart_label(const Chart *chart, const char *style, ChartPoint point, const char *text);
void chart_tick(const Chart *chart, double x, const char *text);

// 1, 2 or 5 times a power of ten, so that about `wanted` of them fit.
double chart_step(double range, int wanted);

#endif
