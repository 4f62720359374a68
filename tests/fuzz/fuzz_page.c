// SPDX-License-Identifier: MIT
// Messages of a page that are well-formed nearly everywhere: the bytes choose questions, their fields and
// what stands in them, so that what lies behind the first checks is reached. Now and then a field is
// missing, or holds what does not belong there. Whatever it is, every question is answered, and the games
// that are kept are sound.
#include "protocol_fuzz.h"

#include "serve/desk_private.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

enum {
    MESSAGES_MOST = 3,
    RENEW = 5000, // after so many inputs the library is a new one
};

// --- what the bytes choose ---

typedef struct Chance {
    const uint8_t *data;
    size_t size, at;
    Text *out;
} Chance;

static unsigned below(Chance *chance, unsigned count) {
    return chance->at < chance->size ? chance->data[chance->at++] % count : 0;
}

static void add_one_of(Chance *chance, const char *const *texts, unsigned count) {
    text_add(chance->out, texts[below(chance, count)]);
}

#define ADD_ONE_OF(chance, ...)                                                                    \
    do {                                                                                           \
        static const char *const texts[] = {__VA_ARGS__};                                          \
        add_one_of(chance, texts, sizeof texts / sizeof *texts);                                   \
    } while (0)

static void add_strange(Chance *chance) {
    ADD_ONE_OF(chance, "null", "true", "-1", "0", "1e300", "9223372036854775807", "0.5", "\"\"",
               "\"\\u0000\"", "\"\\ud83d\\ude00\"", "[]", "{}", "[[[[[[[[]]]]]]]]", "[null]",
               "{\"game\":{}}", "\"cmd:/bin/true\"", "\"h8]C[\"", "\"zz99\"");
}

static void add_bool(Chance *chance) {
    ADD_ONE_OF(chance, "true", "false");
}

static void add_number(Chance *chance) {
    ADD_ONE_OF(chance, "0", "1", "2", "3", "5", "15", "100", "60000", "-1");
}

static void add_size(Chance *chance) {
    ADD_ONE_OF(chance, "15", "11", "5", "3", "19", "25", "1", "26");
}

// Small: the connections of a large board take longer than all else.
static void add_hex_size(Chance *chance) {
    ADD_ONE_OF(chance, "4", "3", "5", "6", "1", "26");
}

static void add_text(Chance *chance) {
    ADD_ONE_OF(chance, "\"a\"", "\"A. Player\"", "\"2026-11-18\"", "\"B+R\"", "\"a]\\\\b\\n\"",
               "\"h8 i9 g7\"", "\"(;GM[4]SZ[15];B[hh]C[a];W[ii](;B[jj])(;B[kk]))\"",
               "\"https://hexworld.org/board/#11c1,a2:sf7\"", "\"(;GM[11]SZ[5];B[a1];W[b2])\"");
}

static void add_version(Chance *chance) {
    ADD_ONE_OF(chance, "\"w.1\"", "\"w.2\"", "\"v.1\"", "\"\"", "\"w.\"", "\"w.99999999999999\"");
}

static void add_format(Chance *chance) {
    ADD_ONE_OF(chance, "\"sgf\"", "\"psq\"", "\"txt\"", "\"hexworld\"");
}

static void add_key(Chance *chance) {
    ADD_ONE_OF(chance, "\"theme\"", "\"language\"", "\"\"");
}

static void add_player(Chance *chance) {
    ADD_ONE_OF(chance, "\"random\"", "\"tengen\"", "\"random:seed=3\"", "\"tengen:level=3\"",
               "\"human\"", "\"tengen:weights=/etc/passwd\"", "\"nobody\"");
}

static void add_game_name(Chance *chance) {
    ADD_ONE_OF(chance, "\"gomoku\"", "\"hex\"", "\"chess\"");
}

static void add_rule(Chance *chance) {
    ADD_ONE_OF(chance, "\"freestyle\"", "\"renju\"", "\"standard\"", "\"caro\"", "\"hex\"");
}

static void add_opening(Chance *chance) {
    ADD_ONE_OF(chance, "\"free\"", "\"swap\"", "\"swap2\"", "\"pro\"");
}

static void add_side(Chance *chance) {
    ADD_ONE_OF(chance, "\"b\"", "\"w\"", "\"black\"");
}

static void add_seat(Chance *chance) {
    ADD_ONE_OF(chance, "\"first\"", "\"second\"", "0", "1");
}

static void add_move(Chance *chance) {
    unsigned kind = below(chance, 16);
    static const char *const choices[] = {"swap-sides", "swap-pieces", "put-two", "pass"};
    if (kind >= 12)
        text_addf(chance->out, "\"%s\"", choices[kind - 12]);
    else
        text_addf(chance->out, "\"%c%u\"", (char)('a' + below(chance, 16)), 1 + below(chance, 16));
}

