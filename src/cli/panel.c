// SPDX-License-Identifier: MIT
// Lays out one frame. The pieces are built as lists of lines and joined side by side where the
// window is wide enough, one below the other where it is not.
#include "cli/play.h"

#include "cli/tty.h"
#include "game/coord.h"
#include "search/info_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL_MIN = 30, PANEL_MAX = 56, GAP = 3, MESSAGE_MOST = 10 };
#define KEYS_ARE "help lists the keys and words"

// What every piece of the panel needs to know.
typedef struct Panel {
    Session *session;
    const PanelState *state;
    const char *bold, *dim, *plain; // "" where there are no colours
    TextList lines;
    int width;
} Panel;

static void add_line(TextList *lines, const char *before, const char *text, size_t length,
                     const char *after) {
    Text line = {0};
    text_addf(&line, "%s%.*s%s", before, (int)length, text, after);
    list_add(lines, text_chars(&line));
    text_free(&line);
}

static void split_lines(const char *text, TextList *lines) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        add_line(lines, "", text, length, "");
        text += length + (text[length] == '\n');
    }
}

// How much of the text goes into a line of this width, broken between words where there are any.
static size_t line_length(const char *text, int width) {
    size_t length = strlen(text), most = (size_t)(width > 1 ? width : 1);
    if (length <= most)
        return length;
    length = most;
    while (length > 0 && text[length] != ' ')
        length--;
    if (length)
        return length;
    length = most;
    while (length > 1 && ((unsigned char)text[length] & 0xc0) == 0x80) // not inside a character
        length--;
    return length;
}

// Adds the text as lines of that width, at most so many.
static void wrap(TextList *lines, int width, const char *before, const char *text,
                 const char *after, int most) {
    while (*text && most-- > 0) {
        size_t length = line_length(text, width);
        add_line(lines, before, text, length, after);
        text += length;
        text += strspn(text, " ");
    }
}

static void add_wrapped(Panel *panel, const char *before, const char *text, const char *after,
                        int most) {
    wrap(&panel->lines, panel->width, before, text, after, most);
}

static void add(Panel *panel, const char *text) {
    list_add(&panel->lines, text);
}

// --- pieces ---

static void add_title(Panel *panel) {
    const Position *position = game_position(session_game(panel->session));
    const char *game = position->type->name, *rule = position_rule(position);
    const char *dot = panel->state->look.unicode ? " · " : ", ";
    Text text = {0};
    text_addf(&text, "%s%c%s", panel->bold, toupper((unsigned char)game[0]), game + 1);
    if (strcmp(game, rule) != 0)
        text_addf(&text, "%s%s", dot, rule);
    text_addf(&text, "%s%dx%d%s", dot, position->width, position->height, panel->plain);
    add(panel, text_chars(&text));
    text_free(&text);
    const char *goal = position->type->goal;
    add_wrapped(panel, panel->dim, goal ? goal : position->type->rules[position->rule].summary,
                panel->plain, 2);
}

static void add_clock(const Panel *panel, Seat seat, Text *out) {
    int64_t left = session_clock_ms(panel->session, seat);
    if (left != LIMIT_NONE)
        text_addf(out, "  %s%" PRId64 ":%02d%s", panel->bold, left / 60000, (int)(left / 1000 % 60),
                  panel->plain);
}

static void add_side(Panel *panel, Side side) {
    const Game *game = session_game(panel->session);
    Seat seat = game_seat_side(game, SEAT_FIRST) == side ? SEAT_FIRST : SEAT_SECOND;
    bool black = side == SIDE_BLACK, unicode = panel->state->look.unicode;
    bool acts = session_turn(panel->session) != TURN_OVER && game_actor(game) == seat;
    const char *stone = panel->state->look.colour && unicode
                            ? (black ? "\033[38;5;16;48;5;180m ● \033[0m"
                                     : "\033[38;5;231;48;5;180m ● \033[0m") // as on the board
                        : unicode ? (black ? "●" : "○")
                                  : (black ? "X" : "O");
    Text text = {0};
    text_addf(&text, "%s %s %s%-5s  %s%s", acts ? (unicode ? "▸" : ">") : " ", stone,
              acts ? panel->bold : "", black ? "Black" : "White",
              session_name(panel->session, seat), acts ? panel->plain : "");
    add_clock(panel, seat, &text);
    add(panel, text_chars(&text));
    text_free(&text);
}

