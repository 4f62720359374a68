// SPDX-License-Identifier: MIT
// What goes wrong, in one sentence.
//
// Two kinds of failure, two ways out. A wrong *input* (option, coordinate, file) fills an Error
// with a sentence that says what was wrong and what is accepted, and the call returns false. A
// broken *machine* (no memory, no threads) ends the program through die(): nobody could go on
// anyway.
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

typedef struct Error {
    char text[512]; // a sentence without a full stop or a line break, "" when nothing went wrong
} Error;

// Fills in the sentence and returns false, so that `return error_set(err, ...)` reads well.
// err may be NULL when the caller only wants the verdict. Control characters become '?': the
// sentence may quote what a stranger sent.
bool error_set(Error *err, const char *format, ...) PRINTF_LIKE(2, 3);

// Says the reason on stderr and exits with code 3.
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
