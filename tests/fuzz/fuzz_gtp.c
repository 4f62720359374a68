// SPDX-License-Identifier: MIT
#include "protocol/gtp.h"
#include "protocol_fuzz.h"

// Files are another fuzzer's business, and this one must not open the machine's; searches that go on
// for seconds find nothing that short ones do not.
static bool left_out(const char *line) {
    return strstr(line, "loadsgf") || (strstr(line, "param_") && strpbrk(line, "0123456789"));
}

static bool feed(void *protocol, const char *line) {
    return left_out(line) || gtp_line(protocol, line);
}

static Gtp *fuzz_gtp(void) {
    static Registry *registry;
    if (!registry)
        registry = fuzz_registry();
    GtpSetup setup = {
        .registry = registry,
        .spec = "random:seed=1",
        .version = "0",
        .game = &hex_game,
        .width = 5,
        .height = 5,
        .defaults = fuzz_defaults(),
        .limits = fuzz_limits(),
        .write = fuzz_check_output,
    };
    return gtp_new(&setup, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // Making one takes longer than most inputs: it serves until told to quit, and begins each time
    // with another game.
    static Gtp *gtp;
    if (!gtp)
        gtp = fuzz_gtp();
    static const char *const begin[] = {"set_game hex", "set_game freestyle", "set_game renju"};
    gtp_line(gtp, begin[size % 3]);
    gtp_line(gtp, size % 2 ? "boardsize 5" : "boardsize 5 4");
    if (!fuzz_feed(data, size, feed, gtp)) {
        gtp_free(gtp);
        gtp = NULL;
    }
    return 0;
}
