// SPDX-License-Identifier: MIT
// Plain move lists, for people (movelist.c). Called through record.h.
#ifndef GAME_MOVELIST_H
#define GAME_MOVELIST_H

#include "game/record.h"

Record *movelist_parse(const char *text, size_t length, const RecordHints *hints, Error *err);
bool movelist_print(const Record *record, Text *out, Error *err);

#endif