static void add_status(Panel *panel) {
    Text text = {0};
    Session *session = panel->session;
    SessionTurn turn = session_turn(session);
    if (turn == TURN_OVER)
        play_result(session, &text);
    else if (session_hinting(session))
        text_add(&text, "Looking for a good move ...");
    else if (turn == TURN_PLAYER)
        text_addf(&text, "%s is thinking ...",
                  session_name(session, game_actor(session_game(session))));
    else
        session_guide(session, &text);
    if (turn == TURN_OVER)
        text.chars[0] = (char)toupper((unsigned char)text.chars[0]);
    add_wrapped(panel, turn == TURN_PLAYER ? "" : panel->bold, text_chars(&text), panel->plain, 4);
    text_free(&text);
}

// A search says everything from the side that thinks: so say whose view it is.
static void add_thinking(Panel *panel) {
    if (!panel->state->has_info || !panel->state->info.line.pv_length)
        return;
    const Info *info = &panel->state->info;
    Text text = {0};
    text_addf(&text, "%s's view: win %.0f%%  ",
              panel->state->info_side == SIDE_BLACK ? "Black" : "White", 100 * info->line.win);
    info_score(&info->line, &text);
    text_addf(&text, "  depth %d  ", info->depth);
    info_count(info->nodes, &text);
    text_add(&text, " nodes");
    add_wrapped(panel, panel->dim, text_chars(&text), panel->plain, 2);
    text_clear(&text);
    info_pv(game_position(session_game(panel->session)), &info->line, 24, &text);
    add_wrapped(panel, panel->dim, text_chars(&text), panel->plain, 2);
    text_free(&text);
}

// The last moves, as many as fit in three lines.
static void add_moves(Panel *panel) {
    const Position *position = game_position(session_game(panel->session));
    size_t shown = (size_t)panel->width * 3 / 9;
    size_t first = position->ply_count > shown ? position->ply_count - shown : 0;
    Text text = {0};
    char word[COORD_CHARS];
    for (size_t i = first; i < position->ply_count; i++)
        text_addf(&text, "%s%zu.%s", i > first ? " " : "", i + 1,
                  move_print(position, position->plies[i].move, word));
    add_wrapped(panel, "", text_chars(&text), "", 3);
    text_free(&text);
}

static void add_keys(Panel *panel) {
    bool over = session_turn(panel->session) == TURN_OVER;
    add_wrapped(panel, panel->dim,
                over ? "Enter: a new game. Or type: undo, save FILE, quit"
                     : "Arrows and Enter play; or type a point. Tab: hint",
                panel->plain, 2);
    if (!over)
        add_wrapped(panel, panel->dim, "undo  hint  save FILE  resign  new  help  quit",
                    panel->plain, 2);
}

static void add_help(Panel *panel) {
    Text text = {0};
    text_add(&text, "  arrows Enter play at the cursor\n  Tab          the same as hint\n");
    words_help(&text);
    text_add(&text, "\nEnter or Esc goes back to the game.\n");
    split_lines(text_chars(&text), &panel->lines);
    text_free(&text);
}

static void fill(Panel *panel) {
    add_title(panel);
    add(panel, "");
    add_side(panel, SIDE_BLACK);
    add_side(panel, SIDE_WHITE);
    add(panel, "");
    add_status(panel);
    add_thinking(panel);
    add(panel, "");
    add_moves(panel);
    add(panel, "");
    add_keys(panel);
}

// --- all together ---

// The message, in as many lines as it takes, with an empty one where there is none.
static void add_message(const Panel *panel, int columns, TextList *lines) {
    const PanelState *state = panel->state;
    bool colour = state->look.colour;
    wrap(lines, columns - 1, colour && state->wrong ? "\033[31m" : "", text_chars(&state->message),
         colour ? "\033[0m" : "", MESSAGE_MOST);
    if (!lines->count)
        list_add(lines, "");
}

