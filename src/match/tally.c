// SPDX-License-Identifier: MIT
#include "match/tally.h"

#include <assert.h>

void tally_add_game(Tally *tally, int score) {
    assert(score >= 0 && score <= 2);
    tally->losses += score == 0;
    tally->draws += score == 1;
    tally->wins += score == 2;
}

void tally_add_pair(Tally *tally, int first_score, int second_score) {
    assert(first_score + second_score >= 0 && first_score + second_score < PAIR_CLASSES);
    tally->pairs[first_score + second_score]++;
}

int64_t tally_games(const Tally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

int64_t tally_pairs(const Tally *tally) {
    int64_t count = 0;
    for (int i = 0; i < PAIR_CLASSES; i++)
        count += tally->pairs[i];
    return count;
}

double tally_score(const Tally *tally) {
    int64_t games = tally_games(tally);
    return games ? ((double)tally->wins + 0.5 * (double)tally->draws) / (double)games : 0.5;
}
