// SPDX-License-Identifier: MIT
// What the server did, a line each, for its administrator: pages that come and go, refusals,
// questions and how long they took, engines that start and end. Never a token, a cookie or a query.
#ifndef SERVE_LOG_H
#define SERVE_LOG_H

#include "base/error.h"

// Called on the server's thread only. `line` gets a line without its end.
typedef struct ServeLog {
    void (*line)(const char *text, void *user);
    void *user;
} ServeLog;

// NULL: there is no log.
void serve_log(const ServeLog *log, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
