// SPDX-License-Identifier: MIT
#include "match/ranking.h"

#include "base/memory.h"

#include <stdlib.h>

Tally ranking_between(const Standing *standing, size_t i, size_t j) {
    if (i == j)
        return (Tally){0};
    if (i < j)
        return *standing_tally(standing, i, j);
    const Tally *other = standing_tally(standing, j, i);
    Tally tally = {.wins = other->losses, .draws = other->draws, .losses = other->wins};
    for (int k = 0; k < PAIR_CLASSES; k++)
        tally.pairs[k] = other->pairs[PAIR_CLASSES - 1 - k];
    return tally;
}

Tally ranking_total(const Standing *standing, size_t player) {
    Tally sum = {0};
    for (size_t other = 0; other < standing->players; other++) {
        Tally tally = ranking_between(standing, player, other);
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
    }
    return sum;
}

double ranking_points(const Tally *tally) {
    return (double)tally->wins + (double)tally->draws / 2;
}

static int by_rating(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->rating.elo != y->rating.elo)
        return x->rating.elo < y->rating.elo ? 1 : -1;
    return x->player < y->player ? -1 : 1;
}

Ranked *ranking_make(const Standing *standing, int anchor, double anchor_elo, bool *determined) {
    size_t count = standing->players;
    Rating *ratings = mem_new_array(count, sizeof *ratings);
    Ranked *ranked = mem_new_array(count, sizeof *ranked);
    *determined = ratings_compute(standing->tallies, count, anchor, anchor_elo, ratings);
    for (size_t i = 0; i < count; i++)
        ranked[i] = (Ranked){i, ratings[i]};
    free(ratings);
    qsort(ranked, count, sizeof *ranked, by_rating);
    return ranked;
}
