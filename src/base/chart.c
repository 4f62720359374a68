// SPDX-License-Identifier: MIT
#include "base/chart.h"

#include "base/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Room for what is written around the plot. The style sheet makes letters larger on small screens,
// so there is more of it than a wide screen needs.
enum { LEFT = 62, RIGHT = 14, TOP = 30, BOTTOM = 48, X_TICKS = 6, DECADES = 8 };

// By `compact`.
static const struct {
    int y_ticks, value_left, stub, value_below, radius;
} looks[] = {{5, 8, 5, 20, 4}, {6, 6, 4, 17, 3}};

double chart_step(double range, int wanted) {
    double rough = range / wanted, power = 1;
    if (!(rough > 0) || isinf(rough))
        return 1;
    while (power > rough)
        power /= 10;
    while (power * 10 <= rough)
        power *= 10;
    double factor = rough / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}

typedef struct Plot { // between the axes
    int left, right, top, bottom;
} Plot;

static Plot plot_of(const Chart *chart) {
    return (Plot){chart->left + LEFT, chart->left + chart->width - RIGHT, chart->top + TOP,
                  chart->top + chart->height - BOTTOM};
}

// How far `value` is on its way from low to high, 0 .. 1.
static double share(double value, double low, double high) {
    double inside = value < low ? low : value > high ? high : value;
    return (inside - low) / (high - low);
}

static double place_x(const Chart *chart, double x) {
    Plot plot = plot_of(chart);
    return plot.left + share(x, chart->x_low, chart->x_high) * (plot.right - plot.left);
}

// What the y axis counts: the value or its logarithm.
static double height_of(const Chart *chart, double y) {
    return chart->log_y ? log10(y) : y;
}

static double place_height(const Chart *chart, double height) {
    double low = height_of(chart, chart->y_low), high = height_of(chart, chart->y_high);
    Plot plot = plot_of(chart);
    return plot.top + (1 - share(height, low, high)) * (plot.bottom - plot.top);
}

static double place_y(const Chart *chart, double y) {
    return place_height(chart, height_of(chart, y));
}

static int decimals_of(double step) {
    return step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
}

// "12k", "0.05"
static void add_short(Text *out, double value) {
    static const char *const units[] = {"", "k", "M", "G"};
    size_t unit = 0;
    for (; value >= 1000 && unit < 3; unit++)
        value /= 1000;
    text_addf(out, "%.4g%s", value, units[unit]);
}

static void draw_y_axis(const Chart *chart) {
    Text *out = chart->out;
    Plot plot = plot_of(chart);
    double low = height_of(chart, chart->y_low), high = height_of(chart, chart->y_high);
    double step = chart->log_y ? ceil((high - low) / DECADES)
                               : chart_step(high - low, looks[chart->compact].y_ticks);
    for (double k = ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
        double height = k == 0 ? 0 : k * step, y = place_height(chart, height); // no "-0"
        text_addf(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>",
                  k == 0 && !chart->log_y ? "zero" : "grid", plot.left, y, plot.right);
        text_addf(out, "<text class=\"tick end\" x=\"%d\" y=\"%.1f\">",
                  plot.left - looks[chart->compact].value_left, y + 4);
        if (chart->compact)
            add_short(out, chart->log_y ? pow(10, height) : height);
        else if (chart->signs && k != 0)
            html_add_signed(out, height, decimals_of(step));
        else
            html_add_number(out, height, decimals_of(step));
        text_add(out, "</text>\n");
    }
}

void chart_tick(const Chart *chart, double x, const char *text) {
    int bottom = plot_of(chart).bottom;
    text_addf(chart->out, "<path class=\"stub\" d=\"M%.1f %dv%d\"/>", place_x(chart, x), bottom,
              looks[chart->compact].stub);
    text_addf(chart->out, "<text class=\"tick mid\" x=\"%.1f\" y=\"%d\">", place_x(chart, x),
              bottom + looks[chart->compact].value_below);
    html_add(chart->out, text);
    text_add(chart->out, "</text>\n");
}

