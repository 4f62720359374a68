// SPDX-License-Identifier: MIT
#include "protocol/inbox.h"

#include "base/memory.h"
#include "base/thread.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_MAX_BYTES = 1 << 20,
    QUEUE_MAX_BYTES = 64 << 20, // past this the reader waits: a flood must not eat the machine
};

typedef struct Letter {
    struct Letter *next;
    size_t length;
    char text[];
} Letter;

struct Inbox {
    int descriptor;
    int wake[2]; // a byte in this pipe tells the reader to leave
    pthread_t reader;
    pthread_mutex_t lock;
    pthread_cond_t arrived, taken;
    Letter *first, *last;
    size_t bytes; // in the queue
    bool ended;   // no more lines will come
    bool leaving;
    Text partial; // the reader's: a line that has not ended yet
};

static void deliver(Inbox *inbox) {
    Text *line = &inbox->partial;
    if (line->length && line->chars[line->length - 1] == '\r')
        line->length--;
    Letter *letter = mem_new(sizeof *letter + line->length + 1);
    letter->length = line->length;
    if (line->length)
        memcpy(letter->text, line->chars, line->length);
    text_clear(line);
    pthread_mutex_lock(&inbox->lock);
    while (inbox->bytes > QUEUE_MAX_BYTES && !inbox->leaving)
        pthread_cond_wait(&inbox->taken, &inbox->lock);
    assert(!inbox->first == !inbox->last && !inbox->ended);
    if (inbox->last)
        inbox->last->next = letter;
    else
        inbox->first = letter;
    inbox->last = letter;
    inbox->bytes += letter->length + sizeof *letter;
    pthread_cond_signal(&inbox->arrived);
    pthread_mutex_unlock(&inbox->lock);
}

static void sort_bytes(Inbox *inbox, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n')
            deliver(inbox);
        else if (inbox->partial.length < LINE_MAX_BYTES)
            text_add_char(&inbox->partial, bytes[i] ? bytes[i] : ' ');
    }
}

static void *read_on(void *argument) {
    Inbox *inbox = argument;
    static const size_t chunk = 1 << 16;
    char *bytes = mem_new(chunk);
    struct pollfd watched[2] = {{.fd = inbox->descriptor, .events = POLLIN},
                                {.fd = inbox->wake[0], .events = POLLIN}};
    for (;;) {
        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            break;
        if (watched[1].revents)
            break;
        if (!watched[0].revents)
            continue;
        ssize_t count = read(inbox->descriptor, bytes, chunk);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        sort_bytes(inbox, bytes, (size_t)count);
    }
    if (inbox->partial.length) // a last line without its LF is a line all the same
        deliver(inbox);
    free(bytes);
    pthread_mutex_lock(&inbox->lock);
    inbox->ended = true;
    pthread_cond_signal(&inbox->arrived);
    pthread_mutex_unlock(&inbox->lock);
    return NULL;
}

Inbox *inbox_new(int descriptor) {
    Inbox *inbox = mem_new(sizeof *inbox);
    inbox->descriptor = descriptor;
    if (pipe(inbox->wake) != 0)
        die("no pipe to be had: %s", strerror(errno));
    pthread_mutex_init(&inbox->lock, NULL);
    thread_cond_init(&inbox->arrived);
    thread_cond_init(&inbox->taken);
    inbox->reader = thread_start(read_on, inbox);
    return inbox;
}

bool inbox_next(Inbox *inbox, Text *line) {
    text_clear(line);
    pthread_mutex_lock(&inbox->lock);
    while (!inbox->first && !inbox->ended)
        pthread_cond_wait(&inbox->arrived, &inbox->lock);
    Letter *letter = inbox->first;
    if (letter) {
        inbox->first = letter->next;
        if (!inbox->first)
            inbox->last = NULL;
        assert(inbox->bytes >= letter->length + sizeof *letter);
        inbox->bytes -= letter->length + sizeof *letter;
        pthread_cond_signal(&inbox->taken);
    }
    pthread_mutex_unlock(&inbox->lock);
    if (!letter)
        return false;
    text_add_bytes(line, letter->text, letter->length);
    free(letter);
    return true;
}

void inbox_free(Inbox *inbox) {
    if (!inbox)
        return;
    pthread_mutex_lock(&inbox->lock);
    inbox->leaving = true;
    pthread_cond_signal(&inbox->taken);
    pthread_mutex_unlock(&inbox->lock);
    while (write(inbox->wake[1], "", 1) < 0 && errno == EINTR)
        ;
    thread_join(inbox->reader);
    for (Letter *letter = inbox->first, *next; letter; letter = next) {
        next = letter->next;
        free(letter);
    }
    close(inbox->wake[0]);
    close(inbox->wake[1]);
    pthread_cond_destroy(&inbox->arrived);
    pthread_cond_destroy(&inbox->taken);
    pthread_mutex_destroy(&inbox->lock);
    text_free(&inbox->partial);
    free(inbox);
}
