// SPDX-License-Identifier: MIT
#include "cli/match.h"

#include "base/json.h"
#include "cli/tty.h"
#include "match/elo.h"
#include "match/ranking.h"

#include <stdio.h>
#include <stdlib.h>

void match_game_print(const PlayedContext *context, const Played *played, Text *out) {
    int winner = played->points[0] >= played->points[1] ? 0 : 1;
    const char *name = context->names[played->players[winner]];
    const char *other = context->names[played->players[1 - winner]];
    text_addf(out, "game %lld: ", (long long)played->number + 1);
    if (played->points[0] == played->points[1])
        text_addf(out, "%s and %s draw", name, other);
    else
        text_addf(out, "%s beats %s as %s", name, other, side_name(played->sides[winner]));
    text_addf(out, " in %zu moves: %s\n", played->move_count, played->reason);
}

static int name_width(const MatchTable *table) {
    int width = 14;
    for (size_t i = 0; i < table->standing->players; i++) {
        int own = tty_columns(table->context->names[i]);
        width = own > width ? own : width;
    }
    return width;
}

static void add_padded(Text *out, const char *text, int width) {
    text_addf(out, "%s%*s", text, width - tty_columns(text) > 0 ? width - tty_columns(text) : 0,
              "");
}

// --- for people ---

static void print_heading(const MatchTable *table, Text *out) {
    const PlayedContext *context = table->context;
    text_addf(out, "%lld of %lld games, %s %dx%d, %s\n\n", (long long)table->standing->games,
              (long long)table->total, context->rule, context->width, context->height,
              table->conditions);
}

static void print_players(const MatchTable *table, int width, Text *out) {
    const Standing *standing = table->standing;
    static const char *const rows[] = {"  as black", "  as white"};
    text_addf(out, "%*s   wins  draws  losses   points\n", width, "");
    for (size_t i = 0; i < standing->players; i++) {
        Tally sum = ranking_total(standing, i);
        add_padded(out, table->context->names[i], width);
        text_addf(out, "%7lld%7lld%8lld%9.1f  %5.1f%%\n", (long long)sum.wins, (long long)sum.draws,
                  (long long)sum.losses, ranking_points(&sum), 100 * tally_score(&sum));
        for (int side = 0; side < 2; side++) {
            const ColourTally *colour = &standing->colours[i * 2 + (size_t)side];
            add_padded(out, rows[side], width);
            text_addf(out, "%7lld%7lld%8lld\n", (long long)colour->wins, (long long)colour->draws,
                      (long long)colour->losses);
        }
    }
}

static void print_duel(const MatchTable *table, int width, Text *out) {
    const Standing *standing = table->standing;
    const Tally *tally = standing_tally(standing, 0, 1);
    EloEstimate estimate = elo_estimate(tally->pairs);
    text_add_char(out, '\n');
    add_padded(out, "pairs", width);
    text_addf(out, "  %lld-%lld-%lld-%lld-%lld  (points of %s in two games: 0, 1/2, 1, 3/2, 2)\n",
              (long long)tally->pairs[0], (long long)tally->pairs[1], (long long)tally->pairs[2],
              (long long)tally->pairs[3], (long long)tally->pairs[4], table->context->names[0]);
    add_padded(out, "Elo", width);
    // "+12.3", "-inf"; adding 0 makes +0.0 of -0.0.
    text_addf(out, "  %+.1f  [%+.1f .. %+.1f] with 95%%\n", estimate.elo + 0.0, estimate.low + 0.0,
              estimate.high + 0.0);
    add_padded(out, "superiority", width);
    text_addf(out, "  %.1f%%\n", 100 * estimate.superiority);
}

static void print_sprt(const Standing *standing, int width, Text *out) {
    const SprtState *state = &standing->sprt_state;
    char label[48];
    snprintf(label, sizeof label, "SPRT [%g, %g]", standing->sprt.elo0, standing->sprt.elo1);
    add_padded(out, label, width);
    text_addf(out, "  LLR %.2f within %.2f .. %.2f: %s\n", state->llr, state->lower, state->upper,
              sprt_verdict_text(state->verdict));
}

static Ranked *rank(const MatchTable *table, bool *determined) {
    return ranking_make(table->standing, table->anchor, table->anchor_elo, determined);
}

static void print_ratings(const MatchTable *table, int width, Text *out) {
    bool determined;
    Ranked *ranked = rank(table, &determined);
    text_addf(out, "\n%*s   rating   95%%  games   points\n", width, "");
    for (size_t i = 0; i < table->standing->players; i++) {
        const Rating *rating = &ranked[i].rating;
        add_padded(out, table->context->names[ranked[i].player], width);
        text_addf(out, "%9.1f%6.0f%7.0f%9.1f\n", rating->elo, rating->error, rating->games,
                  rating->points);
    }
    if (!determined)
        text_add(out, "(somebody has won or lost everything: a draw is imagined between any two "
                      "that met)\n");
    free(ranked);
}

static void print_crosstable(const MatchTable *table, int width, Text *out) {
    const Standing *standing = table->standing;
    text_addf(out, "\n%*s", width, "");
    for (size_t j = 0; j < standing->players; j++)
        text_addf(out, "%7zu", j + 1);
    text_add_char(out, '\n');
    for (size_t i = 0; i < standing->players; i++) {
        add_padded(out, table->context->names[i], width);
        for (size_t j = 0; j < standing->players; j++) {
            Tally tally = ranking_between(standing, i, j);
            if (!tally_games(&tally))
                text_add(out, "      .");
            else
                text_addf(out, "%7.1f", ranking_points(&tally));
        }
        text_add_char(out, '\n');
    }
}

