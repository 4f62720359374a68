// SPDX-License-Identifier: MIT
// `tengen match`: from options to a match. Everything that can be wrong with them is found before
// the first game.
#include "cli/match.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tengen.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_USUAL = 100,
    GAMES_SPRT = 40000, // an SPRT stops by itself; this is only where it gives up
    GAMES_MAX = 1000000,
    CONCURRENCY_MAX = 256,
    HASH_USUAL = 64 << 20,
    AGREEMENT_USUAL = 3,
};

typedef struct MatchOptions {
    CommonOptions common;
    int64_t games, margin_ms, concurrency;
    char *openings, *sprt, *anchor, *out, *adjudicate;
    TextList names;
    bool gauntlet, resume, shuffle, by_opening;
} MatchOptions;

#define AT(field) offsetof(MatchOptions, field)
static const Option options[] = {
    {"games", OPTION_INT, AT(games), "N", 2, GAMES_MAX,
     "an even number for each two players (100; with --sprt 40000)"},
    {"openings", OPTION_TEXT, AT(openings), "FILE|none", 0, 0,
     "where games begin (even positions that our search finds)"},
    {"shuffle", OPTION_FLAG, AT(shuffle), NULL, 0, 0, "take the openings of FILE in random order"},
    {"margin", OPTION_DURATION, AT(margin_ms), "20ms", 0, 60000,
     "how far a move may run over its time (20ms)"},
    {"concurrency", OPTION_INT, AT(concurrency), "N", 1, CONCURRENCY_MAX, "games at a time (1)"},
    {"sprt", OPTION_TEXT, AT(sprt), "ELO0,ELO1", 0, 0,
     "stop when the first is clearly better by ELO1, or not by ELO0"},
    {"gauntlet", OPTION_FLAG, AT(gauntlet), NULL, 0, 0,
     "the first player against each of the others"},
    {"anchor", OPTION_TEXT, AT(anchor), "NAME=ELO", 0, 0, "give this player this rating"},
    {"name", OPTION_LIST, AT(names), "NAME", 0, 0, "what to call the players, in their order"},
    {"adjudicate", OPTION_TEXT, AT(adjudicate), "LIST", 0, 0,
     "end games early: proven=on, score=N,count=N, moves=N (never)"},
    {"out", OPTION_TEXT, AT(out), "DIR", 0, 0, "keep everything in this folder"},
    {"resume", OPTION_FLAG, AT(resume), NULL, 0, 0, "go on with the match in that folder"},
    {"by-opening", OPTION_FLAG, AT(by_opening), NULL, 0, 0, "results of every opening as well"},
    {0},
};

static const Option adjudicate_options[] = {
    {"proven", OPTION_FLAG, offsetof(Adjudication, proven), NULL, 0, 0, "a proven result"},
    {"score", OPTION_INT, offsetof(Adjudication, score), "N", 1, INT32_MAX, "both see this score"},
    {"count", OPTION_INT, offsetof(Adjudication, count), "N", 1, 1000, "in so many moves each"},
    {"moves", OPTION_INT, offsetof(Adjudication, moves), "N", 1, INT32_MAX, "drawn after these"},
    {0},
};

static const MatchOptions defaults = {.games = -1, .margin_ms = 20, .concurrency = 1};

// Everything a match is made of, worked out from the options.
typedef struct Plan {
    const Call *call;
    const MatchOptions *given;
    char **names; // one a player
    RecordHints board;
    OpeningKind kind;
    Openings *openings;
    PlayedContext context;
    RunnerSetup setup;
    Sprt sprt;
    int anchor;
    double anchor_elo;
    uint64_t seed;
    Journal *journal;
    Text conditions; // of play, in words
} Plan;

// --- who ---

// "cmd:./engines/pela -x" is called pela; a player of ours by its SPEC.
static char *short_name(const char *spec) {
    const char *colon = strchr(spec, ':');
    bool command = text_starts(spec, "cmd:") || text_starts(spec, "htp:");
    size_t count = 0;
    char **words = command ? words_split(colon + 1, &count, NULL) : NULL;
    if (!words || !count) {
        words_free(words);
        return mem_copy_text(spec);
    }
    const char *slash = strrchr(words[0], '/');
    char *name = mem_copy_text(slash ? slash + 1 : words[0]);
    words_free(words);
    return name;
}

