// SPDX-License-Identifier: MIT
// Each row knows how to print itself, how to step to the next value and how to read a word: the
// menu and the questions need nothing else.
#include "cli/settings.h"

#include "base/file.h"
#include "game/coord.h"

#include <stdio.h>
#include <string.h>

enum {
    ASK_GAME = 1 << 0,
    ASK_SIZE = 1 << 1,
    ASK_HUMAN = 1 << 2,
    ASK_LEVEL = 1 << 3,
    ASK_OPENING = 1 << 4,
    ASK_TIME = 1 << 5,
    ASK_RESUME = 1 << 6,
    ASK_BOARD = ASK_GAME | ASK_SIZE | ASK_OPENING,
};

// --- which game ---

static OpeningKind usual_opening(const Settings *settings) {
    return game_swap(settings->game, settings->width, settings->height);
}

// Size and opening follow the game unless they were given.
static void set_rule(Settings *settings, const GameType *game, int rule) {
    bool other = settings->game != game;
    settings->game = game;
    settings->rule = rule;
    if (other && settings->asked & ASK_SIZE)
        settings->width = settings->height = game->default_size;
    if (other && settings->asked & ASK_OPENING)
        settings->opening = usual_opening(settings);
}

// May a person choose this game with what was given already?
static bool game_open(const Settings *settings, const GameType *game) {
    if (game == settings->game)
        return true;
    return !settings->keep_game && (settings->asked & ASK_SIZE ||
                                    game_size_fits(game, settings->width, settings->height, NULL));
}

static void change_rule(Settings *settings, int by) {
    // All rules of all open games in one ring.
    const GameType *game_at[32];
    int rule_at[32], count = 0, now = 0;
    for (const GameType *const *game = settings->games; *game; game++)
        for (int rule = 0; (*game)->rules[rule].name && game_open(settings, *game); rule++) {
            if (*game == settings->game && rule == settings->rule)
                now = count;
            if (count < 32) {
                game_at[count] = *game;
                rule_at[count++] = rule;
            }
        }
    now = (now + by + count) % count;
    set_rule(settings, game_at[now], rule_at[now]);
}

static bool parse_rule(Settings *settings, const char *word, Error *err) {
    Text known = {0};
    for (const GameType *const *game = settings->games; *game; game++) {
        if (!game_open(settings, *game))
            continue;
        int rule = strcmp((*game)->name, word) == 0 ? 0 : game_rule_index(*game, word);
        if (rule >= 0) {
            text_free(&known);
            set_rule(settings, *game, rule);
            return true;
        }
        for (const RuleInfo *row = (*game)->rules; row->name; row++)
            text_addf(&known, "%s%s", known.length ? ", " : "", row->name);
    }
    error_set(err, "there is no game '%.40s'; there are: %s", word, text_chars(&known));
    text_free(&known);
    return false;
}

static void print_rule(const Settings *settings, Text *value, Text *note) {
    const RuleInfo *rule = &settings->game->rules[settings->rule];
    bool same = strcmp(settings->game->name, rule->name) == 0;
    text_addf(value, "%s%s%s", settings->game->name, same ? "" : ", ", same ? "" : rule->name);
    text_add(note, rule->summary);
}

// --- how large ---

static void change_size(Settings *settings, int by) {
    int least = settings->game->min_size, most = settings->game->max_size;
    int span = most - least + 1;
    int size = least + (settings->width - least + by + span) % span;
    settings->width = settings->height = size;
}

static bool parse_size(Settings *settings, const char *word, Error *err) {
    int width, height;
    if (!size_parse(word, &width, &height) || !game_size_fits(settings->game, width, height, NULL))
        return error_set(err, "%s is played on boards from %d to %d, such as 15 or 11x9",
                         settings->game->name, settings->game->min_size, settings->game->max_size);
    settings->width = width;
    settings->height = height;
    if (settings->asked & ASK_OPENING)
        settings->opening = usual_opening(settings);
    return true;
}

static void print_size(const Settings *settings, Text *value, Text *note) {
    text_addf(value, "%d x %d", settings->width, settings->height);
    if (settings->width == settings->game->default_size && settings->width == settings->height)
        text_add(note, "the usual board");
}

// --- who ---

static const struct {
    const char *word, *shown, *note;
} humans[] = {
    [HUMAN_BLACK] = {"b", "Black", "you move first"},
    [HUMAN_WHITE] = {"w", "White", "the engine moves first"},
    [HUMAN_BOTH] = {"both", "both sides", "two people at one terminal"},
    [HUMAN_NONE] = {"none", "nobody", "watch the engine play itself"},
};

static void change_human(Settings *settings, int by) {
    settings->human = (settings->human + by + 4) % 4;
}

static bool parse_human(Settings *settings, const char *word, Error *err) {
    for (int i = 0; i < 4; i++)
        if (text_same(word, humans[i].word)) {
            settings->human = i;
            return true;
        }
    return error_set(err, "please type b, w, both or none");
}

