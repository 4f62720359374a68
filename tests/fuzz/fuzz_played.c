// SPDX-License-Identifier: MIT
// A line of games.jsonl: garbage is refused with a sentence, and what is accepted prints to a line
// that reads back the same.
#include "gomoku/gomoku.h"
#include "match/played.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *names[] = {"one", "two"};
    PlayedContext context = {&gomoku_game, "freestyle", 15, 15, names, 2};
    Played played;
    Error err = {""};
    if (!played_parse(&played, &context, (const char *)data, size, &err)) {
        if (!err.text[0])
            abort();
        return 0;
    }
    Text line = {0}, again = {0};
    played_print(&played, &context, &line);
    played_free(&played);
    if (!played_parse(&played, &context, line.chars, line.length - 1, &err))
        abort();
    played_print(&played, &context, &again);
    if (strcmp(line.chars, again.chars) != 0)
        abort();
    played_free(&played);
    text_free(&line);
    text_free(&again);
    return 0;
}
