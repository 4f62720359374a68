// SPDX-License-Identifier: MIT
// INFO: what the manager says about rules, time and memory, and what that amounts to.
#include "base/thread.h"
#include "protocol/gomocup_state.h"

#include <unistd.h>

enum {
    TURN_DEFAULT_MS = 5000,
    TIME_UNLIMITED = 2147483647, // how managers write "no limit" as time_left
};

static const int64_t MEMORY_OF_CODE = 32 << 20; // what we need beside the table
static const int64_t HASH_LEAST = 64 << 10;
static const int64_t TIME_MOST = (int64_t)365 * 24 * 3600 * 1000;

enum { BIT_EXACT = 1, BIT_CONTINUOUS = 2, BIT_RENJU = 4, BIT_CARO = 8 };

int64_t info_hash_most(void) {
    int64_t half = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 2;
    return half > HASH_LEAST ? half : HASH_LEAST;
}

void info_init(ManagerInfo *info, const GameType *type) {
    *info = (ManagerInfo){
        .rule = type->rules[0].name,
        .turn_ms = LIMIT_NONE,
        .match_ms = LIMIT_NONE,
        .left_ms = LIMIT_NONE,
        .hash_bytes = LIMIT_NONE,
        .threads = LIMIT_NONE,
        .depth = LIMIT_NONE,
        .nodes = LIMIT_NONE,
        .level = LIMIT_NONE,
    };
}

// --- the keys ---

// Times beyond any game are cut, so that sums cannot overflow later.
static int64_t within_reason(int64_t ms) {
    return ms < 0 ? 0 : ms < TIME_MOST ? ms : TIME_MOST;
}

static void set_turn(Gomocup *g, int64_t value) {
    g->info.turn_ms = within_reason(value);
}

static void set_match(Gomocup *g, int64_t value) {
    g->info.match_ms = value > 0 && value != TIME_UNLIMITED ? within_reason(value) : LIMIT_NONE;
}

// Negative once our time is gone: then every move is made at once. The manager's count
// replaces our own, which goes on from there.
static void set_left(Gomocup *g, int64_t value) {
    g->info.left_ms = value == TIME_UNLIMITED ? LIMIT_NONE : within_reason(value);
    if (value == TIME_UNLIMITED)
        g->info.match_ms = LIMIT_NONE;
    if (g->info.match_ms == LIMIT_NONE)
        return;
    g->used_ms = g->info.match_ms - g->info.left_ms;
}

static void set_increment(Gomocup *g, int64_t value) {
    g->info.increment_ms = within_reason(value);
}

static void set_memory(Gomocup *g, int64_t value) {
    g->info.max_memory = value > 0 ? value : 0;
}

static void set_hash(Gomocup *g, int64_t value) {
    int64_t most = info_hash_most() / 1024;
    g->info.hash_bytes = value <= 0 ? LIMIT_NONE : (value < most ? value : most) * 1024;
}

static void set_ponder(Gomocup *g, int64_t value) {
    g->info.ponder = value != 0;
}

static void set_threads(Gomocup *g, int64_t value) {
    int64_t most = thread_cores();
    g->info.threads = value < 1 ? 1 : value > most ? most : value;
}

static void set_depth(Gomocup *g, int64_t value) {
    g->info.depth = value > 0 ? value : LIMIT_NONE;
}

static void set_nodes(Gomocup *g, int64_t value) {
    g->info.nodes = value > 0 ? value : LIMIT_NONE;
}

// Yixin-Board's scale runs from 0 to 100.
static void set_strength(Gomocup *g, int64_t value) {
    int64_t percent = value < 0 ? 0 : value > 100 ? 100 : value;
    g->info.level = 1 + percent * (LEVEL_MAX - 1) / 100;
}

