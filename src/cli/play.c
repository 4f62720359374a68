// SPDX-License-Identifier: MIT
// `tengen play`: a game in the terminal, or through a pipe.
#include "cli/play.h"

#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/thought.h"
#include "cli/tty.h"
#include "game/diagram.h"

typedef struct PlayOptions {
    CommonOptions common;
    bool ponder;
} PlayOptions;

static const Option play_options[] = {
    {"ponder", OPTION_FLAG, offsetof(PlayOptions, ponder), NULL, 0, 0,
     "the engine thinks while the person does"},
    {0},
};

// --- what both front ends show ---

void play_result(const Session *session, Text *out) {
    Result result = session_result(session);
    if (result == RESULT_DRAW)
        text_addf(out, "a draw: %s", session_reason(session));
    else
        text_addf(out, "%s wins: %s", result_name(result), session_reason(session));
}

void play_tell(const Session *session, Seat seat, Move move, Text *out) {
    const char *name = session_name(session, seat);
    const char *colour =
        game_seat_side(session_game(session), seat) == SIDE_BLACK ? "Black" : "White";
    if (move == MOVE_SWAP_PIECES)
        text_addf(out, "%s takes over the first stone: it is white now, and mirrored", name);
    else if (move == MOVE_SWAP_SIDES)
        text_addf(out, "%s swaps sides and plays %s now", name, colour);
    else if (move == MOVE_PUT_TWO)
        text_addf(out, "%s puts two more stones; then the choice is passed on", name);
    else if (move == MOVE_RESIGN)
        text_addf(out, "%s resigns", name);
}

void play_kept(const Session *session, Text *out) {
    const char *path = session_kept(session);
    if (path && session_turn(session) != TURN_OVER)
        text_addf(out, "The game is kept; it goes on with: tengen play %s\n", path);
}

// Forbidden points matter to the side that may not play there.
static bool worth_showing(const Session *session, const Mark *mark) {
    if (session_shows_threats(session) && mark->kind >= MARK_FIVE && mark->kind <= MARK_OPEN_THREE)
        return true;
    return mark->kind == MARK_WINNING ||
           (mark->kind == MARK_FORBIDDEN && session_turn(session) == TURN_PERSON &&
            game_position(session_game(session))->to_move == mark->side);
}

void play_draw(const Session *session, BoardLook look, Text *out) {
    const Position *position = game_position(session_game(session));
    Annotations marks = {0};
    position_annotate(position, &marks);
    size_t kept = 0;
    for (size_t i = 0; i < marks.count; i++)
        if (worth_showing(session, &marks.marks[i]))
            marks.marks[kept++] = marks.marks[i];
    marks.count = kept;
    DiagramStyle style = {look.unicode, look.colour, look.cursor, &marks};
    diagram_draw(position, &style, out);
    annotations_free(&marks);
}

// --- setting the table ---

// The SPECs by seat: the person where they chose to sit, the given players in the seats left over,
// the engine where no player was named.
static bool seat_players(const Settings *settings, const CommonOptions *options,
                         const char *specs[2], Error *err) {
    bool person[2] = {settings->human == HUMAN_BLACK || settings->human == HUMAN_BOTH,
                      settings->human == HUMAN_WHITE || settings->human == HUMAN_BOTH};
    size_t next = 0, seats = (size_t)!person[0] + (size_t)!person[1];
    if (options->players.count > seats)
        return error_set(err, "%zu players for %zu seats; --human none leaves both free",
                         options->players.count, seats);
    for (int seat = 0; seat < 2; seat++)
        specs[seat] = person[seat]                    ? SEAT_HUMAN
                      : next < options->players.count ? options->players.items[next++]
                                                      : "tengen";
    return true;
}

// Asks for what was not given, if stdin is a terminal. False: the user wants to leave.
static bool ask(Settings *settings, const CommonOptions *options, bool screen) {
    if (options->quiet || !settings->asked || !terminal_is(stdin))
        return true;
    if (!screen)
        return settings_ask(settings);
    if (settings_may_resume(settings))
        kept_find(settings->games, &settings->kept);
    return settings_menu(settings) == MENU_START;
}

