// SPDX-License-Identifier: MIT
// Reads standard input and exits with 0 when there is at least one line and each of them is one JSON
// object and nothing else (RFC 8259). Says which line is not.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool value(const char **at);

static bool word(const char **at, const char *text) {
    size_t length = strlen(text);
    bool same = strncmp(*at, text, length) == 0;
    *at += same ? length : 0;
    return same;
}

static bool text(const char **at) {
    if (*(*at)++ != '"')
        return false;
    for (; **at != '"'; ++*at) {
        if ((unsigned char)**at < ' ')
            return false;
        if (**at != '\\')
            continue;
        ++*at;
        if (**at == 'u') {
            for (int i = 0; i < 4; i++)
                if (!isxdigit((unsigned char)*++*at))
                    return false;
        } else if (!**at || !strchr("\"\\/bfnrt", **at)) {
            return false;
        }
    }
    ++*at;
    return true;
}

static bool digits(const char **at) {
    if (!isdigit((unsigned char)**at))
        return false;
    while (isdigit((unsigned char)**at))
        ++*at;
    return true;
}

static bool number(const char **at) {
    *at += **at == '-';
    if (**at == '0')
        ++*at;
    else if (!digits(at))
        return false;
    if (**at == '.' && (++*at, !digits(at)))
        return false;
    if (**at != 'e' && **at != 'E')
        return true;
    ++*at;
    *at += **at == '-' || **at == '+';
    return digits(at);
}

// Members of an object or values of an array, from the opening bracket on.
static bool many(const char **at, char close, bool named) {
    ++*at;
    if (**at == close)
        return ++*at;
    for (;;) {
        if (named && (!text(at) || *(*at)++ != ':'))
            return false;
        if (!value(at))
            return false;
        char next = *(*at)++;
        if (next == close)
            return true;
        if (next != ',')
            return false;
    }
}

static bool value(const char **at) {
    switch (**at) {
    case '{':
        return many(at, '}', true);
    case '[':
        return many(at, ']', false);
    case '"':
        return text(at);
    default:
        return word(at, "true") || word(at, "false") || word(at, "null") || number(at);
    }
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0, count = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &capacity, stdin)) > 0; count++) {
        const char *at = line;
        good = line[length - 1] == '\n' && strlen(line) == (size_t)length && *line == '{' &&
               value(&at) && strcmp(at, "\n") == 0;
        if (!good)
            printf("line %zu is no JSON object: %s\n", count + 1, line);
    }
    free(line);
    if (!count)
        puts("no line came");
    return good && count ? 0 : 1;
}