static void draw_x_axis(const Chart *chart) {
    double step = chart_step(chart->x_high - chart->x_low, X_TICKS);
    if (chart->integer_x && step < 1)
        step = 1;
    Text number = {0};
    for (double k = ceil(chart->x_low / step - 1e-9); k * step <= chart->x_high + step * 1e-9;
         k++) {
        text_clear(&number);
        html_add_number(&number, k * step, decimals_of(step));
        chart_tick(chart, k * step, text_chars(&number));
    }
    text_free(&number);
}

void chart_begin(const Chart *chart, const char *title, const char *x_name, const char *y_name) {
    Text *out = chart->out;
    Plot plot = plot_of(chart);
    text_addf(out, "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
              chart->width, chart->height);
    html_add(out, title);
    text_add(out, "\">\n");
    draw_y_axis(chart);
    if (x_name) // without a name the caller writes its own ticks
        draw_x_axis(chart);
    text_addf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>", plot.left, plot.bottom, plot.right);
    text_add(out, "<text class=\"unit\" x=\"8\" y=\"16\">");
    html_add(out, y_name);
    text_add(out, "</text>");
    if (x_name) {
        text_addf(out, "<text class=\"unit end\" x=\"%d\" y=\"%d\">", plot.right,
                  chart->height - 6);
        html_add(out, x_name);
        text_add(out, "</text>");
    }
    text_add_char(out, '\n');
}

void chart_end(const Chart *chart) {
    text_add(chart->out, "</svg>\n");
}

static bool is_shown(const Chart *chart, ChartPoint point) {
    return !chart->log_y || point.y > 0;
}

static void add_points(const Chart *chart, const ChartPoint *points, size_t count, bool backwards) {
    const char *between = "";
    for (size_t i = 0; i < count; i++) {
        ChartPoint point = points[backwards ? count - 1 - i : i];
        if (!is_shown(chart, point))
            continue;
        text_addf(chart->out, "%s%.1f %.1f", between, place_x(chart, point.x),
                  place_y(chart, point.y));
        between = "L";
    }
}

void chart_line(const Chart *chart, const char *style, const ChartPoint *points, size_t count) {
    while (count && !is_shown(chart, *points))
        points++, count--;
    if (!count)
        return;
    text_addf(chart->out, "<path class=\"line %s\" d=\"M", style);
    add_points(chart, points, count, false);
    text_add(chart->out, "\"/>\n");
}

void chart_band(const Chart *chart, const char *style, const ChartPoint *low,
                const ChartPoint *high, size_t count) {
    if (!count)
        return;
    text_addf(chart->out, "<path class=\"band %s\" d=\"M", style);
    add_points(chart, high, count, false);
    text_add_char(chart->out, 'L');
    add_points(chart, low, count, true);
    text_add(chart->out, "Z\"/>\n");
}

void chart_bar(const Chart *chart, const char *style, double x_from, double x_to, double y) {
    double left = place_x(chart, x_from), right = place_x(chart, x_to), top = place_y(chart, y);
    text_addf(chart->out,
              "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
              style, left + 1, top, right - left - 2 > 0 ? right - left - 2 : 0,
              plot_of(chart).bottom - top);
}

void chart_dot(const Chart *chart, const char *style, ChartPoint point) {
    if (is_shown(chart, point))
        text_addf(chart->out, "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>\n",
                  style, place_x(chart, point.x), place_y(chart, point.y),
                  looks[chart->compact].radius);
}

void chart_label(const Chart *chart, const char *style, ChartPoint point, const char *text) {
    text_addf(chart->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", style,
              place_x(chart, point.x), place_y(chart, point.y) - 6);
    html_add(chart->out, text);
    text_add(chart->out, "</text>\n");
}

// --- figures ---

