// SPDX-License-Identifier: MIT
#include "serve/outbox.h"

#include "base/memory.h"
#include "serve/bounds.h"

#include <assert.h>
#include <stdlib.h>

void outbox_add(Outbox *outbox, Text *message) {
    if (outbox->bytes + message->length > BOUND_UNREAD) {
        outbox->overflowed = true;
        text_free(message);
        return;
    }
    assert(outbox->first <= outbox->count && outbox->count <= outbox->capacity);
    *MEM_MORE(outbox->items, outbox->count, outbox->capacity) = *message;
    outbox->bytes += message->length;
    *message = (Text){0};
    assert(outbox->bytes <= BOUND_UNREAD);
}

const char *outbox_first(const Outbox *outbox, size_t *length) {
    if (outbox->first == outbox->count)
        return NULL;
    *length = outbox->items[outbox->first].length;
    return text_chars(&outbox->items[outbox->first]);
}

void outbox_drop(Outbox *outbox) {
    assert(outbox->first < outbox->count);
    assert(outbox->bytes >= outbox->items[outbox->first].length);
    outbox->bytes -= outbox->items[outbox->first].length;
    text_free(&outbox->items[outbox->first++]);
    if (outbox->first == outbox->count)
        outbox->first = outbox->count = 0;
    assert(outbox->count || !outbox->bytes);
}

void outbox_free(Outbox *outbox) {
    while (outbox->first < outbox->count)
        outbox_drop(outbox);
    assert(outbox->bytes == 0);
    free(outbox->items);
    *outbox = (Outbox){0};
}
