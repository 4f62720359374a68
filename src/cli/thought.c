// SPDX-License-Identifier: MIT
#include "cli/thought.h"

#include "cli/watch.h"
#include "game/notation.h"

#include <string.h>
#include <sys/stat.h>

Player *thought_player(const Call *call, const char *option) {
    PlayerDefaults defaults = common_player_defaults(call->common);
    TextList search = {0};
    if (option)
        list_add(&search, option);
    defaults.search = &search;
    Player *player = registry_player(call->registry, "tengen", &defaults, call->err);
    list_free(&search);
    return player;
}

// Is it written like a point, as p16 is on a small board? Then no file was meant.
static bool is_point(const char *word) {
    size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    return letters == 1 && word[1] && !word[1 + strspn(word + 1, "0123456789")];
}

// A word that is no move may have been meant as a path.
static void explain_path(const char *text, Error *err) {
    static const char endings[] = "a record ends in .sgf, .psq, .txt or .hexworld";
    RecordFormat format;
    struct stat about;
    if (record_format_of(text, &format) || !strstr(err->text, "is not a move"))
        return; // something else is wrong, and said
    Error why = *err;
    if (stat(text, &about) == 0)
        error_set(err, "'%.200s' is %s; %s", text,
                  S_ISDIR(about.st_mode) ? "a folder" : "no record", endings);
    else if (strpbrk(text, "/.") && !strpbrk(text, " \t\n"))
        error_set(err, "there is no file '%.200s'; %s", text, endings);
    else if (!strpbrk(text, " \t\n,;:") && !is_point(text))
        error_set(err, "%s; nor is there a file of that name", why.text);
}

Position *thought_position(const Call *call, const char *text) {
    RecordHints hints = common_hints(call->common, registry_games(call->registry));
    if (text[strspn(text, " \t\r\n")]) { // blanks alone come from a variable that was never set
        Position *position = position_read(text, &hints, call->common->to_move, call->err);
        if (!position)
            explain_path(text, call->err);
        return position;
    }
    error_set(call->err,
              "a POSITION is a move list, stones, a record or - for the empty board, not ''");
    return NULL;
}

// Hands on what was said. Once the output is closed, thinking stops.
static void hand_on(Thought *thought, Watch *watch, const ThinkerUpdate *update) {
    for (const Said *said = update->said; said && thought->on_info; said = said->next)
        if (!thought->on_info(&said->info, thought->user)) {
            thought->on_info = NULL;
            thinker_stop(watch->thinker);
        }
}

bool thought_think(Thought *thought, const Position *position, Choice *choice, Error *err) {
    Game *game = game_from_position(position_clone(position));
    if (!player_begin(thought->player, game, err)) {
        game_free(game);
        return false;
    }
    Watch watch;
    ThinkerUpdate update;
    watch_open(&watch);
    thinker_ask(watch.thinker, thought->player, &(Ask){.game = game, .limits = thought->limits});
    while (watch_next(&watch, -1, &update))
        hand_on(thought, &watch, &update);
    hand_on(thought, &watch, &update);
    thought->interrupted |= watch.interrupted;
    watch_close(&watch);
    *choice = update.choice;
    *err = update.err;
    game_free(game);
    return update.ok;
}
