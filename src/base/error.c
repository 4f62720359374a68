// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool error_set(Error *err, const char *format, ...) {
    if (!err)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    for (unsigned char *c = (unsigned char *)err->text; *c; c++)
        if (*c < 0x20 || *c == 0x7f)
            *c = '?';
    return false;
}

_Noreturn void die(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("tengen: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(3);
}
