// SPDX-License-Identifier: MIT
// Connections that are no page's socket: files being fetched, and what connects and says nothing.
// There are only so many of all, and of one address; then the one that was silent longest goes, so
// that connections which are held shut no page out.
#ifndef SERVE_CALLERS_H
#define SERVE_CALLERS_H

#include "serve/bounds.h"

#include <stddef.h>

typedef struct Caller {
    void *who;
    char peer[48]; // its address
} Caller;

typedef struct Callers {
    Caller rows[BOUND_CALLERS + 1]; // the one that was silent longest first
    size_t count, most;             // most: 0 is BOUND_CALLERS
} Callers;

// A connection comes. Returns the one that must go for it, or NULL; that one is no longer counted.
void *callers_add(Callers *callers, void *who, const char *peer);
void callers_hear(Callers *callers, void *who); // it has asked for something
void callers_remove(Callers *callers, const void *who);

#endif
