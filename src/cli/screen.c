// SPDX-License-Identifier: MIT
// The screen front end: the board redrawn in place, a cursor to move with the arrow keys, a line to
// type in, and beside the board what the engine is thinking. What is where is panel.c's business.
#include "cli/play.h"
#include "cli/terminal.h"
#include "cli/tty.h"

#include "base/clock.h"
#include "game/coord.h"

#include <signal.h>

typedef struct Screen {
    PlayView *view;
    Session *session;
    Keyboard keyboard;
    PanelState state;
    int interrupts; // Ctrl-C since the person last had the move
    int64_t drawn_ms;
} Screen;

// Faster than this cannot be read.
enum { FRAME_MS = 40, TICK_MS = 200 };

static void say(Screen *screen, const char *text, bool wrong) {
    text_clear(&screen->state.message);
    text_add(&screen->state.message, text);
    screen->state.wrong = wrong;
}

static bool draw(Screen *screen) {
    Text frame = {0};
    panel_frame(screen->session, &screen->state, &frame);
    bool ok = tty_show(&frame);
    text_free(&frame);
    screen->drawn_ms = clock_now_ms();
    return ok;
}

// --- the person ---

// In the middle of a board that it is not on.
static void settle_cursor(Screen *screen) {
    const Position *position = game_position(session_game(screen->session));
    if (!position_on_board(position, screen->state.cursor))
        screen->state.cursor = move_at(position->width / 2, position->height / 2);
}

// False to leave.
static bool obey(Screen *screen, const char *line) {
    Reply reply = {0};
    Error err = {""};
    size_t choices = game_choices(session_game(screen->session));
    say(screen, "", false);
    if (!words_obey(screen->session, line, &reply, &err))
        say(screen, err.text, true);
    else if (reply.said.length)
        say(screen, text_chars(&reply.said), false);
    // What was thought of moves that are no more is of no use.
    if (game_choices(session_game(screen->session)) < choices)
        screen->state.has_info = false;
    settle_cursor(screen);
    screen->state.help = reply.wish == WISH_HELP;
    text_free(&reply.said);
    return reply.wish != WISH_QUIT;
}

static bool press_enter(Screen *screen) {
    char word[COORD_CHARS];
    bool typed = screen->state.input.length > 0;
    if (screen->state.help && !typed) {
        screen->state.help = false;
        return true;
    }
    if (!typed && session_turn(screen->session) == TURN_OVER)
        return obey(screen, "new");
    const Position *position = game_position(session_game(screen->session));
    bool stay = obey(screen, typed ? text_chars(&screen->state.input)
                                   : move_print(position, screen->state.cursor, word));
    text_clear(&screen->state.input);
    return stay;
}

static void move_cursor(Screen *screen, int dx, int dy) {
    const Position *position = game_position(session_game(screen->session));
    Move to = move_at(move_x(screen->state.cursor) + dx, move_y(screen->state.cursor) + dy);
    bool inside = move_x(screen->state.cursor) + dx >= 0 &&
                  move_y(screen->state.cursor) + dy >= 0 && position_on_board(position, to);
    if (inside)
        screen->state.cursor = to;
}

static void edit(Screen *screen, Key key) {
    Text *input = &screen->state.input;
    enum { INPUT_MAX = 200 };
    if (key.kind == KEY_CHAR && input->length < INPUT_MAX)
        text_add_char(input, key.c);
    if (key.kind == KEY_BACKSPACE && input->length)
        input->chars[--input->length] = '\0';
    if (key.kind == KEY_ESCAPE) {
        text_clear(input);
        screen->state.help = false;
        say(screen, "", false);
    }
}

// Ctrl-D, or Ctrl-C when no engine thinks. There is no question when the terminal is gone.
static bool stay(Screen *screen) {
    Error err = {""};
    if (screen->keyboard.ended || session_may_go(screen->session, &err))
        return false;
    say(screen, err.text, true);
    return true;
}

// Ctrl-C while a player thinks: answer now. Again, or when it is the person's turn: leave.
static bool interrupt(Screen *screen) {
    if (!session_thinking(screen->session) || screen->interrupts++ > 0)
        return stay(screen);
    session_stop(screen->session);
    say(screen, "Stopped; Ctrl-C again leaves", false);
    return true;
}

