// SPDX-License-Identifier: MIT
// Arbitrary text as swap maps: a verdict, no crash.
#include "base/text.h"
#include "hex/swap.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Text text = {0};
    Error err = {""};
    text_add_bytes(&text, (const char *)data, size);
    if (!hex_swap_check(text_chars(&text), &err) && !*err.text)
        __builtin_trap();
    text_free(&text);
    return 0;
}
