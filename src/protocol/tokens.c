// SPDX-License-Identifier: MIT
#include "protocol/tokens.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Control characters end a word too, so that a stray CR or NUL never becomes part of a command's
// name.
static bool separates(char c) {
    return isspace((unsigned char)c) || iscntrl((unsigned char)c);
}

void tokens_cut(Tokens *tokens, const char *line) {
    tokens->count = 0;
    text_clear(&tokens->copy);
    text_add(&tokens->copy, line);
    free(tokens->line);
    tokens->line = mem_copy_text(line);
    tokens->rest = "";
    for (char *c = tokens->copy.chars; *c;) {
        while (*c && separates(*c))
            *c++ = '\0';
        if (!*c)
            break;
        if (tokens->count == 1)
            tokens->rest = text_trim(tokens->line + (c - tokens->copy.chars));
        *MEM_MORE(tokens->words, tokens->count, tokens->capacity) = c;
        while (*c && !separates(*c))
            c++;
    }
}

void tokens_free(Tokens *tokens) {
    text_free(&tokens->copy);
    free(tokens->words);
    free(tokens->line);
    *tokens = (Tokens){0};
}

size_t tokens_numbers(const char *text, int64_t *numbers, size_t room) {
    assert(numbers || !room);
    size_t count = 0;
    for (;;) {
        char word[24];
        size_t length = strcspn(text, ",");
        if (count == room || length >= sizeof word)
            return 0;
        memcpy(word, text, length);
        word[length] = '\0';
        if (!text_to_int(text_trim(word), &numbers[count++]))
            return 0;
        if (!text[length])
            return count;
        text += length + 1;
    }
}