static void add_list(Chance *chance, void (*add)(Chance *), unsigned most) {
    unsigned count = below(chance, most + 1);
    text_add(chance->out, "[");
    for (unsigned i = 0; i < count; i++) {
        text_add(chance->out, i ? "," : "");
        add(chance);
    }
    text_add(chance->out, "]");
}

static void add_moves(Chance *chance) {
    add_list(chance, add_move, 9);
}

static void add_few_moves(Chance *chance) {
    add_list(chance, add_move, 2);
}

static void add_seats(Chance *chance) {
    add_list(chance, add_player, 3);
}

// --- objects ---

typedef struct Field {
    const char *name;
    void (*add)(Chance *);
} Field;

// One field in sixteen is missing, one holds something strange.
static void add_fields(Chance *chance, const Field *fields) {
    for (; fields->name; fields++) {
        unsigned luck = below(chance, 16);
        if (luck == 15)
            continue;
        text_addf(chance->out,
                  "%s\"%s\":", chance->out->chars[chance->out->length - 1] == '{' ? "" : ",",
                  fields->name);
        (luck == 14 ? add_strange : fields->add)(chance);
    }
}

static void add_object(Chance *chance, const Field *fields) {
    text_add(chance->out, "{");
    add_fields(chance, fields);
    text_add(chance->out, "}");
}

static void add_game(Chance *chance) {
    static const Field gomoku[] = {{"rule", add_rule},       {"width", add_size},
                                   {"height", add_size},     {"opening", add_opening},
                                   {"black", add_few_moves}, {"white", add_few_moves},
                                   {"moves", add_moves},     {0}};
    static const Field hex[] = {
        {"width", add_hex_size}, {"opening", add_opening}, {"moves", add_moves}, {0}};
    bool is_hex = below(chance, 2);
    text_add(chance->out, is_hex ? "{\"game\":\"hex\"" : "{\"game\":\"gomoku\"");
    add_fields(chance, is_hex ? hex : gomoku);
    text_add(chance->out, "}");
}

static void add_clock(Chance *chance) {
    static const Field fields[] = {{"first_ms", add_number},
                                   {"second_ms", add_number},
                                   {"increment_ms", add_number},
                                   {"ran_ms", add_number},
                                   {0}};
    add_object(chance, fields);
}

static void add_property(Chance *chance) {
    ADD_ONE_OF(chance, "[\"KO\",\"1\"]", "[\"C\",\"x]y\"]", "[\"LB\",\"aa:1\",\"bb:2\"]", "[]");
}

static void add_properties(Chance *chance) {
    add_list(chance, add_property, 2);
}

static void add_node(Chance *chance) {
    static const Field set_up[] = {
        {"black", add_few_moves}, {"white", add_few_moves}, {"to_move", add_side}, {0}};
    static const Field move[] = {{"up", add_number},
                                 {"move", add_move},
                                 {"side", add_side},
                                 {"note", add_text},
                                 {"properties", add_properties},
                                 {0}};
    add_object(chance, below(chance, 4) ? move : set_up);
}

// A main line, so that many can be played, and whatever else the bytes say.
static void add_nodes(Chance *chance) {
    unsigned line = below(chance, 8);
    text_add(chance->out, "[{}");
    for (unsigned i = 0; i < line; i++)
        text_addf(chance->out, ",{\"up\":%u,\"move\":\"%c%u\",\"side\":\"%c\"}", i,
                  (char)('a' + i % 5), 1 + i / 5, i % 2 ? 'w' : 'b');
    for (unsigned more = below(chance, 4); more; more--) {
        text_add(chance->out, ",");
        add_node(chance);
    }
    text_add(chance->out, "]");
}

static void add_document(Chance *chance) {
    static const Field fields[] = {{"game", add_game_name},
                                   {"rule", add_rule},
                                   {"width", add_size},
                                   {"height", add_size},
                                   {"opening", add_opening},
                                   {"black", add_text},
                                   {"white", add_text},
                                   {"event", add_text},
                                   {"date", add_text},
                                   {"result", add_text},
                                   {"meta", add_text},
                                   {"nodes", add_nodes},
                                   {0}};
    if (below(chance, 2)) {
        add_object(chance, fields);
        return;
    }
    text_add(chance->out, "{\"game\":\"gomoku\",\"width\":15,\"height\":15,\"nodes\":");
    add_nodes(chance);
    text_add(chance->out, "}");
}

// --- questions: every row of docs/serve.md ---

