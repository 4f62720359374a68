// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <assert.h>
#include <setjmp.h>
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

// The way back of one error_catch(). Each thread has its own, innermost first.
typedef struct Catcher {
    jmp_buf back;
    struct Catcher *outer;
    Error err;
} Catcher;

static _Thread_local Catcher *innermost;

bool error_catch(void (*body)(void *argument), void *argument, Error *err) {
    assert(body);
    Catcher catcher = {.outer = innermost};
    if (setjmp(catcher.back) == 0) {
        innermost = &catcher;
        body(argument);
        innermost = catcher.outer;
        return true;
    }
    innermost = catcher.outer;
    return error_set(err, "%s", catcher.err.text);
}

_Noreturn void die(const char *format, ...) {
    Error err;
    va_list args;
    va_start(args, format);
    vsnprintf(err.text, sizeof err.text, format, args);
    va_end(args);
    if (innermost) {
        innermost->err = err;
        longjmp(innermost->back, 1);
    }
    fprintf(stderr, "tengen: %s\n", err.text);
    exit(3);
}