static bool is_taken(const Plan *plan, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(plan->names[i], name) == 0)
            return true;
    return false;
}

static bool name_players(Plan *plan, Error *err) {
    const TextList *specs = &plan->given->common.players, *names = &plan->given->names;
    if (specs->count < 2)
        return error_set(err, "a match needs two players or more: --player SPEC --player SPEC");
    if (names->count && names->count != specs->count)
        return error_set(err, "there are %zu players and %zu names", specs->count, names->count);
    plan->names = mem_new_array(specs->count + 1, sizeof *plan->names);
    for (size_t i = 0; i < specs->count; i++) {
        char *name = names->count ? mem_copy_text(names->items[i]) : short_name(specs->items[i]);
        if (is_taken(plan, i, name) && names->count) {
            error_set(err, "two players cannot both be called '%.60s'", name);
            free(name);
            return false;
        }
        // Only a short name can still be taken: the second tengen is tengen#2.
        for (size_t number = 2; is_taken(plan, i, name); number++) {
            Text other = {0};
            char *plain = short_name(specs->items[i]);
            text_addf(&other, "%s#%zu", plain, number);
            free(plain);
            free(name);
            name = text_take(&other);
        }
        plan->names[i] = name;
    }
    return true;
}

static bool read_anchor(Plan *plan, Error *err) {
    const char *text = plan->given->anchor;
    plan->anchor = -1;
    if (!text)
        return true;
    const TextList *specs = &plan->given->common.players;
    const char *equals = strrchr(text, '=');
    if (!equals || !text_to_double(equals + 1, &plan->anchor_elo))
        return error_set(err, "anchor takes NAME=ELO such as pela=1503, not '%.60s'", text);
    size_t length = (size_t)(equals - text);
    Text known = {0};
    for (size_t i = 0; i < specs->count; i++) {
        const char *both[] = {plan->names[i], specs->items[i]};
        for (int k = 0; k < 2; k++)
            if (strlen(both[k]) == length && memcmp(both[k], text, length) == 0)
                plan->anchor = (int)i;
        text_addf(&known, "%s%s", i ? ", " : "", plan->names[i]);
    }
    if (plan->anchor < 0)
        error_set(err, "there is no player '%.*s' to anchor; there are: %s",
                  (int)(length < 60 ? length : 60), text, known.chars);
    text_free(&known);
    return plan->anchor >= 0;
}

// --- how ---

static bool read_sprt(Plan *plan, Error *err) {
    const char *text = plan->given->sprt;
    if (!text)
        return true;
    if (plan->given->common.players.count != 2)
        return error_set(err, "--sprt compares two players, not %zu",
                         plan->given->common.players.count);
    return sprt_parse(text, &plan->sprt) ||
           error_set(err, "sprt takes two numbers ELO0,ELO1, the smaller first, not '%.60s'", text);
}

static bool read_games(Plan *plan, Error *err) {
    const MatchOptions *given = plan->given;
    int64_t games = given->games;
    if (games < 0)
        games = given->sprt ? GAMES_SPRT : GAMES_USUAL;
    if (games % 2)
        return error_set(err,
                         "games takes an even number, for openings are played in pairs; "
                         "not %" PRId64,
                         games);
    plan->setup.schedule = (Schedule){
        .players = given->common.players.count, .gauntlet = given->gauntlet, .rounds = games / 2};
    if (schedule_games(&plan->setup.schedule) > GAMES_MAX)
        return error_set(err, "that is %" PRId64 " games; %d is the most",
                         schedule_games(&plan->setup.schedule), GAMES_MAX);
    return true;
}

static bool read_adjudication(Plan *plan, Error *err) {
    Adjudication *rules = &plan->setup.adjudication;
    rules->count = AGREEMENT_USUAL;
    return !plan->given->adjudicate ||
           options_parse_spec(adjudicate_options, rules, plan->given->adjudicate, err);
}

