// SPDX-License-Identifier: MIT
// What a search says, as people and programs read it.
#ifndef CLI_INFO_TEXT_H
#define CLI_INFO_TEXT_H

#include "base/text.h"
#include "game/position.h"
#include "search/info.h"

// "win 9", "loss 8", "draw"; NULL and an empty `out` when nothing is proven.
const char *info_proven(const Line *line, char out[24]);
// "+35", or the proof when there is one.
void info_score(const Line *line, Text *out);
void info_count(uint64_t count, Text *out); // "950", "12.3k", "4.5M"
void info_pv(const Position *position, const Line *line, size_t most, Text *out); // "h8 i9 g7"

// "depth 12  +35  53%  1.2M nodes  h8 i9 g7"
void info_line(const Position *position, const Info *info, size_t pv_most, Text *out);
// The object of `analyze --json`, without a line break.
void info_json(const Position *position, const Info *info, Text *out);

#endif
