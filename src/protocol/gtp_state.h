// SPDX-License-Identifier: MIT
// What the files of the GTP protocol share. Private to them.
//
// The game is what was sent: set-up stones and then plies with a colour each, in any order of
// colours, as GTP allows. From them a Game is made: by playing the plies when they are a game
// (then swaps and openings mean something), else as a position that was set up.
//
// While a thought is under way everything here belongs to the thinking thread; the feeding thread
// waits for it before it looks at anything but the tokens of a comment.
#ifndef PROTOCOL_GTP_STATE_H
#define PROTOCOL_GTP_STATE_H

#include "engine/game_clock.h"
#include "engine/thinker.h"
#include "game/record.h"
#include "protocol/gtp.h"
#include "protocol/tokens.h"

typedef enum GtpAnswer {
    ANSWER_GENMOVE,    // play it and say it
    ANSWER_REG,        // say it
    ANSWER_VARIATION,  // say the line
    ANSWER_CANDIDATES, // say the candidates as graphics
    ANSWER_WIN_RATES,  // say the candidates and their chances
    ANSWER_WINNER,     // say who wins
    ANSWER_LINE,       // say how
    ANSWER_SWAP,       // say whether it would swap
} GtpAnswer;

typedef struct GtpOptions {
    Limits limits;  // of a move, but for the clock
    int64_t ponder; // 1 or 0
    int64_t live;   // 1: graphics while it thinks
} GtpOptions;

enum { CANDIDATES_MAX = 16 };

// What was sent, as it was sent.
typedef struct Sent {
    const GameType *type;
    const char *rule;
    int width, height;
    RecordStone setup[BOARD_POINTS];
    size_t setup_count;
    Side setup_to_move;
    Ply *plies;
    size_t ply_count, ply_capacity;
} Sent;

struct Gtp {
    Outlet outlet;
    GtpSetup setup; // its swap rule as it is now
    GtpOptions options;
    Player *player;
    bool begun;

    Sent sent;
    Game *game; // made from the above

    GameClock clocks[2]; // by side: the controller may tell the time of one alone
    int64_t main_ms;     // of time_settings, for a new game
    int64_t increment_ms;
    int64_t byo_ms; // for each move once the clock has run down; LIMIT_NONE: none

    Tokens tokens;
    char id[24];
    char **args;
    size_t arg_count;
    int detail;    // of the command at hand
    bool endless;  // the thought at hand has no limit
    bool deferred; // the command at hand is answered by the thinking thread
    Text out;      // its answer, or
    Error err;     // why there is none

    Thinker *thinker;
    GtpAnswer answer;
    Side asked_side;
    int64_t asked_us;
    int64_t drawn_us; // when live graphics were last sent
    Line candidates[CANDIDATES_MAX];
    size_t candidate_count;
};

typedef bool GtpRun(Gtp *t); // true: "= out", false: "? err"

typedef struct GtpCommand {
    const char *name;
    GtpRun *run;
    int min_args, max_args; // max -1: any number
    const char *takes;
    const char *help;
    int detail; // what to ask or draw, of commands that differ in nothing else
} GtpCommand;

// --- gtp.c ---
void gtp_respond(Gtp *t, bool ok);
void gtp_add_move(Gtp *t, Move move); // to the answer, with a blank between two words
bool gtp_side_arg(Gtp *t, size_t index, Side *side); // left out: the side to move

// --- gtp_board.c ---
void gtp_clear(Gtp *t);   // an empty board, a new game for the player
void gtp_rebuild(Gtp *t); // the Game from stones and plies
// The same with this side to move; the caller frees it.
Game *gtp_game_for(const Gtp *t, Side side);
void gtp_push(Gtp *t, Side side, Move move); // keeps the Game in step
Side gtp_next_side(const Gtp *t);            // whose turn it is by what was sent
bool gtp_play_word(Gtp *t, Side side, const char *word);
bool gtp_swap_possible(Gtp *t, Move move);
// This side acts now: if it has just sent swap-pieces, it meant swap-sides. See gtp_board.c.
void gtp_settle_swap(Gtp *t, Side side);
GtpRun gtp_run_boardsize, gtp_run_clear_board, gtp_run_play, gtp_run_undo, gtp_run_set_game,
    gtp_run_swap;

// --- gtp_load.c ---
GtpRun gtp_run_play_game, gtp_run_set_position, gtp_run_loadsgf;

// --- gtp_think.c ---
void gtp_reset_clocks(Gtp *t);
void gtp_hear(void *gtp); // says what the thinker has to say, on its thread
// gtp_run_ask: the detail is a GtpAnswer.
GtpRun gtp_run_ask, gtp_run_swap_verdict, gtp_run_time_settings, gtp_run_time_left;

// --- gtp_show.c ---
GtpRun gtp_run_showboard, gtp_run_final_score, gtp_run_all_legal_moves, gtp_run_param_game,
    gtp_run_param_tengen, gtp_run_param_dfpn;

// --- gtp_draw.c ---
// What a thought looks like.
void gtp_draw_variation(Gtp *t);
void gtp_draw_candidates(Gtp *t);
void gtp_draw_win_rates(Gtp *t);
void gtp_draw_live(Gtp *t, const Info *info);
// gtp_run_marks: the detail is a MarkKind.
GtpRun gtp_run_marks, gtp_run_connections, gtp_run_inferior, gtp_run_mustplay, gtp_run_swap_map,
    gtp_run_analyze_commands;

#endif
