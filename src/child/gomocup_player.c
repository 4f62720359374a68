// SPDX-License-Identifier: MIT
// `cmd:COMMAND LINE`: a program that speaks the Gomocup protocol (version 2).
//
// A game that goes on move by move is told with BEGIN and TURN; anything else (an undo, a position
// set up, the moves after a swap2 opening) with RESTART and BOARD. The swap2 opening itself is
// asked for with SWAP2BOARD: one answer holds up to three stones, which are then played one by one.
#include "child/talk.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct GomocupPlayer {
    Talk talk;
    bool stop_sent;    // YXSTOP was; a program that does not know it may complain later
    bool fresh;        // it has been given an empty board and nothing else
    int width, height; // of the board it has been given
    int64_t match_ms;  // the clock the game began with, LIMIT_NONE when there is none
    SentMoves plan;    // a swap2 opening it has thought of: all stones, old and new
} GomocupPlayer;

// INFO rule: 1 exactly five, 4 renju, 8 caro.
static const struct {
    const char *rule;
    int bits;
} rule_bits[] = {{"freestyle", 0}, {"standard", 1}, {"renju", 4}, {"caro", 8}, {"caro-exact", 9}};

static int bits_of(const Position *position) {
    for (size_t i = 0; i < sizeof rule_bits / sizeof *rule_bits; i++)
        if (strcmp(position_rule(position), rule_bits[i].rule) == 0)
            return rule_bits[i].bits;
    return -1;
}

static Player *create(const PlayerType *type, const Registry *registry, const char *rest,
                      const PlayerDefaults *defaults, Error *err) {
    (void)registry;
    (void)defaults;
    return talk_create(sizeof(GomocupPlayer), type, rest, "YXSTOP\n", err);
}

static void destroy(Player *player) {
    GomocupPlayer *self = (GomocupPlayer *)player;
    free(self->plan.plies);
    talk_destroy(&self->talk, "END\n");
}

// The next line that is an answer: chatter is kept as the last message and passed over.
static bool read_answer(GomocupPlayer *self, Deadline *deadline, Error *err) {
    Talk *talk = &self->talk;
    for (;;) {
        bool read = talk_read(talk, deadline, err);
        self->stop_sent = self->stop_sent || deadline->interrupted;
        if (!read)
            return false;
        const char *answer = talk->said;
        if (text_starts(answer, "MESSAGE") || text_starts(answer, "DEBUG")) {
            const char *text = answer + strcspn(answer, " \t");
            snprintf(talk->message, sizeof talk->message, "%s", text + strspn(text, " \t"));
        } else if (text_starts(answer, "SUGGEST")) {
            if (!talk_send(talk, deadline, err, "PLAY%s\n", answer + strlen("SUGGEST")))
                return false;
        } else if (self->stop_sent &&
                   (text_starts(answer, "UNKNOWN") || text_starts(answer, "ERROR")))
            self->stop_sent = false;
        else if (*answer)
            return true;
    }
}

static bool read_ok(GomocupPlayer *self, Deadline *deadline, Error *err) {
    if (!read_answer(self, deadline, err))
        return false;
    return text_starts(self->talk.said, "OK") || talk_refuse(&self->talk, err, "OK");
}

// Memory and threads are said once to a program that was just started: one that allocates its table
// anew at each of these words would do so on the clock of the first move after a RESTART.
static bool send_settings(GomocupPlayer *self, const Position *position, bool started, Error *err) {
    Deadline deadline = talk_deadline(self->talk.settings.command_ms);
    const ChildSettings *settings = &self->talk.settings;
    const char *folder = getenv("TMPDIR");
    Text words = {0};
    if (started)
        text_addf(&words, "INFO max_memory %lld\n", (long long)settings->memory_bytes);
    text_addf(&words, "INFO game_type 1\nINFO rule %d\nINFO folder %.500s\n", bits_of(position),
              folder && *folder ? folder : "/tmp");
    if (started && settings->threads)
        text_addf(&words, "INFO thread_num %lld\n", (long long)settings->threads);
    if (started && settings->hash_bytes)
        text_addf(&words, "INFO hash_size %lld\n", (long long)settings->hash_bytes / 1024);
    return talk_send_text(&self->talk, &deadline, &words, err);
}

static bool has_board(const GomocupPlayer *self, const Position *position) {
    return talk_alive(&self->talk) && self->width == position->width &&
           self->height == position->height;
}

static bool start_program(GomocupPlayer *self, const Position *position, Error *err) {
    Talk *talk = &self->talk;
    self->stop_sent = false;
    if (!talk_start(talk, err))
        return false;
    Deadline deadline = talk_deadline(talk->settings.start_ms);
    int width = position->width, height = position->height;
    bool sent = width == height
                    ? talk_send(talk, &deadline, err, "START %d\n", width)
                    : talk_send(talk, &deadline, err, "RECTSTART %d,%d\n", width, height);
    if (!sent || !read_ok(self, &deadline, err) || !send_settings(self, position, true, err))
        return false;
    self->fresh = true;
    self->width = width;
    self->height = height;
    return true;
}

