// SPDX-License-Identifier: MIT
// HexWorld links (hexworld.c). Called through record.h.
#ifndef GAME_HEXWORLD_H
#define GAME_HEXWORLD_H

#include "game/record.h"

Record *hexworld_parse(const char *text, size_t length, const RecordHints *hints, Error *err);
bool hexworld_print(const Record *record, Text *out, Error *err);

#endif
