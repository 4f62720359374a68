// SPDX-License-Identifier: MIT
#include "protocol/gomocup.h"
#include "protocol_fuzz.h"

static bool feed(void *protocol, const char *line) {
    return gomocup_line(protocol, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Registry *registry = fuzz_registry();
    GomocupSetup setup = {
        .registry = registry,
        .spec = "random:seed=1",
        .version = "0",
        .defaults = fuzz_defaults(),
        .limits = fuzz_limits(),
        .write = fuzz_check_output,
        .suggest = size % 8 == 7,
        .debug = size % 8 == 6,
    };
    Gomocup *gomocup = gomocup_new(&setup, NULL);
    fuzz_feed(data, size, feed, gomocup);
    gomocup_free(gomocup);
    registry_free(registry);
    return 0;
}
