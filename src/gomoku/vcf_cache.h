// SPDX-License-Identifier: MIT
// The VCF cache: positions that the four-search found not won within a number of fours. Kept apart
// from the transposition table because there are many of them with little data each.
//
// A fact is one word, 48 bits of the key and 16 bits for the number of fours, so that threads can
// share the set without locks and nothing is ever read half. Eight words are a bucket, a cache
// line; when it is full, a new fact takes the place of some old one.
#ifndef GOMOKU_VCF_CACHE_H
#define GOMOKU_VCF_CACHE_H

#include "search/memory.h"

#include <stdint.h>

typedef struct VcfCache VcfCache;

enum { VCF_ALL = 0xffff }; // whatever the number of fours

VcfCache *vcf_cache_new(Memory *memory,
                        size_t bytes); // rounded down to a power of two, at least 4 MB
void vcf_cache_free(VcfCache *vcf_cache);
void vcf_cache_clear(VcfCache *vcf_cache);

// How many fours are known not to win here; 0 when nothing is known.
int vcf_cache_fours(const VcfCache *vcf_cache, uint64_t key);
void vcf_cache_note(VcfCache *vcf_cache, uint64_t key, int fours);

#endif
