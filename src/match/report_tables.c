// SPDX-License-Identifier: MIT
#include "match/report_private.h"

#include "match/elo.h"
#include "match/html.h"

#include <math.h>

void report_name(const Report *report, size_t player) {
    text_addf(report->out, "<span class=\"who\"><i class=\"key c%zu\"></i>",
              player % REPORT_COLOURS);
    html_add(report->out, report->names[player]);
    text_add(report->out, "</span>");
}

const char *report_ending(Ending ending) {
    static const char *const words[ENDING_COUNT] = {
        [ENDING_RULES] = "on the board",   [ENDING_RESIGNATION] = "resigned",
        [ENDING_TIME] = "out of time",     [ENDING_SILENCE] = "silence",
        [ENDING_CRASH] = "crash",          [ENDING_NONSENSE] = "nonsense",
        [ENDING_ILLEGAL] = "illegal move", [ENDING_FORBIDDEN] = "forbidden move",
        [ENDING_ERROR] = "error",          [ENDING_ADJUDICATED] = "adjudicated",
    };
    return words[ending];
}

static void add_interval(Text *out, double low, double high, bool signs) {
    text_add_char(out, '[');
    (signs ? html_add_signed : html_add_number)(out, low, 1);
    text_add(out, ", ");
    (signs ? html_add_signed : html_add_number)(out, high, 1);
    text_add_char(out, ']');
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
    text_addf(report->out, "<div><dt>SPRT [%g, %g]</dt><dd>%s</dd><dd class=\"note\">LLR ",
              standing->sprt.elo0, standing->sprt.elo1, verdicts[state->verdict]);
    html_add_number(report->out, state->llr, 2);
    text_add(report->out, " within ");
    html_add_number(report->out, state->lower, 2);
    text_add(report->out, " … ");
    html_add_number(report->out, state->upper, 2);
    if (state->verdict == SPRT_ACCEPT_H1)
        text_addf(report->out, ": better by %g Elo", standing->sprt.elo1);
    else if (state->verdict == SPRT_ACCEPT_H0)
        text_addf(report->out, ": no better than %g Elo", standing->sprt.elo0);
    text_add(report->out, "</dd></div>\n");
}

static void add_verdict(const Report *report, const EloEstimate *estimate) {
    Text *out = report->out;
    text_add(out, "<p class=\"verdict\">");
    if (estimate->low > 0 || estimate->high < 0) {
        report_name(report, 0);
        text_addf(out, " is %s than ", estimate->low > 0 ? "stronger" : "weaker");
        report_name(report, 1);
        text_add(out, ".");
    } else {
        text_add(out, "Which of ");
        report_name(report, 0);
        text_add(out, " and ");
        report_name(report, 1);
        text_add(out, " is stronger cannot be told from these games.");
    }
    text_add(out, "</p>\n");
}

