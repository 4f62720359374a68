// SPDX-License-Identifier: MIT
// The line front end: moves come in a line at a time and go out a line at a time. A script sees
// nothing but the moves of the other side and the result; a person at a plain terminal is shown the
// board and asked.
#include "cli/play.h"
#include "cli/terminal.h"
#include "game/coord.h"
#include "search/info_text.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct Lines {
    PlayView *view;
    Session *session;
    bool asking;    // a person is at the other end of stdin
    bool progress;  // stderr is a terminal: show the thinking there
    bool announced; // the result of this game has been said
    Text input;     // bytes read and not used yet
    size_t passed;  // of these, known to hold no line break
    bool overlong;  // the line that is coming in has been thrown away
    bool ended;     // no more will come
    int number;     // of the line being obeyed
    Text out;
} Lines;

enum { INTERRUPTED = 128 + SIGINT, LINE_BYTES_MAX = 64 << 10 };

// --- input ---

// Takes the next whole line out of the buffer; the last one may lack its line break. Of a line that
// is longer than anybody types nothing is kept: what comes out is a comment, and `overlong` is set.
static bool take_line(Lines *lines, Text *line) {
    Text *input = &lines->input;
    size_t fresh = input->length - lines->passed;
    const char *feed = fresh ? memchr(input->chars + lines->passed, '\n', fresh) : NULL;
    size_t length = feed ? (size_t)(feed - input->chars) : input->length;
    lines->passed = feed ? 0 : length;
    if (length > LINE_BYTES_MAX)
        lines->overlong = true;
    if (!feed && lines->overlong)
        input->length = lines->passed = 0;
    if (!feed && !(lines->ended && (input->length || lines->overlong)))
        return false;
    text_clear(line);
    if (lines->overlong)
        text_add_char(line, '#');
    else
        text_add_bytes(line, input->chars, length);
    for (size_t i = 0; i < line->length; i++)
        if (line->chars[i] == '\0' || line->chars[i] == '\r')
            line->chars[i] = ' ';
    size_t used = feed ? length + 1 : input->length;
    assert(used <= input->length);
    memmove(input->chars, input->chars + used, input->length - used);
    input->length -= used;
    lines->passed = 0;
    lines->number++;
    return true;
}

static void read_more(Lines *lines) {
    char bytes[4096];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0)
        text_add_bytes(&lines->input, bytes, (size_t)count);
    else if (count == 0 || errno != EINTR)
        lines->ended = true;
}

// False at the end of the input and when the person pressed Ctrl-C.
static bool next_line(Lines *lines, Text *line, bool *interrupted) {
    *interrupted = false;
    while (!take_line(lines, line)) {
        if (lines->ended)
            return false;
        bool readable = waker_wait(lines->view->waker, STDIN_FILENO, -1);
        if (waker_caught(SIGINT)) {
            *interrupted = true;
            return false;
        }
        if (readable)
            read_more(lines);
    }
    return true;
}

// --- output ---

static void complain(Lines *lines, const Error *err) {
    if (lines->asking)
        fprintf(stderr, "%s\n", err->text);
    else
        call_fail(lines->view->call, EXIT_USAGE, "line %d: %s", lines->number, err->text);
}

static void draw_board(Lines *lines) {
    bool person = terminal_is(stdout);
    BoardLook look = {person && terminal_unicode(), terminal_colour(stdout), MOVE_NONE};
    play_draw(lines->session, look, &lines->out);
}

static void announce(Lines *lines) {
    lines->announced = true;
    if (!lines->view->quiet)
        draw_board(lines);
    play_result(lines->session, &lines->out);
    text_add_char(&lines->out, '\n');
}

static void ask(Lines *lines) {
    if (!lines->asking)
        return;
    if (session_turn(lines->session) != TURN_OVER) {
        draw_board(lines);
        session_guide(lines->session, &lines->out);
    }
    text_add(&lines->out, "> ");
}

static void show_thinking(Lines *lines) {
    Info info;
    if (!lines->progress || !session_info(lines->session, &info))
        return;
    Text text = {0};
    info_line(game_position(session_game(lines->session)), &info, 8, &text);
    fprintf(stderr, "\r%-78.78s", text_chars(&text));
    text_free(&text);
}

static void hide_thinking(const Lines *lines) {
    if (lines->progress)
        fprintf(stderr, "\r%78s\r", "");
}

// --- the game ---

static void say_move(Lines *lines, Seat seat, Move move) {
    char word[COORD_CHARS];
    const Position *position = game_position(session_game(lines->session));
    if (!lines->asking)
        text_add(&lines->out, move_print(position, move, word));
    else if (move_is_stone(move))
        text_addf(&lines->out, "%s plays %s", session_name(lines->session, seat),
                  move_print(position, move, word));
    else
        play_tell(lines->session, seat, move, &lines->out);
    text_add_char(&lines->out, '\n');
}

