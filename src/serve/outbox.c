// SPDX-License-Identifier: MIT
#include "serve/outbox.h"

#include "base/memory.h"
#include "serve/bounds.h"

#include <stdlib.h>

void outbox_add(Outbox *outbox, const Text *message) {
    if (outbox->bytes + message->length > BOUND_UNREAD) {
        outbox->overflowed = true;
        return;
    }
    size_t capacity = outbox->capacity;
    outbox->items = mem_grow(outbox->items, outbox->count, &capacity, sizeof *outbox->items);
    outbox->lengths =
        mem_grow(outbox->lengths, outbox->count, &outbox->capacity, sizeof *outbox->lengths);
    outbox->items[outbox->count] = mem_copy(text_chars(message), message->length + 1);
    outbox->lengths[outbox->count++] = message->length;
    outbox->bytes += message->length;
}

const char *outbox_first(const Outbox *outbox, size_t *length) {
    if (outbox->first == outbox->count)
        return NULL;
    *length = outbox->lengths[outbox->first];
    return outbox->items[outbox->first];
}

void outbox_drop(Outbox *outbox) {
    outbox->bytes -= outbox->lengths[outbox->first];
    free(outbox->items[outbox->first++]);
    if (outbox->first == outbox->count)
        outbox->first = outbox->count = 0;
}

void outbox_free(Outbox *outbox) {
    while (outbox->first < outbox->count)
        outbox_drop(outbox);
    free(outbox->items);
    free(outbox->lengths);
    *outbox = (Outbox){0};
}
