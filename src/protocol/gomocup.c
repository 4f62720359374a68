// SPDX-License-Identifier: MIT
// The command table and the simple commands. A game is a list of stones, Black first and by turns;
// the Position is made from it whenever one is needed, so that INFO rule may come before START,
// after it or in the middle of a game.
#include "protocol/gomocup.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "protocol/gomocup_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    CANDIDATES_DEFAULT = 5,
    LATE_AT_FIRST_MS = 15, // before anything was measured the machine is taken for a busy one
};

struct GomocupCommand {
    const char *name;
    void (*run)(Gomocup *g);
    const char *takes;
    const char *help;
    enum { NEEDS_NOTHING, NEEDS_BOARD, NEEDS_GAME } needs; // BOARD: it must not be thinking either
};

void gomocup_error(Gomocup *g, const char *format, ...) {
    char text[sizeof((Error *)0)->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    Error harmless; // control characters replaced: it may quote input
    error_set(&harmless, "%s", text);
    outlet_line(&g->outlet, "ERROR %s", harmless.text);
}

static void wrong_arguments(Gomocup *g) {
    gomocup_error(g, "%s takes %s, not '%.40s'", g->command->name, g->command->takes,
                  g->tokens.rest);
}

// --- a new game ---

static void new_game(Gomocup *g, int width, int height) {
    if (g->begun)
        player_end(g->player);
    g->begun = false;
    g->width = width;
    g->height = height;
    g->started = true;
    g->stone_count = 0;
    g->used_ms = 0;
    g->info.left_ms = LIMIT_NONE;
    // The player gets ready now: starting is not charged to the first move everywhere.
    Error err = {""};
    if (think_ahead(g, &err))
        outlet_line(&g->outlet, "OK");
    else
        gomocup_error(g, "%s", err.text);
}

static bool size_fits(Gomocup *g, int64_t width, int64_t height) {
    int64_t low = g->setup.game->min_size, high = g->setup.game->max_size;
    if (width >= low && width <= high && height >= low && height <= high)
        return true;
    if (width == height)
        gomocup_error(g, "unsupported size %lld; boards are %lld to %lld points wide and high",
                      (long long)width, (long long)low, (long long)high);
    else
        gomocup_error(g, "unsupported size %lld,%lld; boards are %lld to %lld points wide and high",
                      (long long)width, (long long)height, (long long)low, (long long)high);
    return false;
}

static void cmd_start(Gomocup *g) {
    int64_t size;
    if (!text_to_int(g->tokens.rest, &size))
        wrong_arguments(g);
    else if (size_fits(g, size, size))
        new_game(g, (int)size, (int)size);
}

static void cmd_rectstart(Gomocup *g) {
    int64_t sides[2];
    if (tokens_numbers(g->tokens.rest, sides, 2) != 2)
        wrong_arguments(g);
    else if (size_fits(g, sides[0], sides[1]))
        new_game(g, (int)sides[0], (int)sides[1]);
}

static void cmd_restart(Gomocup *g) {
    new_game(g, g->width, g->height);
}

// --- moves ---

static bool read_cell(Gomocup *g, Move *cell) {
    int64_t numbers[2];
    if (tokens_numbers(g->tokens.rest, numbers, 2) != 2) {
        wrong_arguments(g);
        return false;
    }
    if (numbers[0] < 0 || numbers[0] >= g->width || numbers[1] < 0 || numbers[1] >= g->height) {
        gomocup_error(g, "%.40s is off the board of %dx%d", g->tokens.rest, g->width, g->height);
        return false;
    }
    *cell = move_at((int)numbers[0], (int)numbers[1]);
    return true;
}

// Puts a stone down for the side to move.
static bool put_stone(Gomocup *g) {
    Move cell;
    if (!read_cell(g, &cell))
        return false;
    Position *position = board_position(g, g->stones, g->stone_count);
    Result result = position_result(position);
    bool put = false;
    if (result != RESULT_NONE)
        gomocup_error(g, "the game is over, %s: %s", result_name(result),
                      position_result_reason(position));
    else if (position_at(position, cell) != CELL_EMPTY)
        gomocup_error(g, "%d,%d is occupied", move_x(cell), move_y(cell));
    else
        put = true;
    position_free(position);
    if (put)
        g->stones[g->stone_count++] = cell;
    return put;
}

static void cmd_begin(Gomocup *g) {
    if (g->stone_count)
        gomocup_error(g, "BEGIN opens a game on an empty board; this one has %zu stones",
                      g->stone_count);
    else
        think_position(g, 0);
}

static void cmd_turn(Gomocup *g) {
    if (put_stone(g))
        think_position(g, 0);
}

static void cmd_play(Gomocup *g) {
    if (put_stone(g)) {
        Move cell = g->stones[g->stone_count - 1];
        outlet_line(&g->outlet, "%d,%d", move_x(cell), move_y(cell));
    }
}

static void cmd_takeback(Gomocup *g) {
    Move cell;
    if (!read_cell(g, &cell))
        return;
    if (!g->stone_count || g->stones[g->stone_count - 1] != cell) {
        bool there = false;
        for (size_t i = 0; i < g->stone_count; i++)
            there = there || g->stones[i] == cell;
        gomocup_error(g, there ? "%d,%d is not the last move" : "there is no stone at %d,%d",
                      move_x(cell), move_y(cell));
        return;
    }
    g->stone_count--;
    outlet_line(&g->outlet, "OK");
}

// --- whole boards ---

static void cmd_board(Gomocup *g) {
    board_begin(g, g->command->name);
}

static void cmd_done(Gomocup *g) {
    if (g->lines.kind == COLLECT_NOTHING)
        gomocup_error(g, "DONE without BOARD");
    else
        board_done(g);
}

// --- talk ---

static void cmd_info(Gomocup *g) {
    if (g->tokens.count < 2)
        wrong_arguments(g);
    else
        info_set(g, g->tokens.words[1], g->tokens.count > 2 ? g->tokens.words[2] : "");
}

static void cmd_about(Gomocup *g) {
    // country= and www= are left out: there is no such address, and nobody is from the whole world.
    outlet_line(&g->outlet, "name=\"tengen\", version=\"%s\", author=\"the tengen authors\"",
                g->setup.version);
}

static void cmd_end(Gomocup *g) {
    (void)g; // gomocup_line() sees to it
}

// --- Yixin-Board's ---

static void cmd_yxstop(Gomocup *g) {
    thinker_stop(g->thinker);
}

static void cmd_yxnbest(Gomocup *g) {
    int64_t count = CANDIDATES_DEFAULT;
    if (*g->tokens.rest && !text_to_int(g->tokens.rest, &count)) {
        wrong_arguments(g);
        return;
    }
    think_position(g, count < 1 ? 1 : count > MULTIPV_MAX ? MULTIPV_MAX : count);
}

// "FORBID 09121011." with two digits for each x and y. Black's forbidden points are shown for
// either side to move: a GUI wants to draw them before White answers, too.
static void cmd_yxshowforbid(Gomocup *g) {
    Text line = {0};
    text_add(&line, "FORBID ");
    Position *position = board_set_up(g, g->stones, g->stone_count);
    position_set_to_move(position, SIDE_BLACK);
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++)
            if (position_check(position, move_at(x, y), NULL) == VERDICT_FORBIDDEN)
                text_addf(&line, "%02d%02d", x, y);
    position_free(position);
    outlet_line(&g->outlet, "%s.", line.chars);
    text_free(&line);
}