static const struct {
    const char *type;
    Field fields[12];
} questions[] = {
    {"hello", {{"protocol", add_number}}},
    {"look",
     {{"game", add_game},
      {"fresh", add_bool},
      {"clock", add_clock},
      {"seats", add_seats},
      {"table", add_text},
      {"time_ms", add_number}}},
    {"choose",
     {{"game", add_game},
      {"player", add_player},
      {"table", add_text},
      {"level", add_number},
      {"time_ms", add_number},
      {"clock_ms", add_number},
      {"increment_ms", add_number}}},
    {"clock", {{"clock", add_clock}, {"seat", add_seat}}},
    {"analyse", {{"game", add_game}, {"lines", add_number}, {"time_ms", add_number}}},
    {"review", {{"game", add_game}, {"time_ms", add_number}}},
    {"scores", {{"game", add_game}}},
    {"stop", {{0}}},
    {"rest", {{0}}},
    {"save",
     {{"id", add_number},
      {"document", add_document},
      {"version", add_version},
      {"over", add_version}}},
    {"open", {{"id", add_number}}},
    {"delete", {{"id", add_number}}},
    {"games",
     {{"player", add_text},
      {"result", add_text},
      {"from", add_text},
      {"to", add_text},
      {"opening", add_opening},
      {"game", add_game_name},
      {"rule", add_rule},
      {"position", add_game},
      {"limit", add_number},
      {"offset", add_number}}},
    {"replies", {{"game", add_game}}},
    {"import",
     {{"text", add_text},
      {"name", add_text},
      {"game", add_game_name},
      {"rule", add_rule},
      {"width", add_size},
      {"height", add_size}}},
    {"export", {{"document", add_document}, {"format", add_format}, {"node", add_number}}},
    {"get", {{"key", add_key}}},
    {"set", {{"key", add_key}, {"value", add_text}}},
};

static void add_question(Chance *chance, unsigned number) {
    unsigned which = below(chance, sizeof questions / sizeof *questions);
    text_addf(chance->out, "{\"type\":\"%s\",\"ask\":%u", questions[which].type, number);
    add_fields(chance, questions[which].fields);
    text_add(chance->out, "}");
}

// --- the house ---

static void nobody_waits(void *user) {
    (void)user;
}

static void problem(const char *sentence, void *user) {
    (void)user;
    fprintf(stderr, "%s\n", sentence);
    abort();
}

typedef struct Library {
    Store *store, *reader;
    House *house;
    char path[64];
    int inputs;
} Library;

static void library_open(Library *library, const Registry *registry) {
    const GameType *const *games = registry_games(registry);
    snprintf(library->path, sizeof library->path, "%s/fuzz-page-%d.db",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    unlink(library->path);
    Error err = {""};
    library->store = store_open(library->path, STORE_CREATE, games, &err);
    library->reader = store_open(library->path, STORE_CREATE, games, &err);
    if (!library->store || !library->reader)
        die("%s", err.text);
    library->house = house_new(&(HouseSetup){.registry = registry,
                                             .store = library->store,
                                             .reader = library->reader,
                                             .version = "fuzz",
                                             .threads = 1,
                                             .hash_bytes = 1 << 16,
                                             .wake = nobody_waits});
    library->inputs = 0;
}

static void library_close(Library *library) {
    if (!library->house)
        return;
    house_free(library->house);
    int64_t problems;
    if (!store_check(library->store, problem, NULL, &problems, NULL))
        abort();
    store_close(library->reader);
    store_close(library->store);
    unlink(library->path);
    library->house = NULL;
}

static Library library;

static void leave(void) {
    library_close(&library);
}

static void ask(Desk *desk, const Text *question) {
    if (getenv("FUZZ_SHOW"))
        fprintf(stderr, "%s\n", question->chars);
    desk_receive(desk, question->chars, question->length);
    while (house_push(library.house), desk->waiting > 0)
        sched_yield();
}

// What waits for the page; all of it must be messages.
static unsigned count_answers(Desk *desk) {
    unsigned count = 0;
    size_t length;
    for (const char *answer; (answer = outbox_first(desk_outbox(desk), &length)); count++) {
        Value *value = value_parse(answer, length, NULL);
        if (!value_is_object(value) || !value_get_text(value, "type"))
            abort();
        value_free(value);
        outbox_drop(desk_outbox(desk));
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Registry *registry;
    static Text text;
    if (!registry) {
        registry = fuzz_registry();
        atexit(leave);
    }
    if (library.house && ++library.inputs > RENEW)
        library_close(&library);
    if (!library.house)
        library_open(&library, registry);
    Desk *desk = desk_new(library.house);
    Chance chance = {data, size, 0, &text};
    for (unsigned i = 0; i < MESSAGES_MOST && chance.at < size; i++) {
        text_clear(&text);
        add_question(&chance, i);
        ask(desk, &text);
    }
    text_clear(&text);
    text_add(&text, "{\"type\":\"stop\",\"ask\":99}");
    ask(desk, &text); // ends what still thinks, and is answered itself
    if (count_answers(desk) == 0)
        abort();
    desk_free(desk);
    return 0;
}