static void print_human(const Settings *settings, Text *value, Text *note) {
    text_add(value, humans[settings->human].shown);
    text_add(note, humans[settings->human].note);
}

static void change_level(Settings *settings, int by) {
    settings->level = 1 + (settings->level - 1 + by + LEVEL_MAX) % LEVEL_MAX;
}

static bool parse_level(Settings *settings, const char *word, Error *err) {
    int64_t level;
    if (!text_to_int(word, &level) || level < 1 || level > LEVEL_MAX)
        return error_set(err, "levels run from 1 to %d", LEVEL_MAX);
    settings->level = level;
    return true;
}

static void print_level(const Settings *settings, Text *value, Text *note) {
    text_addf(value, "%d", (int)settings->level);
    text_add(note, settings->level == LEVEL_MAX ? "full strength"
                   : settings->level == 1       ? "the gentlest"
                                                : "1 is the gentlest, 10 full strength");
}

// --- how it begins and how long a move may take ---

static bool opening_open(const Settings *settings, OpeningKind kind) {
    if (kind == OPENING_SWAP_SIDES && settings->width == settings->height)
        return false; // one kind of swap is choice enough
    return opening_fits(kind, settings->game, settings->width, settings->height, NULL);
}

static void change_opening(Settings *settings, int by) {
    int kind = (int)settings->opening;
    do
        kind = (kind + by + OPENING_KINDS) % OPENING_KINDS;
    while (!opening_open(settings, (OpeningKind)kind));
    settings->opening = (OpeningKind)kind;
}

static bool parse_opening(Settings *settings, const char *word, Error *err) {
    OpeningKind kind;
    if (!opening_parse(word, &kind, err) ||
        !opening_fits(kind, settings->game, settings->width, settings->height, err))
        return false;
    settings->opening = kind;
    return true;
}

static void print_opening(const Settings *settings, Text *value, Text *note) {
    static const char *const notes[] = {
        [OPENING_FREE] = "nothing is restricted",
        [OPENING_PRO] = "centre first, then outside the 5x5",
        [OPENING_LONG_PRO] = "centre first, then outside the 7x7",
        [OPENING_SWAP] = "three stones, then a choice of colour",
        [OPENING_SWAP2] = "the fair opening of tournaments",
        [OPENING_SWAP_PIECES] = "the first stone may be taken over",
        [OPENING_SWAP_SIDES] = "after the first stone sides may change",
    };
    bool no_swap = settings->opening == OPENING_FREE && usual_opening(settings) != OPENING_FREE;
    text_add(value, no_swap ? "no swap" : opening_name(settings->opening));
    text_add(note, notes[settings->opening]);
}

static void change_time(Settings *settings, int by) {
    static const int64_t steps[] = {500, 1000, 2000, 5000, 10000, 20000, 60000};
    int count = (int)(sizeof steps / sizeof *steps), now = 0;
    for (int i = 0; i < count; i++)
        if (steps[i] <= settings->time_ms)
            now = i;
    settings->time_ms = steps[(now + by + count) % count];
}

static void print_time(const Settings *settings, Text *value, Text *note) {
    text_addf(value, "%g s", (double)settings->time_ms / 1000);
    text_add(note, "for each move of the engine");
}

// --- or a game that was left ---

const KeptGame *settings_resumed(const Settings *settings) {
    return settings->resumed ? &settings->kept.items[settings->resumed - 1] : NULL;
}

bool settings_may_resume(const Settings *settings) {
    return settings->asked & ASK_RESUME;
}

// Whoever played it sits where they sat.
static void resume(Settings *settings, size_t number) {
    settings->resumed = number;
    const KeptGame *game = settings_resumed(settings);
    if (!game || !(settings->asked & ASK_HUMAN) || (!game->people[0] && !game->people[1]))
        return;
    settings->human = !game->people[0] ? HUMAN_WHITE : !game->people[1] ? HUMAN_BLACK : HUMAN_BOTH;
}

static void change_resumed(Settings *settings, int by) {
    size_t count = settings->kept.count + 1;
    resume(settings, (settings->resumed + count + (by > 0 ? 1 : count - 1)) % count);
}

bool settings_open(Settings *settings, const char *path, Error *err) {
    if (!kept_read(path, settings->games, &settings->kept, err))
        return false;
    resume(settings, settings->kept.count);
    return true;
}

static void print_resumed(const Settings *settings, Text *value, Text *note) {
    const KeptGame *game = settings_resumed(settings);
    if (!game) {
        text_add(value, "no");
        text_addf(note, "or with one of %zu", settings->kept.count);
        return;
    }
    const Position *position = game->position;
    const char *name = strrchr(game->path, '/');
    text_addf(value, "%zu moves", position->ply_count);
    text_addf(note, "%s %dx%d, %s", position_rule(position), position->width, position->height,
              name ? name + 1 : game->path);
}