static void cmd_yxhashclear(Gomocup *g) {
    g->begun = false; // the player begins afresh before its next thought
}

static void cmd_yxshowinfo(Gomocup *g) {
    outlet_line(&g->outlet, "MESSAGE INFO MAX_THREAD_NUM %d", thread_cores());
    int power = 0; // of two, in kB
    while (info_hash_most() >> (power + 11))
        power++;
    outlet_line(&g->outlet, "MESSAGE INFO MAX_HASH_SIZE %d", power);
}

// --- the table ---

static const GomocupCommand commands[] = {
    {"START", cmd_start, "size", "a new game on a square board; OK", NEEDS_BOARD},
    {"RECTSTART", cmd_rectstart, "width,height", "a new game on a rectangle; OK", NEEDS_BOARD},
    {"RESTART", cmd_restart, "", "a new game on the same board; OK", NEEDS_GAME},
    {"BEGIN", cmd_begin, "", "make the first move; x,y", NEEDS_GAME},
    {"TURN", cmd_turn, "x,y", "the opponent's move; x,y", NEEDS_GAME},
    {"BOARD", cmd_board, "", "lines x,y,field up to DONE, then our move; x,y", NEEDS_GAME},
    {"SWAP2BOARD", cmd_board, "", "lines x,y up to DONE; x,y x,y x,y or SWAP", NEEDS_GAME},
    {"DONE", cmd_done, "", "the end of a board", NEEDS_GAME},
    {"TAKEBACK", cmd_takeback, "x,y", "take the last stone back; OK", NEEDS_GAME},
    {"PLAY", cmd_play, "x,y", "the manager's choice after SUGGEST; x,y", NEEDS_GAME},
    {"INFO", cmd_info, "key value", "limits and rules; no answer", NEEDS_NOTHING},
    {"ABOUT", cmd_about, "", "who this is", NEEDS_NOTHING},
    {"END", cmd_end, "", "leave", NEEDS_NOTHING},
    {"YXBOARD", cmd_board, "", "like BOARD, but no move is asked for", NEEDS_GAME},
    {"YXSTOP", cmd_yxstop, "", "answer now", NEEDS_NOTHING},
    {"STOP", cmd_yxstop, "", "the same", NEEDS_NOTHING},
    {"YXNBEST", cmd_yxnbest, "a count", "our move, and that many candidates", NEEDS_GAME},
    {"YXSHOWFORBID", cmd_yxshowforbid, "", "Black's forbidden points; FORBID xxyy...", NEEDS_GAME},
    {"YXHASHCLEAR", cmd_yxhashclear, "", "forget what was searched", NEEDS_BOARD},
    {"YXSHOWINFO", cmd_yxshowinfo, "", "the most threads and memory", NEEDS_NOTHING},
};

