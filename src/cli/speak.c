// SPDX-License-Identifier: MIT
#include "cli/speak.h"

#include "protocol/inbox.h"

#include <string.h>
#include <unistd.h>

void speech_write(const char *text, void *user) {
    Speech *speech = user;
    if (fputs(text, stdout) == EOF || fflush(stdout) != 0)
        atomic_store(&speech->cut_off, true);
}

void speech_trace(char direction, const char *text, void *user) {
    const Speech *speech = user;
    while (speech->log && *text) {
        int length = (int)strcspn(text, "\n");
        fprintf(speech->log, "%c %.*s\n", direction, length, text);
        text += length + (text[length] == '\n');
    }
}

void speech_run(Speech *speech, bool (*feed)(void *protocol, const char *line), void *protocol) {
    Inbox *inbox = inbox_new(STDIN_FILENO);
    Text line = {0};
    while (inbox_next(inbox, &line) && feed(protocol, text_chars(&line)) &&
           !atomic_load(&speech->cut_off))
        ;
    text_free(&line);
    inbox_free(inbox);
}

const char *speech_player(const Call *call) {
    const CommonOptions *given = call->options;
    if (given->players.count > 1) {
        call_fail(call, EXIT_USAGE, "one --player is enough; '%.60s' is one too many",
                  given->players.items[1]);
        return NULL;
    }
    return given->players.count ? given->players.items[0] : "tengen";
}
