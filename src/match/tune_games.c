// SPDX-License-Identifier: MIT
#include "match/tune_games.h"

#include "base/rng.h"
#include "match/referee.h"
#include "match/tune_params.h"

#include <math.h>
#include <string.h>

void tune_games_spec(const TuneHead *head, const double *values, Text *out) {
    text_addf(out, "%s%s", head->player, strchr(head->player, ':') ? "" : ":");
    for (size_t i = 0; i < head->spsa.count; i++) {
        const SpsaParam *param = &head->spsa.params[i];
        text_addf(out, "%stune.%s=", i || strchr(head->player, ':') ? "," : "", param->name);
        if (param->whole)
            text_addf(out, "%.0f", values[i]);
        else
            tune_number_print(values[i], out);
    }
}

static Player *make_player(const TuneGames *games, const double *values, Error *err) {
    Text spec = {0};
    tune_games_spec(games->head, values, &spec);
    Player *player = registry_player(games->registry, spec.chars, &games->defaults, err);
    text_free(&spec);
    return player;
}

bool tune_games_check(const TuneGames *games, const Game *game, Error *err) {
    double values[SPSA_PARAMS_MAX];
    spsa_start(&games->head->spsa, values);
    for (size_t i = 0; i < games->head->spsa.count; i++)
        if (games->head->spsa.params[i].whole)
            values[i] = round(values[i]);
    // A command line does not say what its program makes of words behind it.
    Player *player = registry_player(games->registry, games->head->player, &games->defaults, err);
    bool ok =
        player && (!player->type->is_command ||
                   error_set(err, "a program behind %s: cannot be tuned; a player of ours can",
                             player->type->name));
    player_free(player);
    player = ok ? make_player(games, values, err) : NULL;
    ok = player && player_begin(player, game, err);
    player_free(player);
    return ok;
}

// One game; `plus_seat` says who sits where.
static bool play_game(const TuneGames *games, Player *const players[2], int64_t number,
                      Seat plus_seat, char *letter, Error *err) {
    static const char letters[] = {'l', 'd', 'w'};
    StopFlag stop;
    atomic_bool cancel = false;
    _Atomic int64_t overdue = 0;
    Limits limits = LIMITS_OPEN;
    stop_clear(&stop);
    limits.nodes = games->head->nodes;
    RefereeOrder order = {.limits = limits,
                          .adjudication = {.proven = true},
                          .stop = &stop,
                          .cancel = &cancel,
                          .overdue_us = &overdue};
    uint64_t seed = rng_mix(games->head->spsa.seed ^ rng_mix((uint64_t)number + 1));
    for (int seat = 0; seat < 2; seat++) {
        order.players[seat] = players[seat == (int)plus_seat ? 0 : 1];
        player_reseed(order.players[seat], rng_mix(seed + (uint64_t)seat));
    }
    Game *game = openings_game(games->openings, number);
    Played played;
    bool ok = referee_play(&order, game, &played);
    *letter = letters[played.points[plus_seat]];
    for (int seat = 0; seat < 2; seat++)
        if (referee_faulted(&played, (Seat)seat))
            ok = error_set(err, "pair %lld: %s", (long long)number + 1, played.reason);
    played_free(&played);
    game_free(game);
    return ok;
}

bool tune_games_play(const TuneTask *task, TunePair *pair, void *player, Error *err) {
    const TuneGames *games = player;
    Player *players[2] = {make_player(games, task->plus, err), NULL};
    players[1] = players[0] ? make_player(games, task->minus, err) : NULL;
    bool ok = players[1] != NULL;
    for (int i = 0; ok && i < 2; i++)
        ok = play_game(games, players, task->pair, i ? SEAT_SECOND : SEAT_FIRST, &pair->games[i],
                       err);
    player_free(players[0]);
    player_free(players[1]);
    return ok;
}
