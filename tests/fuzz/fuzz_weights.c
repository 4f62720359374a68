// SPDX-License-Identifier: MIT
// Weights of Gomoku are read or refused; what was read is written and read back the same.
#include "base/memory.h"
#include "gomoku/weights_text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    static Weights weights, again;
    GomokuRule rule, same;
    Error err = {""};
    if (!weights_parse(text, "fuzz", &rule, &weights, &err)) {
        if (!err.text[0])
            abort();
    } else {
        // Numbers of codes that cannot occur, and of the other side where both share, are not kept:
        // what is written is what is read from then on.
        Text once = {0}, twice = {0};
        weights_write(&weights, rule, "", &once);
        if (!weights_parse(once.chars, "fuzz", &same, &again, &err) || same != rule)
            abort();
        weights_write(&again, rule, "", &twice);
        if (strcmp(once.chars, twice.chars) != 0)
            abort();
        text_free(&once);
        text_free(&twice);
    }
    free(text);
    return 0;
}
