// SPDX-License-Identifier: MIT
#include "serve/house.h"

#include "base/memory.h"
#include "serve/desk.h"

#include <stdlib.h>

struct House {
    HouseSetup setup;
    Repertoire *repertoires;            // of the registry's players, in its order
    PageWorker *workers[BOUND_ENGINES]; // made when first needed
    uint64_t last_desk[BOUND_ENGINES];
    Desk **desks;
    size_t desk_count, desk_capacity;
    uint64_t next_desk;
    StoreQueue *readers, *writers;
};

House *house_new(const HouseSetup *setup) {
    House *house = mem_new(sizeof *house);
    house->setup = *setup;
    size_t players = registry_player_count(setup->registry);
    house->repertoires = mem_new_array(players + 1, sizeof *house->repertoires);
    for (size_t i = 0; i < players; i++)
        house->repertoires[i] =
            repertoire_ask(setup->registry, registry_player_at(setup->registry, i));
    house->next_desk = 1;
    house->readers = store_queue_new(setup->reader, setup->registry, setup->wake, setup->user);
    house->writers = store_queue_new(setup->store, setup->registry, setup->wake, setup->user);
    return house;
}

void house_stop(House *house) {
    if (!house)
        return;
    for (int i = 0; i < BOUND_ENGINES; i++) {
        worker_free(house->workers[i]);
        house->workers[i] = NULL;
    }
    store_queue_hush(house->readers);
    store_queue_hush(house->writers);
}

void house_free(House *house) {
    if (!house)
        return;
    house_stop(house);
    store_queue_free(house->readers);
    store_queue_free(house->writers);
    for (size_t i = 0; i < registry_player_count(house->setup.registry); i++)
        repertoire_free(&house->repertoires[i]);
    free(house->repertoires);
    free(house->desks);
    free(house);
}

const HouseSetup *house_setup(const House *house) {
    return &house->setup;
}

const Repertoire *house_repertoire(const House *house, size_t player) {
    return &house->repertoires[player];
}

// --- engines ---

PageWorker *house_worker(House *house, const Desk *desk, Error *err) {
    for (int i = 0; i < BOUND_ENGINES; i++)
        if (house->workers[i] && house->last_desk[i] == desk_number(desk))
            return house->workers[i];
    int found = -1; // an idle one, rather one that is there than a new one
    for (int i = BOUND_ENGINES - 1; i >= 0; i--)
        if (!house->workers[i] || !worker_busy(house->workers[i]))
            if (found < 0 || house->workers[i] || !house->workers[found])
                found = i;
    if (found < 0) {
        error_set(err, "the engine is thinking for %d other pages; close one of them or wait",
                  BOUND_ENGINES);
        return NULL;
    }
    if (!house->workers[found])
        house->workers[found] = worker_new(&house->setup);
    house->last_desk[found] = desk_number(desk);
    return house->workers[found];
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
    *MEM_MORE(house->desks, house->desk_count, house->desk_capacity) = desk;
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

// --- news ---

bool house_queue(House *house, StoreTask *task, Error *err) {
    return store_queue_add(task->writes ? house->writers : house->readers, task, err);
}

static void deliver(House *house, StoreQueue *queue) {
    for (StoreTask *task; (task = store_queue_take(queue)); store_task_free(task)) {
        Desk *desk = desk_of(house, task->desk);
        if (desk)
            desk_deliver(desk, task);
    }
}

bool house_push(House *house) {
    bool busy = false;
    deliver(house, house->readers);
    deliver(house, house->writers);
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
