// SPDX-License-Identifier: MIT
#include "engine/registry.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct Registry {
    const GameType **games; // NULL-ended
    const SearcherType **searchers;
    size_t game_count;
    const PlayerType **players;
    size_t player_count;
};

Registry *registry_new(void) {
    Registry *registry = mem_new(sizeof *registry);
    registry->games = mem_new(sizeof *registry->games);
    return registry;
}

void registry_free(Registry *registry) {
    if (!registry)
        return;
    free(registry->games);
    free(registry->searchers);
    free(registry->players);
    free(registry);
}

// A longer copy of an array of pointers; registries are filled once and stay small.
static void *with_room(void *items, size_t count) {
    void **longer = mem_new_array(count, sizeof *longer);
    for (size_t i = 0; i + 1 < count && items; i++)
        longer[i] = ((void **)items)[i];
    free(items);
    return longer;
}

void registry_add_game(Registry *registry, const GameType *type, const SearcherType *searcher) {
    size_t count = ++registry->game_count;
    registry->games = with_room(registry->games, count + 1);
    registry->searchers = with_room(registry->searchers, count);
    registry->games[count - 1] = type;
    registry->searchers[count - 1] = searcher;
}

void registry_add_player(Registry *registry, const PlayerType *type) {
    size_t count = ++registry->player_count;
    registry->players = with_room(registry->players, count);
    registry->players[count - 1] = type;
}

const GameType *const *registry_games(const Registry *registry) {
    return registry->games;
}

const GameType *registry_game(const Registry *registry, const char *name, Error *err) {
    Text known = {0};
    for (const GameType *const *game = registry_games(registry); *game; game++) {
        if (strcmp((*game)->name, name) == 0 || game_rule_index(*game, name) >= 0) {
            text_free(&known);
            return *game;
        }
        text_addf(&known, "%s%s", known.length ? ", " : "", (*game)->name);
    }
    error_set(err, "no game '%.40s'; there are: %s", name, text_chars(&known));
    text_free(&known);
    return NULL;
}

const SearcherType *registry_searcher(const Registry *registry, const GameType *type) {
    for (size_t i = 0; i < registry->game_count; i++)
        if (registry->games[i] == type)
            return registry->searchers[i];
    return NULL;
}

size_t registry_player_count(const Registry *registry) {
    return registry->player_count;
}

const PlayerType *registry_player_at(const Registry *registry, size_t index) {
    return registry->players[index];
}

static const PlayerType *find_player(const Registry *registry, const char *name, size_t length,
                                     Error *err) {
    Text known = {0};
    const PlayerType *found = NULL;
    if (length == strlen(SEAT_HUMAN) && memcmp(name, SEAT_HUMAN, length) == 0) {
        error_set(err, "'" SEAT_HUMAN "' is no player to be asked; `tengen play` is for people");
        return NULL;
    }
    for (size_t i = 0; i < registry->player_count && !found; i++) {
        const PlayerType *type = registry->players[i];
        if (strlen(type->name) == length && memcmp(type->name, name, length) == 0)
            found = type;
        text_addf(&known, "%s%s%s", known.length ? ", " : "", type->name,
                  type->is_command ? ":COMMAND" : "");
    }
    if (!found)
        error_set(err, "no player '%.*s'; there are: %s", (int)(length < 40 ? length : 40), name,
                  text_chars(&known));
    text_free(&known);
    return found;
}

Player *registry_player(const Registry *registry, const char *spec, const PlayerDefaults *defaults,
                        Error *err) {
    const char *colon = strchr(spec, ':');
    size_t length = colon ? (size_t)(colon - spec) : strlen(spec);
    const PlayerType *type = find_player(registry, spec, length, err);
    if (!type)
        return NULL;
    const char *rest = colon ? colon + 1 : "";
    if (type->is_command && !rest[strspn(rest, " \t")]) {
        error_set(err, "%s: needs a command line, as in %s:./program", type->name, type->name);
        return NULL;
    }
    if (!type->is_command && !type->options && *rest) {
        error_set(err, "the player %s takes no options", type->name);
        return NULL;
    }
    char *copy = mem_copy_text(spec); // first: an engine must not be lost for want of a name
    Player *player = type->create(type, registry, rest, defaults, err);
    if (player)
        player->spec = copy;
    else
        free(copy);
    return player;
}