// A run without --seed gets a random one; a match that goes on keeps the one it has.
static void choose_seed(Plan *plan) {
    const MatchOptions *given = plan->given;
    plan->seed = given->common.seed >= 0 ? (uint64_t)given->common.seed : rng_entropy() >> 1;
    Value *kept = given->resume && given->out && given->common.seed < 0
                      ? journal_settings(given->out, NULL)
                      : NULL;
    const char *word = value_get_text(kept, "seed");
    int64_t seed;
    if (word && text_to_int(word, &seed))
        plan->seed = (uint64_t)seed;
    value_free(kept);
}

// --- where ---

static bool lay_openings(Plan *plan, Error *err) {
    const MatchOptions *given = plan->given;
    const Registry *registry = plan->call->registry;
    plan->board = common_hints(&given->common, registry_games(registry));
    RecordHints board = common_board(&given->common, registry_games(registry));
    if (!common_opening(&given->common, &board, &plan->kind, err))
        return false;
    bool none = given->openings && strcmp(given->openings, "none") == 0;
    if (given->shuffle && (none || !given->openings))
        return error_set(err, "--shuffle needs --openings FILE");
    if (given->openings && !none)
        plan->openings = openings_read(given->openings, &plan->board, plan->kind, err);
    else if (none || plan->kind != OPENING_FREE)
        plan->openings = openings_empty(&plan->board, plan->kind, err);
    else
        plan->openings = openings_generate(registry, &plan->board, plan->seed, err);
    if (plan->openings && given->shuffle)
        openings_shuffle(plan->openings, plan->seed);
    return plan->openings != NULL;
}

static void add_condition(Text *out, const char *format, int64_t value) {
    if (value == LIMIT_NONE)
        return;
    text_add(out, out->length ? ", " : "");
    text_addf(out, format, (long long)value);
}

// What binds the players, in words: "50 ms a move (margin 20 ms)".
static void describe(const RunnerSetup *setup, Text *out) {
    const Limits *limits = &setup->limits;
    add_condition(out, "%lld ms a move", limits->time_ms);
    add_condition(out, "%lld ms a game", limits->clock_ms);
    if (limits->clock_ms != LIMIT_NONE && limits->increment_ms)
        text_addf(out, " and %lld ms a move more", (long long)limits->increment_ms);
    if (out->length)
        text_addf(out, " (margin %lld ms)", (long long)setup->margin_ms);
    add_condition(out, "%lld nodes", limits->nodes);
    add_condition(out, "depth %lld", limits->depth);
}

static bool make_plan(Plan *plan, Error *err) {
    const MatchOptions *given = plan->given;
    choose_seed(plan);
    if (given->resume && !given->out)
        return error_set(err, "--resume needs --out DIR, the folder of the match to go on with");
    if (!name_players(plan, err) || !read_anchor(plan, err) || !read_sprt(plan, err) ||
        !read_games(plan, err) || !read_adjudication(plan, err) || !lay_openings(plan, err))
        return false;
    const RecordHints *board = &plan->board;
    plan->context = (PlayedContext){.type = board->game,
                                    .rule = board->rule,
                                    .width = board->width,
                                    .height = board->height,
                                    .names = plan->names,
                                    .player_count = given->common.players.count};
    RunnerSetup *setup = &plan->setup;
    setup->registry = plan->call->registry;
    setup->specs = given->common.players.items;
    setup->defaults = common_player_defaults(&given->common);
    setup->defaults.threads = given->common.threads > 0 ? given->common.threads : 1;
    setup->defaults.hash_bytes =
        given->common.hash_bytes > 0 ? given->common.hash_bytes : HASH_USUAL;
    setup->defaults.seed = -1; // the runner seeds every game
    setup->context = &plan->context;
    setup->openings = plan->openings;
    setup->limits = common_limits(&given->common);
    setup->margin_ms = given->margin_ms;
    setup->seed = plan->seed;
    setup->concurrency = (int)given->concurrency;
    describe(setup, &plan->conditions);
    return true;
}

// --- what is kept ---

enum { SETTINGS_MAX = 32 };

typedef struct SettingList {
    JournalSetting rows[SETTINGS_MAX];
    size_t count;
} SettingList;

