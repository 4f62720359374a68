// SPDX-License-Identifier: MIT
#include "serve/repertoire.h"

#include "base/memory.h"

#include <stdlib.h>

static bool begins(Player *player, const RepertoireRule *rule, int width, int height,
                   OpeningKind opening) {
    if (!opening_fits(opening, rule->game, width, height, NULL))
        return false;
    Game *trial = game_new(rule->game, rule->rule, width, height, opening, NULL);
    bool knows = trial && player_begin(player, trial, NULL);
    if (knows)
        player_end(player);
    game_free(trial);
    return knows;
}

static RepertoireRule ask_rule(Player *player, const GameType *game, const char *name) {
    RepertoireRule rule = {.game = game, .rule = name};
    int known = 0; // a size to ask about openings on, the usual one if it is known
    for (int size = game->min_size; size <= game->max_size; size++)
        if (begins(player, &rule, size, size, OPENING_FREE)) {
            rule.sizes |= UINT32_C(1) << size;
            known = known == game->default_size ? known : size;
        }
    rule.oblong = rule.sizes && begins(player, &rule, known, known - 1, OPENING_FREE);
    for (int kind = OPENING_FREE; known && kind < OPENING_KINDS; kind++)
        if (begins(player, &rule, known, known, (OpeningKind)kind))
            rule.openings |= 1u << kind;
    return rule;
}

Repertoire repertoire_ask(const Registry *registry, const PlayerType *type) {
    Repertoire out = {0};
    size_t capacity = 0;
    if (type->is_command)
        return out;
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.hash_bytes = 1 << 16; // nothing is searched
    Player *player = registry_player(registry, type->name, &defaults, NULL);
    for (const GameType *const *game = registry_games(registry); player && *game; game++)
        for (const RuleInfo *info = (*game)->rules; info->name; info++) {
            RepertoireRule rule = ask_rule(player, *game, info->name);
            if (rule.sizes)
                *MEM_MORE(out.rules, out.count, capacity) = rule;
        }
    player_free(player);
    return out;
}

void repertoire_free(Repertoire *repertoire) {
    free(repertoire->rules);
    *repertoire = (Repertoire){0};
}
