// SPDX-License-Identifier: MIT
// The file of a line network (net/asset.h), and the network made ready from it.
//
// Read backwards a window has the same row, so only one of the two is kept. For each viewer there are the rows,
// LINE_CHANNELS bytes each, in the order of the windows that are their own smaller image, and behind that, for each side to
// move, the floats of a LineHead. Where both sides live under the same law there is one of each. Dimensions:
// channels, hidden units, viewers, windows, rings.
#ifndef GOMOKU_LINE_NET_FILE_H
#define GOMOKU_LINE_NET_FILE_H

#include "base/text.h"
#include "gomoku/line_net.h"

// A network as it is learned and written.
typedef struct LineNetPlan {
    GomokuRule rule;
    const int8_t *rows[2]; // by viewer, LINE_CHANNELS for each window
    const LineHead *heads[2];
} LineNetPlan;

void line_net_write(const LineNetPlan *plan, const char *note, Text *out);

// Does the file begin like one of a network?
bool line_net_is_file(const void *bytes, size_t count);
// NULL with a sentence, which calls the file `name`.
LineNet *line_net_parse(const void *bytes, size_t count, const char *name, GomokuRule rule,
                        Error *err);

// The one built in.
const LineNet *line_net_of_rule(GomokuRule rule);

#endif
