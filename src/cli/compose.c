// SPDX-License-Identifier: MIT
// Every game and every player by name: to add one, add a row. They are listed nowhere else.
#include "cli/compose.h"

#include "child/child.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/first_player.h"
#include "lab/seed.h"

Registry *compose_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &engine_player);
    registry_add_player(registry, &random_player);
    registry_add_player(registry, &first_player);
    registry_add_player(registry, &gomocup_child_player);
    registry_add_player(registry, &gtp_child_player);
    for (const SeedType *const *seed = lab_seeds; *seed; seed++)
        registry_add_player(registry, &(*seed)->player);
    return registry;
}
