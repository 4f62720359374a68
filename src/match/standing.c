// SPDX-License-Identifier: MIT
#include "match/standing.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

void standing_begin(Standing *standing, size_t players, const Sprt *sprt) {
    assert(players >= 2);
    *standing = (Standing){.players = players, .has_sprt = sprt != NULL};
    standing->tallies = mem_new_array(players * players, sizeof *standing->tallies);
    standing->colours = mem_new_array(players * 2, sizeof *standing->colours);
    standing->losses = mem_new_array(players, sizeof *standing->losses);
    if (sprt) {
        standing->sprt = *sprt;
        standing->sprt_state = sprt_judge(sprt, standing->tallies[1].pairs);
    }
}

void standing_free(Standing *standing) {
    free(standing->tallies);
    free(standing->colours);
    free(standing->losses);
    free(standing->openings);
    *standing = (Standing){0};
}

bool standing_decided(const Standing *standing) {
    return standing->has_sprt && standing->sprt_state.verdict != SPRT_GOES_ON;
}

const Tally *standing_tally(const Standing *standing, size_t i, size_t j) {
    assert(i < j && j < standing->players);
    return &standing->tallies[i * standing->players + j];
}

static void count_colours(Standing *standing, const Played *played) {
    for (int seat = 0; seat < 2; seat++) {
        size_t player = played->players[seat];
        ColourTally *tally = &standing->colours[player * 2 + played->sides[seat]];
        tally->wins += played->points[seat] == 2;
        tally->draws += played->points[seat] == 1;
        tally->losses += played->points[seat] == 0;
        if (played->points[seat] == 0)
            standing->losses[player][played->ending]++;
    }
    standing->draws[played->ending] += played->points[0] == 1;
}

void opening_tally_add(OpeningTally *tally, const Played *played) {
    Result result = played_result(played);
    tally->black += result == RESULT_BLACK;
    tally->draws += result == RESULT_DRAW;
    tally->white += result == RESULT_WHITE;
}

static void count_opening(Standing *standing, const Played *played) {
    while (standing->opening_count <= (size_t)played->opening)
        *MEM_MORE(standing->openings, standing->opening_count, standing->opening_capacity) =
            (OpeningTally){0};
    opening_tally_add(&standing->openings[played->opening], played);
}

bool standing_add(Standing *standing, const Played *played) {
    if (standing_decided(standing))
        return false;
    int low_seat = played->players[0] < played->players[1] ? 0 : 1;
    size_t low = played->players[low_seat], high = played->players[1 - low_seat];
    Tally *tally = &standing->tallies[low * standing->players + high];
    int score = played->points[low_seat];
    tally_add_game(tally, score);
    count_colours(standing, played);
    count_opening(standing, played);
    for (size_t i = 0; i < played->move_count; i++)
        standing->time_us += played->moves[i].time_us;
    standing->plies += (int64_t)played->move_count;
    bool second = standing->games++ % 2 == 1;
    if (!second) {
        standing->waiting = score;
        return true;
    }
    tally_add_pair(tally, standing->waiting, score);
    if (standing->has_sprt)
        standing->sprt_state = sprt_judge(&standing->sprt, standing->tallies[1].pairs);
    return !standing_decided(standing);
}
