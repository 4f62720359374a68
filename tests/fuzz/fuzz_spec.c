// SPDX-License-Identifier: MIT
// Player SPECs of any kind make a player or a sentence. Making one starts no program.
#include "child/child.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    registry_add_player(registry, &random_player);
    registry_add_player(registry, &gomocup_child_player);
    registry_add_player(registry, &gtp_child_player);
    char *spec = malloc(size + 1);
    memcpy(spec, data, size);
    spec[size] = 0;
    // How much memory and how many threads there may be is the machine's business, not the
    // parser's: a wish for a terabyte would rightly end the run.
    if (strstr(spec, "hash") || strstr(spec, "threads")) {
        free(spec);
        registry_free(registry);
        return 0;
    }
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.hash_bytes = 1 << 16;
    Error err = {""};
    Player *player = registry_player(registry, spec, &defaults, &err);
    if (!player && !err.text[0])
        abort();
    player_free(player);
    free(spec);
    registry_free(registry);
    return 0;
}
