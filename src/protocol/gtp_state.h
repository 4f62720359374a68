// SPDX-License-Identifier: MIT
// What the files of the GTP protocol share. Nobody else includes this.
//
// The game is what was sent: set-up stones and then plies with a colour each, in any order of
// colours, as GTP allows. From them a Game is made: by playing the plies when they are a game
// (then swaps and openings mean something), else as a position that was set up.
//
// While a thought is under way everything here belongs to the thinking thread; the feeding thread
// waits for it before it looks at anything but the tokens of a comment.
#ifndef PROTOCOL_GTP_STATE_H
#define PROTOCOL_GTP_STATE_H

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
    int64_t time_ms, depth, nodes, level;
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
    const Registry *registry;
    char *version;
    GtpOptions options;
    Player *player;
    bool begun;

    bool swap; // the swap rule of Hex
    Sent sent;
    Game *game; // made from the above

    int64_t clock_ms[2]; // LIMIT_NONE: that side has no clock
    int64_t main_ms;     // of time_settings, for a new game
    int64_t increment_ms;
    int64_t byo_ms; // for each move once the clock has run down; LIMIT_NONE: none

    Tokens tokens;
    char id[24];
    char **args;
    size_t arg_count;
    bool endless;  // the thought at hand has no limit
    bool deferred; // the command at hand is answered by the thinking thread

    Thinker *thinker;
    GtpAnswer answer;
    Side asked_side;
    int64_t asked_us;
    int64_t drawn_us; // when live graphics were last sent
    Line candidates[CANDIDATES_MAX];
    size_t candidate_count;
};

typedef bool (*GtpRun)(Gtp *t, Text *out, Error *err); // true: "= out", false: "? err"

typedef struct GtpCommand {
    const char *name;
    GtpRun run;
    int min_args, max_args; // max -1: any number
    const char *takes;
    const char *help;
} GtpCommand;

// --- gtp.c ---
void gtp_respond(Gtp *t, bool ok, const char *text);
bool gtp_side_arg(const Gtp *t, size_t index, Side *side, Error *err);
const GtpCommand *gtp_find(const char *name);

// --- gtp_board.c ---
void gtp_clear(Gtp *t);   // an empty board, a new game for the player
void gtp_rebuild(Gtp *t); // the Game from stones and plies
// The same with this side to move; the caller frees it.
Game *gtp_game_for(const Gtp *t, Side side);
void gtp_push(Gtp *t, Side side, Move move); // keeps the Game in step
Side gtp_next_side(const Gtp *t);            // whose turn it is by what was sent
bool gtp_play_word(Gtp *t, Side side, const char *word, Error *err);
bool gtp_swap_possible(const Gtp *t, Move move, Error *err);
// This side acts now: if it has just sent swap-pieces, it meant swap-sides. See gtp_board.c.
void gtp_settle_swap(Gtp *t, Side side);
bool gtp_run_boardsize(Gtp *t, Text *out, Error *err);
bool gtp_run_clear_board(Gtp *t, Text *out, Error *err);
bool gtp_run_play(Gtp *t, Text *out, Error *err);
bool gtp_run_undo(Gtp *t, Text *out, Error *err);
bool gtp_run_set_game(Gtp *t, Text *out, Error *err);
bool gtp_run_swap(Gtp *t, Text *out, Error *err);

// --- gtp_load.c ---
bool gtp_run_play_game(Gtp *t, Text *out, Error *err);
bool gtp_run_set_position(Gtp *t, Text *out, Error *err);
bool gtp_run_loadsgf(Gtp *t, Text *out, Error *err);

// --- gtp_think.c ---
bool gtp_run_genmove(Gtp *t, Text *out, Error *err);
bool gtp_run_reg_genmove(Gtp *t, Text *out, Error *err);
bool gtp_run_variation(Gtp *t, Text *out, Error *err);
bool gtp_run_candidates(Gtp *t, Text *out, Error *err);
bool gtp_run_win_rates(Gtp *t, Text *out, Error *err);
bool gtp_run_winner(Gtp *t, Text *out, Error *err);
bool gtp_run_winning_line(Gtp *t, Text *out, Error *err);
bool gtp_run_swap_verdict(Gtp *t, Text *out, Error *err);
bool gtp_run_time_settings(Gtp *t, Text *out, Error *err);
bool gtp_run_time_left(Gtp *t, Text *out, Error *err);

// --- gtp_show.c ---
bool gtp_run_showboard(Gtp *t, Text *out, Error *err);
bool gtp_run_final_score(Gtp *t, Text *out, Error *err);
bool gtp_run_all_legal_moves(Gtp *t, Text *out, Error *err);
bool gtp_run_param_game(Gtp *t, Text *out, Error *err);
bool gtp_run_param_tengen(Gtp *t, Text *out, Error *err);
bool gtp_run_param_dfpn(Gtp *t, Text *out, Error *err);

// --- gtp_draw.c ---
// What a thought looks like. The position is the one thought about.
void gtp_draw_variation(const Gtp *t, const Position *position, Text *out);
void gtp_draw_candidates(const Gtp *t, const Position *position, Text *out);
void gtp_draw_win_rates(const Gtp *t, const Position *position, Text *out);
void gtp_draw_live(Gtp *t, const Position *position, const Info *info);
bool gtp_run_winning_path(Gtp *t, Text *out, Error *err);
bool gtp_run_shortest_path(Gtp *t, Text *out, Error *err);
bool gtp_run_forbidden(Gtp *t, Text *out, Error *err);
bool gtp_run_connections(Gtp *t, Text *out, Error *err);
bool gtp_run_inferior(Gtp *t, Text *out, Error *err);
bool gtp_run_mustplay(Gtp *t, Text *out, Error *err);
bool gtp_run_swap_map(Gtp *t, Text *out, Error *err);
bool gtp_run_analyze_commands(Gtp *t, Text *out, Error *err);

#endif
