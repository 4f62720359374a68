// SPDX-License-Identifier: MIT
#include "cli/train_view.h"

#include "base/chart.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>

enum { DRAW_EVERY_US = 250000, BAR_CELLS = 24 };

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS_CAUGHT = sizeof signals / sizeof *signals };

void train_view_open(TrainView *view, const Call *call, const TrainOrder *order,
                     const char *curves) {
    *view = (TrainView){.call = call, .order = order, .curves = curves};
    view->live = terminal_is(stderr) && !call->common->quiet && !call->common->json;
    waker_open(&view->waker);
    for (int i = 0; i < SIGNALS_CAUGHT; i++)
        waker_catch(&view->waker, signals[i]);
}

static void erase(const TrainView *view) {
    if (view->live)
        fputs("\r\x1b[K", stderr);
}

bool train_view_close(TrainView *view, Error *err) {
    for (int i = 0; i < SIGNALS_CAUGHT; i++)
        waker_release(signals[i]);
    waker_close(&view->waker);
    erase(view);
    return !view->failure.text[0] || error_set(err, "%s", view->failure.text);
}

// --- the bar ---

// "pass 2 of 12 [######------------------] 24%, 15210 positions a second, 1:05:12 left"
static void draw_bar(const TrainView *view, const TrainProgress *progress, int64_t now) {
    double seconds = (double)(now - view->begun_us) / 1e6;
    double speed = (double)(progress->positions - view->begun_at) / seconds;
    double share = (double)progress->positions / (double)progress->all;
    int64_t left = speed > 0 ? (int64_t)((double)(progress->all - progress->positions) / speed) : 0;
    char bar[BAR_CELLS + 1] = "";
    for (int i = 0; i < BAR_CELLS; i++)
        bar[i] = i < share * BAR_CELLS ? '#' : '-';
    fprintf(stderr,
            "\r\x1b[Kpass %" PRId64 " of %" PRId64 " [%s] %.0f%%, %.0f positions a second, "
            "%" PRId64 ":%02d:%02d left",
            progress->pass + 1, progress->passes, bar, 100 * share, speed, left / 3600,
            (int)(left / 60 % 60), (int)(left % 60));
    fflush(stderr);
}

bool train_view_game(const TrainProgress *progress, void *user) {
    TrainView *view = user;
    int64_t now = clock_now_us();
    if (!view->begun_us && progress->positions) {
        view->begun_us = now;
        view->begun_at = progress->positions;
    }
    if (view->live && view->begun_us && progress->pass < progress->passes &&
        now - view->drawn_us >= DRAW_EVERY_US && now > view->begun_us) {
        draw_bar(view, progress, now);
        view->drawn_us = now;
    }
    int caught = 0;
    for (int i = 0; i < SIGNALS_CAUGHT; i++)
        caught += waker_caught(signals[i]);
    return !caught;
}

// --- a report ---

static double mean(double sum, int64_t count) {
    return count ? sum / (double)count : 0;
}

static double loss_of(const Score *score) {
    return mean(score->loss, score->positions);
}

static double first_percent(const Score *score) {
    return 100 * mean((double)score->first, score->moves);
}

// "pass 2 of 12, 250000 positions: loss 0.5634, held out 0.5716, calibration off by 1.2%, move 43.1% first choice"
static void print_report(const TrainReport *report, int64_t passes) {
    const Score *learned = &report->learned, *held_out = &report->held_out;
    fprintf(stderr, "pass %" PRId64 " of %" PRId64 ", %" PRId64 " positions: ", report->pass,
            passes, report->positions);
    if (learned->positions) // the first may all wait yet
        fprintf(stderr, "loss %.4f, ", loss_of(learned));
    if (held_out->positions)
        fprintf(stderr, "held out %.4f, calibration off by %.1f%%, move %.1f%% first choice\n",
                loss_of(held_out), 100 * score_calibration_error(held_out),
                first_percent(held_out));
    else
        fprintf(stderr, "none held out\n");
}

