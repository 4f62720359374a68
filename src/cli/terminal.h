// SPDX-License-Identifier: MIT
// What the other end of stdout can show.
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

bool terminal_is(FILE *stream);     // a person is looking
bool terminal_colour(FILE *stream); // a terminal that knows colours, and NO_COLOR is not set
bool terminal_unicode(void);        // the locale is UTF-8; main.c has called setlocale()

#endif
