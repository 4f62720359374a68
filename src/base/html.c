// SPDX-License-Identifier: MIT
#include "base/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *entity(char c) {
    static const char marks[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    const char *mark = strchr(marks, c);
    if (mark)
        return entities[mark - marks];
    // Control characters are not allowed in HTML.
    return (unsigned char)c < ' ' || c == 0x7f ? " " : NULL;
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

static HtmlNumber print_number(double number, int decimals, const char *plus) {
    HtmlNumber out;
    const char *sign = number < 0 ? "−" : plus;
    if (isinf(number))
        snprintf(out.text, sizeof out.text, "%s∞", sign);
    else
        snprintf(out.text, sizeof out.text, "%s%.*f", sign, decimals, fabs(number));
    return out;
}

HtmlNumber html_signed(double number, int decimals) {
    return print_number(number, decimals, "+");
}

HtmlNumber html_number(double number, int decimals) {
    return print_number(number, decimals, "");
}

void html_add_signed(Text *out, double number, int decimals) {
    text_add(out, html_signed(number, decimals).text);
}

void html_add_number(Text *out, double number, int decimals) {
    text_add(out, html_number(number, decimals).text);
}
