// SPDX-License-Identifier: MIT
// signatures NODES [RULE]: what `tengen bench` says of its signatures, from a program of libtengen's rooms alone,
// which is built and run where the libraries of the others are not (make test-arm64).
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/bench.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int64_t nodes;
    if (argc < 2 || argc > 3 || !text_to_int(argv[1], &nodes)) {
        fprintf(stderr, "signatures NODES [RULE]\n");
        return 2;
    }
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    StopFlag stop = {0};
    Ask ask = {.limits = LIMITS_OPEN, .stop = &stop};
    ask.limits.nodes = nodes;
    BenchTotal total;
    Error err = {""};
    bool ok = bench_run(registry, argc == 3 ? argv[2] : NULL, &ask, NULL, NULL, &total, &err);
    for (size_t i = 0; ok && i < total.rule_count; i++)
        printf("signature of %s: %016" PRIx64 "\n", total.rules[i].name, total.rules[i].signature);
    registry_free(registry);
    if (!ok)
        fprintf(stderr, "signatures: %s\n", err.text);
    return ok ? 0 : 3;
}