static void add_duel(const Report *report) {
    Text *out = report->out;
    Tally tally = ranking_between(report->standing, 0, 1);
    EloEstimate estimate = elo_estimate(tally.pairs);
    add_verdict(report, &estimate);
    text_add(out, "<dl class=\"facts\">\n<div><dt>Elo difference</dt><dd>");
    html_add_signed(out, estimate.elo, 1);
    text_add(out, "</dd><dd class=\"note\">95% interval ");
    add_interval(out, estimate.low, estimate.high, true);
    text_addf(out,
              "</dd></div>\n<div><dt>Likelihood of superiority</dt><dd>%.1f%%</dd>"
              "<dd class=\"note\">that ",
              100 * estimate.superiority);
    html_add(out, report->names[0]);
    text_addf(out,
              " is the stronger</dd></div>\n<div><dt>Pairs of games</dt>"
              "<dd>%lld–%lld–%lld–%lld–%lld</dd>"
              "<dd class=\"note\">by points of ",
              (long long)tally.pairs[0], (long long)tally.pairs[1], (long long)tally.pairs[2],
              (long long)tally.pairs[3], (long long)tally.pairs[4]);
    html_add(out, report->names[0]);
    text_add(out, ": 0, ½, 1, 1½, 2</dd></div>\n");
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
        text_add(out, "<td><b>");
        html_add_signed(out, estimate.elo, 1);
        text_add(out, "</b></td><td>");
        add_interval(out, estimate.low, estimate.high, true);
        text_addf(out, "</td><td>%.1f%%</td>", 100 * estimate.superiority);
    }
    if (count > 2 || report->archive->anchor >= 0) {
        const Rating *rating = &report->ranked[place].rating;
        text_add(out, "<td><b>");
        html_add_number(out, rating->elo, 1);
        text_addf(out, "</b> <span class=\"note\">±%.0f</span></td><td>", rating->error);
        add_interval(out, rating->elo - rating->error, rating->elo + rating->error, false);
        text_add(out, "</td>");
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
    text_addf(out, "<tr><td>%zu</td><th scope=\"row\">", place + 1);
    report_name(report, player);
    text_add(out, "</th>");
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
    text_add(out, "<section id=\"standings\">\n<h2>Standings</h2>\n");
    if (count == 2)
        add_duel(report);
    text_add(out, "<div class=\"scroll\" tabindex=\"0\"><table class=\"numbers\">\n"
                  "<thead><tr><th scope=\"col\">#</th><th scope=\"col\">Player</th>");
    if (count == 2)
        text_add(out, "<th scope=\"col\">Elo</th><th scope=\"col\">95% interval</th>"
                      "<th scope=\"col\">LOS</th>");
    if (count > 2 || report->archive->anchor >= 0)
        text_add(out, "<th scope=\"col\">Rating</th><th scope=\"col\">95% interval</th>");
    if (count > 2)
        text_add(out, "<th scope=\"col\">LOS<sup>*</sup></th>");
    text_add(out, "<th scope=\"col\">Games</th><th scope=\"col\">Points</th>"
                  "<th scope=\"col\">Score</th><th scope=\"col\">Wins</th>"
                  "<th scope=\"col\">Draws</th><th scope=\"col\">Losses</th>"
                  "<th scope=\"col\">as Black<br><small>W – D – L</small></th>"
                  "<th scope=\"col\">as White<br><small>W – D – L</small></th></tr></thead>\n"
                  "<tbody>\n");
    for (size_t place = 0; place < count; place++)
        add_standing_row(report, place);
    text_add(out, "</tbody></table></div>\n");
    if (count > 2)
        text_add(out, "<p class=\"note\"><sup>*</sup> Likelihood of being stronger than the next "
                      "in the table, by the games between the two.</p>\n");
    if (report->archive->anchor >= 0) {
        text_add(out, "<p class=\"note\">Ratings are anchored: ");
        html_add(out, report->names[report->archive->anchor]);
        text_addf(out, " has %g.</p>\n", report->archive->anchor_elo);
    }
    if (!report->determined && (count > 2 || report->archive->anchor >= 0))
        text_add(out, "<p class=\"note\">Somebody has won or lost everything, so a draw is "
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
              "<small>%lld – %lld – %lld</small><small>",
              100 * tally_score(&tally), ranking_points(&tally), (long long)tally_games(&tally),
              (long long)tally.wins, (long long)tally.draws, (long long)tally.losses);
    html_add_signed(out, estimate.elo, 0);
    text_addf(out, " Elo · LOS %.0f%%</small></td>", 100 * estimate.superiority);
}

void report_crosstable(const Report *report) {
    Text *out = report->out;
    size_t count = report->standing->players;
    text_add(out, "<section id=\"crosstable\">\n<h2>Crosstable</h2>\n"
                  "<p class=\"note\">The row’s points against the column; wins – draws – losses; "
                  "Elo and likelihood of superiority from their own games.</p>\n"
                  "<div class=\"scroll\" tabindex=\"0\"><table class=\"cross\">\n<thead><tr>"
                  "<th scope=\"col\"><span class=\"hidden\">Player</span></th>");
    for (size_t j = 0; j < count; j++) {
        text_add(out, "<th scope=\"col\">");
        report_name(report, report->ranked[j].player);
        text_add(out, "</th>");
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        text_add(out, "<tr><th scope=\"row\">");
        report_name(report, report->ranked[i].player);
        text_add(out, "</th>");
        for (size_t j = 0; j < count; j++)
            add_cross_cell(report, report->ranked[i].player, report->ranked[j].player);
        text_add(out, "</tr>\n");
    }
    text_add(out, "</tbody></table></div>\n</section>\n");
}

// --- reasons for losses ---

static void add_reason_bar(const Report *report, const int64_t *counts, int64_t total) {
    text_add(report->out, "<td class=\"wide\"><div class=\"stack\">");
    for (int e = 0; e < ENDING_COUNT && total; e++)
        if (counts[e])
            text_addf(report->out, "<i class=\"e%d\" style=\"width:%.2f%%\" title=\"%s %lld\"></i>",
                      e, 100.0 * (double)counts[e] / (double)total, report_ending((Ending)e),
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
    text_add(out, "<section id=\"losses\">\n<h2>Reasons for losses</h2>\n"
                  "<div class=\"scroll\" tabindex=\"0\"><table class=\"numbers\">\n"
                  "<thead><tr><th scope=\"col\">Player</th><th scope=\"col\">Losses</th>");
    for (int e = 0; e < ENDING_COUNT; e++)
        if (seen[e])
            text_addf(out, "<th scope=\"col\"><i class=\"key e%d\"></i>%s</th>", e,
                      report_ending((Ending)e));
    text_add(out,
             "<th scope=\"col\"><span class=\"hidden\">Shares</span></th></tr></thead>\n<tbody>\n");
    for (size_t place = 0; place < standing->players; place++) {
        size_t player = report->ranked[place].player;
        text_add(out, "<tr><th scope=\"row\">");
        report_name(report, player);
        text_add(out, "</th>");
        add_reason_row(report, standing->losses[player], seen);
    }
    if (drawn) {
        text_add(out, "<tr class=\"sum\"><th scope=\"row\">Draws</th>");
        add_reason_row(report, standing->draws, seen);
    }
    text_add(out, "</tbody></table></div>\n</section>\n");
}
