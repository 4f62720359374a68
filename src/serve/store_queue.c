// SPDX-License-Identifier: MIT
#include "serve/store_queue.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "serve/bounds.h"
#include "serve/refusal.h"

#include <stdlib.h>

typedef struct TaskList {
    StoreTask *first, *last;
} TaskList;

struct StoreQueue {
    Store *store; // the queue thread's alone, as is what `registry` shows
    const Registry *registry;
    pthread_t thread;
    pthread_mutex_t lock; // everything below
    pthread_cond_t changed;
    void (*wake)(void *user); // NULL: hushed
    void *user;
    bool closing;
    TaskList waiting, done;
    size_t waiting_bytes;
};

void store_task_free(StoreTask *task) {
    if (!task)
        return;
    value_free(task->question);
    game_free(task->game);
    if (task->analysis)
        stored_analysis_free(task->analysis);
    free(task->analysis);
    text_free(&task->answer.text);
    free(task);
}

static void list_push(TaskList *list, StoreTask *task) {
    task->next = NULL;
    if (list->last)
        list->last->next = task;
    else
        list->first = task;
    list->last = task;
}

static StoreTask *list_pop(TaskList *list) {
    StoreTask *task = list->first;
    if (task && !(list->first = task->next))
        list->last = NULL;
    return task;
}

static void list_clear(TaskList *list) {
    for (StoreTask *task; (task = list_pop(list));)
        store_task_free(task);
}

// --- the queue's thread ---

static void do_task(StoreQueue *queue, StoreTask *task) {
    Error err = {""};
    task->store = queue->store;
    task->registry = queue->registry;
    task->failed = !task->run(task, &err);
    if (task->failed)
        refusal_write(answer_begin(&task->answer, "refused", task->ask), err.text);
    if (task->answer.text.length)
        answer_end(&task->answer);
}

static StoreTask *wait_for_task(StoreQueue *queue) {
    while (!queue->waiting.first && !queue->closing)
        pthread_cond_wait(&queue->changed, &queue->lock);
    StoreTask *task = list_pop(&queue->waiting);
    if (task)
        queue->waiting_bytes -= task->size;
    return task;
}

static void *run(void *argument) {
    StoreQueue *queue = argument;
    pthread_mutex_lock(&queue->lock);
    for (StoreTask *task; (task = wait_for_task(queue));) {
        pthread_mutex_unlock(&queue->lock);
        int64_t began_us = clock_now_us();
        do_task(queue, task);
        bool locked = clock_now_us() - began_us >= STORE_TIMEOUT_MS * 1000 / 2;
        pthread_mutex_lock(&queue->lock);
        // A locked file would cost the store's timeout again for each task left. A refusal alone
        // does not mean that the tasks behind it fail.
        if (queue->closing && locked)
            list_clear(&queue->waiting);
        list_push(&queue->done, task);
        if (queue->wake)
            queue->wake(queue->user);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

// --- the server's thread ---

StoreQueue *store_queue_new(Store *store, const Registry *registry, void (*wake)(void *user),
                            void *user) {
    StoreQueue *queue = mem_new(sizeof *queue);
    queue->store = store;
    queue->registry = registry;
    queue->wake = wake;
    queue->user = user;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->thread = thread_start(run, queue);
    return queue;
}

void store_queue_hush(StoreQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->wake = NULL;
    pthread_mutex_unlock(&queue->lock);
}

void store_queue_free(StoreQueue *queue) {
    if (!queue)
        return;
    pthread_mutex_lock(&queue->lock);
    queue->closing = true;
    queue->wake = NULL;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    thread_join(queue->thread);
    list_clear(&queue->done);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

bool store_queue_add(StoreQueue *queue, StoreTask *task, Error *err) {
    task->began_us = clock_now_us();
    pthread_mutex_lock(&queue->lock);
    bool room = queue->waiting_bytes + task->size <= BOUND_QUEUED;
    if (room) {
        queue->waiting_bytes += task->size;
        list_push(&queue->waiting, task);
        pthread_cond_signal(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    if (room)
        return true;
    store_task_free(task);
    return error_set(err, "the database is busy; wait a moment");
}

StoreTask *store_queue_take(StoreQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    StoreTask *task = list_pop(&queue->done);
    pthread_mutex_unlock(&queue->lock);
    return task;
}
