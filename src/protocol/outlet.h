// SPDX-License-Identifier: MIT
// Where a protocol's answers go: whole lines, one at a time, whichever thread they come from.
#ifndef PROTOCOL_OUTLET_H
#define PROTOCOL_OUTLET_H

#include "base/error.h"

#include <pthread.h>

// Gets complete lines, each with its LF. Called under the outlet's lock, from any thread.
typedef void (*WriteFn)(const char *text, void *user);
// Sees every line that comes in ('>') and goes out ('<'). May be NULL.
typedef void (*TraceFn)(char direction, const char *text, void *user);

typedef struct Outlet {
    WriteFn write;
    TraceFn trace;
    void *user;
    pthread_mutex_t lock;
} Outlet;

void outlet_init(Outlet *outlet, WriteFn write, TraceFn trace, void *user);
void outlet_free(Outlet *outlet);
void outlet_line(Outlet *outlet, const char *format, ...) PRINTF_LIKE(2, 3); // adds the LF
void outlet_write(Outlet *outlet, const char *lines); // as they are; each ends with an LF
void outlet_heard(Outlet *outlet, const char *line);  // a line came in: for the trace alone

#endif