// False to leave.
static bool press(Screen *screen, Key key) {
    switch (key.kind) {
    case KEY_END:
        return stay(screen);
    case KEY_INTERRUPT:
        return interrupt(screen);
    case KEY_ENTER:
        return press_enter(screen);
    case KEY_UP:
    case KEY_DOWN:
        move_cursor(screen, 0, key.kind == KEY_UP ? -1 : 1);
        break;
    case KEY_LEFT:
    case KEY_RIGHT:
        move_cursor(screen, key.kind == KEY_LEFT ? -1 : 1, 0);
        break;
    case KEY_SUSPEND:
        tty_suspend();
        break;
    case KEY_TAB:
        return obey(screen, "hint");
    default:
        edit(screen, key);
        break;
    }
    return true;
}

// --- the others ---

static void tell_hint(Screen *screen, const Choice *choice) {
    char word[COORD_CHARS];
    const Position *position = game_position(session_game(screen->session));
    Text text = {0};
    text_addf(&text, "Hint: %s", move_print(position, choice->move, word));
    if (move_is_stone(choice->move)) {
        screen->state.cursor = choice->move;
        text_add(&text, " (the cursor is there; Enter plays it)");
    }
    say(screen, text_chars(&text), false);
    text_free(&text);
}

// What has happened meanwhile. Returns false when the game cannot go on; *code says why.
static bool listen(Screen *screen, int *code) {
    Choice choice;
    Error err = {""};
    Text told = {0};
    Seat seat = game_actor(session_game(screen->session));
    Side side = game_position(session_game(screen->session))->to_move;
    if (session_info(screen->session, &screen->state.info)) {
        screen->state.has_info = true;
        screen->state.info_side = side;
    }
    switch (session_news(screen->session, &choice, &err)) {
    case NEWS_HINT:
        screen->interrupts = 0;
        tell_hint(screen, &choice);
        break;
    case NEWS_MOVE:
        if (choice.has_info && choice.info.line.pv_length)
            screen->state.info = choice.info;
        play_tell(screen->session, seat, choice.move, &told);
        say(screen, text_chars(&told), false);
        text_free(&told);
        if (session_turn(screen->session) == TURN_PERSON)
            screen->interrupts = 0;
        break;
    case NEWS_FAILED:
        tty_leave();
        *code = call_fail(screen->view->call, EXIT_MACHINE, "%s", err.text);
        return false;
    case NEWS_TIME:
    case NEWS_NONE:
        break;
    }
    return true;
}

// How long to sleep: until the next frame is due while a player thinks, a tick while clocks run.
static int timeout_ms(const Screen *screen) {
    bool clocks = session_clock_ms(screen->session, SEAT_FIRST) != LIMIT_NONE;
    if (!session_thinking(screen->session))
        return clocks ? TICK_MS : -1;
    int64_t since = clock_now_ms() - screen->drawn_ms;
    return since >= FRAME_MS ? TICK_MS : (int)(FRAME_MS - since);
}

static int play_on(Screen *screen) {
    int code = EXIT_GOOD;
    bool stale = true;
    for (;;) {
        session_go(screen->session);
        if (stale || clock_now_ms() - screen->drawn_ms >= FRAME_MS) {
            if (!draw(screen))
                return EXIT_MACHINE;
            stale = false;
        }
        Key key = tty_key(&screen->keyboard, screen->view->waker, timeout_ms(screen));
        size_t choices = game_choices(session_game(screen->session));
        if (!listen(screen, &code))
            return code;
        if (key.kind != KEY_NONE && !press(screen, key))
            return code;
        // A key or a move is shown at once, the progress of thinking when the next frame is due.
        stale = key.kind != KEY_NONE || waker_caught(SIGWINCH) ||
                choices != game_choices(session_game(screen->session)) ||
                !session_thinking(screen->session);
    }
}

int screen_play(PlayView *view) {
    Screen screen = {
        .view = view,
        .session = view->session,
        .state = {.cursor = MOVE_NONE,
                  .look = {terminal_unicode(), terminal_colour(stdout), MOVE_NONE}},
    };
    settle_cursor(&screen);
    waker_catch(view->waker, SIGWINCH);
    int code = play_on(&screen);
    waker_release(SIGWINCH);
    tty_leave();
    // The last board stays behind where the shell goes on.
    Text last = {0};
    if (code == EXIT_GOOD && !view->quiet) {
        play_draw(view->session, screen.state.look, &last);
        if (session_turn(view->session) == TURN_OVER) {
            play_result(view->session, &last);
            text_add_char(&last, '\n');
        }
        play_kept(view->session, &last);
    }
    output_end(&last);
    text_free(&screen.state.input);
    text_free(&screen.state.message);
    return code;
}
