// SPDX-License-Identifier: MIT
#include "protocol/outlet.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void outlet_init(Outlet *outlet, WriteFn write, TraceFn trace, void *user) {
    assert(write);
    *outlet = (Outlet){.write = write, .trace = trace, .user = user};
    pthread_mutex_init(&outlet->lock, NULL);
}

void outlet_free(Outlet *outlet) {
    pthread_mutex_destroy(&outlet->lock);
}

void outlet_write(Outlet *outlet, const char *lines) {
    assert(*lines && lines[strlen(lines) - 1] == '\n');
    pthread_mutex_lock(&outlet->lock);
    outlet->write(lines, outlet->user);
    if (outlet->trace)
        outlet->trace('<', lines, outlet->user);
    pthread_mutex_unlock(&outlet->lock);
}

void outlet_line(Outlet *outlet, const char *format, ...) {
    char line[8192]; // the longest is a principal variation, PV_MAX moves of eight characters
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    size_t end = length < 0                         ? 0
                 : (size_t)length < sizeof line - 2 ? (size_t)length
                                                    : sizeof line - 2;
    assert(!memchr(line, '\n', end)); // one answer is one line
    line[end] = '\n';
    line[end + 1] = '\0';
    outlet_write(outlet, line);
}

void outlet_heard(Outlet *outlet, const char *line) {
    if (!outlet->trace)
        return;
    pthread_mutex_lock(&outlet->lock);
    outlet->trace('>', line, outlet->user);
    pthread_mutex_unlock(&outlet->lock);
}
