// SPDX-License-Identifier: MIT
// What goes wrong, in one sentence.
//
// Two kinds of failure, two ways out. A wrong *input* (option, coordinate, file) fills an Error
// with a sentence that says what was wrong and what is accepted, and the call returns false. A
// broken *machine* (no memory, no threads) ends in die(): the program exits, and a library, which
// must not, returns to the error_catch() it came through.
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
// sentence may quote untrusted input.
bool error_set(Error *err, const char *format, ...) PRINTF_LIKE(2, 3);

// Gives up. Within an error_catch() of this thread that returns false with this sentence; elsewhere
// the sentence goes to stderr and the program exits with code 3. Hold no lock when this can happen,
// allocation included: the way back unlocks nothing.
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);

// Runs body(argument). False with a sentence when it ended in die(); what it was working on is then
// half done: fit to be freed, or (where it hung on nothing yet) lost. Catches may be nested; the
// innermost returns. To free something on the way and pass the failure on, die() again.
bool error_catch(void (*body)(void *argument), void *argument, Error *err);

#endif
