// SPDX-License-Identifier: MIT
// Piskvork's PSQ, the format of Gomocup (psq.c). Called through record.h.
#ifndef GAME_PSQ_H
#define GAME_PSQ_H

#include "game/record.h"

Record *psq_parse(const char *text, size_t length, const RecordHints *hints, Error *err);
bool psq_print(const Record *record, Text *out, Error *err);

#endif
