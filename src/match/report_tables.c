// SPDX-License-Identifier: MIT
#include "match/report_private.h"

#include "base/html.h"
#include "match/elo.h"

#include <string.h>

void report_heads(Text *out, const char *heads) {
    for (size_t length; *heads; heads += length + (heads[length] == '|')) {
        length = strcspn(heads, "|");
        text_addf(out, "<th scope=\"col\">%.*s</th>", (int)length, heads);
    }
}

void report_table(Text *out, const char *style, const char *heads) {
    text_addf(out, "<div class=\"scroll\" tabindex=\"0\"><table class=\"%s\">\n<thead><tr>", style);
    report_heads(out, heads);
}

void report_rows(Text *out) {
    text_add(out, "</tr></thead>\n<tbody>\n");
}

void report_table_end(Text *out) {
    text_add(out, "</tbody></table></div>\n");
}

// --- what a duel says, in words ---

static void add_sprt(const Report *report) {
    const Standing *standing = report->standing;
    const SprtState *state = &standing->sprt_state;
    static const char *const verdicts[] = {
        [SPRT_GOES_ON] = "undecided",
        [SPRT_ACCEPT_H0] = "H0 accepted",
        [SPRT_ACCEPT_H1] = "H1 accepted",
    };
    text_addf(report->out,
              "<div><dt>SPRT [%g, %g]</dt><dd>%s</dd><dd class=\"note\">LLR %s within %s … %s",
              standing->sprt.elo0, standing->sprt.elo1, verdicts[state->verdict],
              html_number(state->llr, 2).text, html_number(state->lower, 2).text,
              html_number(state->upper, 2).text);
    if (state->verdict == SPRT_ACCEPT_H1)
        text_addf(report->out, ": better by %g Elo", standing->sprt.elo1);
    else if (state->verdict == SPRT_ACCEPT_H0)
        text_addf(report->out, ": no better than %g Elo", standing->sprt.elo0);
    text_add(report->out, "</dd></div>\n");
}

static void add_duel(const Report *report) {
    Text *out = report->out;
    Tally tally = ranking_between(report->standing, 0, 1);
    EloEstimate estimate = elo_estimate(tally.pairs);
    char *const *who = report->who.items, *first = report->names.items[0];
    if (estimate.low > 0 || estimate.high < 0)
        text_addf(out, "<p class=\"verdict\">%s is %s than %s.</p>\n", who[0],
                  estimate.low > 0 ? "stronger" : "weaker", who[1]);
    else
        text_addf(out,
                  "<p class=\"verdict\">Which of %s and %s is stronger cannot be told from these "
                  "games.</p>\n",
                  who[0], who[1]);
    text_addf(out,
              "<dl class=\"facts\">\n<div><dt>Elo difference</dt><dd>%s</dd>"
              "<dd class=\"note\">95%% interval [%s, %s]</dd></div>\n"
              "<div><dt>Likelihood of superiority</dt><dd>%.1f%%</dd>"
              "<dd class=\"note\">that %s is the stronger</dd></div>\n"
              "<div><dt>Pairs of games</dt><dd>%lld–%lld–%lld–%lld–%lld</dd>"
              "<dd class=\"note\">by points of %s: 0, ½, 1, 1½, 2</dd></div>\n",
              html_signed(estimate.elo, 1).text, html_signed(estimate.low, 1).text,
              html_signed(estimate.high, 1).text, 100 * estimate.superiority, first,
              (long long)tally.pairs[0], (long long)tally.pairs[1], (long long)tally.pairs[2],
              (long long)tally.pairs[3], (long long)tally.pairs[4], first);
    if (report->standing->has_sprt)
        add_sprt(report);
    text_add(out, "</dl>\n");
}

// --- standings ---

// How sure it is that this one is stronger than the one below, by their games with each other.
static void add_superiority(const Report *report, size_t player, size_t other) {
    Tally tally = ranking_between(report->standing, player, other);
    if (tally_pairs(&tally) < 2)
        text_add(report->out, "<td>–</td>");
    else
        text_addf(report->out, "<td>%.1f%%</td>", 100 * elo_estimate(tally.pairs).superiority);
}