// An empty board of this size in front of the program, whatever it takes.
static bool clear_board(GomocupPlayer *self, const Position *position, Error *err) {
    Talk *talk = &self->talk;
    if (has_board(self, position)) {
        talk->sent.count = 0;
        Deadline deadline = talk_deadline(talk->settings.command_ms);
        if (talk_send(talk, &deadline, NULL, "RESTART\n") && read_ok(self, &deadline, NULL)) {
            self->fresh = true;
            return send_settings(self, position, false, err);
        }
    }
    // RESTART is not known to every program; a new start is.
    if (talk->process)
        talk_break_off(talk);
    return start_program(self, position, err);
}

static bool begin(Player *player, const Game *game, Error *err) {
    GomocupPlayer *self = (GomocupPlayer *)player;
    talk_turn(&self->talk);
    const Position *position = game_position(game);
    OpeningKind opening = game_opening(game);
    if (bits_of(position) < 0)
        return error_set(err, "a Gomocup program plays gomoku, not %s under the rule %s",
                         position->type->name, position_rule(position));
    if (opening != OPENING_FREE && opening != OPENING_SWAP2)
        return error_set(err, "a Gomocup program knows the openings free and swap2, not %s",
                         opening_name(opening));
    self->plan.count = 0;
    self->match_ms = LIMIT_NONE;
    return clear_board(self, position, err);
}

// "7,7 8,7": the points of an answer, each on the board; -1 when it is anything else.
static int read_points(const char *answer, const Position *position, Move points[3]) {
    int count = 0;
    while (*answer) {
        int numbers[2] = {-1, -1};
        for (int i = 0; i < 2; i++) {
            answer += strspn(answer, " \t");
            if (!isdigit((unsigned char)*answer))
                return -1;
            for (numbers[i] = 0; isdigit((unsigned char)*answer); answer++)
                if (numbers[i] <= BOARD_MAX)
                    numbers[i] = numbers[i] * 10 + (*answer - '0');
            answer += strspn(answer, " \t");
            if (i == 0 && *answer++ != ',')
                return -1;
        }
        if (count == 3 || numbers[0] >= position->width || numbers[1] >= position->height)
            return -1;
        points[count++] = move_at(numbers[0], numbers[1]);
    }
    return count;
}

// The protocol's own words for time; the keys of Yixin-Board for what is counted, which programs
// that do not know them pass over.
static bool send_limits(GomocupPlayer *self, const Ask *turn, Deadline *deadline, Error *err) {
    const Limits *limits = &turn->limits;
    bool counted = limits->nodes != LIMIT_NONE || limits->depth != LIMIT_NONE;
    int64_t turn_ms = limits->time_ms, left = limits->clock_ms;
    if (turn_ms == LIMIT_NONE && left != LIMIT_NONE)
        turn_ms = left;
    if (turn_ms == LIMIT_NONE)
        turn_ms = counted ? self->talk.settings.silence_ms / 2 : self->talk.settings.untimed_ms;
    if (self->match_ms == LIMIT_NONE)
        self->match_ms = left;
    Text words = {0};
    text_addf(&words, "INFO timeout_turn %lld\nINFO timeout_match %lld\nINFO time_left %lld\n",
              (long long)turn_ms, (long long)(left == LIMIT_NONE ? 0 : self->match_ms),
              (long long)(left == LIMIT_NONE ? INT32_MAX : left));
    if (left != LIMIT_NONE && limits->increment_ms > 0)
        text_addf(&words, "INFO time_increment %lld\n", (long long)limits->increment_ms);
    if (limits->nodes != LIMIT_NONE)
        text_addf(&words, "INFO max_node %lld\n", (long long)limits->nodes);
    if (limits->depth != LIMIT_NONE)
        text_addf(&words, "INFO max_depth %lld\n", (long long)limits->depth);
    return talk_send_text(&self->talk, deadline, &words, err);
}

// BOARD and SWAP2BOARD as one text: the stones in order, ours 1 and theirs 2 where `owners` asks.
static void print_board(const char *command, const SentMoves *list, Side ours, bool owners,
                        Text *out) {
    text_addf(out, "%s\n", command);
    for (size_t i = 0; i < list->count; i++) {
        Ply ply = list->plies[i];
        text_addf(out, "%d,%d", move_x(ply.move), move_y(ply.move));
        if (owners)
            text_addf(out, ",%d", ply.side == ours ? 1 : 2);
        text_add_char(out, '\n');
    }
    text_add(out, "DONE\n");
}

