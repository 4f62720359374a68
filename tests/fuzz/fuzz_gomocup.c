// SPDX-License-Identifier: MIT
#include "protocol/gomocup.h"
#include "protocol_fuzz.h"

static bool feed(void *protocol, const char *line) {
    return gomocup_line(protocol, line);
}

typedef enum Kind { PLAIN, SUGGEST, DEBUG, KINDS } Kind;

static Gomocup *fuzz_gomocup(Kind kind) {
    static Registry *registry;
    if (!registry)
        registry = fuzz_registry();
    GomocupSetup setup = {
        .registry = registry,
        .spec = "random:seed=1",
        .version = "0",
        .defaults = fuzz_defaults(),
        .limits = fuzz_limits(),
        .write = fuzz_check_output,
        .suggest = kind == SUGGEST,
        .debug = kind == DEBUG,
    };
    return gomocup_new(&setup, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // Making one starts threads, which takes longer than most inputs: each serves until it is told to
    // end, and begins every time as a new one would.
    static Gomocup *gomocups[KINDS];
    Gomocup **gomocup = &gomocups[size % 8 == 7 ? SUGGEST : size % 8 == 6 ? DEBUG : PLAIN];
    if (!*gomocup)
        *gomocup = fuzz_gomocup(size % 8 == 7 ? SUGGEST : size % 8 == 6 ? DEBUG : PLAIN);
    static const char *const begin[] = {"INFO rule 0",      "INFO timeout_turn 0",
                                        "INFO time_left 0", "INFO max_memory 0",
                                        "INFO ponder 0",    "START 15"};
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        gomocup_line(*gomocup, begin[i]);
    if (!fuzz_feed(data, size, feed, *gomocup)) {
        gomocup_free(*gomocup);
        *gomocup = NULL;
    }
    return 0;
}