static void add_elo_cells(const Report *report, size_t place) {
    Text *out = report->out;
    size_t player = report->ranked[place].player, count = report->standing->players;
    if (count == 2) {
        Tally tally = ranking_between(report->standing, player, 1 - player);
        EloEstimate estimate = elo_estimate(tally.pairs);
        text_addf(out, "<td><b>%s</b></td><td>[%s, %s]</td><td>%.1f%%</td>",
                  html_signed(estimate.elo, 1).text, html_signed(estimate.low, 1).text,
                  html_signed(estimate.high, 1).text, 100 * estimate.superiority);
    }
    if (count > 2 || report->archive->anchor >= 0) {
        double elo = report->ranked[place].rating.elo, error = report->ranked[place].rating.error;
        text_addf(out, "<td><b>%s</b> <span class=\"note\">±%.0f</span></td><td>[%s, %s]</td>",
                  html_number(elo, 1).text, error, html_number(elo - error, 1).text,
                  html_number(elo + error, 1).text);
    }
    if (count > 2 && place + 1 < count)
        add_superiority(report, player, report->ranked[place + 1].player);
    else if (count > 2)
        text_add(out, "<td></td>");
}

static void add_standing_row(const Report *report, size_t place) {
    Text *out = report->out;
    const Standing *standing = report->standing;
    size_t player = report->ranked[place].player;
    Tally sum = ranking_total(standing, player);
    text_addf(out, "<tr><td>%zu</td><th scope=\"row\">%s</th>", place + 1,
              report->who.items[player]);
    add_elo_cells(report, place);
    text_addf(out,
              "<td>%lld</td><td>%.1f</td><td>%.1f%%</td><td>%lld</td><td>%lld</td><td>%lld</td>",
              (long long)tally_games(&sum), ranking_points(&sum), 100 * tally_score(&sum),
              (long long)sum.wins, (long long)sum.draws, (long long)sum.losses);
    for (int side = 0; side < 2; side++) {
        const ColourTally *colour = &standing->colours[player * 2 + (size_t)side];
        text_addf(out, "<td>%lld – %lld – %lld</td>", (long long)colour->wins,
                  (long long)colour->draws, (long long)colour->losses);
    }
    text_add(out, "</tr>\n");
}

void report_standings(const Report *report) {
    Text *out = report->out;
    size_t count = report->standing->players;
    bool rated = count > 2 || report->archive->anchor >= 0;
    text_add(out, "<section id=\"standings\">\n<h2>Standings</h2>\n");
    if (count == 2)
        add_duel(report);
    report_table(out, "numbers", "#|Player");
    report_heads(out, count == 2 ? "Elo|95% interval|LOS" : "");
    report_heads(out, rated ? "Rating|95% interval" : "");
    report_heads(out, count > 2 ? "LOS<sup>*</sup>" : "");
    report_heads(out, "Games|Points|Score|Wins|Draws|Losses|as Black<br><small>W – D – L</small>|"
                      "as White<br><small>W – D – L</small>");
    report_rows(out);
    for (size_t place = 0; place < count; place++)
        add_standing_row(report, place);
    report_table_end(out);
    if (count > 2)
        text_add(out, "<p class=\"note\"><sup>*</sup> Likelihood of being stronger than the next "
                      "in the table, by the games between the two.</p>\n");
    if (report->archive->anchor >= 0)
        text_addf(out, "<p class=\"note\">Ratings are anchored: %s has %g.</p>\n",
                  report->names.items[report->archive->anchor], report->archive->anchor_elo);
    if (!report->determined && rated)
        text_add(out, "<p class=\"note\">A player has won or lost everything, so a draw is "
                      "imagined between any two that met.</p>\n");
    text_add(out, "</section>\n");
}

// --- crosstable ---

