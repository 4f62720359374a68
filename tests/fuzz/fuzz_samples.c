// SPDX-License-Identifier: MIT
// Lines of sample files are read or refused; what was read prints as it was, up to the spelling of
// its numbers and letters.
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "train/samples.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *line = malloc(size + 1);
    memcpy(line, data, size);
    line[size] = 0;
    const SampleBoard boards[] = {{&gomoku_game, 0, 15, 15}, {&hex_game, 0, 11, 9}};
    for (int i = 0; i < 2; i++) {
        SampleGame game = {0}, again = {0};
        Text once = {0}, twice = {0};
        Error err = {""};
        if (!sample_parse(&boards[i], line, &game, &err)) {
            if (!err.text[0])
                abort();
        } else {
            sample_print(&boards[i], &game, &once);
            once.chars[once.length - 1] = 0;
            if (!sample_parse(&boards[i], once.chars, &again, &err))
                abort();
            sample_print(&boards[i], &again, &twice);
            twice.chars[twice.length - 1] = 0;
            if (strcmp(once.chars, twice.chars) != 0)
                abort();
        }
        sample_free(&game);
        sample_free(&again);
        text_free(&once);
        text_free(&twice);
    }
    free(line);
    return 0;
}