enum {
    PANEL_WIDTH = 460, // from one panel to the next
    PLOT_WIDTH = 378,
    PLOT_TOP = 84,
    PLOT_HEIGHT = 246,
    MARGIN = 64, // of everything, on the left
    LEGEND_TOP = PLOT_TOP + PLOT_HEIGHT + 64,
    LEGEND_ROW = 20,
    LEGEND_COLUMN = 190, // at least
    LEGEND_NAME = 30,    // from a line to its name
    LEGEND_LETTER = 8,
};

static const char figure_style[] = "text{font:12px Helvetica,Arial,sans-serif}\n"
                                   ".title{font-size:16px;font-weight:bold}\n"
                                   ".panel{font-size:13px;font-weight:bold}\n"
                                   ".tick{font-size:11px;fill:#444}\n"
                                   ".note{font-size:11px;fill:#666}\n"
                                   ".mid{text-anchor:middle}.end{text-anchor:end}\n"
                                   ".grid,.zero{stroke:#ddd}\n"
                                   ".axis,.stub{stroke:#444;fill:none}\n"
                                   ".line{fill:none;stroke-width:2}\n"
                                   ".line.dashed{stroke-dasharray:6 4}.dot.dashed{fill:#fff}\n";

// Okabe and Ito's colours: safe for colour-blind readers.
static const char *const COLOURS[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000", "#999933"};
enum { COLOUR_COUNT = sizeof COLOURS / sizeof *COLOURS };

ChartSeries *chart_series(ChartPanel *panel, const char *name) {
    for (size_t i = 0; i < panel->series_count; i++)
        if (strcmp(panel->series[i].name, name) == 0)
            return &panel->series[i];
    if (panel->series_count == CHART_SERIES_MAX)
        return NULL;
    ChartSeries *series = &panel->series[panel->series_count];
    *series = (ChartSeries){.colour = panel->series_count++};
    snprintf(series->name, sizeof series->name, "%s", name);
    return series;
}

void chart_point(ChartSeries *series, double x, double y) {
    if (series && series->count < CHART_POINTS_MAX)
        series->points[series->count++] = (ChartPoint){x, y};
}

static void add_text(Text *svg, int x, int y, const char *attributes, const char *text) {
    text_addf(svg, "<text x=\"%d\" y=\"%d\"%s>", x, y, attributes);
    html_add(svg, text);
    text_add(svg, "</text>\n");
}

static void style_of(const ChartSeries *series, char out[32]) {
    snprintf(out, 32, "c%zu%s", series->colour % COLOUR_COUNT, series->dashed ? " dashed" : "");
}

// Room for every point; whole decades on a logarithmic scale, else from zero.
static void fit(Chart *chart, const ChartPanel *panel) {
    chart->x_low = chart->y_low = INFINITY;
    chart->x_high = chart->y_high = -INFINITY;
    for (size_t s = 0; s < panel->series_count; s++)
        for (size_t i = 0; i < panel->series[s].count; i++) {
            ChartPoint point = panel->series[s].points[i];
            if (!is_shown(chart, point))
                continue;
            chart->x_low = fmin(chart->x_low, point.x);
            chart->x_high = fmax(chart->x_high, point.x);
            chart->y_low = fmin(chart->y_low, point.y);
            chart->y_high = fmax(chart->y_high, point.y);
        }
    if (!(chart->x_low <= chart->x_high)) // nothing to show: an empty frame
        chart->x_low = 0, chart->x_high = chart->y_low = chart->y_high = 1;
    if (chart->x_high - chart->x_low < 1e-9)
        chart->x_low -= 0.5, chart->x_high += 0.5;
    if (chart->log_y) {
        double decade = floor(log10(chart->y_low));
        chart->y_high = pow(10, fmax(ceil(log10(chart->y_high)), decade + 1));
        chart->y_low = pow(10, decade);
    } else {
        double margin = 0.08 * fmax(chart->y_high - chart->y_low, 1e-3);
        chart->y_low = panel->from_low ? chart->y_low - margin : 0;
        chart->y_high = panel->from_low ? chart->y_high + margin : fmax(chart->y_high * 1.08, 1e-3);
    }
}

static void draw_panel(const ChartPanel *panel, int index, Text *svg) {
    Chart chart = {.out = svg,
                   .left = index * PANEL_WIDTH + MARGIN - LEFT,
                   .top = PLOT_TOP - TOP,
                   .width = LEFT + PLOT_WIDTH + RIGHT,
                   .height = TOP + PLOT_HEIGHT + BOTTOM,
                   .integer_x = true,
                   .log_y = panel->log_y,
                   .compact = true};
    fit(&chart, panel);
    draw_y_axis(&chart);
    draw_x_axis(&chart);
    int left = plot_of(&chart).left, bottom = plot_of(&chart).bottom;
    text_addf(svg, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", left, PLOT_TOP, bottom,
              left + PLOT_WIDTH);
    add_text(svg, left, PLOT_TOP - 12, " class=\"panel\"", panel->title);
    add_text(svg, left + PLOT_WIDTH / 2, bottom + 36, " class=\"mid\"", panel->x_label);
    char turned[80];
    int middle = PLOT_TOP + PLOT_HEIGHT / 2;
    snprintf(turned, sizeof turned, " class=\"mid\" transform=\"rotate(-90 %d %d)\"", left - 48,
             middle);
    add_text(svg, left - 48, middle, turned, panel->y_label);
    for (size_t s = 0; s < panel->series_count; s++) {
        const ChartSeries *series = &panel->series[s];
        char style[32];
        style_of(series, style);
        chart_line(&chart, style, series->points, series->count);
        for (size_t i = 0; i < series->count && !panel->plain; i++)
            chart_dot(&chart, style, series->points[i]);
    }
}

// Wide enough for the longest name.
static int legend_column(const ChartPanel *panel) {
    size_t longest = 0;
    for (size_t i = 0; i < panel->series_count; i++) {
        size_t length = strlen(panel->series[i].name);
        longest = length > longest ? length : longest;
    }
    int wide = LEGEND_NAME + (int)longest * LEGEND_LETTER;
    return wide > LEGEND_COLUMN ? wide : LEGEND_COLUMN;
}

static void draw_legend(const ChartPanel *panel, int column, int columns, Text *svg) {
    for (size_t i = 0; i < panel->series_count; i++) {
        int x = MARGIN + (int)i % columns * column;
        int y = LEGEND_TOP + (int)i / columns * LEGEND_ROW;
        char style[32];
        style_of(&panel->series[i], style);
        text_addf(svg, "<path class=\"line %s\" d=\"M%d %dh24\"/>\n", style, x, y - 4);
        add_text(svg, x + LEGEND_NAME, y, "", panel->series[i].name);
    }
}

void chart_figure(const ChartFigure *figure, Text *svg) {
    // The panel with the most lines names them all.
    const ChartPanel *named = &figure->panels[0];
    for (size_t i = 1; i < figure->panel_count; i++)
        if (figure->panels[i].series_count > named->series_count)
            named = &figure->panels[i];
    int width = (int)figure->panel_count * PANEL_WIDTH, column = legend_column(named);
    int columns = width - MARGIN > column ? (width - MARGIN) / column : 1;
    int rows = ((int)named->series_count + columns - 1) / columns;
    int height = LEGEND_TOP + rows * LEGEND_ROW + 26;
    text_addf(svg,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "viewBox=\"0 0 %d %d\">\n<style>\n",
              width, height, width, height);
    for (size_t i = 0; i < COLOUR_COUNT; i++)
        text_addf(svg, ".c%zu{stroke:%s;fill:%s}\n", i, COLOURS[i], COLOURS[i]);
    text_addf(svg, "%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
              figure_style);
    add_text(svg, MARGIN, 32, " class=\"title\"", figure->title);
    for (size_t i = 0; i < figure->panel_count; i++)
        draw_panel(&figure->panels[i], (int)i, svg);
    draw_legend(named, column, columns, svg);
    add_text(svg, MARGIN, height - 12, " class=\"note\"", figure->note);
    text_add(svg, "</svg>\n");
}
