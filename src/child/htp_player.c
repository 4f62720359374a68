// SPDX-License-Identifier: MIT
// `htp:COMMAND LINE`: a program that speaks GTP version 2, with what Hex programs (HTP) add to it.
//
// Every command gets one answer: `= text` or `? complaint`, ended by an empty line. Moves are
// written as everywhere here (columns without a letter skipped). A game that goes on is told with
// play; after an undo or a swap the board is cleared and the game told anew, stone by stone: what
// "swap-pieces" does to the stone is not the same in every program (in Benzene's it stays where it
// is), and not all know swap-sides.
#include "child/talk.h"

#include "game/coord.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct HtpPlayer {
    Talk talk;
    Text answer;       // the last one, without its sign
    int width, height; // of the board it has been given
    int rule;
    const GameType *game;
    bool swap;       // whether it has been told that it may swap
    int64_t told_ms; // the time settings it was given last
} HtpPlayer;

// What told_ms holds when it is no time for a move.
enum { NO_TIME_TOLD = -2, CLOCK_TOLD = -3 };

static Player *create(const PlayerType *type, const Registry *registry, const char *rest,
                      const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    (void)defaults;
    return talk_create(sizeof(HtpPlayer), type, rest, "# interrupt\n", err);
}

static void destroy(Player *player) {
    HtpPlayer *self = (HtpPlayer *)player;
    text_free(&self->answer);
    talk_destroy(&self->talk, "quit\n");
}

typedef enum HtpReply { REPLY_GOOD, REPLY_COMPLAINT, REPLY_BROKEN } HtpReply;

// Reads one answer. Blank lines before it are nothing; lines behind its first belong to it.
static HtpReply read_reply(HtpPlayer *self, Deadline *deadline, Error *err) {
    Talk *talk = &self->talk;
    do {
        if (!talk_read(talk, deadline, err))
            return REPLY_BROKEN;
    } while (!*talk->said);
    const char *first = talk->said;
    char sign = *first;
    if (sign != '=' && sign != '?') {
        talk_refuse(talk, err, "an answer that begins with = or ?");
        return REPLY_BROKEN;
    }
    first += 1 + strspn(first + 1, "0123456789");
    text_clear(&self->answer);
    text_add(&self->answer, first + strspn(first, " \t"));
    for (;;) {
        if (!talk_read(talk, deadline, err))
            return REPLY_BROKEN;
        if (!*talk->said)
            return sign == '=' ? REPLY_GOOD : REPLY_COMPLAINT;
        if (self->answer.length + talk->line.length < PROCESS_LINE_MAX)
            text_addf(&self->answer, "\n%s", talk->said);
    }
}

static HtpReply exchange(HtpPlayer *self, Deadline *deadline, const char *words, Error *err) {
    return talk_send(&self->talk, deadline, err, "%s\n", words) ? read_reply(self, deadline, err)
                                                                : REPLY_BROKEN;
}

// One command that must succeed. False with a sentence; the program is ended then.
static bool command(HtpPlayer *self, Deadline *deadline, const char *words, Error *err) {
    HtpReply reply = exchange(self, deadline, words, err);
    if (reply == REPLY_COMPLAINT)
        talk_fail(&self->talk, PLAYER_NONSENSE, err, "answered '%.40s' with the complaint '%.80s'",
                  words, text_chars(&self->answer));
    return reply == REPLY_GOOD;
}

// One command that not every program knows. `known` (may be NULL) says whether this one did.
static bool request(HtpPlayer *self, Deadline *deadline, const char *words, bool *known,
                    Error *err) {
    HtpReply reply = exchange(self, deadline, words, err);
    if (known)
        *known = reply == REPLY_GOOD;
    return reply != REPLY_BROKEN;
}

// Until it has been chosen, or a second stone played: that is when a program must think of it.
static bool may_swap(const Game *game) {
    return opening_is_swap(game_opening(game)) && game_position(game)->ply_count < 2;
}

