// SPDX-License-Identifier: MIT
// The page from its head to its foot. What needs a script (openings, games) is left empty for
// report.js to fill; everything else is there without one.
#include "match/report.h"

#include "base/html.h"
#include "match/report_private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- what the match was played with ---

static int64_t number_of(const Archive *archive, const char *name) {
    int64_t number = -1;
    text_to_int(archive_setting(archive, name), &number);
    return number;
}

static void add_limits(const Archive *archive, Text *out) {
    int64_t time = number_of(archive, "time_ms"), clock = number_of(archive, "clock_ms");
    int64_t increment = number_of(archive, "increment_ms"), nodes = number_of(archive, "nodes");
    int64_t depth = number_of(archive, "depth");
    size_t before = out->length;
    if (clock > 0)
        text_addf(out, "%g s a game", (double)clock / 1000);
    if (clock > 0 && increment > 0)
        text_addf(out, " and %g s a move", (double)increment / 1000);
    if (clock <= 0 && time > 0)
        text_addf(out, "%g s a move", (double)time / 1000);
    if (nodes > 0)
        text_addf(out, "%s%" PRId64 " nodes a move", out->length > before ? ", " : "", nodes);
    if (depth > 0)
        text_addf(out, "%sdepth %" PRId64, out->length > before ? ", " : "", depth);
    if (out->length == before)
        text_add(out, "no limit of its own");
}

static void add_title(const Report *report) {
    if (report->names.count == 2)
        text_addf(report->out, "%s – %s", report->names.items[0], report->names.items[1]);
    else
        text_addf(report->out, "%zu players", report->names.count);
}

static void add_settings(const Report *report) {
    Text *out = report->out;
    const Archive *archive = report->archive;
    static const char *const rows[][2] = {
        {"Game", "game"},
        {"Rule", "rule"},
        {"Board", "size"},
        {"Opening rule", "opening"},
        {"Openings", "openings"},
        {"Seed", "seed"},
        {"Adjudication", "adjudicate"},
        {"Games at a time", "concurrency"},
        {"Threads a player", "threads"},
        {"tengen", "version"},
    };
    text_add(out, "<section id=\"settings\">\n<h2>Settings</h2>\n<dl class=\"settings\">\n");
    for (size_t i = 0; i < archive->context.player_count; i++) {
        text_addf(out, "<div><dt>%s</dt><dd><code>", report->who.items[i]);
        html_add(out, archive->specs.items[i]);
        text_add(out, "</code></dd></div>\n");
    }
    text_add(out, "<div><dt>Limits</dt><dd>");
    add_limits(archive, out);
    text_addf(out, "</dd></div>\n<div><dt>Margin</dt><dd>%" PRId64 " ms</dd></div>\n",
              number_of(archive, "margin_ms"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *value = archive_setting(archive, rows[i][1]);
        if (!*value)
            continue;
        text_addf(out, "<div><dt>%s</dt><dd>", rows[i][0]);
        html_add(out, value);
        text_add(out, "</dd></div>\n");
    }
    text_add(out, "</dl>\n</section>\n");
}

// --- the page ---

static void add_head(const Report *report) {
    Text *out = report->out;
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<meta name=\"generator\" content=\"tengen\">\n"
                  // Should a name slip through after all, it still could load and send nothing.
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                  "<title>");
    add_title(report);
    text_add(out, " · match</title>\n<style>\n");
    text_add(out, report_css);
    text_add(out, "</style>\n</head>\n");
}

static void add_header(const Report *report) {
    Text *out = report->out;
    const Archive *archive = report->archive;
    const PlayedContext *context = &archive->context;
    int64_t counted = archive->standing.games;
    text_add(out, "<header>\n<p class=\"kicker\">tengen match</p>\n<h1>");
    add_title(report);
    text_add(out, "</h1>\n<p class=\"lead\">");
    bool has_rules = strcmp(context->type->name, context->rule) != 0; // Hex has but one
    text_addf(out, "%s%s%s, %d×%d · ", context->type->name, has_rules ? ", " : "",
              has_rules ? context->rule : "", context->width, context->height);
    add_limits(archive, out);
    text_addf(out, " · <b>%" PRId64 "</b> of %" PRId64 " games</p>\n", counted, archive->total);
    if ((int64_t)archive->count > counted)
        text_addf(out,
                  "<p class=\"note\">%" PRId64 " more games are kept but not counted: %s.</p>\n",
                  (int64_t)archive->count - counted,
                  standing_decided(&archive->standing) ? "they ended after the verdict"
                                                       : "a game before them is missing");
    text_add(out, "</header>\n<nav aria-label=\"Sections\">");
    static const char *const links[][2] = {
        {"standings", "Standings"}, {"crosstable", "Crosstable"}, {"elo", "Elo"},
        {"sprt", "SPRT"},           {"openings", "Openings"},     {"losses", "Losses"},
        {"time", "Time"},           {"games", "Games"},           {"settings", "Settings"},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (strcmp(links[i][0], "sprt") != 0 || archive->standing.has_sprt)
            text_addf(out, "<a href=\"#%s\">%s</a>", links[i][0], links[i][1]);
    text_add(out, "</nav>\n<main>\n");
}

static void write_names(Report *report) {
    for (size_t i = 0; i < report->archive->names.count; i++) {
        Text name = {0}, who = {0};
        html_add(&name, report->archive->names.items[i]);
        text_addf(&who, "<span class=\"who\"><i class=\"key c%zu\"></i>%s</span>",
                  i % REPORT_COLOURS, text_chars(&name));
        list_add(&report->names, text_chars(&name));
        list_add(&report->who, who.chars);
        text_free(&name);
        text_free(&who);
    }
}

void report_print(const Archive *archive, Text *out) {
    Report report = {.archive = archive, .standing = &archive->standing, .out = out};
    write_names(&report);
    report.ranked =
        ranking_make(&archive->standing, archive->anchor, archive->anchor_elo, &report.determined);
    add_head(&report);
    text_add(out, "<body>\n");
    add_header(&report);
    report_standings(&report);
    report_crosstable(&report);
    report_progress(&report);
    text_add(out, report_openings_html);
    report_losses(&report);
    report_times(&report);
    text_add(out, report_games_html);
    add_settings(&report);
    text_add(out, "</main>\n<script type=\"application/json\" id=\"data\">");
    Text json = {0};
    report_data(&report, &json);
    html_add_json(out, &json);
    text_free(&json);
    text_add(out, "</script>\n<script>\n");
    text_add(out, report_js);
    text_add(out, "</script>\n</body>\n</html>\n");
    list_free(&report.names);
    list_free(&report.who);
    free(report.ranked);
}
