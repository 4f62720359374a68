// SPDX-License-Identifier: MIT
// What a search says, as people and programs read it.
#ifndef SEARCH_INFO_TEXT_H
#define SEARCH_INFO_TEXT_H

#include "base/json.h"
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
// The object of `analyze --json`: depth, multipv, score, win, proven, nodes, nps, time_ms, visits
// of a tree search, pv.
void info_json(const Position *position, const Info *info, Json *json);
// The object the page gets: win, score, proven, visits (null unless of a tree search), depth, pv.
void info_line_json(const Position *position, const Line *line, int depth, Json *json);

#endif