static const GomocupCommand *find_command(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (text_same(name, commands[i].name))
            return &commands[i];
    return NULL;
}

void gomocup_help(Text *out) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        text_addf(out, "  %-13s %-13s %s\n", commands[i].name, commands[i].takes, commands[i].help);
}

// --- lines ---

// A board is being sent: its lines are no commands. A command in their place means that the manager
// thought better of it.
static bool taken_by_board(Gomocup *g, const char *line) {
    const GomocupCommand *command = g->command;
    if (g->lines.kind == COLLECT_NOTHING)
        return false;
    if (!command) {
        board_line(g, line);
        return true;
    }
    if (command->needs != NEEDS_NOTHING && command->run != cmd_done) {
        gomocup_error(g, "%s came before DONE; the board is dropped", command->name);
        g->lines.kind = COLLECT_NOTHING;
    }
    return false;
}

static void run_command(Gomocup *g) {
    const GomocupCommand *command = g->command;
    if (command->needs != NEEDS_NOTHING)
        think_finish(g);
    if (command->needs == NEEDS_GAME && !g->started)
        gomocup_error(g, "there is no game yet; send START size first");
    else
        command->run(g);
}

bool gomocup_line(Gomocup *g, const char *line) {
    g->line_us = clock_now_us();
    outlet_heard(&g->outlet, line);
    tokens_cut(&g->tokens, line);
    if (!g->tokens.count)
        return true;
    g->command = find_command(g->tokens.words[0]);
    if (g->command && g->command->run == cmd_end) {
        think_finish(g);
        return false;
    }
    if (!taken_by_board(g, line)) {
        if (g->command) {
            run_command(g);
        } else {
            Error word; // control characters replaced, as in gomocup_error()
            error_set(&word, "%.40s", g->tokens.words[0]);
            outlet_line(&g->outlet, "UNKNOWN command '%s'", word.text);
        }
    }
    g->busy_us += clock_now_us() - g->line_us;
    return true;
}

// --- life ---

Gomocup *gomocup_new(const GomocupSetup *setup, Error *err) {
    int64_t start = clock_now_us();
    Gomocup *g = mem_new(sizeof *g);
    g->setup = *setup;
    if (!g->setup.game)
        g->setup.game = registry_games(setup->registry)[0];
    info_init(&g->info, g->setup.game);
    g->info.ponder = setup->ponder;
    outlet_init(&g->outlet, setup->write, setup->trace, setup->user);
    g->thinker = thinker_new(think_hear, g);
    g->made_with = info_resources(g);
    g->late_ms = LATE_AT_FIRST_MS;
    g->player = registry_player(g->setup.registry, g->setup.spec, &g->made_with, err);
    if (!g->player) {
        gomocup_free(g);
        return NULL;
    }
    chain_init(&g->chain, g->player);
    g->busy_us = clock_now_us() - start; // where starting is charged to the first move
    return g;
}

void gomocup_free(Gomocup *g) {
    if (!g)
        return;
    if (thinker_busy(g->thinker))
        think_finish(g);
    thinker_free(g->thinker);
    if (g->begun)
        player_end(g->player);
    player_free(g->player);
    outlet_free(&g->outlet);
    tokens_free(&g->tokens);
    free(g);
}
