// SPDX-License-Identifier: MIT
#include "base/text.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void text_reserve(Text *text, size_t more) {
    while (text->capacity < text->length + more + 1)
        text->chars = mem_grow(text->chars, text->capacity, &text->capacity, 1);
}

void text_add_bytes(Text *text, const char *bytes, size_t count) {
    assert(bytes || !count);
    text_reserve(text, count);
    if (count)
        memcpy(text->chars + text->length, bytes, count);
    text->length += count;
    text->chars[text->length] = '\0';
}

void text_add(Text *text, const char *chars) {
    text_add_bytes(text, chars, strlen(chars));
}

void text_add_char(Text *text, char c) {
    text_add_bytes(text, &c, 1);
}

void text_addf(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_vaddf(text, format, args);
    va_end(args);
}

void text_vaddf(Text *text, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int needed = vsnprintf(NULL, 0, format, args);
    if (needed > 0) {
        text_reserve(text, (size_t)needed);
        vsnprintf(text->chars + text->length, (size_t)needed + 1, format, again);
        text->length += (size_t)needed;
    }
    va_end(again);
}

void text_clear(Text *text) {
    assert(!text->chars || text->length < text->capacity);
    text->length = 0;
    if (text->chars)
        text->chars[0] = '\0';
}

void text_free(Text *text) {
    free(text->chars);
    *text = (Text){0};
}

const char *text_chars(const Text *text) {
    return text->chars ? text->chars : "";
}

char *text_take(Text *text) {
    char *chars = text->chars ? text->chars : mem_copy_text("");
    *text = (Text){0};
    return chars;
}

bool text_to_int(const char *word, int64_t *out) {
    if (!isdigit((unsigned char)*word) && *word != '-' && *word != '+')
        return false;
    char *end;
    errno = 0;
    long long value = strtoll(word, &end, 10);
    if (errno || end == word || *end)
        return false;
    *out = value;
    return true;
}

// A number that starts with a digit, so that strtod's "inf", "nan" and hexadecimal stay out.
static bool read_number(const char *word, double *value, const char **rest) {
    if (!isdigit((unsigned char)*word) && *word != '.')
        return false;
    if (word[0] == '0' && (word[1] == 'x' || word[1] == 'X'))
        return false;
    char *end;
    *value = strtod(word, &end);
    *rest = end;
    return end != word && isfinite(*value);
}

bool text_to_double(const char *word, double *out) {
    bool negative = *word == '-';
    const char *rest;
    double value;
    if (!read_number(word + negative, &value, &rest) || *rest)
        return false;
    *out = negative ? -value : value;
    return true;
}

// The length of "5", "1.5" or ".5" at the start: no sign, no exponent, nothing that strtod knows
// beyond that.
static size_t plain_number(const char *word) {
    static const char digits[] = "0123456789";
    size_t whole = strspn(word, digits), length = whole;
    if (word[length] == '.')
        length += 1 + strspn(word + length + 1, digits);
    return length > whole + 1 || whole ? length : 0;
}

typedef struct Unit {
    const char *name;
    double factor;
} Unit;

static bool read_with_unit(const char *word, const Unit *units, int64_t *out) {
    size_t length = plain_number(word);
    if (!length)
        return false;
    const char *rest = word + length;
    double value = strtod(word, NULL); // "1e3" never gets past the units
    for (const Unit *unit = units; unit->name; unit++) {
        double scaled = value * unit->factor;
        if (strcasecmp(rest, unit->name) == 0 && scaled < 9e15) {
            *out = (int64_t)(scaled + 0.5);
            return true;
        }
    }
    return false;
}

bool text_to_duration(const char *word, int64_t *milliseconds) {
    static const Unit units[] = {{"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}, {NULL, 0}};
    if (strcmp(word, "0") == 0) {
        *milliseconds = 0;
        return true;
    }
    return read_with_unit(word, units, milliseconds);
}

bool text_to_bytes(const char *word, int64_t *bytes) {
    static const Unit units[] = {
        {"", 1},          {"B", 1},          {"K", 1024.0},       {"KB", 1024.0},
        {"M", 1048576.0}, {"MB", 1048576.0}, {"G", 1073741824.0}, {"GB", 1073741824.0},
        {NULL, 0}};
    return read_with_unit(word, units, bytes);
}

bool text_same(const char *a, const char *b) {
    return strcasecmp(a, b) == 0;
}

bool text_starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

bool text_ends(const char *text, const char *with) {
    size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcasecmp(text + length - tail, with) == 0;
}

char *text_trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return text;
}

// One word, from *at on. False on an open quote.
static bool read_word(const char **at, Text *word) {
    char quote = '\0';
    const char *c = *at;
    for (; *c && (quote || !isspace((unsigned char)*c)); c++) {
        if (*c == '\\' && quote != '\'' && c[1])
            text_add_char(word, *++c);
        else if (quote ? *c == quote : (*c == '\'' || *c == '"'))
            quote = quote ? '\0' : *c;
        else
            text_add_char(word, *c);
    }
    *at = c;
    return !quote;
}

char **words_split(const char *line, size_t *count, Error *err) {
    char **words = NULL;
    size_t found = 0, capacity = 0;
    bool whole = true;
    for (const char *c = line; whole;) {
        while (isspace((unsigned char)*c))
            c++;
        words = mem_grow(words, found, &capacity, sizeof *words);
        words[found] = NULL;
        if (!*c)
            break;
        Text word = {0};
        whole = read_word(&c, &word);
        words[found++] = text_take(&word);
        words = mem_grow(words, found, &capacity, sizeof *words);
        words[found] = NULL;
    }
    if (!whole) {
        words_free(words);
        error_set(err, "a quote is left open in: %s", line);
        return NULL;
    }
    if (count)
        *count = found;
    return words;
}

void words_free(char **words) {
    if (!words)
        return;
    for (char **word = words; *word; word++)
        free(*word);
    free(words);
}
