// SPDX-License-Identifier: MIT
#include "serve/house.h"

#include "base/memory.h"
#include "serve/desk.h"

#include <stdlib.h>

struct House {
    HouseSetup setup;
    TextList specs;
    unsigned *player_games;
    Worker *workers[BOUND_ENGINES]; // made when first needed
    uint64_t last_desk[BOUND_ENGINES];
    Desk **desks;
    size_t desk_count, desk_capacity;
    uint64_t next_desk;
};

// A player is asked whether it knows a game by being made to begin one. Small tables: nothing is
// searched.
static unsigned games_of(const Registry *registry, const PlayerType *type) {
    unsigned games = 0;
    if (type->is_human)
        return ~0u;
    if (type->is_command)
        return 0;
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.hash_bytes = 1 << 16;
    Player *player = registry_player(registry, type->name, &defaults, NULL);
    for (int i = 0; player && registry_games(registry)[i]; i++) {
        const GameType *game = registry_games(registry)[i];
        Game *trial = game_new(game, game->rules[0].name, game->default_size, game->default_size,
                               OPENING_FREE, NULL);
        if (player_begin(player, trial, NULL)) {
            games |= 1u << i;
            player_end(player);
        }
        game_free(trial);
    }
    player_free(player);
    return games;
}

House *house_new(const HouseSetup *setup) {
    House *house = mem_new(sizeof *house);
    house->setup = *setup;
    for (size_t i = 0; i < setup->spec_count; i++)
        list_add(&house->specs, setup->specs[i]);
    house->setup.specs = (const char *const *)house->specs.items;
    size_t players = registry_player_count(setup->registry);
    house->player_games = mem_new_array(players + 1, sizeof *house->player_games);
    for (size_t i = 0; i < players; i++)
        house->player_games[i] = games_of(setup->registry, registry_player_at(setup->registry, i));
    house->next_desk = 1;
    return house;
}

void house_stop(House *house) {
    for (int i = 0; house && i < BOUND_ENGINES; i++) {
        worker_free(house->workers[i]);
        house->workers[i] = NULL;
    }
}

void house_free(House *house) {
    if (!house)
        return;
    house_stop(house);
    list_free(&house->specs);
    free(house->player_games);
    free(house->desks);
    free(house);
}

const HouseSetup *house_setup(const House *house) {
    return &house->setup;
}

unsigned house_player_games(const House *house, size_t player) {
    return house->player_games[player];
}

// --- engines ---

static Worker *take(House *house, int i, const Desk *desk) {
    if (!house->workers[i])
        house->workers[i] = worker_new(&(WorkerSetup){.registry = house->setup.registry,
                                                      .threads = house->setup.threads,
                                                      .hash_bytes = house->setup.hash_bytes,
                                                      .wake = house->setup.wake,
                                                      .user = house->setup.user});
    house->last_desk[i] = desk_number(desk);
    return house->workers[i];
}

Worker *house_worker(House *house, const Desk *desk, Error *err) {
    for (int i = 0; i < BOUND_ENGINES; i++)
        if (house->workers[i] && house->last_desk[i] == desk_number(desk))
            return house->workers[i];
    int found = -1; // an idle one, rather one that is there than a new one
    for (int i = BOUND_ENGINES - 1; i >= 0; i--)
        if (!house->workers[i] || !worker_busy(house->workers[i]))
            if (found < 0 || house->workers[i] || !house->workers[found])
                found = i;
    if (found >= 0)
        return take(house, found, desk);
    error_set(err, "the engine is thinking for %d other pages; close one of them or wait",
              BOUND_ENGINES);
    return NULL;
}

int house_thinking(House *house, int64_t *slowest_stop_us) {
    int thinking = 0;
    *slowest_stop_us = 0;
    for (int i = 0; i < BOUND_ENGINES; i++) {
        int64_t slowest;
        if (!house->workers[i])
            continue;
        thinking += worker_thinks(house->workers[i], &slowest);
        if (slowest > *slowest_stop_us)
            *slowest_stop_us = slowest;
    }
    return thinking;
}

// --- desks ---

uint64_t house_enter(House *house, Desk *desk) {
    house->desks =
        mem_grow(house->desks, house->desk_count, &house->desk_capacity, sizeof *house->desks);
    house->desks[house->desk_count++] = desk;
    return house->next_desk++;
}

void house_leave(House *house, Desk *desk) {
    for (int i = 0; i < BOUND_ENGINES; i++)
        if (house->workers[i] && house->last_desk[i] == desk_number(desk)) {
            worker_stop(house->workers[i]);
            house->last_desk[i] = 0;
        }
    for (size_t i = 0; i < house->desk_count; i++)
        if (house->desks[i] == desk)
            house->desks[i--] = house->desks[--house->desk_count];
}

static Desk *desk_of(const House *house, uint64_t number) {
    for (size_t i = 0; i < house->desk_count; i++)
        if (desk_number(house->desks[i]) == number)
            return house->desks[i];
    return NULL;
}

bool house_push(House *house) {
    bool busy = false;
    for (int i = 0; i < BOUND_ENGINES; i++) {
        News news;
        if (!house->workers[i])
            continue;
        if (worker_news(house->workers[i], &news)) {
            Desk *desk = desk_of(house, news.desk);
            if (desk)
                desk_hear(desk, &news);
            free(news.judgements);
        }
        busy |= worker_busy(house->workers[i]);
    }
    return busy;
}
