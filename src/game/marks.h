// SPDX-License-Identifier: MIT
// Annotations as people and programs read them.
#ifndef GAME_MARKS_H
#define GAME_MARKS_H

#include "base/json.h"
#include "game/position.h"

// A line for each side and kind:
//
//     black  makes a four      h8 i9
//     black  has an open three g7 h8 i9
//     black  may not play      f6 (33) c4 (44)
void marks_text(const Position *position, const Annotations *annotations, Text *out);

// An object {"marks":[{"cell":"h8","kind":"five","side":"b"},...],
// "groups":[{"kind":"four","side":"b","cells":["g7",...]},...]}; forbidden points add "reason".
void marks_json(const Position *position, const Annotations *annotations, Json *json);

#endif
