// SPDX-License-Identifier: MIT
#include "serve/log.h"

#include <stdarg.h>
#include <stdio.h>

void serve_log(const ServeLog *log, const char *format, ...) {
    char line[800];
    if (!log)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    log->line(line, log->user);
}
