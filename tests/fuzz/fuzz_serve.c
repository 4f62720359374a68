// SPDX-License-Identifier: MIT
// Arbitrary bytes as the messages of a page, one a line: no crash, no leak, no hang, and every one is
// answered or starts something.
#include "protocol_fuzz.h"

#include "serve/desk_private.h"

#include <sched.h>

static void nobody_waits(void *user) {
    (void)user;
}

static House *fuzz_house(void) {
    static House *house; // its engine is made once
    if (!house)
        house = house_new(&(HouseSetup){.registry = fuzz_registry(),
                                        .version = "fuzz",
                                        .threads = 1,
                                        .hash_bytes = 1 << 16,
                                        .wake = nobody_waits});
    return house;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    House *house = fuzz_house();
    Desk *desk = desk_new(house);
    const char *text = (const char *)data;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        desk_receive(desk, text + at, length);
        while (house_push(house), desk->waiting > 0)
            sched_yield();
        at += length + 1;
    }
    size_t length;
    for (const char *answer; (answer = outbox_first(desk_outbox(desk), &length));) {
        if (length < 2 || answer[0] != '{' || answer[length - 1] != '}')
            abort();
        outbox_drop(desk_outbox(desk));
    }
    desk_free(desk);
    return 0;
}
