// SPDX-License-Identifier: MIT
#include "record_fuzz.h"

#include "game/sgf.h"

// A file in any charset becomes UTF-8, or a sentence.
static void decode(const uint8_t *data, size_t size) {
    Text text = {0};
    Error err = {""};
    text_add_bytes(&text, (const char *)data, size);
    text_add(&text, "");
    if (!record_decode(RECORD_SGF, &text, &err) && !err.text[0])
        abort();
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A collection, tree by tree, gets to its end.
    const char *at = (const char *)data, *end = at + size;
    for (const char *next; (next = sgf_next_tree(at, (size_t)(end - at))); at = next)
        if (next <= at || next >= end || *next != '(')
            abort();
    if (size < 4096)
        decode(data, size);
    return fuzz_format(RECORD_SGF, data, size);
}
