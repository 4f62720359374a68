// SPDX-License-Identifier: MIT
#include "protocol/gtp.h"
#include "protocol_fuzz.h"

static bool feed(void *protocol, const char *line) {
    // Files are another fuzzer's business, and this one must not open the machine's.
    return strstr(line, "loadsgf") || gtp_line(protocol, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Registry *registry = fuzz_registry();
    const GameType *game = size % 2 ? &gomoku_game : &hex_game;
    GtpSetup setup = {
        .registry = registry,
        .spec = "random:seed=1",
        .version = "0",
        .game = game,
        .width = 7,
        .height = size % 3 ? 7 : 6,
        .swap = size % 5 == 0,
        .defaults = PLAYER_DEFAULTS,
        .limits = LIMITS_OPEN,
        .write = fuzz_check_output,
    };
    Gtp *gtp = gtp_new(&setup, NULL);
    fuzz_feed(data, size, feed, gtp);
    gtp_free(gtp);
    registry_free(registry);
    return 0;
}
