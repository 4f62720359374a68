// SPDX-License-Identifier: MIT
// The server's state, shared by all pages: the games and players there are, the store, the engines,
// and how much of each one page may have. One thread calls all of this.
#ifndef SERVE_HOUSE_H
#define SERVE_HOUSE_H

#include "engine/registry.h"
#include "serve/log.h"
#include "serve/repertoire.h"
#include "serve/store_queue.h"
#include "serve/worker.h"

typedef struct House House;
typedef struct Desk Desk;

struct HouseSetup {
    const Registry *registry;
    // Two connections to one file: what is read does not wait for what is written. NULL: nothing is
    // kept, and questions about games that were are refused. Without `store` but with `reader` what
    // was kept can be looked at. Only the house's threads use them.
    Store *store, *reader;
    const char *version;
    const ServeLog *log;      // may be NULL
    const char *const *specs; // players a page may name as they stand, beside the safe ones
    size_t spec_count;
    int threads; // of one search
    int64_t hash_bytes;
    void (*wake)(void *user); // from any thread: there is something for house_push()
    void *user;
};

House *house_new(const HouseSetup *setup); // what it points to must outlive the house
void house_stop(House *house);             // ends all thinking; wake() is not called after that
void house_free(House *house); // after its desks; waits for what is to be written; NULL is fine
const HouseSetup *house_setup(const House *house);

// What the registry's player of this number can be asked to play.
const Repertoire *house_repertoire(const House *house, size_t player);

// A worker for this desk: the one it had, or one that is idle. NULL with a sentence when all are
// thinking for others.
PageWorker *house_worker(House *house, const Desk *desk, Error *err);

// Hands a task to the thread that reads or the one that writes; the answer comes to the desk in
// house_push(). Takes the task over; false with a sentence when too much waits.
bool house_queue(House *house, StoreTask *task, Error *err);

// How many engines are at work right now, and the longest any of them took to end when asked to.
int house_thinking(House *house, int64_t *slowest_stop_us);

// Sessions begin and end; updates are routed by the desk's number.
uint64_t house_enter(House *house, Desk *desk);
void house_leave(House *house, Desk *desk);

// Hands updates of the engines and answers of the store to the desks. True while any engine thinks:
// call again in PUSH_MS.
bool house_push(House *house);

#endif