// Of a game without such a rule there is nothing to tell.
static bool tell_swap(HtpPlayer *self, const Game *game, Deadline *deadline, Error *err) {
    char words[64];
    const Position *position = game_position(game);
    self->swap = may_swap(game);
    snprintf(words, sizeof words, "param_game allow_swap %d", self->swap);
    return game_swap(position->type, position->width, position->height) == OPENING_FREE ||
           request(self, deadline, words, NULL, err);
}

// Size and rules. Only boardsize and clear_board are asked of every program: not all know several
// games (set_game) or whether a swap is allowed (param_game, as the benzene programs have it).
static bool set_board(HtpPlayer *self, const Game *game, Error *err) {
    const Position *position = game_position(game);
    Deadline deadline = talk_deadline(self->talk.settings.start_ms);
    char words[64];
    snprintf(words, sizeof words, "set_game %s", position_rule(position));
    if (!request(self, &deadline, words, NULL, err))
        return false;
    if (!tell_swap(self, game, &deadline, err))
        return false;
    if (position->width == position->height)
        snprintf(words, sizeof words, "boardsize %d", position->width);
    else
        snprintf(words, sizeof words, "boardsize %d %d", position->width, position->height);
    if (!command(self, &deadline, words, err) || !command(self, &deadline, "clear_board", err))
        return false;
    self->talk.sent.count = 0;
    self->game = position->type;
    self->rule = position->rule;
    self->width = position->width;
    self->height = position->height;
    return true;
}

static bool board_is_set(const HtpPlayer *self, const Game *game) {
    const Position *position = game_position(game);
    return self->game == position->type && self->rule == position->rule &&
           self->width == position->width && self->height == position->height;
}

// A running program with the right board in front of it.
static bool make_ready(HtpPlayer *self, const Game *game, Error *err) {
    Talk *talk = &self->talk;
    Deadline deadline = talk_deadline(talk->settings.command_ms);
    if (talk_alive(talk) && board_is_set(self, game))
        return self->swap == may_swap(game) || tell_swap(self, game, &deadline, err);
    if (talk->process && !talk_alive(talk))
        talk_break_off(talk);
    if (!talk->process) {
        self->told_ms = NO_TIME_TOLD;
        if (!talk_start(talk, err))
            return false;
    }
    return set_board(self, game, err);
}

static bool begin(Player *player, const Game *game, Error *err) {
    HtpPlayer *self = (HtpPlayer *)player;
    talk_turn(&self->talk);
    OpeningKind opening = game_opening(game);
    if (opening != OPENING_FREE && !opening_is_swap(opening))
        return error_set(err,
                         "a GTP program knows the openings free, swap-pieces and swap-sides, "
                         "not %s",
                         opening_name(opening));
    self->told_ms = NO_TIME_TOLD;
    bool was_ready = self->talk.process && board_is_set(self, game);
    if (!make_ready(self, game, err))
        return false;
    Deadline deadline = talk_deadline(self->talk.settings.command_ms);
    self->talk.sent.count = 0;
    return !was_ready || command(self, &deadline, "clear_board", err);
}

// GTP counts whole seconds, but programs that think faster read fractions too: the exact time is
// offered first and rounded up for those that complain.
static bool send_time_settings(HtpPlayer *self, int64_t turn_ms, Deadline *deadline, Error *err) {
    if (self->told_ms == turn_ms)
        return true;
    self->told_ms = turn_ms;
    char words[64];
    bool known = false;
    // A byo-yomi of no time at all is GTP's way to say "no limit".
    if (turn_ms == LIMIT_NONE)
        return request(self, deadline, "time_settings 0 1 0", NULL, err);
    if (turn_ms % 1000) {
        snprintf(words, sizeof words, "time_settings 0 %.3f 1", (double)turn_ms / 1000);
        if (!request(self, deadline, words, &known, err))
            return false;
    }
    snprintf(words, sizeof words, "time_settings 0 %lld 1", (long long)((turn_ms + 999) / 1000));
    return known || request(self, deadline, words, NULL, err);
}

