// SPDX-License-Identifier: MIT
// Work on the store, done on a thread of its own, first in first out: a commit waits for the disk
// and for other programs' locks, and no page may wait for that but the one that asked.
//
// Everything here is called by the server's thread. `run` functions are called by the queue's.
// `wake` is called by the queue's thread whenever a task is done; store_queue_take() fetches it.
#ifndef SERVE_STORE_QUEUE_H
#define SERVE_STORE_QUEUE_H

#include "base/value.h"
#include "engine/registry.h"
#include "serve/answer.h"
#include "store/store.h"

typedef struct StoreTask StoreTask;

// Begins and writes the answer, or leaves it empty where there is nothing to say. False with a
// sentence: refused, whatever was written.
typedef bool StoreFn(StoreTask *task, Error *err);

struct StoreTask {
    StoreFn *run;
    uint64_t desk; // whose it is
    int64_t ask;   // the page's number for it
    size_t size;   // of the question, in bytes
    bool writes;
    // What it is about, where there is such a thing; they belong to the task.
    Value *question;
    Game *game;
    StoredAnalysis *analysis;
    int lines; // of an analysis that is looked for
    // Filled in by the queue.
    Store *store;
    const Registry *registry;
    // What came of it.
    Answer answer;
    bool failed;
    // For the log.
    const char *name;
    int64_t began_us;
    StoreTask *next;
};

void store_task_free(StoreTask *task); // NULL is fine

typedef struct StoreQueue StoreQueue;

// `store` may be NULL for tasks that need none; nothing else may use it while the queue lives.
StoreQueue *store_queue_new(Store *store, const Registry *registry, void (*wake)(void *user),
                            void *user);
void store_queue_hush(StoreQueue *queue); // wake() is not called after this
// What is queued is done first, unless the file turns out to be locked; NULL is fine.
void store_queue_free(StoreQueue *queue);

// Takes the task over. False, and the task is released, when too much waits already.
bool store_queue_add(StoreQueue *queue, StoreTask *task, Error *err);
// The next task that is done, in the order they came; the caller frees it. NULL: none.
StoreTask *store_queue_take(StoreQueue *queue);

#endif
