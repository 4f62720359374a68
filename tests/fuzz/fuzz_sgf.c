// SPDX-License-Identifier: MIT
#include "record_fuzz.h"

#include "game/sgf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A collection, tree by tree, gets to its end.
    const char *at = (const char *)data, *end = at + size;
    for (const char *next; (next = sgf_next_tree(at, (size_t)(end - at))); at = next)
        if (next <= at || next >= end || *next != '(')
            abort();
    return fuzz_format(RECORD_SGF, data, size);
}
