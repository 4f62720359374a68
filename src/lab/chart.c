// SPDX-License-Identifier: MIT
#include "lab/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PANEL_WIDTH = 460,
    PANEL_HEIGHT = 330,
    MARGIN_LEFT = 64,
    MARGIN_RIGHT = 18,
    TOP = 84,
    LEGEND_ROW = 20,
    LEGEND_COLUMN = 190,
    TICKS_MAX = 12,
};

// Okabe and Ito's colours: told apart by everybody.
static const char *const COLOURS[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000", "#999933"};
static const char FONT[] = "font-family=\"Helvetica, Arial, sans-serif\"";

ChartSeries *chart_series(ChartPanel *panel, const char *name) {
    for (size_t i = 0; i < panel->series_count; i++)
        if (strcmp(panel->series[i].name, name) == 0)
            return &panel->series[i];
    if (panel->series_count == CHART_SERIES_MAX)
        return NULL;
    ChartSeries *series = &panel->series[panel->series_count];
    *series = (ChartSeries){.colour = (int)panel->series_count++};
    snprintf(series->name, sizeof series->name, "%s", name);
    return series;
}

void chart_point(ChartSeries *series, double x, double y) {
    if (!series || series->count == CHART_POINTS_MAX)
        return;
    series->x[series->count] = x;
    series->y[series->count++] = y;
}

static void add_escaped(Text *svg, const char *text) {
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>')
            text_addf(svg, "&#%d;", *text);
        else
            text_add_char(svg, *text);
}

static void add_text(Text *svg, double x, double y, const char *style, const char *text) {
    text_addf(svg, "<text x=\"%.1f\" y=\"%.1f\" %s %s>", x, y, FONT, style);
    add_escaped(svg, text);
    text_add(svg, "</text>\n");
}

// What part of the plane a panel shows, and where on the page.
typedef struct Frame {
    double left, top, width, height;
    double x_low, x_high, y_low, y_high; // y as its logarithm on a log scale
    bool log_y;
} Frame;

static bool shown(const Frame *frame, double y) {
    return !frame->log_y || y > 0;
}

static double height_of(const Frame *frame, double y) {
    return frame->log_y ? log10(y) : y;
}

static double page_x(const Frame *frame, double x) {
    return frame->left + frame->width * (x - frame->x_low) / (frame->x_high - frame->x_low);
}

static double page_y(const Frame *frame, double height) {
    return frame->top + frame->height -
           frame->height * (height - frame->y_low) / (frame->y_high - frame->y_low);
}

static void fit(Frame *frame, const ChartPanel *panel) {
    frame->x_low = frame->y_low = INFINITY;
    frame->x_high = frame->y_high = -INFINITY;
    for (size_t s = 0; s < panel->series_count; s++)
        for (size_t i = 0; i < panel->series[s].count; i++) {
            double x = panel->series[s].x[i], y = panel->series[s].y[i];
            if (!shown(frame, y))
                continue;
            double height = height_of(frame, y);
            frame->x_low = fmin(frame->x_low, x);
            frame->x_high = fmax(frame->x_high, x);
            frame->y_low = fmin(frame->y_low, height);
            frame->y_high = fmax(frame->y_high, height);
        }
    if (!(frame->x_low <= frame->x_high)) // nothing to show: an empty frame
        frame->x_low = frame->y_low = 0, frame->x_high = frame->y_high = 1;
    if (frame->x_high - frame->x_low < 1e-9)
        frame->x_low -= 0.5, frame->x_high += 0.5;
    if (frame->log_y) {
        frame->y_low = floor(frame->y_low);
        frame->y_high = fmax(ceil(frame->y_high), frame->y_low + 1);
    } else {
        frame->y_low = 0;
        frame->y_high = fmax(frame->y_high * 1.08, 1e-3);
    }
}

// The step 1, 2 or 5 times a power of ten that gives at most TICKS_MAX / 2 ticks.
static double tick_step(double span) {
    double step = pow(10, floor(log10(span)) - 1);
    static const double grow[] = {2, 2.5, 2};
    for (int i = 0; span / step > TICKS_MAX / 2; i++)
        step *= grow[i % 3];
    return step;
}

static void tick_name(const Frame *frame, double height, char *out, size_t size) {
    static const char *const units[] = {"", "k", "M", "G"};
    double value = frame->log_y ? pow(10, height) : height;
    int unit = 0;
    while (value >= 1000 && unit < 3) {
        value /= 1000;
        unit++;
    }
    snprintf(out, size, "%.4g%s", value, units[unit]);
}

static void draw_axes(const Frame *frame, const ChartPanel *panel, Text *svg) {
    double right = frame->left + frame->width, bottom = frame->top + frame->height;
    char name[32];
    double step =
        frame->log_y ? ceil((frame->y_high - frame->y_low) / 8) : tick_step(frame->y_high);
    for (double y = frame->y_low; y <= frame->y_high + 1e-9; y += step) {
        double at = page_y(frame, y);
        text_addf(svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                  frame->left, at, right, at);
        tick_name(frame, y, name, sizeof name);
        add_text(svg, frame->left - 6, at + 4, "font-size=\"11\" text-anchor=\"end\" fill=\"#444\"",
                 name);
    }
    double x_step = fmax(1, tick_step(frame->x_high - frame->x_low));
    for (double x = ceil(frame->x_low / x_step) * x_step; x <= frame->x_high + 1e-9; x += x_step) {
        snprintf(name, sizeof name, "%.4g", x);
        text_addf(svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#444\"/>\n",
                  page_x(frame, x), bottom, page_x(frame, x), bottom + 4);
        add_text(svg, page_x(frame, x), bottom + 17,
                 "font-size=\"11\" text-anchor=\"middle\" fill=\"#444\"", name);
    }
    text_addf(svg, "<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"#444\"/>\n",
              frame->left, frame->top, bottom, right);
    add_text(svg, frame->left, frame->top - 12, "font-size=\"13\" font-weight=\"bold\"",
             panel->title);
    add_text(svg, (frame->left + right) / 2, bottom + 36, "font-size=\"12\" text-anchor=\"middle\"",
             panel->x_label);
    char style[120];
    snprintf(style, sizeof style,
             "font-size=\"12\" text-anchor=\"middle\" transform=\"rotate(-90 %.1f %.1f)\"",
             frame->left - 48, (frame->top + bottom) / 2);
    add_text(svg, frame->left - 48, (frame->top + bottom) / 2, style, panel->y_label);
}

static void draw_series(const Frame *frame, const ChartSeries *series, Text *svg) {
    const char *colour = COLOURS[(size_t)series->colour % (sizeof COLOURS / sizeof *COLOURS)];
    text_addf(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"", colour,
              series->dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (size_t i = 0; i < series->count; i++)
        if (shown(frame, series->y[i]))
            text_addf(svg, "%.1f,%.1f ", page_x(frame, series->x[i]),
                      page_y(frame, height_of(frame, series->y[i])));
    text_add(svg, "\"/>\n");
    for (size_t i = 0; i < series->count; i++)
        if (shown(frame, series->y[i]))
            text_addf(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" stroke=\"%s\"/>\n",
                      page_x(frame, series->x[i]), page_y(frame, height_of(frame, series->y[i])),
                      series->dashed ? "#fff" : colour, colour);
}

static void draw_legend(const ChartPanel *panel, double top, size_t columns, Text *svg) {
    for (size_t i = 0; i < panel->series_count; i++) {
        const ChartSeries *series = &panel->series[i];
        const char *colour = COLOURS[(size_t)series->colour % (sizeof COLOURS / sizeof *COLOURS)];
        double x = MARGIN_LEFT + (double)(i % columns) * LEGEND_COLUMN;
        double y = top + (double)(i / columns) * LEGEND_ROW;
        text_addf(svg,
                  "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
                  "stroke-width=\"2\"%s/>\n",
                  x, y - 4, x + 24, y - 4, colour,
                  series->dashed ? " stroke-dasharray=\"6 4\"" : "");
        add_text(svg, x + 30, y, "font-size=\"12\"", series->name);
    }
}

void chart_draw(const Chart *chart, Text *svg) {
    double width = (double)chart->panel_count * PANEL_WIDTH;
    // The panel with the most lines names them all.
    const ChartPanel *named = &chart->panels[0];
    for (size_t i = 1; i < chart->panel_count; i++)
        if (chart->panels[i].series_count > named->series_count)
            named = &chart->panels[i];
    size_t columns = (size_t)(width - MARGIN_LEFT) / LEGEND_COLUMN;
    size_t rows = (named->series_count + columns - 1) / columns;
    double legend = TOP + PANEL_HEIGHT - 20, height = legend + (double)rows * LEGEND_ROW + 26;
    text_addf(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        width, height, width, height);
    add_text(svg, MARGIN_LEFT, 32, "font-size=\"16\" font-weight=\"bold\"", chart->title);
    for (size_t i = 0; i < chart->panel_count; i++) {
        Frame frame = {.left = (double)i * PANEL_WIDTH + MARGIN_LEFT,
                       .top = TOP,
                       .width = PANEL_WIDTH - MARGIN_LEFT - MARGIN_RIGHT,
                       .height = PANEL_HEIGHT - 84,
                       .log_y = chart->panels[i].log_y};
        fit(&frame, &chart->panels[i]);
        draw_axes(&frame, &chart->panels[i], svg);
        for (size_t s = 0; s < chart->panels[i].series_count; s++)
            draw_series(&frame, &chart->panels[i].series[s], svg);
    }
    draw_legend(named, legend, columns, svg);
    add_text(svg, MARGIN_LEFT, height - 12, "font-size=\"11\" fill=\"#666\"", chart->note);
    text_add(svg, "</svg>\n");
}
