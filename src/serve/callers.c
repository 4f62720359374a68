// SPDX-License-Identifier: MIT
#include "serve/callers.h"

#include <stdio.h>
#include <string.h>

static size_t find(const Callers *callers, const void *who) {
    size_t at = 0;
    while (at < callers->count && callers->rows[at].who != who)
        at++;
    return at;
}

static Caller take(Callers *callers, size_t at) {
    Caller caller = callers->rows[at];
    callers->count--;
    memmove(&callers->rows[at], &callers->rows[at + 1],
            (callers->count - at) * sizeof *callers->rows);
    return caller;
}

// The first of this address where there are too many of it, else the first of all where these are.
static size_t one_too_many(const Callers *callers, const char *peer) {
    size_t most = callers->most ? callers->most : BOUND_CALLERS;
    size_t first = callers->count, same = 0;
    for (size_t i = callers->count; i-- > 0;)
        if (strcmp(callers->rows[i].peer, peer) == 0) {
            first = i;
            same++;
        }
    if (same > BOUND_CALLERS_OF_PEER)
        return first;
    return callers->count > most ? 0 : callers->count;
}

void *callers_add(Callers *callers, void *who, const char *peer) {
    Caller *caller = &callers->rows[callers->count++];
    caller->who = who;
    snprintf(caller->peer, sizeof caller->peer, "%s", peer);
    size_t at = one_too_many(callers, caller->peer);
    return at < callers->count ? take(callers, at).who : NULL;
}

void callers_hear(Callers *callers, void *who) {
    size_t at = find(callers, who);
    if (at == callers->count)
        return;
    Caller caller = take(callers, at);
    callers->rows[callers->count++] = caller;
}

void callers_remove(Callers *callers, const void *who) {
    size_t at = find(callers, who);
    if (at < callers->count)
        take(callers, at);
}
