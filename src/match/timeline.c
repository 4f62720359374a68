// SPDX-License-Identifier: MIT
#include "match/timeline.h"

#include "base/memory.h"
#include "match/elo.h"
#include "match/rating.h"

#include <stdlib.h>

// More would not be seen; ratings of many players take longer than a duel's sum.
enum { POINTS_DUEL = 400, POINTS_MANY = 80 };

static void note_duel(Timeline *timeline, const Standing *standing) {
    EloEstimate estimate = elo_estimate(standing_tally(standing, 0, 1)->pairs);
    timeline->estimates[timeline->points] = (Estimate){estimate.elo, estimate.low, estimate.high};
    if (timeline->sprt)
        timeline->sprt[timeline->points] = standing->sprt_state;
}

static void note_many(Timeline *timeline, const Standing *standing, const Archive *archive) {
    Rating *ratings = mem_new_array(standing->players, sizeof *ratings);
    ratings_compute(standing->tallies, standing->players, archive->anchor, archive->anchor_elo,
                    ratings);
    for (size_t i = 0; i < standing->players; i++)
        timeline->estimates[timeline->points * timeline->series + i] = (Estimate){
            ratings[i].elo, ratings[i].elo - ratings[i].error, ratings[i].elo + ratings[i].error};
    free(ratings);
}

Timeline timeline_make(const Archive *archive) {
    size_t players = archive->context.player_count;
    bool duel = players == 2;
    // Whole rounds only: in the middle of one, some have played more than others.
    int64_t round = duel ? 2 : (int64_t)(players * (players - 1));
    int64_t rounds = archive->standing.games / round;
    int64_t wanted = duel ? POINTS_DUEL : POINTS_MANY;
    if (!duel && rounds == 0) {
        round = 2;
        rounds = archive->standing.games / round;
    }
    Timeline timeline = {.series = duel ? 1 : players};
    timeline.games = mem_new_array((size_t)wanted + 2, sizeof *timeline.games);
    timeline.estimates =
        mem_new_array(((size_t)wanted + 2) * timeline.series, sizeof *timeline.estimates);
    if (archive->standing.has_sprt)
        timeline.sprt = mem_new_array((size_t)wanted + 2, sizeof *timeline.sprt);
    Standing standing;
    standing_begin(&standing, players, timeline.sprt ? &archive->standing.sprt : NULL);
    for (int64_t i = 0; i < archive->standing.games; i++) {
        standing_add(&standing, &archive->games[i]);
        int64_t done = (i + 1) / round;
        bool end = i + 1 == archive->standing.games;
        bool moment = (i + 1) % round == 0 &&
                      (rounds <= wanted || done * wanted / rounds != (done - 1) * wanted / rounds);
        if (!moment && !end)
            continue;
        if (duel)
            note_duel(&timeline, &standing);
        else
            note_many(&timeline, &standing, archive);
        timeline.games[timeline.points++] = (double)(i + 1);
    }
    standing_free(&standing);
    return timeline;
}

void timeline_free(Timeline *timeline) {
    free(timeline->games);
    free(timeline->estimates);
    free(timeline->sprt);
    *timeline = (Timeline){0};
}
