// SPDX-License-Identifier: MIT
// Charts and what is written into pages: round ticks, nothing off the plot, untrusted text escaped.
#include "support.h"

#include "base/chart.h"
#include "base/html.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static void escapes(void **state) {
    (void)state;
    Text text = {0};
    html_add(&text, "<a href='x'>\"&\x01\n é");
    assert_string_equal(text.chars, "&lt;a href=&#39;x&#39;&gt;&quot;&amp;   é");
    text_clear(&text);
    html_add_signed(&text, -12.34, 1);
    html_add_signed(&text, INFINITY, 1);
    html_add_number(&text, -INFINITY, 0);
    html_add_signed(&text, 0, 1);
    html_add_number(&text, 3, 2);
    assert_string_equal(text.chars, "−12.3+∞−∞+0.03.00");
    text_free(&text);
}

static void ticks_are_round(void **state) {
    (void)state;
    assert_true(fabs(chart_step(100, 5) - 20) < 1e-9);
    assert_true(fabs(chart_step(7, 5) - 2) < 1e-9);
    assert_true(fabs(chart_step(0.4, 5) - 0.1) < 1e-9);
    assert_true(fabs(chart_step(41, 5) - 10) < 1e-9);
    assert_true(chart_step(0, 5) > 0 && chart_step(INFINITY, 5) > 0);
}

static void what_is_off_the_chart_is_drawn_at_its_edge(void **state) {
    (void)state;
    Text out = {0};
    Chart chart = {
        .out = &out, .x_high = 10, .y_low = -1, .y_high = 1, .width = 720, .height = 320};
    ChartPoint points[] = {{0, -INFINITY}, {5, 0}, {10, INFINITY}};
    chart_line(&chart, "c0", points, 3);
    assert_null(strstr(out.chars, "inf"));
    assert_null(strstr(out.chars, "nan"));
    assert_non_null(strstr(out.chars, "L706.0 30.0"));
    text_free(&out);
}

// Equal factors are equal distances, and what has no logarithm is left out.
static void decades_are_equally_far_apart(void **state) {
    (void)state;
    Text out = {0};
    Chart chart = {.out = &out,
                   .x_high = 10,
                   .y_low = 0.01,
                   .y_high = 100,
                   .width = 720,
                   .height = 278, // a plot of 200
                   .log_y = true};
    ChartPoint points[] = {{0, 0}, {0, 0.01}, {5, -3}, {5, 1}, {10, 10}};
    chart_line(&chart, "c0", points, 5);
    assert_string_equal(out.chars,
                        "<path class=\"line c0\" d=\"M62.0 230.0L384.0 130.0L706.0 80.0\"/>\n");
    text_clear(&out);
    chart_line(&chart, "c0", points, 1);
    chart_dot(&chart, "c0", points[2]);
    assert_int_equal(out.length, 0);
    text_free(&out);
}

static void figures_are_whole(void **state) {
    (void)state;
    ChartFigure *figure = mem_new(sizeof *figure);
    Text svg = {0};
    strcpy(figure->title, "a < b & c");
    figure->panel_count = 2;
    figure->panels[0] = (ChartPanel){.title = "x", .x_label = "x", .y_label = "y", .log_y = true};
    figure->panels[1] = figure->panels[0]; // stays empty
    figure->panels[1].log_y = false;
    for (int i = 0; i < 2 * CHART_POINTS_MAX; i++)
        chart_point(chart_series(&figure->panels[0], "one"), i,
                    i); // the first is not on a log scale
    for (int i = 0; i < 2 * CHART_SERIES_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        chart_point(chart_series(&figure->panels[0], name), 1, 1e12);
    }
    chart_figure(figure, &svg);
    assert_non_null(strstr(svg.chars, "a &lt; b &amp; c"));
    assert_null(strstr(svg.chars, "nan"));
    assert_null(strstr(svg.chars, "inf"));
    assert_null(strstr(svg.chars, ">-0<"));
    assert_int_equal(count_of(svg.chars, "<circle"), CHART_POINTS_MAX - 1 + CHART_SERIES_MAX - 1);
    assert_int_equal(count_of(svg.chars, "<text"), count_of(svg.chars, "</text>"));
    assert_int_equal(count_of(svg.chars, "</svg>"), 1);
    text_free(&svg);
    free(figure);
}

// Where the name begins in the legend; -1: it is not there.
static int legend_at(const char *svg, const char *name) {
    const char *end = strstr(svg, name), *begin = end;
    while (begin && begin > svg && strncmp(begin, "<text x=\"", 9) != 0)
        begin--;
    return begin ? atoi(begin + 9) : -1;
}

static void long_names_have_room(void **state) {
    (void)state;
    ChartFigure *figure = mem_new(sizeof *figure);
    Text svg = {0};
    figure->panel_count = 2;
    figure->panels[0] = (ChartPanel){.title = "", .x_label = "", .y_label = "", .plain = true};
    figure->panels[1] = figure->panels[0];
    chart_point(chart_series(&figure->panels[0], "short"), 1, 1);
    chart_point(chart_series(&figure->panels[0], "other"), 1, 1);
    chart_figure(figure, &svg);
    assert_int_equal(legend_at(svg.chars, "other<") - legend_at(svg.chars, "short<"), 190);
    assert_int_equal(count_of(svg.chars, "<circle"), 0); // a plain panel has lines alone
    text_clear(&svg);
    chart_point(chart_series(&figure->panels[0], "A_NAME_OF_THIRTY_NINE_CAPITAL_LETTERS_39"), 1, 1);
    chart_figure(figure, &svg);
    assert_int_equal(legend_at(svg.chars, "other<") - legend_at(svg.chars, "short<"), 342);
    text_free(&svg);
    free(figure);
}

// Curves that stay far from zero fill their panel when they may.
static void panels_may_begin_below_their_lowest(void **state) {
    (void)state;
    for (int from_low = 0; from_low < 2; from_low++) {
        ChartFigure *figure = mem_new(sizeof *figure);
        Text svg = {0};
        figure->panel_count = 1;
        figure->panels[0] =
            (ChartPanel){.title = "t", .x_label = "x", .y_label = "y", .from_low = from_low};
        chart_point(chart_series(&figure->panels[0], "one"), 0, 0.52);
        chart_point(chart_series(&figure->panels[0], "one"), 1, 0.58);
        chart_figure(figure, &svg);
        assert_int_equal(strstr(svg.chars, ">0.54<") != NULL, from_low);
        assert_int_equal(strstr(svg.chars, ">0.2<") != NULL, !from_low);
        text_free(&svg);
        free(figure);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(what_is_off_the_chart_is_drawn_at_its_edge),
        cmocka_unit_test(panels_may_begin_below_their_lowest),
        cmocka_unit_test(decades_are_equally_far_apart),
        cmocka_unit_test(figures_are_whole),
        cmocka_unit_test(long_names_have_room),
    };
    return cmocka_run_group_tests_name("chart", tests, NULL, NULL);
}
