// SPDX-License-Identifier: MIT
// The Go Text Protocol, version 2, as Hex programs speak it (HTP), for both games: any Player of
// the registry behind HexGui, GoGui, twogtp and online workers.
//
// Fed with lines like gomocup.h. Commands are answered in order: a command that comes while a
// genmove is being thought about waits for it, so scripts may queue as many as they like. Only the
// comment "# interrupt" is acted on at once: it makes the program answer now.
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "engine/registry.h"
#include "protocol/outlet.h"

typedef struct Gtp Gtp;

typedef struct GtpSetup {
    const Registry *registry; // all that is pointed to outlives the protocol
    const char *spec;         // of the player behind it
    const char *version;
    const GameType *game;
    const char *rule; // NULL: the game's usual one
    int width, height;
    bool swap;   // the swap rule of Hex
    bool ponder; // after a genmove, think on the opponent's time until the next command
    PlayerDefaults defaults;
    Limits limits; // of a move, until time_settings or time_left say otherwise
    WriteFn write;
    TraceFn trace; // may be NULL
    void *user;
} GtpSetup;

// NULL with a sentence when SPEC, rule or size are wrong.
Gtp *gtp_new(const GtpSetup *setup, Error *err);
void gtp_free(Gtp *gtp); // answers what is still owed first; NULL is fine
// One line without its line end. False after quit: feed no more.
bool gtp_line(Gtp *gtp, const char *line);

void gtp_help(Text *out); // the command table, one line each

#endif