static void add_cross_cell(const Report *report, size_t i, size_t j) {
    Text *out = report->out;
    Tally tally = ranking_between(report->standing, i, j);
    if (i == j || !tally_games(&tally)) {
        text_add(out, i == j ? "<td class=\"self\"></td>" : "<td>–</td>");
        return;
    }
    EloEstimate estimate = elo_estimate(tally.pairs);
    text_addf(out,
              "<td class=\"met\" style=\"--s:%.0f%%\"><b>%.1f</b><span class=\"of\"> of %lld</span>"
              "<small>%lld – %lld – %lld</small><small>%s Elo · LOS %.0f%%</small></td>",
              100 * tally_score(&tally), ranking_points(&tally), (long long)tally_games(&tally),
              (long long)tally.wins, (long long)tally.draws, (long long)tally.losses,
              html_signed(estimate.elo, 0).text, 100 * estimate.superiority);
}

void report_crosstable(const Report *report) {
    Text *out = report->out;
    size_t count = report->standing->players;
    text_add(out, "<section id=\"crosstable\">\n<h2>Crosstable</h2>\n"
                  "<p class=\"note\">The row’s points against the column; wins – draws – losses; "
                  "Elo and likelihood of superiority from their own games.</p>\n");
    report_table(out, "cross", "<span class=\"hidden\">Player</span>");
    for (size_t j = 0; j < count; j++)
        text_addf(out, "<th scope=\"col\">%s</th>", report->who.items[report->ranked[j].player]);
    report_rows(out);
    for (size_t i = 0; i < count; i++) {
        size_t player = report->ranked[i].player;
        text_addf(out, "<tr><th scope=\"row\">%s</th>", report->who.items[player]);
        for (size_t j = 0; j < count; j++)
            add_cross_cell(report, player, report->ranked[j].player);
        text_add(out, "</tr>\n");
    }
    report_table_end(out);
    text_add(out, "</section>\n");
}

// --- reasons for losses ---

static void add_reason_bar(const Report *report, const int64_t *counts, int64_t total) {
    text_add(report->out, "<td class=\"wide\"><div class=\"stack\">");
    for (int e = 0; e < ENDING_COUNT && total; e++)
        if (counts[e])
            text_addf(report->out, "<i class=\"e%d\" style=\"width:%.2f%%\" title=\"%s %lld\"></i>",
                      e, 100.0 * (double)counts[e] / (double)total, ending_words((Ending)e),
                      (long long)counts[e]);
    text_add(report->out, "</div></td>");
}

static void add_reason_row(const Report *report, const int64_t *counts, const bool *seen) {
    int64_t total = 0;
    for (int e = 0; e < ENDING_COUNT; e++)
        total += counts[e];
    text_addf(report->out, "<td>%lld</td>", (long long)total);
    for (int e = 0; e < ENDING_COUNT; e++)
        if (seen[e])
            text_addf(report->out, counts[e] ? "<td>%lld</td>" : "<td class=\"none\">%lld</td>",
                      (long long)counts[e]);
    add_reason_bar(report, counts, total);
    text_add(report->out, "</tr>\n");
}

void report_losses(const Report *report) {
    Text *out = report->out;
    const Standing *standing = report->standing;
    bool seen[ENDING_COUNT] = {false}, drawn = false;
    for (int e = 0; e < ENDING_COUNT; e++) {
        for (size_t i = 0; i < standing->players; i++)
            seen[e] = seen[e] || standing->losses[i][e];
        seen[e] = seen[e] || standing->draws[e];
        drawn = drawn || standing->draws[e];
    }
    text_add(out, "<section id=\"losses\">\n<h2>Reasons for losses</h2>\n");
    report_table(out, "numbers", "Player|Losses");
    for (int e = 0; e < ENDING_COUNT; e++)
        if (seen[e])
            text_addf(out, "<th scope=\"col\"><i class=\"key e%d\"></i>%s</th>", e,
                      ending_words((Ending)e));
    report_heads(out, "<span class=\"hidden\">Shares</span>");
    report_rows(out);
    for (size_t place = 0; place < standing->players; place++) {
        size_t player = report->ranked[place].player;
        text_addf(out, "<tr><th scope=\"row\">%s</th>", report->who.items[player]);
        add_reason_row(report, standing->losses[player], seen);
    }
    if (drawn) {
        text_add(out, "<tr class=\"sum\"><th scope=\"row\">Draws</th>");
        add_reason_row(report, standing->draws, seen);
    }
    report_table_end(out);
    text_add(out, "</section>\n");
}
