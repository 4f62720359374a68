// SPDX-License-Identifier: MIT
// A protocol line cut into words. Both protocols read through this one file.
#ifndef PROTOCOL_TOKENS_H
#define PROTOCOL_TOKENS_H

#include "base/text.h"

// Zero-initialised is empty; one Tokens serves any number of lines. The words live until the next
// cut.
typedef struct Tokens {
    Text copy;
    char **words;
    size_t count, capacity;
    const char *rest; // what stands behind the first word, as it was written, without outer blanks
    char *line;
} Tokens;

// Blanks, tabs and other control characters separate words; nothing is quoted.
void tokens_cut(Tokens *tokens, const char *line);
void tokens_free(Tokens *tokens);

// The whole of `text` as numbers between commas: "7,8" or "7, 8,1". Returns how many there are, 0
// when it is anything else or there are more than `room`.
size_t tokens_numbers(const char *text, int64_t *numbers, size_t room);

#endif