static int play(const Call *call, Settings *settings, const Position *start, bool screen) {
    const KeptGame *resumed = settings_resumed(settings);
    if (resumed) {
        start = resumed->position;
        settings_continue(settings, start, resumed->opening);
    }
    const char *path = resumed ? resumed->path : call->word_count ? call->words[0] : "";
    Waker waker;
    SessionSetup setup = {
        .registry = call->registry,
        .start = start,
        .board = {.game = settings->game,
                  .rule = settings->game->rules[settings->rule].name,
                  .width = settings->width,
                  .height = settings->height},
        .opening = settings->opening,
        .defaults = common_player_defaults(call->common),
        .limits = common_limits(call->common),
        .ponder = ((const PlayOptions *)call->options)->ponder,
        .keep = terminal_is(stdin),
        .keep_in = kept_owns(path) ? path : NULL,
        .log = call->log,
        .wake = waker_poke,
        .user = &waker,
    };
    setup.defaults.level = setup.limits.level = settings->level;
    setup.limits.time_ms = settings->time_ms;
    if (!seat_players(settings, call->common, setup.specs, call->err)) {
        tty_leave();
        return call_error(call, EXIT_USAGE);
    }
    waker_open(&waker);
    Session *session = session_new(&setup, call->err);
    int code;
    if (session && session_begin(session, call->err)) {
        PlayView view = {call, session, &waker, call->common->quiet};
        code = screen ? screen_play(&view) : lines_play(&view);
    } else {
        tty_leave();
        code = call_error(call, session ? EXIT_MACHINE : EXIT_USAGE);
    }
    session_free(session);
    waker_close(&waker);
    return code;
}

static int run(const Call *call) {
    Settings settings;
    Position *start = NULL;
    if (!settings_begin(&settings, call->common, registry_games(call->registry), call->err))
        return call_error(call, EXIT_USAGE);
    if (call->word_count) {
        if (call->common->opening > 0 || call->common->swap > 0)
            return call_fail(call, EXIT_USAGE, "a game that goes on has no opening or swap");
        start = thought_position(call, call->words[0]);
        if (!start)
            return call_error(call, EXIT_USAGE);
        settings_continue(&settings, start, kept_opening(call->words[0], settings.games));
    }
    bool screen = tty_enter();
    int code =
        ask(&settings, call->common, screen) ? play(call, &settings, start, screen) : EXIT_GOOD;
    tty_leave();
    settings_end(&settings);
    position_free(start);
    return code;
}

const Command play_command = {
    .name = "play",
    .usage = "[POSITION]",
    .summary = "a game in the terminal; from a POSITION it goes on",
    .details =
        "On a terminal it asks for what no option says, and the game begins. Move the\n"
        "cursor with the arrow keys and press Enter, or type a point such as h8. Words:\n"
        "undo, hint, threats, swap, put-two, save FILE, open FILE, resign, new, help, quit.\n"
        "A file that is there is replaced by 'save! FILE' only. Ctrl-C makes a thinking\n"
        "engine move at once; a second Ctrl-C leaves.\n"
        "\n"
        "What is played on a terminal is kept after every move, each game in a file of its\n"
        "own in $XDG_DATA_HOME/tengen/played, often ~/.local/share/tengen/played; the menu\n"
        "goes on with those that were left.\n"
        "\n"
        "--player names the opponent, or with --human none (or two of them) both sides.\n"
        "\n"
        "Without a terminal on stdin it reads one move or word a line and writes the\n"
        "other side's moves, one a line; 'hint' answers 'hint h8', 'board' draws the\n"
        "board, lines that begin with # do nothing. A wrong line gets one sentence on\n"
        "stderr and the game goes on. At the end of the game come the board (not with\n"
        "--quiet) and the result, as in 'black wins: five in a row'; it ends with the\n"
        "input. Example:\n"
        "\n"
        "  printf 'h8\\nsave game.sgf\\n' | tengen play --time 1s\n",
    .common = COMMON_BOARD | COMMON_OPENING | COMMON_TO_MOVE | COMMON_HUMAN | COMMON_PLAYER |
              COMMON_LEVEL | COMMON_LIMITS | COMMON_CLOCK | COMMON_ENGINE | COMMON_SEED |
              COMMON_LOG | COMMON_QUIET,
    .options = play_options,
    .size = sizeof(PlayOptions),
    .max_words = 1,
    .run = run,
};