// Of a long line the end is shown, where the person types.
static void add_prompt(const Panel *panel, int columns, const TextList *message, Text *frame) {
    for (size_t i = 0; i < message->count; i++)
        text_addf(frame, "%s\n", message->items[i]);
    const Text *input = &panel->state->input;
    size_t room = columns > 4 ? (size_t)columns - 3 : 1;
    size_t hidden = input->length > room ? input->length - room : 0;
    text_addf(frame, "> %s", text_chars(input) + hidden);
}

static void join(const TextList *board, const TextList *panel, int width, bool beside,
                 Text *frame) {
    size_t rows = beside && panel->count > board->count ? panel->count : board->count;
    for (size_t i = 0; i < rows; i++) {
        const char *left = i < board->count ? board->items[i] : "";
        text_add(frame, left);
        if (beside && i < panel->count)
            text_addf(frame, "%*s%s", width + GAP - tty_columns(left), "", panel->items[i]);
        text_add_char(frame, '\n');
    }
    for (size_t i = 0; !beside && i < panel->count; i++)
        text_addf(frame, "%s\n", panel->items[i]);
}

static int widest(const TextList *lines) {
    int most = 0;
    for (size_t i = 0; i < lines->count; i++) {
        int columns = tty_columns(lines->items[i]);
        most = columns > most ? columns : most;
    }
    return most;
}

static void drop_lines(TextList *lines, int room) {
    while (lines->count && (int)lines->count > room)
        free(lines->items[--lines->count]);
}

// Below the board only the essentials find room; the keys are at least said to be somewhere.
static void fill_narrow(Panel *panel, int room, TextList *message) {
    add_status(panel);
    add_thinking(panel);
    size_t essential = panel->lines.count;
    add_keys(panel);
    bool cut = (int)panel->lines.count > room;
    if (cut)
        drop_lines(&panel->lines, (int)essential < room ? (int)essential : room);
    if (cut && !panel->state->message.length) {
        list_free(message);
        add_line(message, panel->dim, KEYS_ARE, strlen(KEYS_ARE), panel->plain);
    }
}

// Help takes the place of the board where it does not fit beside it.
static bool fill_help(Panel *panel, TextList *board, bool beside) {
    add_help(panel);
    if (beside && widest(&panel->lines) <= panel->width)
        return true;
    list_free(board);
    return false;
}

// Lays board and panel out in so many rows. A message of several lines may cover the last rows of the
// board.
static void lay(Panel *panel, TextList *board, int columns, int rows, TextList *message,
                Text *frame) {
    int width = widest(board), room = columns - width - GAP, needed = (int)board->count + 2;
    bool beside = room >= PANEL_MIN, small = needed > rows || width > columns;
    panel->width = !beside ? columns - 1 : room > PANEL_MAX ? PANEL_MAX : room - 1;
    if (panel->state->help)
        beside = fill_help(panel, board, beside);
    else if (beside)
        fill(panel);
    else
        fill_narrow(panel, rows - (int)board->count - (int)message->count - 1, message);
    if (small && !panel->state->help) {
        text_addf(frame, "Too small: the board needs %d x %d.\n", width, needed);
        return;
    }
    drop_lines(board, rows - (int)message->count - 1);
    if (beside)
        drop_lines(&panel->lines, rows - (int)message->count - 1);
    join(board, &panel->lines, width, beside, frame);
}

void panel_frame(Session *session, const PanelState *state, Text *frame) {
    int columns, rows;
    tty_size(stdout, &columns, &rows);
    Text drawing = {0};
    BoardLook look = state->look;
    look.cursor = session_turn(session) == TURN_OVER ? MOVE_NONE : state->cursor;
    play_draw(session, look, &drawing);
    TextList board = {0}, message = {0};
    split_lines(text_chars(&drawing), &board);
    Panel panel = {.session = session,
                   .state = state,
                   .bold = look.colour ? "\033[1m" : "",
                   .dim = look.colour ? "\033[2m" : "",
                   .plain = look.colour ? "\033[0m" : ""};
    add_message(&panel, columns, &message);
    lay(&panel, &board, columns, rows, &message, frame);
    add_prompt(&panel, columns, &message, frame);
    list_free(&panel.lines);
    list_free(&message);
    list_free(&board);
    text_free(&drawing);
}
