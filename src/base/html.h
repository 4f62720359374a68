// SPDX-License-Identifier: MIT
// HTML escaping of untrusted text (names, sentences).
#ifndef BASE_HTML_H
#define BASE_HTML_H

#include "base/text.h"

// Between tags and inside quoted attributes alike.
void html_add(Text *out, const char *text);
// JSON inside a <script>: nothing in it can end the element.
void html_add_json(Text *out, const Text *json);

typedef struct HtmlNumber {
    char text[64];
} HtmlNumber;

// "+12.3", "−∞": signed, with a real minus.
HtmlNumber html_signed(double number, int decimals);
void html_add_signed(Text *out, double number, int decimals);
// "−12.3": a minus only where there is one.
HtmlNumber html_number(double number, int decimals);
void html_add_number(Text *out, double number, int decimals);

#endif