static bool send_time(HtpPlayer *self, const Ask *turn, Deadline *deadline, Error *err) {
    int64_t turn_ms = turn->limits.time_ms, left = turn->limits.clock_ms;
    if (left == LIMIT_NONE || (turn_ms != LIMIT_NONE && turn_ms < left))
        return send_time_settings(self, turn_ms, deadline, err);
    char words[64];
    snprintf(words, sizeof words, "time_settings %lld 0 0", (long long)(left / 1000));
    if (self->told_ms != CLOCK_TOLD && !request(self, deadline, words, NULL, err))
        return false;
    self->told_ms = CLOCK_TOLD;
    Side side = game_position(turn->game)->to_move;
    snprintf(words, sizeof words, "time_left %c %lld 0", side == SIDE_BLACK ? 'b' : 'w',
             (long long)(left / 1000));
    return request(self, deadline, words, NULL, err);
}

static bool send_play(HtpPlayer *self, const Position *position, Ply ply, Deadline *deadline,
                      Error *err) {
    char words[64], move[COORD_CHARS];
    snprintf(words, sizeof words, "play %c %s", ply.side == SIDE_BLACK ? 'b' : 'w',
             move_print(position, ply.move, move));
    if (!command(self, deadline, words, err))
        return false;
    sent_add(&self->talk.sent, ply);
    return true;
}

// Brings the program's board to the position: what is new, or everything after a clear_board.
static bool tell(HtpPlayer *self, const Position *position, const SentMoves *list,
                 Deadline *deadline, Error *err) {
    SentMoves *sent = &self->talk.sent;
    if (sent_continues(sent, list) < 0) {
        if (!command(self, deadline, "clear_board", err))
            return false;
        sent->count = 0;
    }
    while (sent->count < list->count)
        if (!send_play(self, position, list->plies[sent->count], deadline, err))
            return false;
    return true;
}

static bool think(HtpPlayer *self, const Ask *turn, Choice *choice, Error *err) {
    const Position *position = game_position(turn->game);
    Deadline deadline = talk_turn_deadline(&self->talk, turn);
    char words[16];
    snprintf(words, sizeof words, "genmove %c", position->to_move == SIDE_BLACK ? 'b' : 'w');
    if (!send_time(self, turn, &deadline, err) || !command(self, &deadline, words, err))
        return false;
    if (!move_parse(position, self->answer.chars, &choice->move, NULL)) {
        self->talk.said = self->answer.chars;
        return talk_refuse(&self->talk, err, "a move on the board, swap-pieces or resign");
    }
    // genmove changes the program's own board too.
    sent_add(&self->talk.sent, (Ply){choice->move, position->to_move});
    Phase phase = game_phase(turn->game);
    if (choice->move == MOVE_SWAP_PIECES && phase.may_swap_sides) // the only word Benzene has
        choice->move = MOVE_SWAP_SIDES;
    return true;
}

static bool choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    HtpPlayer *self = (HtpPlayer *)player;
    const Position *position = game_position(turn->game);
    talk_turn(&self->talk);
    *choice = (Choice){.move = MOVE_NONE};
    if (!make_ready(self, turn->game, err))
        return false;
    SentMoves list = {0};
    sent_list(position, &list);
    Deadline deadline = talk_deadline(self->talk.settings.command_ms);
    deadline.stop = turn->stop;
    bool sent = tell(self, position, &list, &deadline, err);
    free(list.plies);
    return sent && think(self, turn, choice, err);
}

const PlayerType gtp_child_player = {
    .name = "htp",
    .summary = "a program that speaks GTP or HTP: htp:COMMAND LINE",
    .is_command = true,
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .choose = choose,
    .configure = talk_configure,
    .failure = talk_failure,
    .memory = talk_memory,
    .message = talk_message,
};
