// SPDX-License-Identifier: MIT
// What the store works out of a record before it is kept: its main line replayed, the positions on
// the way, who won, on which day, and a fingerprint by which it is known again.
#ifndef STORE_DIGEST_H
#define STORE_DIGEST_H

#include "game/canonical.h"
#include "game/record.h"

enum { FINGERPRINT_BYTES = 16, DAY_CHARS = 11 };

typedef struct Digest {
    Position *last;     // where the main line ends
    Canonical *history; // of each position on the way, last->ply_count + 1 of them
    Result result;
    const char *opening; // its name where the choices tell it for sure, else NULL
    char day[DAY_CHARS]; // "" when the record's date cannot be read
    uint8_t fingerprint[FINGERPRINT_BYTES];
} Digest;

// False with a sentence when the main line cannot be played.
bool digest_make(Digest *digest, const Record *record, Error *err);
void digest_free(Digest *digest);

// What a position goes by in the index: the canonical key under one rule, so that a search need not
// look at the games to tell their rules apart.
int64_t index_key(Canonical canonical, const RuleInfo *rule);
int64_t digest_key(const Digest *digest, size_t ply);

// The canonical form of the next move after `ply` plies; MOVE_NONE after the last.
Move digest_next(const Digest *digest, size_t ply);

// The first day in a text such as SGF's DT, as far as it is said: "2026-11-16", "2026-11", "2026".
// False when there is none.
bool day_parse(const char *text, char day[DAY_CHARS]);
// Of a Unix time, in UTC.
void day_of_time(int64_t time_ms, char day[DAY_CHARS]);

#endif
