// SPDX-License-Identifier: MIT
// Three questions about the other end of a stream: is it a person, are there colours, are there
// letters beyond ASCII.
#include "cli/terminal.h"

#include "base/text.h"

#include <langinfo.h>
#include <stdlib.h>
#include <unistd.h>

bool terminal_is(FILE *stream) {
    return isatty(fileno(stream));
}

bool terminal_colour(FILE *stream) {
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool wanted = !no_color || !*no_color; // https://no-color.org: set and not empty
    return terminal_is(stream) && wanted && term && *term && !text_same(term, "dumb");
}

bool terminal_unicode(void) {
    const char *codeset = nl_langinfo(CODESET);
    return text_same(codeset, "UTF-8") || text_same(codeset, "UTF8");
}