const SettingRow setting_rows[SETTING_ROWS] = {
    {"Game", ASK_GAME, print_rule, change_rule, parse_rule, "a rule"},
    {"Board", ASK_SIZE, print_size, change_size, parse_size, "15 or 11x9"},
    {"You play", ASK_HUMAN, print_human, change_human, parse_human, "b, w, both or none"},
    {"Level", ASK_LEVEL, print_level, change_level, parse_level, "1 to 10"},
    {"Opening", ASK_OPENING, print_opening, change_opening, parse_opening, NULL},
    {"Time", ASK_TIME, print_time, change_time, NULL, NULL},
    {"Go on", ASK_RESUME, print_resumed, change_resumed, NULL, NULL},
};

// --- from options, and from a person ---

static bool given_opening(Settings *settings, const CommonOptions *options, Error *err) {
    RecordHints board = {
        .game = settings->game, .width = settings->width, .height = settings->height};
    if (options->opening < 0 && options->swap < 0) {
        settings->opening = usual_opening(settings);
        return true;
    }
    return common_opening(options, &board, &settings->opening, err);
}

// An option that only one game has names the game.
static const GameType *implied_game(const CommonOptions *options, const GameType *const *games) {
    for (; *games && (options->swap >= 0 || options->opening >= 0); games++)
        if (options->swap >= 0 ? game_swap(*games, 1, 1) != OPENING_FREE
                               : game_offers(*games, (OpeningKind)options->opening))
            return *games;
    return NULL;
}

bool settings_begin(Settings *settings, const CommonOptions *options, const GameType *const *games,
                    Error *err) {
    CommonOptions known = *options;
    if (!known.game)
        known.game = implied_game(options, games);
    RecordHints board = common_board(&known, games);
    if (!game_size_fits(board.game, board.width, board.height, NULL))
        return error_set(err, "size takes %d to %d columns and rows in %s, not '%.60s'",
                         board.game->min_size, board.game->max_size, board.game->name,
                         options->size);
    size_t players = options->players.count;
    *settings = (Settings){
        .games = games,
        .game = board.game,
        .rule = game_rule_index(board.game, board.rule),
        .width = board.width,
        .height = board.height,
        .human = options->human >= 0 ? options->human
                 : players > 1       ? HUMAN_NONE
                                     : HUMAN_BLACK,
        .level = common_limits(options).level,
        .time_ms = common_limits(options).time_ms,
        .keep_game = known.game != NULL,
    };
    // With a game but no rule the rule may still be asked for, if there is a choice.
    if (!options->rule && !(known.game && !known.game->rules[1].name))
        settings->asked |= ASK_GAME;
    if (!options->size)
        settings->asked |= ASK_SIZE;
    if (options->opening < 0 && options->swap < 0)
        settings->asked |= ASK_OPENING;
    if (options->human < 0 && players < 2)
        settings->asked |= ASK_HUMAN;
    if (options->limits.level < 0 && !players)
        settings->asked |= ASK_LEVEL;
    if (!common_has_limit(options))
        settings->asked |= ASK_TIME;
    if ((settings->asked & ASK_BOARD) == ASK_BOARD)
        settings->asked |= ASK_RESUME;
    return given_opening(settings, options, err);
}

void settings_end(Settings *settings) {
    kept_free(&settings->kept);
}

void settings_continue(Settings *settings, const Position *position, OpeningKind opening) {
    settings->game = position->type;
    settings->rule = position->rule;
    settings->width = position->width;
    settings->height = position->height;
    settings->opening = opening;
    settings->asked &= ~(unsigned)(ASK_BOARD | ASK_RESUME);
}

bool settings_asks(const Settings *settings, const SettingRow *row) {
    bool idle = settings->human == HUMAN_BOTH && row->bit & (ASK_LEVEL | ASK_TIME);
    bool known = settings->resumed && row->bit & ASK_BOARD;
    bool none = !settings->kept.count && row->bit == ASK_RESUME;
    return settings->asked & row->bit && !idle && !known && !none;
}

bool settings_ask(Settings *settings) {
    Text line = {0};
    bool ok = true;
    for (int i = 0; ok && i < SETTING_ROWS; i++) {
        const SettingRow *row = &setting_rows[i];
        if (!settings_asks(settings, row) || !row->accepts)
            continue;
        for (bool accepted = false; ok && !accepted;) {
            Text value = {0}, note = {0};
            row->print(settings, &value, &note);
            fprintf(stderr, "%s: %s (%s)? Enter keeps it, or type %s: ", row->label,
                    text_chars(&value), text_chars(&note), row->accepts);
            text_free(&value);
            text_free(&note);
            text_clear(&line);
            ok = file_read_line(stdin, &line);
            char *word = ok && line.length ? text_trim(line.chars) : NULL;
            Error err = {""};
            accepted = ok && (!word || !*word || row->parse(settings, word, &err));
            if (ok && !accepted)
                fprintf(stderr, "%s\n", err.text);
        }
    }
    text_free(&line);
    return ok;
}