// The words that bring the program from what it knows to the position, and make it think.
static bool ask(GomocupPlayer *self, const Position *position, const SentMoves *list,
                Deadline *deadline, Error *err) {
    Talk *talk = &self->talk;
    int news = sent_continues(&talk->sent, list);
    Text words = {0};
    if (self->fresh && list->count == 0)
        text_add(&words, "BEGIN\n");
    else if (news == 1 && (self->fresh || talk->sent.count) &&
             list->plies[list->count - 1].side != position->to_move) {
        Move last = list->plies[list->count - 1].move;
        text_addf(&words, "TURN %d,%d\n", move_x(last), move_y(last));
    } else {
        print_board("BOARD", list, position->to_move, true, &words);
    }
    return talk_send_text(talk, deadline, &words, err);
}

// Does the program need an empty board before it can be asked about this list?
static bool must_clear(const GomocupPlayer *self, const Position *position, const SentMoves *list) {
    const SentMoves *sent = &self->talk.sent;
    return !has_board(self, position) ||
           (!self->fresh && (sent->count == 0 || sent_continues(sent, list) != 1));
}

static bool choose_move(GomocupPlayer *self, const Ask *turn, const SentMoves *list, Choice *choice,
                        Error *err) {
    Talk *talk = &self->talk;
    const Position *position = game_position(turn->game);
    Deadline deadline = talk_turn_deadline(talk, turn);
    Move points[3];
    if (!send_limits(self, turn, &deadline, err) || !ask(self, position, list, &deadline, err) ||
        !read_answer(self, &deadline, err))
        return false;
    if (read_points(self->talk.said, position, points) != 1)
        return talk_refuse(talk, err, "a move x,y on the board");
    choice->move = points[0];
    sent_copy(&talk->sent, list);
    sent_add(&talk->sent, (Ply){points[0], position->to_move});
    self->fresh = false;
    return true;
}

static void plan_stones(GomocupPlayer *self, const SentMoves *list, Side side, const Move *points,
                        int count) {
    sent_copy(&self->plan, list);
    for (int i = 0; i < count; i++, side = side_other(side))
        sent_add(&self->plan, (Ply){points[i], side});
}

static bool choose_opening(GomocupPlayer *self, const Ask *turn, const SentMoves *list,
                           Choice *choice, Error *err) {
    Talk *talk = &self->talk;
    const Position *position = game_position(turn->game);
    Phase phase = game_phase(turn->game);
    if (phase.placing && sent_continues(list, &self->plan) > 0) {
        choice->move = self->plan.plies[list->count].move;
        return true;
    }
    Deadline deadline = talk_turn_deadline(talk, turn);
    Text words = {0};
    if (!send_limits(self, turn, &deadline, err))
        return false;
    print_board("SWAP2BOARD", list, position->to_move, false, &words);
    if (!talk_send_text(talk, &deadline, &words, err) || !read_answer(self, &deadline, err))
        return false;
    self->fresh = false;
    talk->sent.count = 0;
    Move points[3];
    int count = read_points(self->talk.said, position, points);
    if (phase.placing) {
        if (count != 3)
            return talk_refuse(talk, err, "an opening of three points x,y x,y x,y");
        plan_stones(self, list, position->to_move, points, 3);
        choice->move = points[0];
    } else if (text_same(self->talk.said, "SWAP")) {
        choice->move = MOVE_SWAP_SIDES;
    } else if (count == 2 && phase.may_put_two) {
        plan_stones(self, list, position->to_move, points, 2);
        choice->move = MOVE_PUT_TWO;
    } else if (count == 1) {
        choice->move = points[0];
    } else {
        return talk_refuse(talk, err,
                           phase.may_put_two ? "SWAP, one point or two" : "SWAP or one point");
    }
    return true;
}

static bool choose(Player *player, const Ask *turn, Choice *choice, Error *err) {
    GomocupPlayer *self = (GomocupPlayer *)player;
    const Position *position = game_position(turn->game);
    Phase phase = game_phase(turn->game);
    bool opening = phase.placing || phase.may_swap_sides || phase.may_put_two;
    SentMoves list = {0};
    talk_turn(&self->talk);
    *choice = (Choice){.move = MOVE_NONE};
    sent_list(position, &list);
    bool ready = !must_clear(self, position, &list) || clear_board(self, position, err);
    bool ok = ready && (opening ? choose_opening(self, turn, &list, choice, err)
                                : choose_move(self, turn, &list, choice, err));
    free(list.plies);
    return ok;
}

const PlayerType gomocup_child_player = {
    .name = "cmd",
    .summary = "a program that speaks the Gomocup protocol: cmd:COMMAND LINE",
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
