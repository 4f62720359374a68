// SPDX-License-Identifier: MIT
// One page's conversation: questions come in as text, answers wait in its outbox. The table of
// questions is in desk.c; docs/serve.md is its description.
#ifndef SERVE_DESK_H
#define SERVE_DESK_H

#include "serve/house.h"
#include "serve/outbox.h"

Desk *desk_new(House *house);
void desk_free(Desk *desk); // its engines stop
uint64_t desk_number(const Desk *desk);
Outbox *desk_outbox(Desk *desk);

// One message. Whatever it is, the answer is a message too, at least a refusal.
void desk_receive(Desk *desk, const char *text, size_t length);
// Refuses what is too long or not text, unread. The part that is there tells which question it is.
void desk_refuse(Desk *desk, const char *text, size_t length, const char *reason);
// What a worker found for it; old news are ignored.
void desk_hear(Desk *desk, const News *news);
// A task for the store that it has queued is done.
void desk_deliver(Desk *desk, StoreTask *task);

#endif
