// SPDX-License-Identifier: MIT
// Sentences come from every room of the house, and none of those knows of pages or languages: they
// are recognised here by their form. tests/page/lang.mjs reads this table, and has the server say what it can.
#include "serve/refusal.h"

#include <stdio.h>
#include <string.h>

typedef struct Refusal {
    const char *code, *form; // {name} stands for some words; {why} for a sentence of its own
} Refusal;

static const Refusal refusals[] = {
    // Those that hold another come first.
    {"replay", "move {n}, {move}: {why}"},
    {"line", "line {n}: {why}"},
    {"answered", "{player} answered {move}: {why}"},
    {"occupied", "{cell} is occupied"},
    {"over", "the game is over"},
    {"forbidden", "{cell} is forbidden: {reasons}"},
    {"word", "'{word}' is not a move; cells run from a1 to {last}"},
    {"point", "'{word}' is no move on this board"},
    {"point", "'{word}' is no point of this board"},
    {"swap", "pieces cannot be swapped now"},
    {"swap", "sides cannot be swapped now"},
    {"two", "two stones cannot be put now"},
    {"centre", "{cell} is not the centre, where this opening begins"},
    {"clear", "{cell} is inside the central {n}x{high}, which this opening keeps clear now"},
    {"pass", "there is no passing"},
    {"square", "{opening} needs a square board; {size} takes swap-sides"},
    {"board", "a {game} board is {least} to {most} points wide and high"},
    {"clock", "the clock has run out"},
    {"sgf", "this is no SGF: a game tree begins with (;"},
    {"tree", "the game tree is not closed; a ) is missing"},
    {"empty", "there is nothing to import"},
    {"midgame", "stones are set up in mid-game, which the page cannot show"},
    {"setup", "two stones are set up on {cell}"},
    {"long", "no game has more than {n} moves"},
    {"nodes", "the game's tree has more than {n} nodes"},
    {"nodes", "a game's tree may have {n} nodes, not {more}"},
    {"day", "a day is 2026-11-16, 2026-11 or 2026, not '{day}'"},
    {"gone", "there is no game {id} in the database"},
    {"keeps", "this server keeps no games; start it with --db FILE"},
    {"busy", "the database is busy; wait a moment"},
    {"locked", "the database '{path}' is in use by another program that does not let go of it"},
    {"readonly", "the database '{path}' may not be written to"},
    {"fails", "the database '{path}' fails: {what}"},
    {"engines", "the engine is thinking for {n} other pages; close one of them or wait"},
    {"player", "there is no player '{name}' to be asked"},
    {"protocol", "this server speaks protocol {n}; load the page again"},
    {"many", "too many messages; wait a moment"},
    {"large", "a message may have up to 1 MB"},
};

enum { BLANKS = 4, NAME_CHARS = 16, DEPTH = 3 };

typedef struct Blank {
    const char *name, *text;
    size_t name_length, length;
} Blank;

// The first place at or behind `from` where the literal text up to the next blank stands, and at the end
// of the form the sentence's; NULL when there is none.
static const char *find_literal(const char *from, const char *form, size_t length) {
    if (form[length] == '{') {
        for (; *from; from++)
            if (strncmp(from, form, length) == 0)
                return from;
        return NULL;
    }
    size_t rest = strlen(from);
    return rest >= length && strcmp(from + rest - length, form) == 0 ? from + rest - length : NULL;
}

// Does the sentence have this form? Then the blanks are filled in; no name is "".
static bool fits(const char *sentence, const char *form, Blank blanks[BLANKS], size_t *count) {
    size_t length = strcspn(form, "{");
    *count = 0;
    if (strncmp(sentence, form, length) != 0)
        return false;
    sentence += length;
    form += length;
    while (*form && *count < BLANKS) {
        Blank *blank = &blanks[(*count)++];
        blank->name = form + 1;
        blank->name_length = strcspn(form, "}") - 1;
        form += blank->name_length + 2;
        length = strcspn(form, "{");
        blank->text = sentence;
        const char *end = *sentence ? find_literal(sentence + 1, form, length) : NULL;
        if (!end)
            return false;
        blank->length = (size_t)(end - sentence);
        sentence = end + length;
        form += length;
    }
    return !*sentence;
}

static void write(Json *json, const char *sentence, int depth);

static void write_blank(Json *json, const Blank *blank, int depth) {
    char name[NAME_CHARS], text[512];
    snprintf(name, sizeof name, "%.*s", (int)blank->name_length, blank->name);
    snprintf(text, sizeof text, "%.*s", (int)blank->length, blank->text);
    if (strcmp(name, "why") != 0 || depth >= DEPTH) {
        json_put_text(json, name, text);
        return;
    }
    json_put_object(json, name);
    write(json, text, depth + 1);
    json_end_object(json);
}

static void write(Json *json, const char *sentence, int depth) {
    json_put_text(json, "reason", sentence);
    Blank blanks[BLANKS];
    size_t count = 0;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (!fits(sentence, refusals[i].form, blanks, &count))
            continue;
        json_put_text(json, "code", refusals[i].code);
        json_put_object(json, "values");
        for (size_t j = 0; j < count; j++)
            write_blank(json, &blanks[j], depth);
        json_end_object(json);
        return;
    }
}

void refusal_write(Json *json, const char *sentence) {
    write(json, sentence, 0);
}
