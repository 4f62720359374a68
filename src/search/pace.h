// SPDX-License-Identifier: MIT
// The soft limit: is another iteration worth beginning? A pure rule over what each iteration found
// and how long it took; the clock is read elsewhere.
//
//   the best move changed of late, or its score fell   up to two and a half times the usual time
//   the best move has stood for several iterations     two thirds of it
//   ... and no other move asks for attention           down to a third
//
// Under a limit for the move alone there is nothing to save time for: then an iteration is always
// begun. It will be cut short, but the root looks at the old best move first, so whatever it
// has found by then is at least as good.
#ifndef SEARCH_PACE_H
#define SEARCH_PACE_H

#include "search/info.h"

#include <stdint.h>

enum { PACE_SHARE_UNKNOWN = -1 };

typedef struct Pace {
    int64_t soft_ms, hard_ms;
    int iterations;
    Move best;                         // of the last iteration
    int win;                           // ... and its winning chance, in thousandths
    int fall;                          // by how much that has fallen of late
    int unrest;                        // how much the best move has changed of late
    int share;                         // of the work that went below it, in thousandths
    int64_t ended_ms, took_ms, before; // the last iteration; how long the one before it took
} Pace;

// hard_ms LIMIT_NONE: no limit of time at all. soft_ms 0: use all of hard_ms.
void pace_begin(Pace *pace, int64_t soft_ms, int64_t hard_ms);
// An iteration ended `elapsed_ms` after the search began. `share` is how much of its
// work went below the best move, in thousandths, or PACE_SHARE_UNKNOWN.
void pace_note(Pace *pace, const Line *best, int share, int64_t elapsed_ms);
// What this move should take by what is known now.
int64_t pace_target_ms(const Pace *pace);
bool pace_goes_on(const Pace *pace);

#endif
