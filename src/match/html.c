// SPDX-License-Identifier: MIT
#include "match/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        // Control characters have no business in a page.
        return (unsigned char)c < ' ' || c == 0x7f ? " " : NULL;
    }
}

void html_add(Text *out, const char *text) {
    for (; *text; text++) {
        const char *instead = entity(*text);
        if (instead)
            text_add(out, instead);
        else
            text_add_char(out, *text);
    }
}

void html_add_json(Text *out, const Text *json) {
    const char *rest = text_chars(json), *end = rest + json->length;
    while (rest < end) {
        const char *less = memchr(rest, '<', (size_t)(end - rest));
        text_add_bytes(out, rest, (size_t)((less ? less : end) - rest));
        if (!less)
            return;
        text_add(out, "\\u003c");
        rest = less + 1;
    }
}

static void add_number(Text *out, double number, int decimals, bool plus) {
    char digits[64];
    if (isinf(number))
        snprintf(digits, sizeof digits, "∞");
    else
        snprintf(digits, sizeof digits, "%.*f", decimals, fabs(number));
    if (number < 0)
        text_add(out, "−");
    else if (plus)
        text_add_char(out, '+');
    text_add(out, digits);
}

void html_add_signed(Text *out, double number, int decimals) {
    add_number(out, number, decimals, true);
}

void html_add_number(Text *out, double number, int decimals) {
    add_number(out, number, decimals, false);
}
