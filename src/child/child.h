// SPDX-License-Identifier: MIT
// Programs of others as players: `cmd:COMMAND LINE` speaks Gomocup to them, `htp:COMMAND LINE`
// GTP/HTP.
//
// The program is started when the first game begins and kept for the next ones. Whatever it does
// wrong (silence, nonsense, death) ends it, choose() returns false with a sentence that says what
// happened, and the next choose() starts it again: a failure never leaks into the next question.
// When the stop flag is raised the program is asked to answer now, by the words some programs know
// (YXSTOP, "# interrupt"); one that does not within 200 ms is ended like that.
//
// How long it may think: until the turn's limit (the move's time, or what is left on the clock,
// whichever is less) plus `margin_ms`. This is a safety net, not a referee: a referee that must be
// exact measures the time of choose() itself. Without any time limit it ends after `silence_ms`.
#ifndef CHILD_CHILD_H
#define CHILD_CHILD_H

#include "engine/player.h"

extern const PlayerType gomocup_child_player; // `cmd`
extern const PlayerType gtp_child_player;     // `htp`

// They take effect when the program is next started; player_configure() starts from CHILD_SETTINGS
// and the folder of the program.
typedef struct ChildSettings {
    int64_t start_ms;     // to come up and answer its first command
    int64_t command_ms;   // to answer a command that needs no thought
    int64_t margin_ms;    // beyond the limit of a turn
    int64_t silence_ms;   // of a turn without a limit
    int64_t untimed_ms;   // what a Gomocup program is told as its time for such a turn (half the
                          // silence when nodes or depth are limited)
    int64_t end_ms;       // after END or quit until SIGTERM, and again until SIGKILL
    int64_t memory_bytes; // told as INFO max_memory; 0: no limit
    int64_t threads,
        hash_bytes;   // told to Gomocup programs that know Yixin's INFO; 0: nothing is said
    bool own_folder;  // start it in the folder of the program, else in ours
    bool pass_stderr; // its complaints go to our stderr, else nowhere
} ChildSettings;

#define CHILD_SETTINGS                                                                             \
    (ChildSettings) {                                                                              \
        .start_ms = 10000, .command_ms = 5000, .margin_ms = 1000, .silence_ms = 60000,             \
        .untimed_ms = 5000, .end_ms = 500, .memory_bytes = 350 << 20                               \
    }

#endif
