// SPDX-License-Identifier: MIT
// Positions that so many fours do not win: what a four-search remembers, apart from the engine's
// table because there are so many of them and so little to say about each.
//
// A fact is one word, 48 bits of the key and 16 bits for the number of fours, so that threads can
// share the set without locks and nothing is ever read half. Eight words are a bucket, a cache
// line; when it is full, a new fact takes the place of some old one.
#ifndef GOMOKU_FUTILE_H
#define GOMOKU_FUTILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Futile Futile;

enum { FUTILE_ALL = 0xffff }; // whatever the number of fours

Futile *futile_new(size_t bytes); // rounded down to a power of two, at least 4 MB
void futile_free(Futile *futile);
void futile_clear(Futile *futile);

// How many fours are known not to win here; 0 when nothing is known.
int futile_fours(const Futile *futile, uint64_t key);
void futile_note(Futile *futile, uint64_t key, int fours);

#endif