static void say_hint(Lines *lines, const Choice *choice) {
    const Position *position = game_position(session_game(lines->session));
    char word[COORD_CHARS];
    text_addf(&lines->out, "hint %s\n", move_print(position, choice->move, word));
    if (lines->asking && choice->has_info && choice->info.line.pv_length) {
        info_line(position, &choice->info, 8, &lines->out);
        text_add_char(&lines->out, '\n');
    }
}

// A person who would lose the game is told first.
static bool may_go(Lines *lines) {
    Error err = {""};
    if (session_may_go(lines->session, &err))
        return true;
    complain(lines, &err);
    return false;
}

// Waits for the thinking player. The first Ctrl-C makes it answer now, the second leaves.
static int wait_for_answer(Lines *lines) {
    int interrupts = 0;
    while (session_thinking(lines->session)) {
        // With a clock running there may be news without a poke: a side's time is up.
        bool clock = session_clock_ms(lines->session, SEAT_FIRST) != LIMIT_NONE;
        waker_wait(lines->view->waker, -1, clock ? 50 : -1);
        interrupts += waker_caught(SIGINT);
        if (interrupts > 1 && may_go(lines))
            return lines->asking ? EXIT_GOOD : INTERRUPTED;
        if (interrupts > 0)
            session_stop(lines->session);
        Choice choice;
        Error err = {""};
        Seat seat = game_actor(session_game(lines->session));
        SessionNews news = session_news(lines->session, &choice, &err);
        if (news == NEWS_NONE) {
            show_thinking(lines);
            continue;
        }
        hide_thinking(lines);
        if (news == NEWS_FAILED)
            return call_fail(lines->view->call, EXIT_MACHINE, "%s", err.text);
        if (news == NEWS_MOVE)
            say_move(lines, seat, choice.move);
        if (news == NEWS_HINT)
            say_hint(lines, &choice);
    }
    return -1; // go on
}

static bool obey_line(Lines *lines, const char *line) {
    Reply reply = {0};
    Error err = {""};
    const char *comment = line + strspn(line, " \t");
    if (*comment != '#' && !words_obey(lines->session, line, &reply, &err))
        complain(lines, &err);
    if (reply.said.length && lines->asking)
        text_addf(&lines->out, "%s\n", text_chars(&reply.said));
    if (reply.wish == WISH_BOARD && !lines->asking)
        draw_board(lines);
    if (reply.wish == WISH_HELP)
        words_help(&lines->out);
    text_free(&reply.said);
    return reply.wish != WISH_QUIT;
}

// One round: a program's answer or a line of the person's. -1 to go on, else the exit code.
static int round_of_play(Lines *lines, Text *line) {
    Session *session = lines->session;
    SessionTurn turn = session_turn(session);
    if (turn != TURN_OVER)
        lines->announced = false;
    else if (!lines->announced)
        announce(lines);
    bool no_person =
        !session_is_person(session, SEAT_FIRST) && !session_is_person(session, SEAT_SECOND);
    if (turn == TURN_OVER && no_person)
        return EXIT_GOOD;
    bool interrupted;
    if (turn == TURN_PLAYER) {
        session_go(session);
    } else {
        ask(lines);
        if (!output_flush(&lines->out))
            return EXIT_MACHINE;
        if (!next_line(lines, line, &interrupted)) {
            if (interrupted && !may_go(lines))
                return -1;
            if (lines->asking)
                text_add_char(&lines->out, '\n');
            return interrupted && !lines->asking ? INTERRUPTED : EXIT_GOOD;
        }
        if (lines->overlong) {
            Error err;
            error_set(&err, "it is longer than %d kB and was left out", LINE_BYTES_MAX >> 10);
            complain(lines, &err);
            lines->overlong = false;
        }
        if (!obey_line(lines, text_chars(line)))
            return EXIT_GOOD;
    }
    int code = wait_for_answer(lines);
    return code < 0 && !output_flush(&lines->out) ? EXIT_MACHINE : code;
}

int lines_play(PlayView *view) {
    Lines lines = {
        .view = view,
        .session = view->session,
        .asking = terminal_is(stdin),
        .progress = terminal_is(stderr) && !view->quiet,
    };
    Text line = {0};
    int code = -1;
    waker_catch(view->waker, SIGINT);
    while (code < 0)
        code = round_of_play(&lines, &line);
    waker_release(SIGINT);
    hide_thinking(&lines);
    if (code == EXIT_GOOD && !view->quiet)
        play_kept(view->session, &lines.out);
    output_flush(&lines.out);
    text_free(&line);
    text_free(&lines.input);
    text_free(&lines.out);
    return code;
}
