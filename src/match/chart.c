// SPDX-License-Identifier: MIT
#include "match/chart.h"

#include "match/html.h"

#include <math.h>

// Room for what is written around the plot. The style sheet makes letters larger on small screens,
// so there is more of it than a wide screen needs.
enum { LEFT = 62, RIGHT = 14, TOP = 30, BOTTOM = 48, X_TICKS = 6, Y_TICKS = 5 };

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

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static double place_x(const Chart *chart, double x) {
    double share =
        (clamp(x, chart->x_low, chart->x_high) - chart->x_low) / (chart->x_high - chart->x_low);
    return LEFT + share * (chart->width - LEFT - RIGHT);
}

static double place_y(const Chart *chart, double y) {
    double share =
        (clamp(y, chart->y_low, chart->y_high) - chart->y_low) / (chart->y_high - chart->y_low);
    return TOP + (1 - share) * (chart->height - TOP - BOTTOM);
}

static int decimals_of(double step) {
    return step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
}

static void draw_y_axis(const Chart *chart) {
    Text *out = chart->out;
    double step = chart_step(chart->y_high - chart->y_low, Y_TICKS);
    for (double k = ceil(chart->y_low / step - 1e-9); k * step <= chart->y_high + step * 1e-9;
         k++) {
        double y = place_y(chart, k * step);
        text_addf(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>", k == 0 ? "zero" : "grid", LEFT, y,
                  chart->width - RIGHT);
        text_addf(out, "<text class=\"tick end\" x=\"%d\" y=\"%.1f\">", LEFT - 8, y + 4);
        if (chart->signs && k != 0)
            html_add_signed(out, k * step, decimals_of(step));
        else
            html_add_number(out, k == 0 ? 0 : k * step, decimals_of(step));
        text_add(out, "</text>\n");
    }
}

static void draw_x_axis(const Chart *chart) {
    Text *out = chart->out;
    double step = chart_step(chart->x_high - chart->x_low, X_TICKS);
    if (chart->whole_x && step < 1)
        step = 1;
    for (double k = ceil(chart->x_low / step - 1e-9); k * step <= chart->x_high + step * 1e-9;
         k++) {
        double x = place_x(chart, k * step);
        text_addf(out, "<path class=\"stub\" d=\"M%.1f %dv5\"/>", x, chart->height - BOTTOM);
        text_addf(out, "<text class=\"tick mid\" x=\"%.1f\" y=\"%d\">", x,
                  chart->height - BOTTOM + 20);
        html_add_number(out, k * step, decimals_of(step));
        text_add(out, "</text>\n");
    }
}

void chart_begin(const Chart *chart, const char *title, const char *x_name, const char *y_name) {
    Text *out = chart->out;
    text_addf(out, "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
              chart->width, chart->height);
    html_add(out, title);
    text_add(out, "\">\n");
    draw_y_axis(chart);
    if (x_name) // without a name the caller writes his own ticks
        draw_x_axis(chart);
    text_addf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>", LEFT, chart->height - BOTTOM,
              chart->width - RIGHT);
    text_add(out, "<text class=\"unit\" x=\"8\" y=\"16\">");
    html_add(out, y_name);
    text_add(out, "</text>");
    if (x_name) {
        text_addf(out, "<text class=\"unit end\" x=\"%d\" y=\"%d\">", chart->width - RIGHT,
                  chart->height - 6);
        html_add(out, x_name);
        text_add(out, "</text>");
    }
    text_add_char(out, '\n');
}

void chart_end(const Chart *chart) {
    text_add(chart->out, "</svg>\n");
}

static void add_points(const Chart *chart, const ChartPoint *points, size_t count, bool backwards) {
    for (size_t i = 0; i < count; i++) {
        const ChartPoint *point = &points[backwards ? count - 1 - i : i];
        text_addf(chart->out, "%s%.1f %.1f", i ? "L" : "", place_x(chart, point->x),
                  place_y(chart, point->y));
    }
}

void chart_line(const Chart *chart, const char *style, const ChartPoint *points, size_t count) {
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

void chart_level(const Chart *chart, const char *style, double y) {
    text_addf(chart->out, "<path class=\"line %s\" d=\"M%d %.1fH%d\"/>\n", style, LEFT,
              place_y(chart, y), chart->width - RIGHT);
}

void chart_bar(const Chart *chart, const char *style, double x_from, double x_to, double y) {
    double left = place_x(chart, x_from), right = place_x(chart, x_to), top = place_y(chart, y);
    text_addf(chart->out,
              "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
              style, left + 1, top, right - left - 2 > 0 ? right - left - 2 : 0,
              chart->height - BOTTOM - top);
}

void chart_dot(const Chart *chart, const char *style, ChartPoint point) {
    text_addf(chart->out, "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", style,
              place_x(chart, point.x), place_y(chart, point.y));
}

void chart_label(const Chart *chart, const char *style, ChartPoint point, const char *text) {
    text_addf(chart->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", style,
              place_x(chart, point.x), place_y(chart, point.y) - 6);
    html_add(chart->out, text);
    text_add(chart->out, "</text>\n");
}

void chart_tick(const Chart *chart, double x, const char *text) {
    text_addf(chart->out, "<path class=\"stub\" d=\"M%.1f %dv5\"/>", place_x(chart, x),
              chart->height - BOTTOM);
    text_addf(chart->out, "<text class=\"tick mid\" x=\"%.1f\" y=\"%d\">", place_x(chart, x),
              chart->height - BOTTOM + 20);
    html_add(chart->out, text);
    text_add(chart->out, "</text>\n");
}