static void put(SettingList *list, const char *name, bool fixed, const char *format, ...)
    PRINTF_LIKE(4, 5);

static void put(SettingList *list, const char *name, bool fixed, const char *format, ...) {
    char *value;
    va_list args;
    va_start(args, format);
    if (vasprintf(&value, format, args) < 0)
        die("no memory for the settings of a match");
    va_end(args);
    list->rows[list->count++] = (JournalSetting){name, value, fixed};
}

static void put_list(SettingList *list, const char *name, char *const *items, size_t count) {
    Text text = {0};
    for (size_t i = 0; i < count; i++)
        text_addf(&text, "%s%s", i ? "\n" : "", items[i]);
    put(list, name, true, "%s", text_chars(&text));
    text_free(&text);
}

static void list_settings(const Plan *plan, SettingList *list) {
    const MatchOptions *given = plan->given;
    const RunnerSetup *setup = &plan->setup;
    const Limits *limits = &setup->limits;
    *list = (SettingList){.count = 0};
    put(list, "version", true, "%s", TENGEN_VERSION);
    put_list(list, "players", setup->specs, setup->schedule.players);
    put_list(list, "names", plan->names, setup->schedule.players);
    put(list, "game", true, "%s", plan->board.game->name);
    put(list, "rule", true, "%s", plan->board.rule);
    put(list, "size", true, "%dx%d", plan->board.width, plan->board.height);
    put(list, "opening", true, "%s", opening_name(plan->kind));
    put(list, "openings", false, "%s", given->openings ? given->openings : "generated");
    put(list, "openings_key", true, "%016" PRIx64, openings_key(plan->openings));
    put(list, "seed", true, "%" PRIu64, plan->seed);
    put(list, "games", false, "%" PRId64, 2 * setup->schedule.rounds);
    put(list, "gauntlet", true, "%s", given->gauntlet ? "on" : "off");
    put(list, "time_ms", true, "%" PRId64, limits->time_ms);
    put(list, "clock_ms", true, "%" PRId64, limits->clock_ms);
    put(list, "increment_ms", true, "%" PRId64, limits->increment_ms);
    put(list, "nodes", true, "%" PRId64, limits->nodes);
    put(list, "depth", true, "%" PRId64, limits->depth);
    put(list, "level", true, "%" PRId64, limits->level);
    put(list, "margin_ms", true, "%" PRId64, given->margin_ms);
    put(list, "threads", true, "%" PRId64, setup->defaults.threads);
    put(list, "hash_bytes", true, "%" PRId64, setup->defaults.hash_bytes);
    put(list, "sprt", true, "%s", given->sprt ? given->sprt : "");
    put(list, "adjudicate", true, "%s", given->adjudicate ? given->adjudicate : "");
    put(list, "anchor", false, "%s", given->anchor ? given->anchor : "");
    put(list, "concurrency", false, "%" PRId64, given->concurrency);
}

static void know(Played *played, void *runner) {
    runner_know(runner, played);
}

static bool open_journal(Plan *plan, Runner *runner, bool *broken, Error *err) {
    SettingList list;
    list_settings(plan, &list);
    plan->journal = journal_open(plan->given->out, plan->given->resume, list.rows, list.count,
                                 &plan->context, know, runner, broken, err);
    for (size_t i = 0; i < list.count; i++)
        free(list.rows[i].value);
    return plan->journal != NULL;
}

// --- the run ---

static int verdict_code(const MatchView *view, int64_t total) {
    const Standing *standing = view->table.standing;
    if (standing->has_sprt)
        return standing->sprt_state.verdict == SPRT_ACCEPT_H1 ? EXIT_GOOD : EXIT_BAD;
    return standing->games == total ? EXIT_GOOD : EXIT_BAD;
}

static int play(Plan *plan, Runner *runner, MatchView *view) {
    Error err = {""};
    bool ok = runner_run(runner, &err);
    match_view_close(view);
    if (!ok)
        return call_fail(plan->call, EXIT_MACHINE, "%s", err.text);
    if (runner_uncounted(runner) && !standing_decided(runner_standing(runner)))
        fprintf(stderr, "tengen match: %lld more games are kept and count after --resume\n",
                (long long)runner_uncounted(runner));
    return verdict_code(view, schedule_games(&plan->setup.schedule));
}

