// SPDX-License-Identifier: MIT
// Messages that wait for a socket to take them, first in first out, within a bound.
#ifndef SERVE_OUTBOX_H
#define SERVE_OUTBOX_H

#include "base/text.h"

// Zero-initialised is empty.
typedef struct Outbox {
    Text *items;
    size_t first, count, capacity;
    size_t bytes;
    bool overflowed; // more waits than may: the client does not read
} Outbox;

void outbox_add(Outbox *outbox, Text *message); // takes it over
// The first message; NULL when there is none. It stays there until outbox_drop().
const char *outbox_first(const Outbox *outbox, size_t *length);
void outbox_drop(Outbox *outbox);
void outbox_free(Outbox *outbox);

#endif
