// SPDX-License-Identifier: MIT
// What a person may type during a game: a move, or a word from a table. The line and the screen
// front end share it.
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "cli/session.h"

// What the front end is asked to do.
typedef enum Wish { WISH_NOTHING, WISH_BOARD, WISH_HELP, WISH_QUIT, WISH_NEW } Wish;

typedef struct Reply {
    Wish wish;
    Text said; // a sentence for the person, may be empty; text_free() it
} Reply;

// Does what the line says. False with a sentence when it cannot be done. A blank line does nothing.
bool words_obey(Session *session, const char *line, Reply *reply, Error *err);

// "  undo        take back your last move" rows.
void words_help(Text *out);
// "undo hint save ..." for a status line.
void words_list(const char *separator, Text *out);

#endif