static void set_rule(Gomocup *g, int64_t value) {
    static const struct {
        int bits;
        const char *name; // NULL: the game's usual rule
    } rules[] = {
        {0, NULL},
        {BIT_EXACT, "standard"},
        {BIT_RENJU, "renju"},
        {BIT_RENJU | BIT_EXACT, "renju"},
        {BIT_CARO, "caro"},
        {BIT_CARO | BIT_EXACT, "caro-exact"},
    };
    g->info.continuous = value > 0 && value < 16 && (value & BIT_CONTINUOUS);
    if (g->info.continuous) {
        gomocup_error(g,
                      "rule %d asks for a continuous game, which is not supported; a game ends "
                      "with the first five",
                      (int)value);
        return;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        int rule = rules[i].name ? game_rule_index(g->setup.game, rules[i].name) : 0;
        if (rules[i].bits == value && rule >= 0) {
            g->info.rule = g->setup.game->rules[rule].name;
            think_ahead(g, NULL); // what goes wrong is told when a move is asked for
            return;
        }
    }
    gomocup_error(g,
                  "there is no rule %lld; 0 is freestyle, 1 exactly five, 4 renju, 8 caro, 9 "
                  "caro with exactly five",
                  (long long)value);
}

// Keys whose value is a number. All others (game_type, evaluate, folder and unknown ones) are taken
// silently, as the protocol has it.
static const struct InfoKey {
    const char *name;
    void (*set)(Gomocup *g, int64_t value);
} info_keys[] = {
    {"timeout_turn", set_turn}, {"timeout_match", set_match},
    {"time_left", set_left},    {"time_increment", set_increment},
    {"max_memory", set_memory}, {"rule", set_rule},
    {"ponder", set_ponder},     {"thread_num", set_threads}, // from here on Yixin-Board's
    {"hash_size", set_hash},    {"max_depth", set_depth},
    {"max_node", set_nodes},    {"strength", set_strength},
};

void info_set(Gomocup *g, const char *key, const char *value) {
    for (size_t i = 0; i < sizeof info_keys / sizeof *info_keys; i++) {
        if (!text_same(key, info_keys[i].name))
            continue;
        int64_t number;
        if (text_to_int(value, &number))
            info_keys[i].set(g, number);
        else
            gomocup_error(g, "INFO %s takes a number, not '%.40s'", info_keys[i].name, value);
        return;
    }
}

// --- what they amount to ---

PlayerDefaults info_resources(const Gomocup *g) {
    PlayerDefaults wanted = g->setup.defaults;
    if (g->info.threads != LIMIT_NONE)
        wanted.threads = g->info.threads;
    if (g->info.hash_bytes != LIMIT_NONE)
        wanted.hash_bytes = g->info.hash_bytes;
    if (g->info.max_memory) {
        int64_t room = g->info.max_memory - MEMORY_OF_CODE;
        room = room > 0 ? room - room / 8 : g->info.max_memory / 16;
        if (wanted.hash_bytes > room)
            wanted.hash_bytes = room;
    }
    if (wanted.hash_bytes < HASH_LEAST)
        wanted.hash_bytes = HASH_LEAST;
    return wanted;
}

static int64_t least(int64_t limit, int64_t other) {
    return limit == LIMIT_NONE || (other != LIMIT_NONE && other < limit) ? other : limit;
}

// A fifth of a turn is always thought: on a machine so busy that even that comes too late, nothing
// helps.
static int64_t margin_of(int64_t turn_ms, int64_t late_ms) {
    int64_t margin = limits_answer_ms(turn_ms) + late_ms, most = turn_ms - turn_ms / 5;
    return margin > most ? most : margin;
}

static int64_t without(int64_t limit, int64_t spent) {
    return limit > spent ? limit - spent : 0;
}

Limits info_limits(const Gomocup *g, int64_t spent_ms) {
    const ManagerInfo *info = &g->info;
    Limits limits = g->setup.limits;
    limits.depth = least(limits.depth, info->depth);
    limits.nodes = least(limits.nodes, info->nodes);
    limits.level = least(limits.level, info->level);
    if (info->turn_ms != LIMIT_NONE)
        limits.time_ms =
            least(limits.time_ms,
                  without(info->turn_ms, margin_of(info->turn_ms, g->late_ms) + spent_ms));
    // A manager that limits the match also says what is left before every move; one that does not
    // gets our own count.
    int64_t left = info->left_ms;
    if (left == LIMIT_NONE && info->match_ms != LIMIT_NONE)
        left = without(info->match_ms, g->used_ms);
    if (left != LIMIT_NONE) {
        limits.clock_ms = without(left, spent_ms);
        limits.increment_ms = info->increment_ms;
    }
    if (limits.time_ms == LIMIT_NONE && limits.clock_ms == LIMIT_NONE &&
        limits.depth == LIMIT_NONE && limits.nodes == LIMIT_NONE)
        limits.time_ms = TURN_DEFAULT_MS;
    return limits;
}
