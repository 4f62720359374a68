// SPDX-License-Identifier: MIT
#include "match/report_private.h"

#include "base/chart.h"
#include "base/html.h"
#include "base/memory.h"
#include "match/timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHART_WIDTH = 720, CHART_HEIGHT = 320, SMALL_WIDTH = 420, SMALL_HEIGHT = 220 };

// --- Elo over time ---

static void widen(double *low, double *high, double value) {
    if (isinf(value))
        return;
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

// The first games say little and their band reaches far: what comes later sets the scale, and the
// beginning is cut off at the edge.
static void choose_range(const Timeline *timeline, Chart *chart) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = timeline->points / 4; i < timeline->points; i++)
        for (size_t s = 0; s < timeline->series; s++) {
            const Estimate *estimate = &timeline->estimates[i * timeline->series + s];
            widen(&low, &high, estimate->elo);
            widen(&low, &high, estimate->low);
            widen(&low, &high, estimate->high);
        }
    if (timeline->series == 1)
        widen(&low, &high, 0);
    if (low > high)
        low = -400, high = 400;
    double room = (high - low) * 0.06 + 5;
    chart->y_low = low - room;
    chart->y_high = high + room;
}

static void draw_series(const Chart *chart, const Timeline *timeline, size_t player) {
    ChartPoint *middle = mem_new_array(3 * timeline->points, sizeof *middle);
    ChartPoint *low = middle + timeline->points, *high = low + timeline->points;
    for (size_t i = 0; i < timeline->points; i++) {
        const Estimate *estimate = &timeline->estimates[i * timeline->series + player];
        middle[i] = (ChartPoint){timeline->games[i], estimate->elo};
        low[i] = (ChartPoint){timeline->games[i], estimate->low};
        high[i] = (ChartPoint){timeline->games[i], estimate->high};
    }
    char style[16];
    snprintf(style, sizeof style, "c%zu", player % REPORT_COLOURS);
    chart_band(chart, style, low, high, timeline->points);
    chart_line(chart, style, middle, timeline->points);
    chart_dot(chart, style, middle[timeline->points - 1]);
    free(middle);
}

static void draw_elo(const Report *report, const Timeline *timeline) {
    Text *out = report->out;
    Chart chart = {.out = out,
                   .x_high = timeline->games[timeline->points - 1],
                   .width = CHART_WIDTH,
                   .height = CHART_HEIGHT,
                   .integer_x = true,
                   .signs = timeline->series == 1};
    choose_range(timeline, &chart);
    text_add(out, "<section id=\"elo\">\n<h2>Elo over time</h2>\n<figure>\n");
    chart_begin(&chart, "Elo after so many games, with its 95% interval", "games",
                timeline->series == 1 ? "Elo difference" : "rating");
    for (size_t place = report->standing->players; place-- > 0;) {
        size_t player = report->ranked[place].player;
        if (player < timeline->series)
            draw_series(&chart, timeline, player);
    }
    chart_end(&chart);
    text_add(out, "<figcaption>");
    if (timeline->series == 1) {
        text_addf(out, "How far %s is ahead of %s; the band is the 95%% interval.",
                  report->who.items[0], report->names.items[1]);
    } else {
        for (size_t place = 0; place < report->standing->players; place++)
            text_addf(out, "%s ", report->who.items[report->ranked[place].player]);
        text_add(out, "<br>Ratings from all games so far; the bands are 95% intervals.");
    }
    text_add(out, "</figcaption>\n</figure>\n</section>\n");
}

// --- the path of an SPRT ---

static void draw_sprt(const Report *report, const Timeline *timeline) {
    Text *out = report->out;
    size_t count = timeline->points;
    ChartPoint *path = mem_new_array(3 * count + 1, sizeof *path);
    ChartPoint *lower = path + count + 1, *upper = lower + count;
    Chart chart = {.out = out,
                   .x_high = timeline->games[count - 1],
                   .width = CHART_WIDTH,
                   .height = CHART_HEIGHT,
                   .integer_x = true,
                   .signs = true};
    double low = 0, high = 0;
    for (size_t i = 0; i < count; i++) {
        const SprtState *state = &timeline->sprt[i];
        path[i + 1] = (ChartPoint){timeline->games[i], state->llr};
        lower[i] = (ChartPoint){timeline->games[i], state->lower};
        upper[i] = (ChartPoint){timeline->games[i], state->upper};
        widen(&low, &high, state->lower);
        widen(&low, &high, state->upper);
        widen(&low, &high, state->llr);
    }
    chart.y_low = low - 0.6;
    chart.y_high = high + 0.6;
    text_add(out, "<section id=\"sprt\">\n<h2>SPRT</h2>\n<figure>\n");
    chart_begin(&chart, "The log-likelihood ratio after so many games, between its bounds", "games",
                "log-likelihood ratio");
    chart_line(&chart, "bound good", upper, count);
    chart_line(&chart, "bound bad", lower, count);
    char label[64];
    snprintf(label, sizeof label, "H1: better by %g Elo", report->standing->sprt.elo1);
    chart_label(&chart, "bound-name", upper[0], label);
    snprintf(label, sizeof label, "H0: no better than %g Elo", report->standing->sprt.elo0);
    chart_label(&chart, "bound-name", lower[0], label);
    chart_line(&chart, "c0", path, count + 1);
    chart_dot(&chart, "c0", path[count]);
    chart_end(&chart);
    text_addf(out,
              "<figcaption>The test ends when the path reaches a bound; each kind of error has "
              "a chance of about 5%%. It stands at %s.</figcaption>\n</figure>\n</section>\n",
              html_number(report->standing->sprt_state.llr, 2).text);
    free(path);
}

