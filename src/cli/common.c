// SPDX-License-Identifier: MIT
// The table of common options and what its words mean. An option that is in this table means the
// same to every command that takes it.
#include "cli/common.h"

#include "base/thread.h"
#include "game/coord.h"

#include <string.h>

enum { DEFAULT_HASH = 256 << 20 };
static const int64_t HASH_MIN = 64 << 10, HASH_MAX = (int64_t)1 << 40;

typedef struct CommonRow {
    CommonBits bit;
    Option option;
} CommonRow;

#define AT(field) offsetof(CommonOptions, field)

static const CommonRow common_table[] = {
    {COMMON_BOARD,
     {"game", OPTION_TEXT, AT(game_name), "gomoku|hex", 0, 0, "the game (gomoku; gtp: hex)"}},
    {COMMON_BOARD,
     {"rule", OPTION_TEXT, AT(rule), "R", 0, 0,
      "implies the game (freestyle); see tengen help rules"}},
    {COMMON_BOARD,
     {"size", OPTION_TEXT, AT(size), "15|11x9", 0, 0, "columns x rows (gomoku 15, hex 11)"}},
    {COMMON_OPENING,
     {"opening", OPTION_CHOICE, AT(opening), "free|pro|longpro|swap|swap2", 0, 0,
      "how a game of Gomoku begins (free)"}},
    {COMMON_OPENING,
     {"swap", OPTION_CHOICE, AT(swap), "off|on|pieces|sides", 0, 0,
      "Hex swap; on: pieces on square boards, else sides"}},
    {COMMON_TO_MOVE,
     {"to-move", OPTION_CHOICE, AT(to_move), "b|w", 0, 0, "whose turn it is (from the stones)"}},
    {COMMON_HUMAN,
     {"human", OPTION_CHOICE, AT(human), "b|w|both|none", 0, 0, "the side the person takes"}},
    {COMMON_LIMITS,
     {"time", OPTION_DURATION, AT(limits.time_ms), "5s|500ms", 1, TIME_MAX_MS,
      "of one move (5s, unless another limit is given)"}},
    {COMMON_LIMITS,
     {"depth", OPTION_INT, AT(limits.depth), NULL, 1, DEPTH_MAX,
      "limit in plies of the main search"}},
    {COMMON_LIMITS,
     {"nodes", OPTION_INT, AT(limits.nodes), NULL, 1, INT64_MAX,
      "limit in stones placed by the search"}},
    {COMMON_CLOCK,
     {"clock", OPTION_TEXT, AT(clock), "5m+3s", 0, 0,
      "a side's time for the game, and what a move adds"}},
    {COMMON_ENGINE,
     {"threads", OPTION_INT, AT(threads), NULL, 1, 256, "threads to search with (all cores)"}},
    {COMMON_ENGINE,
     {"hash", OPTION_BYTES, AT(hash_bytes), "256M", HASH_MIN, HASH_MAX,
      "memory an engine takes for all it remembers (256M)"}},
    {COMMON_LEVEL,
     {"level", OPTION_INT, AT(limits.level), "1..10", 1, LEVEL_MAX,
      "strength; 10 is full strength (10)"}},
    {COMMON_MULTIPV,
     {"multipv", OPTION_INT, AT(limits.multipv), NULL, 1, MULTIPV_MAX,
      "candidate moves to report (1)"}},
    {COMMON_SEED,
     {"seed", OPTION_INT, AT(seed), NULL, 0, INT64_MAX, "makes what is left to chance repeat"}},
    {COMMON_PLAYER,
     {"player", OPTION_LIST, AT(players), "SPEC", 0, 0, "who plays; see tengen help players"}},
    {COMMON_LOG,
     {"log", OPTION_TEXT, AT(log_path), "FILE", 0, 0, "append what happens to this file"}},
    {COMMON_JSON, {"json", OPTION_FLAG, AT(json), NULL, 0, 0, "one JSON object a line"}},
    {COMMON_QUIET,
     {"quiet", OPTION_FLAG, AT(quiet), NULL, 0, 0, "ask and say no more than needed"}},
};

static const Option help_row = {"help", OPTION_FLAG, AT(help), NULL, 0, 0, "this page"};

const char *const common_formats[] = {"sgf", "psq", "txt", "hexworld"};

const CommonOptions common_defaults = {
    .opening = -1,
    .swap = -1,
    .to_move = -1,
    .human = -1,
    .limits = {.time_ms = LIMIT_NONE,
               .clock_ms = LIMIT_NONE,
               .nodes = LIMIT_NONE,
               .depth = LIMIT_NONE,
               .multipv = -1,
               .level = -1},
    .threads = -1,
    .hash_bytes = -1,
    .seed = -1,
};

size_t common_rows(unsigned bits, Option *table) {
    size_t count = 0;
    for (size_t i = 0; i < sizeof common_table / sizeof *common_table; i++)
        if (common_table[i].bit & bits)
            table[count++] = common_table[i].option;
    table[count++] = help_row;
    return count;
}

// --- what the words mean ---