static void print_losses(const MatchTable *table, int width, Text *out) {
    for (size_t i = 0; i < table->standing->players; i++) {
        const int64_t *losses = table->standing->losses[i];
        Text reasons = {0};
        for (int e = 0; e < ENDING_COUNT; e++)
            if (losses[e])
                text_addf(&reasons, "%s%s %lld", reasons.length ? ", " : "",
                          e == ENDING_RULES ? "on the board" : ending_name((Ending)e),
                          (long long)losses[e]);
        if (i == 0)
            text_add(out, "\nlosses\n");
        Text name = {0};
        text_addf(&name, "  %s", table->context->names[i]);
        add_padded(out, name.chars, width + 2);
        text_addf(out, "  %s\n", reasons.length ? reasons.chars : "none");
        text_free(&name);
        text_free(&reasons);
    }
}

static void print_openings(const Standing *standing, Text *out) {
    text_add(out, "\nopening  black  draws  white\n");
    for (size_t i = 0; i < standing->opening_count; i++) {
        const OpeningTally *tally = &standing->openings[i];
        text_addf(out, "%7zu%7lld%7lld%7lld\n", i + 1, (long long)tally->black,
                  (long long)tally->draws, (long long)tally->white);
    }
}

void match_table_print(const MatchTable *table, Text *out) {
    const Standing *standing = table->standing;
    int width = name_width(table);
    print_heading(table, out);
    print_players(table, width, out);
    if (standing->players == 2)
        print_duel(table, width, out);
    if (standing->has_sprt)
        print_sprt(standing, width, out);
    if (standing->players > 2 || table->anchor >= 0)
        print_ratings(table, width, out);
    if (standing->players > 2)
        print_crosstable(table, width, out);
    print_losses(table, width, out);
    if (table->by_opening)
        print_openings(standing, out);
}

// --- for programs ---

static void put_colour(Json *json, const char *name, const ColourTally *tally) {
    json_put_object(json, name);
    json_put_int(json, "wins", tally->wins);
    json_put_int(json, "draws", tally->draws);
    json_put_int(json, "losses", tally->losses);
    json_end_object(json);
}

static void put_players(Json *json, const MatchTable *table) {
    const Standing *standing = table->standing;
    json_put_array(json, "players");
    for (size_t i = 0; i < standing->players; i++) {
        Tally sum = ranking_total(standing, i);
        json_begin_object(json);
        json_put_text(json, "name", table->context->names[i]);
        json_put_int(json, "wins", sum.wins);
        json_put_int(json, "draws", sum.draws);
        json_put_int(json, "losses", sum.losses);
        put_colour(json, "black", &standing->colours[i * 2]);
        put_colour(json, "white", &standing->colours[i * 2 + 1]);
        json_put_object(json, "lost_by");
        for (int e = 0; e < ENDING_COUNT; e++)
            if (standing->losses[i][e])
                json_put_int(json, ending_name((Ending)e), standing->losses[i][e]);
        json_end_object(json);
        json_end_object(json);
    }
    json_end_array(json);
}

static void put_duel(Json *json, const Standing *standing) {
    const Tally *tally = standing_tally(standing, 0, 1);
    EloEstimate estimate = elo_estimate(tally->pairs);
    json_put_array(json, "pairs");
    for (int i = 0; i < PAIR_CLASSES; i++)
        json_int(json, tally->pairs[i]);
    json_end_array(json);
    json_put_number(json, "elo", estimate.elo, 2);
    json_put_number(json, "elo_low", estimate.low, 2);
    json_put_number(json, "elo_high", estimate.high, 2);
    json_put_number(json, "superiority", estimate.superiority, 4);
    if (!standing->has_sprt)
        return;
    static const char *const verdicts[] = {"undecided", "H0", "H1"};
    json_put_object(json, "sprt");
    json_put_number(json, "elo0", standing->sprt.elo0, 2);
    json_put_number(json, "elo1", standing->sprt.elo1, 2);
    json_put_number(json, "llr", standing->sprt_state.llr, 4);
    json_put_number(json, "lower", standing->sprt_state.lower, 4);
    json_put_number(json, "upper", standing->sprt_state.upper, 4);
    json_put_text(json, "verdict", verdicts[standing->sprt_state.verdict]);
    json_end_object(json);
}

static void put_ratings(Json *json, const MatchTable *table) {
    bool determined;
    Ranked *ranked = rank(table, &determined);
    json_put_array(json, "ratings");
    for (size_t i = 0; i < table->standing->players; i++) {
        json_begin_object(json);
        json_put_text(json, "name", table->context->names[ranked[i].player]);
        json_put_number(json, "elo", ranked[i].rating.elo, 2);
        json_put_number(json, "error", ranked[i].rating.error, 2);
        json_end_object(json);
    }
    json_end_array(json);
    json_put_bool(json, "determined", determined);
    free(ranked);
}

static void put_openings(Json *json, const Standing *standing) {
    json_put_array(json, "openings");
    for (size_t i = 0; i < standing->opening_count; i++) {
        json_begin_object(json);
        json_put_int(json, "black", standing->openings[i].black);
        json_put_int(json, "draws", standing->openings[i].draws);
        json_put_int(json, "white", standing->openings[i].white);
        json_end_object(json);
    }
    json_end_array(json);
}

void match_table_json(const MatchTable *table, Text *out) {
    const Standing *standing = table->standing;
    Json json = json_line(out);
    json_put_int(&json, "games", standing->games);
    json_put_int(&json, "total", table->total);
    put_players(&json, table);
    if (standing->players == 2)
        put_duel(&json, standing);
    if (standing->players > 2 || table->anchor >= 0)
        put_ratings(&json, table);
    if (table->by_opening)
        put_openings(&json, standing);
    json_end_line(&json);
}
