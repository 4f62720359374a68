// SPDX-License-Identifier: MIT
// The file of a line network (net/asset.h), and the network made ready from it.
//
// There are 397,488 windows, most of which no game ever sees. A file has a row for every window of nine cells,
// and for those of eleven cells that were seen often enough to have learned something of their own; read
// backwards a window has the same row, so only one of the two is kept. For each viewer there is:
//
//     rows of nine cells    LINE_CHANNELS bytes each, in the order of the windows that are their own smaller number
//     windows               the numbers of those of eleven cells, rising, four bytes each
//     their rows            LINE_CHANNELS bytes each
//
// and behind that, for each side to move, the floats of a LineHead. Where both sides live under the same law there
// is one of each. Dimensions: channels, hidden units, viewers, windows of the first viewer, of the second.
#ifndef GOMOKU_LINE_NET_FILE_H
#define GOMOKU_LINE_NET_FILE_H

#include "base/text.h"
#include "gomoku/line_net.h"

enum { LINE_INNER_REACH = 4 }; // of the windows that all have a row

// A network as it is learned and written: rows for every window, and which of them are worth keeping.
typedef struct LineNetPlan {
    GomokuRule rule;
    const int8_t *inner[2]; // by viewer, LINE_CHANNELS for each window of LINE_INNER_REACH
    const int8_t *rows[2];  // ... and for each window
    const uint8_t *seen
        [2]; // is the row of this window, which is no larger than its mirror image, worth keeping?
    const LineHead *heads[2];
} LineNetPlan;

void line_net_write(const LineNetPlan *plan, const char *note, Text *out);

// Does the file begin like one of a network?
bool line_net_is_file(const void *bytes, size_t count);
// NULL with a sentence, which calls the file `name`.
LineNet *line_net_parse(const void *bytes, size_t count, const char *name, GomokuRule rule,
                        Error *err);

// The one built in, NULL where there is none.
const LineNet *line_net_of_rule(GomokuRule rule);

#endif
