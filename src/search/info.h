// SPDX-License-Identifier: MIT
// What a search says while it thinks, and what it hands over at the end.
//
// Scores are from the side to move. A proven result is a score near +-SCORE_WIN: the distance to it
// is the number of plies until the game ends. Scores beyond +-SCORE_PROVEN are only given when
// every reply was considered: a claimed win is a win.
#ifndef SEARCH_INFO_H
#define SEARCH_INFO_H

#include "game/move.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCORE_WIN = 30000,    // SCORE_WIN - n: won, the game ends in n plies
    SCORE_PROVEN = 29000, // at or beyond this the result is proven
    SCORE_LIKELY = 28000, // the band below: a forced line was seen, but not every reply searched
    SCORE_INFINITE = 32000,
    PV_MAX = 640, // a full board of 25x25, and then some
};

static inline bool score_is_proven(int score) {
    return score >= SCORE_PROVEN || score <= -SCORE_PROVEN;
}

static inline int score_win_in(int plies) {
    assert(plies >= 0 && plies <= SCORE_WIN - SCORE_PROVEN);
    return SCORE_WIN - plies;
}

static inline int score_loss_in(int plies) {
    assert(plies >= 0 && plies <= SCORE_WIN - SCORE_PROVEN);
    return -SCORE_WIN + plies;
}

// A forced line of n plies was seen, but not every reply searched: within the band that is not
// proven.
static inline int score_likely_loss_in(int plies) {
    assert(plies >= 0 && plies < SCORE_PROVEN - SCORE_LIKELY);
    return -SCORE_PROVEN + 1 + plies;
}

// Plies until the end of a proven result.
static inline int score_plies(int score) {
    assert(score_is_proven(score));
    return score > 0 ? SCORE_WIN - score : SCORE_WIN + score;
}

// P(win) + P(draw)/2 for a score: a logistic curve, exact 1 and 0 for proven results. The searcher
// gives its own scale, the score that means 73%.
double score_win_rate(int score, int scale);

typedef struct Line {
    int score;
    bool drawn;     // proven draw: score is 0 and no play can change the result
    double win;     // 0 .. 1 for the side to move
    int64_t visits; // of a tree search, -1 otherwise
    Move pv[PV_MAX];
    size_t pv_length; // at least 1 in a reported line
} Line;

typedef struct Info {
    int depth, selective_depth;
    int multipv; // 1 is the best candidate
    Line line;
    uint64_t nodes;
    int64_t time_ms;
    uint32_t proof, disproof; // of the root in a proof-number search; 0 and 0 otherwise
    // A heartbeat: only nodes and time are new, the line is the last one said, or empty before the
    // first. Only with Ask.beats.
    bool beat;
} Info;

// Called from the searching thread; must return soon and must not call back into the searcher.
typedef void (*InfoFn)(const Info *info, void *user);

// The outcome of a search. `move` is MOVE_NONE only when there is no legal move at all.
typedef struct Outcome {
    Move move;
    Info
        info; // the last one reported for the best line, pv[0] == move; nodes and time of the whole
} Outcome;

#endif
