// SPDX-License-Identifier: MIT
#include "record_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_format(RECORD_TEXT, data, size);
}