static int run_plan(Plan *plan) {
    MatchView view;
    RunnerEvents events = {match_view_game, match_view_tick, &view};
    Error err = {""};
    bool broken = false;
    // The journal is opened last, when nothing else can be wrong; the runner must know it before.
    Runner *runner = runner_new(&plan->setup, &events, plan->given->sprt ? &plan->sprt : NULL);
    int code = EXIT_GOOD;
    if (!runner_probe(runner, &broken, &err) ||
        (plan->given->out && !open_journal(plan, runner, &broken, &err))) {
        code = call_fail(plan->call, broken ? EXIT_MACHINE : EXIT_USAGE, "%s", err.text);
    } else {
        runner_keep(runner, plan->journal);
        MatchTable table = {.standing = runner_standing(runner),
                            .context = &plan->context,
                            .conditions = text_chars(&plan->conditions),
                            .total = schedule_games(&plan->setup.schedule),
                            .anchor = plan->anchor,
                            .anchor_elo = plan->anchor_elo,
                            .by_opening = plan->given->by_opening};
        match_view_open(&view, plan->call, &table);
        code = play(plan, runner, &view);
    }
    runner_free(runner);
    return code;
}

static int run(const Call *call) {
    Plan plan = {.call = call, .given = call->options};
    if (call->word_count)
        return match_report_run(call, plan.given->out);
    int code = make_plan(&plan, call->err) ? run_plan(&plan) : call_error(call, EXIT_USAGE);
    journal_close(plan.journal);
    openings_free(plan.openings);
    text_free(&plan.conditions);
    for (char **name = plan.names; name && *name; name++)
        free(*name);
    free(plan.names);
    return code;
}

const Command match_command = {
    .name = "match",
    .usage = "--player SPEC --player SPEC ...",
    .summary = "games between players: Elo, SPRT, ratings",
    .details =
        "Plays two or more players against each other and says who is stronger and how\n"
        "sure that is. Every opening is played twice, with the colours reversed. Two\n"
        "players meet each other; with more, all meet each other, or with --gauntlet\n"
        "the first meets the others. docs/matches.md explains how to read a result.\n"
        "\n"
        "The referee knows the rules and keeps the time: an overrun beyond the margin, an\n"
        "illegal or forbidden move, a crash, silence or nonsense loses the game, and the\n"
        "match goes on. A limit inside a SPEC wins over the match's. Players of this program\n"
        "think with one thread and 64M each unless --threads and --hash say otherwise, and\n"
        "keep back as much of a move's time as they would behind a pipe; Gomocup programs are\n"
        "told both.\n"
        "\n"
        "With --out DIR every game is kept (games.jsonl, games/*.sgf, games/*.psq), and the\n"
        "same command with --resume goes on where a run was cut off. Ctrl-C ends after the\n"
        "running games, twice at once. What is left to chance repeats with --seed.\n"
        "\n"
        "tengen match report DIR draws what is in such a folder as one HTML page,\n"
        "DIR/report.html or --out FILE: standings, charts, and every game on a board.\n"
        "\n"
        "--openings FILE holds lines rule|size|moves|side|source, Piskvork's offsets from\n"
        "the centre (0,0, 1,-1), moves (h8 i9), or is an SGF file of any number of games;\n"
        "`none` is the empty board. --adjudicate: proven=on believes a proof of ours,\n"
        "score=2000,count=3 both players who agree on the score three times, moves=200 calls\n"
        "a game of that length drawn.\n"
        "\n"
        "Ends with 0 when the match is complete (with --sprt: when the first player is\n"
        "better), with 1 when it is not.",
    .common = COMMON_BOARD | COMMON_OPENING | COMMON_LIMITS | COMMON_CLOCK | COMMON_ENGINE |
              COMMON_LEVEL | COMMON_SEED | COMMON_PLAYER | COMMON_LOG | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(MatchOptions),
    .defaults = &defaults,
    .max_words = 2,
    .run = run,
};
