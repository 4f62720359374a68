// SPDX-License-Identifier: MIT
// What the files of the Gomocup protocol share. Private to them.
//
// Two threads: the one that feeds lines, and the Thinker's. While that is busy the stones and the
// player belong to the thinking thread. INFO values belong to the feeding thread alone: a thought
// takes its limits with it.
#ifndef PROTOCOL_GOMOCUP_STATE_H
#define PROTOCOL_GOMOCUP_STATE_H

#include "engine/thinker.h"
#include "protocol/chain.h"
#include "protocol/gomocup.h"
#include "protocol/tokens.h"

// What the manager said with INFO.
typedef struct ManagerInfo {
    const char *rule; // as the game names it
    bool continuous;  // asked for, and refused
    int64_t turn_ms;  // timeout_turn; LIMIT_NONE: not told
    int64_t match_ms; // timeout_match; LIMIT_NONE: none
    int64_t left_ms;  // time_left; LIMIT_NONE: not told since the last move
    int64_t increment_ms;
    int64_t max_memory;                               // bytes, 0: no limit
    bool ponder;                                      // think on the opponent's time
    int64_t hash_bytes, threads, depth, nodes, level; // LIMIT_NONE: not told
} ManagerInfo;

typedef enum Collecting {
    COLLECT_NOTHING,
    COLLECT_BOARD,
    COLLECT_YXBOARD,
    COLLECT_SWAP2
} Collecting;

// The lines between BOARD and DONE.
typedef struct BoardLines {
    Collecting kind;
    Move cells[BOARD_POINTS];
    int owners[BOARD_POINTS]; // 1 own, 2 the opponent's
    size_t count;
    Error error; // the first thing that was wrong
} BoardLines;

typedef struct GomocupCommand GomocupCommand;

struct Gomocup {
    Outlet outlet;
    GomocupSetup setup; // with a game
    ManagerInfo info;

    Player *player;
    PlayerDefaults made_with; // threads and memory of `player`
    Chain chain;
    Thinker *thinker;
    bool begun; // player_begin() was called for this game, with:
    OpeningKind begun_opening;
    const char *begun_rule;

    bool started;
    int width, height;
    Move stones[BOARD_POINTS]; // in order, Black first and by turns
    size_t stone_count;
    BoardLines lines;
    Tokens tokens;
    const GomocupCommand *command; // of the present line, NULL: none we know

    int64_t line_us; // when the present line came in
    int64_t busy_us; // spent on lines since the last move was asked for
    bool asks_swap2; // the thought at hand answers SWAP2BOARD
    int64_t asked_us;
    int64_t thought_us; // when the thought at hand began
    int64_t allowed_ms; // ... and what it may take; LIMIT_NONE: no time limit

    _Atomic int64_t used_ms; // of this match, by our count; INFO may come while it thinks
    int64_t late_ms;         // by how much answers of late missed what they were allowed
};

// --- gomocup.c ---
void gomocup_error(Gomocup *g, const char *format, ...) PRINTF_LIKE(2, 3); // "ERROR ..."

// --- gomocup_board.c ---
void board_begin(Gomocup *g, const char *name); // "BOARD", "YXBOARD" or "SWAP2BOARD"
void board_line(Gomocup *g, const char *line);  // one line before DONE
void board_done(Gomocup *g);
// These stones by the present rule, whichever side moves next. Stones that no game could have (a
// forbidden move in the middle of renju) stand all the same.
Position *board_position(const Gomocup *g, const Move *stones, size_t count);
Position *board_set_up(const Gomocup *g, const Move *stones, size_t count); // all of them so

// --- gomocup_info.c ---
void info_init(ManagerInfo *info, const GameType *type);
void info_set(Gomocup *g, const char *key, const char *value);
PlayerDefaults info_resources(const Gomocup *g);
int64_t info_hash_most(void); // bytes a table may have on this machine
Limits info_limits(const Gomocup *g, int64_t spent_ms);

// --- gomocup_think.c ---
// A player that knows an empty board by the present rule, before the first move is asked for: if
// there is a game, and nothing is being thought about.
bool think_ahead(Gomocup *g, Error *err);
void think_about(Gomocup *g, Game *game, bool swap2, int64_t multipv); // takes the game
void think_position(Gomocup *g, int64_t multipv);                      // the stones as they stand
void think_finish(Gomocup *g);  // until the answer is out; soon
void think_hear(void *gomocup); // says what the thinker has to say, on its thread

#endif
