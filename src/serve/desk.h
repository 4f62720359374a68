// SPDX-License-Identifier: MIT
// One page's conversation: questions come in as text, answers wait in its outbox. The table of
// questions is in desk.c; docs/serve.md is its description.
#ifndef SERVE_DESK_H
#define SERVE_DESK_H

#include "serve/house.h"
#include "serve/outbox.h"

Desk *desk_new(House *house);
void desk_free(Desk *desk); // whoever thinks for it stops
uint64_t desk_number(const Desk *desk);
Outbox *desk_outbox(Desk *desk);

// One message. Whatever it is, the answer is a message too, at least a refusal.
void desk_receive(Desk *desk, const char *text, size_t length);
// What came in cannot even be read: too long, not text.
void desk_refuse(Desk *desk, const char *reason);
// What a worker found for it; old news are ignored.
void desk_hear(Desk *desk, const News *news);

#endif
