// SPDX-License-Identifier: MIT
// Suite files of any kind are read or refused; what the rules alone decide is run as well.
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/suite.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    Suite suite = {0};
    Error err = {""};
    // A refusal must be explained.
    if (!suite_parse(&suite, registry, text, &err) && !err.text[0])
        abort();
    for (size_t i = 0; i < suite.count; i++) {
        SuiteKind kind = suite.tests[i].kind;
        SuiteOutcome outcome;
        if (kind == SUITE_FORBIDDEN || kind == SUITE_LEGAL || kind == SUITE_ALL_FORBIDDEN ||
            kind == SUITE_RESULT)
            suite_run(&suite.tests[i], NULL, NULL, &outcome);
    }
    suite_free(&suite);
    free(text);
    registry_free(registry);
    return 0;
}