static void put_score(Json *json, const Score *score) {
    bool known = score->positions, moves = score->moves; // few games: none is held out
    json_put_number(json, "held_out_loss", known ? loss_of(score) : NAN, 5);
    json_put_number(json, "calibration_error", known ? score_calibration_error(score) : NAN, 5);
    json_put_number(json, "move_loss", moves ? score->move_loss / (double)score->moves : NAN, 5);
    json_put_number(json, "first_choice", moves ? first_percent(score) / 100 : NAN, 5);
}

static void report_json(const TrainReport *report, Text *out) {
    Json json = json_line(out);
    json_put_int(&json, "pass", report->pass);
    json_put_int(&json, "positions", report->positions);
    json_put_number(&json, "loss", report->learned.positions ? loss_of(&report->learned) : NAN, 5);
    put_score(&json, &report->held_out);
    json_end_line(&json);
}

void train_view_json(const TrainResult *result, Text *out) {
    Json json = json_line(out);
    json_put_int(&json, "games", result->games);
    json_put_int(&json, "held_out", result->held_out);
    json_put_int(&json, "positions", result->positions);
    json_put_number(&json, "start_loss", result->before.positions ? loss_of(&result->before) : NAN,
                    5);
    put_score(&json, &result->after);
    json_end_line(&json);
}

// --- curves ---

typedef double PointFn(const Score *score);

// As many points as a chart takes, the last among them.
static void add_series(ChartPanel *panel, const TrainResult *result, double unit, PointFn *of) {
    ChartSeries *learned = chart_series(panel, "while learning");
    ChartSeries *held_out = chart_series(panel, "held out");
    size_t step = (result->report_count + CHART_POINTS_MAX - 2) / (CHART_POINTS_MAX - 1);
    chart_point(held_out, 0, of(&result->before));
    for (size_t left = result->report_count; left--;) {
        const TrainReport *report = &result->reports[result->report_count - 1 - left];
        if (left % step)
            continue;
        if (report->learned.positions)
            chart_point(learned, (double)report->positions / unit, of(&report->learned));
        chart_point(held_out, (double)report->positions / unit, of(&report->held_out));
    }
}

static bool draw_curves(const TrainResult *result, const char *path, Error *err) {
    int64_t most = result->reports[result->report_count - 1].positions;
    double unit = most >= 1000000 ? 1e6 : 1e3;
    const char *counted =
        most >= 1000000 ? "million positions learned" : "thousand positions learned";
    ChartFigure *figure = mem_new(sizeof *figure);
    const RuleInfo *rule = &result->board.game->rules[result->board.rule];
    snprintf(figure->title, sizeof figure->title, "Learning %s", rule->name);
    snprintf(figure->note, sizeof figure->note,
             "%" PRId64 " games in a pass, one in ten of them held out. Drawn by tengen train.",
             result->games);
    figure->panel_count = 2;
    figure->panels[0] = (ChartPanel){
        .title = "winning chances", .x_label = counted, .y_label = "loss", .from_low = true};
    figure->panels[1] = (ChartPanel){
        .title = "moves", .x_label = counted, .y_label = "first choice, %", .from_low = true};
    add_series(&figure->panels[0], result, unit, loss_of);
    add_series(&figure->panels[1], result, unit, first_percent);
    Text svg = {0};
    chart_figure(figure, &svg);
    bool ok = file_write(path, svg.chars, svg.length, err);
    text_free(&svg);
    free(figure);
    return ok;
}

void train_view_report(const TrainResult *result, void *user) {
    TrainView *view = user;
    const TrainReport *report = &result->reports[result->report_count - 1];
    if (view->call->common->json) {
        Text out = {0};
        report_json(report, &out);
        output_end(&out);
    } else if (!view->call->common->quiet) {
        erase(view);
        print_report(report, view->order->settings.passes);
    }
    if (view->curves && !view->failure.text[0])
        draw_curves(result, view->curves, &view->failure);
}