static bool resolve_game(CommonOptions *options, const GameType *const *games, Error *err) {
    const char *name = options->game_name, *rule = options->rule;
    const GameType *named = NULL, *of_rule = NULL;
    Text names = {0}, rules = {0};
    for (; *games; games++) {
        text_addf(&names, "%s%s", names.length ? "|" : "", (*games)->name);
        bool same = name && strcmp((*games)->name, name) == 0;
        if (same)
            named = *games;
        if (name && !same)
            continue;
        if (rule && !of_rule && game_rule_index(*games, rule) >= 0)
            of_rule = *games;
        for (const RuleInfo *row = (*games)->rules; row->name; row++)
            text_addf(&rules, "%s%s", rules.length ? "|" : "", row->name);
    }
    bool ok = true;
    if (name && !named)
        ok = error_set(err, "game takes %s, not '%.60s'", text_chars(&names), name);
    else if (rule && !of_rule)
        ok = error_set(err, "rule takes %s%s%s, not '%.60s'", text_chars(&rules),
                       named ? " in a game of " : "", named ? named->name : "", rule);
    options->game = of_rule ? of_rule : named;
    text_free(&names);
    text_free(&rules);
    return ok;
}

static bool resolve_size(CommonOptions *options, const GameType *const *games, Error *err) {
    if (!options->size)
        return true;
    if (!size_parse(options->size, &options->width, &options->height))
        return error_set(err, "size takes 15 or 11x9 (columns x rows), not '%.60s'", options->size);
    // Without a game the record may still bring one: then any game's range will do.
    int least = BOARD_MAX, most = 1;
    for (; *games; games++) {
        if (options->game && *games != options->game)
            continue;
        least = (*games)->min_size < least ? (*games)->min_size : least;
        most = (*games)->max_size > most ? (*games)->max_size : most;
    }
    int narrow = options->width < options->height ? options->width : options->height;
    int wide = options->width > options->height ? options->width : options->height;
    if (narrow < least || wide > most)
        return error_set(err, "size takes %d to %d columns and rows%s%s, not '%.60s'", least, most,
                         options->game ? " in " : "", options->game ? options->game->name : "",
                         options->size);
    return true;
}

static bool resolve_clock(CommonOptions *options, Error *err) {
    if (!options->clock)
        return true;
    char base[32] = "";
    const char *plus = strchr(options->clock, '+');
    size_t length = plus ? (size_t)(plus - options->clock) : strlen(options->clock);
    if (length < sizeof base)
        memcpy(base, options->clock, length);
    int64_t *clock = &options->limits.clock_ms, *increment = &options->limits.increment_ms;
    if (text_to_duration(base, clock) && *clock > 0 && *clock <= TIME_MAX_MS &&
        (!plus || (text_to_duration(plus + 1, increment) && *increment <= TIME_MAX_MS)))
        return true;
    return error_set(err, "clock takes a time such as 5m or 5m+3s, not '%.60s'", options->clock);
}

bool common_resolve(CommonOptions *options, const GameType *const *games, Error *err) {
    return resolve_game(options, games, err) && resolve_size(options, games, err) &&
           resolve_clock(options, err);
}

// --- what they amount to ---

RecordHints common_hints(const CommonOptions *options, const GameType *const *games) {
    return (RecordHints){
        .games = games,
        .game = options->game,
        .rule = options->rule,
        .width = options->width,
        .height = options->height,
    };
}

RecordHints common_board(const CommonOptions *options, const GameType *const *games) {
    RecordHints board = common_hints(options, games);
    board.game = board.game ? board.game : games[0];
    board.rule = board.rule ? board.rule : board.game->rules[0].name;
    board.width = board.width ? board.width : board.game->default_size;
    board.height = board.height ? board.height : board.game->default_size;
    return board;
}

bool common_opening(const CommonOptions *options, const RecordHints *board, OpeningKind *kind,
                    Error *err) {
    OpeningKind swap = game_swap(board->game, board->width, board->height);
    const OpeningKind swaps[] = {[SWAP_OFF] = OPENING_FREE,
                                 [SWAP_ON] = swap,
                                 [SWAP_PIECES] = OPENING_SWAP_PIECES,
                                 [SWAP_SIDES] = OPENING_SWAP_SIDES};
    *kind = options->opening >= 0 ? (OpeningKind)options->opening : OPENING_FREE;
    if (!opening_fits(*kind, board->game, board->width, board->height, err))
        return false;
    if (options->swap < 0 || (swap == OPENING_FREE && options->swap == SWAP_OFF))
        return true;
    if (swap == OPENING_FREE)
        return error_set(err, "%s has no swap in answer to the first stone; see --opening",
                         board->game->name);
    *kind = swaps[options->swap];
    return opening_fits(*kind, board->game, board->width, board->height, err);
}

bool common_has_limit(const CommonOptions *options) {
    const Limits *limits = &options->limits;
    return limits->time_ms >= 0 || limits->depth >= 0 || limits->nodes >= 0 ||
           limits->clock_ms >= 0;
}

Limits common_limits(const CommonOptions *options) {
    Limits limits = options->limits;
    if (!common_has_limit(options))
        limits.time_ms = DEFAULT_TIME_MS;
    if (limits.multipv < 1)
        limits.multipv = 1;
    if (limits.level < 1)
        limits.level = LEVEL_MAX;
    return limits;
}

int common_threads(const CommonOptions *options) {
    return options->threads > 0 ? (int)options->threads : thread_cores();
}

int64_t common_hash_bytes(const CommonOptions *options) {
    return options->hash_bytes > 0 ? options->hash_bytes : DEFAULT_HASH;
}

PlayerDefaults common_player_defaults(const CommonOptions *options) {
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = common_threads(options);
    defaults.hash_bytes = common_hash_bytes(options);
    defaults.seed = options->seed;
    if (options->limits.level > 0)
        defaults.level = options->limits.level;
    return defaults;
}

const char *common_player(const CommonOptions *options) {
    return options->players.count ? options->players.items[0] : "tengen";
}