void report_progress(const Report *report) {
    Timeline timeline = timeline_make(report->archive);
    if (timeline.points) {
        draw_elo(report, &timeline);
        if (timeline.sprt)
            draw_sprt(report, &timeline);
    } else {
        static const char *const early = "<p>No game has been counted yet.</p>\n</section>\n";
        text_addf(report->out, "<section id=\"elo\">\n<h2>Elo over time</h2>\n%s", early);
        if (timeline.sprt)
            text_addf(report->out, "<section id=\"sprt\">\n<h2>SPRT</h2>\n%s", early);
    }
    timeline_free(&timeline);
}

// --- time per move ---

// Classes that grow by 1, 2, 5, 10 ...: thinking times differ by powers of ten.
enum { CLASS_COUNT = 25 }; // from below 0.01 ms to above 500 s

static double class_low(int index) { // ms
    static const double steps[] = {1, 2, 5};
    return index <= 0 ? 0 : 0.01 * steps[(index - 1) % 3] * pow(10, (index - 1) / 3);
}

static int class_of(double ms) {
    int index = 0;
    while (index + 1 < CLASS_COUNT && ms >= class_low(index + 1))
        index++;
    return index;
}

typedef struct Times {
    double *ms; // sorted
    size_t count, capacity;
    double sum;
    int64_t classes[CLASS_COUNT];
} Times;

static int by_time(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static Times *collect_times(const Report *report) {
    Times *all = mem_new_array(report->standing->players, sizeof *all);
    for (int64_t g = 0; g < report->standing->games; g++) {
        const Played *played = &report->archive->games[g];
        for (size_t i = 0; i < played->move_count; i++) {
            Times *times = &all[played->players[played->moves[i].seat]];
            double ms = (double)played->moves[i].time_us / 1000;
            *MEM_MORE(times->ms, times->count, times->capacity) = ms;
            times->sum += ms;
            times->classes[class_of(ms)]++;
        }
    }
    for (size_t i = 0; i < report->standing->players; i++)
        if (all[i].count)
            qsort(all[i].ms, all[i].count, sizeof *all[i].ms, by_time);
    return all;
}

// "4 µs", "0.35 ms", "12.0 ms", "1.20 s"
static void add_time(Text *out, double ms) {
    if (ms < 0.1)
        text_addf(out, "%.0f µs", ms * 1000);
    else if (ms < 1)
        text_addf(out, "%.2f ms", ms);
    else if (ms < 1000)
        text_addf(out, "%.1f ms", ms);
    else
        text_addf(out, "%.2f s", ms / 1000);
}

static double quantile(const Times *times, double share) {
    return times->count ? times->ms[(size_t)(share * (double)(times->count - 1) + 0.5)] : 0;
}

static void add_time_row(const Report *report, size_t player, const Times *times) {
    Text *out = report->out;
    text_addf(out, "<tr><th scope=\"row\">%s</th><td>%zu</td>", report->who.items[player],
              times->count);
    double values[] = {times->count ? times->sum / (double)times->count : 0, quantile(times, 0.5),
                       quantile(times, 0.99), quantile(times, 1)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        text_add(out, "<td>");
        add_time(out, values[i]);
        text_add(out, "</td>");
    }
    text_add(out, "</tr>\n");
}

static void add_time_tick(const Chart *chart, int index) {
    char label[32];
    double ms = class_low(index);
    if (ms < 1000)
        snprintf(label, sizeof label, "%g ms", ms);
    else
        snprintf(label, sizeof label, "%g s", ms / 1000);
    chart_tick(chart, index, label);
}

static void draw_times(const Report *report, size_t player, const Times *times, int first, int last,
                       double most) {
    Text *out = report->out;
    Chart chart = {.out = out,
                   .x_low = first,
                   .x_high = last + 1,
                   .y_high = most * 100 * 1.05,
                   .width = SMALL_WIDTH,
                   .height = SMALL_HEIGHT};
    char style[16];
    snprintf(style, sizeof style, "c%zu", player % REPORT_COLOURS);
    text_add(out, "<figure>\n");
    chart_begin(&chart, "How often a move took so long", NULL, "% of moves");
    for (int i = first; i <= last; i++)
        chart_bar(&chart, style, i, i + 1,
                  times->count ? 100 * (double)times->classes[i] / (double)times->count : 0);
    for (int i = first; i <= last + 1; i++)
        if (i % 3 == 1) // powers of ten
            add_time_tick(&chart, i);
    chart_end(&chart);
    text_addf(out, "<figcaption>%s</figcaption>\n</figure>\n", report->who.items[player]);
}

void report_times(const Report *report) {
    Text *out = report->out;
    size_t players = report->standing->players;
    Times *all = collect_times(report);
    int first = CLASS_COUNT, last = 0;
    double most = 0;
    for (size_t p = 0; p < players; p++)
        for (int i = 0; i < CLASS_COUNT; i++)
            if (all[p].classes[i]) {
                double share = (double)all[p].classes[i] / (double)all[p].count;
                first = i < first ? i : first;
                last = i > last ? i : last;
                most = share > most ? share : most;
            }
    text_add(out, "<section id=\"time\">\n<h2>Time per move</h2>\n");
    report_table(out, "numbers", "Player|Moves|Mean|Median|99% within|Longest");
    report_rows(out);
    for (size_t place = 0; place < players; place++)
        add_time_row(report, report->ranked[place].player, &all[report->ranked[place].player]);
    report_table_end(out);
    text_add(out, "<div class=\"multiples\">\n");
    for (size_t place = 0; place < players && first <= last; place++)
        draw_times(report, report->ranked[place].player, &all[report->ranked[place].player], first,
                   last, most);
    text_add(out, "</div>\n</section>\n");
    for (size_t p = 0; p < players; p++)
        free(all[p].ms);
    free(all);
}
