// SPDX-License-Identifier: MIT
// Standard input and output for the protocols: lines in, lines out, a log of both.
#ifndef CLI_SPEAK_H
#define CLI_SPEAK_H

#include "cli/command.h"

#include <stdatomic.h>

typedef struct Speech {
    FILE *log;           // may be NULL
    atomic_bool cut_off; // nobody reads our answers any more
} Speech;

// The callbacks of a protocol; `user` is the Speech.
void speech_write(const char *text, void *user);
void speech_trace(char direction, const char *text, void *user);

// Feeds the lines of standard input until one of them returns false, the input ends or nobody
// listens.
void speech_run(Speech *speech, bool (*feed)(void *protocol, const char *line), void *protocol);

// The one player of --player, `tengen` without it; NULL and a sentence when there are more.
const char *speech_player(const Call *call);

#endif
