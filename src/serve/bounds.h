// SPDX-License-Identifier: MIT
// What one visitor, and all of them together, may ask of the server. docs/serve.md tells the page's
// authors; `welcome` tells the page.
#ifndef SERVE_BOUNDS_H
#define SERVE_BOUNDS_H

#include <stdint.h>

enum {
    BOUND_MESSAGE = 1 << 20, // bytes of a message that comes in
    BOUND_HEADERS = 16384,   // bytes of a request's headers
    BOUND_UNREAD = 8 << 20,  // bytes that wait for a page that does not read
    BOUND_QUEUED = 64 << 20, // bytes of questions that wait for the store, of all pages together
    BOUND_WAITING = 32,      // questions of one page that wait for the store
    BOUND_RATE = 60,         // messages a second, in the long run
    BOUND_BURST = 240,       // messages at once
    BOUND_SOCKETS = 64,      // pages
    BOUND_CALLERS = 512,     // connections that are no page's socket
    BOUND_CALLERS_OF_PEER = 128, // of these, from one address
    BOUND_SILENCE_S = 5,         // until a request must be there
    BOUND_ENGINES = 4,           // pages for which something thinks at the same time
    BOUND_NODES = 4096,          // of a game's tree
    BOUND_LIST = 200,            // games in one answer
    BOUND_IMPORT = 200,          // games in one file
    BOUND_LINES = 20,            // candidates of an analysis
    BOUND_THOUGHT_MS = 600000,   // the longest a move or an analysis may be asked to take
    PUSH_MS = 100,               // between two pushes of one search
};

static inline int64_t within(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

#endif
