// SPDX-License-Identifier: MIT
#include "cli/thought.h"

#include "cli/watch.h"
#include "game/notation.h"

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

Position *thought_position(const Call *call, const char *text) {
    RecordHints hints = common_hints(call->common, registry_games(call->registry));
    if (*text)
        return position_read(text, &hints, call->common->to_move, call->err);
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
