// SPDX-License-Identifier: MIT
// A string that grows, and the small readers that turn words into numbers.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Zero-initialised is an empty text. `chars` is always NUL-terminated once something was added;
// text_chars() gives "" before that. The owner calls text_free().
typedef struct Text {
    char *chars;
    size_t length;
    size_t capacity;
} Text;

void text_add(Text *text, const char *chars);
void text_add_bytes(Text *text, const char *bytes, size_t count);
void text_add_char(Text *text, char c);
void text_addf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_vaddf(Text *text, const char *format, va_list args);
void text_clear(Text *text); // keeps the memory for the next use
void text_free(Text *text);
const char *text_chars(const Text *text);
char *text_take(Text *text); // hands the memory to the caller and leaves the text empty

// Whole-word readers: the whole of `word` must be the number, or they return false and leave *out.
bool text_to_int(const char *word, int64_t *out);
bool text_to_double(const char *word, double *out);
// "5s", "500ms", "2m", "1h", "1.5s"; a number without its unit is refused, but for 0. The result is
// in milliseconds.
bool text_to_duration(const char *word, int64_t *milliseconds);
// "256M", "1G", "64K"; a bare number counts bytes.
bool text_to_bytes(const char *word, int64_t *bytes);

bool text_same(const char *a, const char *b);         // equal, ASCII case ignored
bool text_starts(const char *text, const char *with); // ASCII case counts
bool text_ends(const char *text, const char *with);   // ASCII case ignored: for file extensions
char *text_trim(char *text); // cuts white space off both ends in place, returns the new start

// Words split as a shell would: blanks separate, '...' and "..." group, \ escapes. No shell is run,
// nothing is expanded. The array is NULL-ended; words_free() releases it. NULL on an open quote.
char **words_split(const char *line, size_t *count, Error *err);
void words_free(char **words);

#endif
