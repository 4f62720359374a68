// SPDX-License-Identifier: MIT
// The table of words and what each of them does. A line that begins with none of them is a move.
#include "cli/play.h"

#include "base/memory.h"
#include "game/coord.h"

#include <stdlib.h>
#include <string.h>

// A word being obeyed.
typedef struct Obeyed {
    Session *session;
    const char *argument;
    Reply *reply;
    Error *err;
} Obeyed;

typedef struct Word {
    const char *name, *alias, *argument, *help;
    bool (*obey)(Obeyed *word);
    Wish wish;
} Word;

static bool obey_undo(Obeyed *word) {
    if (!session_undo(word->session, word->err))
        return false;
    text_add(&word->reply->said, "Taken back");
    return true;
}

static bool obey_hint(Obeyed *word) {
    return session_ask_hint(word->session, word->err);
}

static bool save(Obeyed *word, bool replace) {
    if (!session_save(word->session, word->argument, replace, word->err))
        return false;
    text_addf(&word->reply->said, "Saved as %s", word->argument);
    return true;
}

static bool obey_save(Obeyed *word) {
    return save(word, false);
}

static bool obey_replace(Obeyed *word) {
    return save(word, true);
}

static bool obey_resign(Obeyed *word) {
    return session_play(word->session, MOVE_RESIGN, word->err);
}

// "swap" is whichever swap the opening offers now.
static bool obey_swap(Obeyed *word) {
    Phase phase = game_phase(session_game(word->session));
    Move move = phase.may_swap_pieces ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES;
    if (!session_play(word->session, move, word->err))
        return false;
    text_add(&word->reply->said, "Swapped");
    return true;
}

static bool obey_put_two(Obeyed *word) {
    return session_play(word->session, MOVE_PUT_TWO, word->err);
}

static bool obey_threats(Obeyed *word) {
    bool show = session_toggle_threats(word->session);
    text_add(&word->reply->said,
             show ? "5, 4 and 3 mark where a five, a four or an open three is made"
                  : "Threats are not drawn any more");
    return true;
}

static bool obey_new(Obeyed *word) {
    if (!session_may_go(word->session, word->err) || !session_begin(word->session, word->err))
        return false;
    text_add(&word->reply->said, "A new game");
    return true;
}

static bool obey_open(Obeyed *word) {
    if (!session_may_go(word->session, word->err) ||
        !session_open(word->session, word->argument, word->err))
        return false;
    text_addf(&word->reply->said, "%s goes on", word->argument);
    return true;
}

static bool obey_quit(Obeyed *word) {
    return session_may_go(word->session, word->err);
}

static const Word word_table[] = {
    {"undo", "u", NULL, "take back your last move", obey_undo, WISH_NOTHING},
    {"hint", NULL, NULL, "what the engine would do", obey_hint, WISH_NOTHING},
    {"swap", NULL, NULL, "take the other side, where offered", obey_swap, WISH_NOTHING},
    {"put-two", NULL, NULL, "swap2: add two stones, pass the choice", obey_put_two, WISH_NOTHING},
    {"save", NULL, "FILE", "as .sgf, .psq, .txt or .hexworld", obey_save, WISH_NOTHING},
    {"save!", NULL, "FILE", "the same, over a file that is there", obey_replace, WISH_NOTHING},
    {"open", NULL, "FILE", "go on with the game of a file", obey_open, WISH_NOTHING},
    {"resign", NULL, NULL, "give up", obey_resign, WISH_NOTHING},
    {"new", NULL, NULL, "start again from the first move", obey_new, WISH_NOTHING},
    {"threats", NULL, NULL, "draw what the next stone makes, or no more", obey_threats,
     WISH_NOTHING},
    {"board", NULL, NULL, "draw the board", NULL, WISH_BOARD},
    {"help", "?", NULL, "this list", NULL, WISH_HELP},
    {"quit", "q", NULL, "leave (Ctrl-D and Ctrl-C leave too)", obey_quit, WISH_QUIT},
};

enum { WORD_COUNT = sizeof word_table / sizeof *word_table };

static const Word *word_find(const char *name) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (text_same(word_table[i].name, name) ||
            (word_table[i].alias && text_same(word_table[i].alias, name)))
            return &word_table[i];
    return NULL;
}

static bool obey_move(Session *session, const char *word, Error *err) {
    const Position *position = game_position(session_game(session));
    Move move;
    if (move_parse(position, word, &move, NULL))
        return session_play(session, move, err);
    Text known = {0};
    for (int i = 0; i < WORD_COUNT; i++)
        text_addf(&known, "%s%s", i ? ", " : "", word_table[i].name);
    error_set(err, "'%.40s' is neither a point from a1 to %c%d nor one of: %s", word,
              'a' + position->width - 1, position->height, text_chars(&known));
    text_free(&known);
    return false;
}

static bool obey(Session *session, char *name, char *argument, Reply *reply, Error *err) {
    const Word *word = word_find(name);
    if (*argument && !(word && word->argument))
        return error_set(err, "'%.40s' stands alone on its line, without '%.40s'", name, argument);
    if (!word)
        return obey_move(session, name, err);
    if (word->argument && !*argument)
        return error_set(err, "%s needs a %s", word->name, word->argument);
    if (word->obey && !word->obey(&(Obeyed){session, argument, reply, err}))
        return false;
    reply->wish = word->wish;
    return true;
}

bool words_obey(Session *session, const char *line, Reply *reply, Error *err) {
    char *copy = mem_copy_text(line), *name = text_trim(copy);
    bool ok = true;
    if (*name) {
        char *end = name + strcspn(name, " \t"), *argument = end;
        if (*end) {
            *end = '\0';
            argument = text_trim(end + 1);
        }
        ok = obey(session, name, argument, reply, err);
    }
    free(copy);
    return ok;
}

void words_help(Text *out) {
    text_addf(out, "  %-12s %s\n", "h8", "play there");
    for (int i = 0; i < WORD_COUNT; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s%s%s", word_table[i].name, word_table[i].argument ? " " : "",
                 word_table[i].argument ? word_table[i].argument : "");
        text_addf(out, "  %-12s %s\n", left, word_table[i].help);
    }
}
