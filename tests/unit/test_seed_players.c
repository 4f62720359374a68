// SPDX-License-Identifier: MIT
// The seed systems as players: what they refuse, that they stop, that what they say is legal.
#include "support.h"

#include "base/clock.h"
#include "base/rng.h"
#include "engine/registry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/seed.h"

#include <string.h>

static Registry *all_seeds(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    for (const SeedType *const *seed = lab_seeds; *seed; seed++)
        registry_add_player(registry, &(*seed)->player);
    return registry;
}

static void wrong_boards_get_one_sentence(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        const GameType *game;
        const char *rule;
        int width, height;
        OpeningKind opening;
        const char *says; // NULL: it plays
    } cases[] = {
        {"gomokuku", &gomoku_game, "standard", 15, 15, OPENING_FREE, NULL},
        {"gomokuku", &gomoku_game, "freestyle", 15, 15, OPENING_FREE, "standard"},
        {"gomokuku", &gomoku_game, "standard", 19, 19, OPENING_FREE, "15x15"},
        {"gomokuku", &gomoku_game, "standard", 15, 15, OPENING_SWAP2, "opening"},
        {"gomokuku", &hex_game, "hex", 15, 15, OPENING_FREE, "standard"},
        {"sustech", &gomoku_game, "freestyle", 15, 15, OPENING_FREE, NULL},
        {"sustech", &gomoku_game, "renju", 15, 15, OPENING_FREE, "freestyle"},
        {"nthu", &gomoku_game, "freestyle", 20, 20, OPENING_FREE, "15x15"},
        {"hust", &gomoku_game, "freestyle", 20, 20, OPENING_FREE, NULL},
        {"hust", &gomoku_game, "freestyle", 19, 19, OPENING_FREE, "15x15 and 20x20"},
        {"hust", &gomoku_game, "caro", 15, 15, OPENING_FREE, "freestyle"},
        {"hexmax", &hex_game, "hex", 9, 9, OPENING_FREE, NULL},
        {"hexmax", &hex_game, "hex", 9, 7, OPENING_FREE, "square"},
        {"hexmax", &hex_game, "hex", 9, 9, OPENING_SWAP_PIECES, "opening"},
    };
    Registry *registry = all_seeds();
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {""};
        Player *player = registry_player(registry, cases[i].spec, &defaults, &err);
        Game *game = game_new(cases[i].game, cases[i].rule, cases[i].width, cases[i].height,
                              cases[i].opening, &err);
        assert_non_null(player);
        assert_non_null(game);
        assert_int_equal(player_begin(player, game, &err), cases[i].says == NULL);
        if (cases[i].says)
            assert_non_null(strstr(err.text, cases[i].says));
        game_free(game);
        player_free(player);
    }
    registry_free(registry);
}

static void wrong_specs_get_one_sentence(void **state) {
    (void)state;
    static const char *const wrong[] = {"gomokuku:mode=fast", "hexmax:depth=0", "sustech:depth=x",
                                        "hust:threads=2", "nthu:mode=serial"};
    Registry *registry = all_seeds();
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Error err = {""};
        assert_null(registry_player(registry, wrong[i], &defaults, &err));
        assert_true(err.text[0]);
    }
    registry_free(registry);
}

// Every report names a legal move.
typedef struct Reports {
    const Game *game;
    size_t count;
} Reports;

static void check_report(const Info *info, void *user) {
    Reports *reports = user;
    reports->count++;
    assert_int_equal(game_check(reports->game, info->line.pv[0], NULL), VERDICT_LEGAL);
}

// Each plays against chance from the empty board until the game is over or long enough.
static void games_are_legal(void **state) {
    (void)state;
    static const struct {
        const char *spec, *rule;
        int size;
    } players[] = {
        {"gomokuku:depth=2", "standard", 15},
        {"gomokuku:depth=3,mode=parallel,threads=2", "standard", 15},
        {"gomokuku:depth=2,mode=no-map", "standard", 15},
        {"sustech", "freestyle", 15},
        {"nthu:depth=2", "freestyle", 15},
        {"hust:depth=2", "freestyle", 20},
        {"hexmax", "hex", 7},
        {"hexmax:threads=2,depth=3", "hex", 5},
    };
    Registry *registry = all_seeds();
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        Error err = {""};
        const GameType *type = registry_game(registry, players[i].rule, &err);
        Player *player = registry_player(registry, players[i].spec, &defaults, &err);
        Game *game =
            game_new(type, players[i].rule, players[i].size, players[i].size, OPENING_FREE, &err);
        assert_true(player_begin(player, game, &err));
        Reports reports = {game, 0};
        size_t first = i % 2; // as Black or as White
        for (size_t ply = 0; ply < 60 && !game_over(game); ply++) {
            Move moves[MOVES_MAX];
            size_t count = position_moves(game_position(game), moves);
            Move move = moves[rng_below(&rng, (uint32_t)count)];
            if (ply % 2 == first) {
                StopFlag stop = {0};
                Ask turn = {.game = game,
                            .limits = LIMITS_OPEN,
                            .stop = &stop,
                            .on_info = check_report,
                            .user = &reports};
                Choice choice;
                if (!player_choose(player, &turn, &choice, &err))
                    fail_msg("%s", err.text);
                move = choice.move;
            }
            assert_true(game_play(game, move, false, &err));
        }
        assert_true(reports.count > 0);
        player_end(player);
        game_free(game);
        player_free(player);
    }
    registry_free(registry);
}

static void count_beat(const Info *info, void *beats) {
    *(int *)beats += info->beat;
}

// With orders that would take hours, a raised flag or a spent limit brings a legal move soon. How soon
// is not a test's business: only that it comes. Meanwhile they say that they think.
static void they_stop_when_told(void **state) {
    (void)state;
    static const struct {
        const char *spec, *rule;
        int size;
    } players[] = {
        {"gomokuku:depth=20", "standard", 15},
        {"gomokuku:depth=20,mode=parallel,threads=2", "standard", 15},
        {"gomokuku:depth=20,mode=no-map", "standard", 15},
        {"sustech:depth=20", "freestyle", 15},
        {"nthu:depth=40", "freestyle", 15},
        {"hust:depth=40", "freestyle", 15},
        {"hexmax:depth=20,threads=2", "hex", 11},
    };
    Registry *registry = all_seeds();
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        for (int way = 0; way < 4; way++) {
            Error err = {""};
            const GameType *type = registry_game(registry, players[i].rule, &err);
            Player *player = registry_player(registry, players[i].spec, &defaults, &err);
            Game *game = game_new(type, players[i].rule, players[i].size, players[i].size,
                                  OPENING_FREE, &err);
            game_play(game, move_at(players[i].size / 2, players[i].size / 2), false, &err);
            game_play(game, move_at(3, 4), false, &err);
            game_play(game, move_at(4, 6), false, &err);
            assert_true(player_begin(player, game, &err));
            StopFlag stop = {0};
            Ask turn = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
            if (way == 0)
                stop_raise(&stop);
            if (way == 1)
                turn.limits.time_ms = 20;
            if (way == 2)
                turn.limits.nodes = 5000;
            int beats = 0;
            if (way == 3) {
                turn.limits.time_ms = 900;
                turn.on_info = count_beat;
                turn.user = &beats;
                turn.beats = true;
            }
            Choice choice;
            if (!player_choose(player, &turn, &choice, &err))
                fail_msg("%s", err.text);
            assert_int_equal(beats >= 2, way == 3);
            assert_int_equal(stop_raised(&stop), way == 0); // the player's own timer cleaned up
            game_free(game);
            player_free(player);
        }
    registry_free(registry);
}

// A five that can be made is made by the two that look for one.
static void fives_are_made(void **state) {
    (void)state;
    static const char *const specs[] = {"nthu:depth=4", "hust:depth=4", "sustech:depth=1"};
    Registry *registry = all_seeds();
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Position *position = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
        for (int x = 0; x < 4; x++) {
            position_put(position, move_at(5 + x, 6), CELL_BLACK);
            position_put(position, move_at(5 + x, 10), CELL_WHITE);
        }
        Game *game = game_from_position(position);
        Player *player = registry_player(registry, specs[i], &defaults, NULL);
        assert_true(player_begin(player, game, NULL));
        StopFlag stop = {0};
        Ask turn = {.game = game, .limits = LIMITS_OPEN, .stop = &stop};
        Choice choice;
        assert_true(player_choose(player, &turn, &choice, NULL));
        assert_true(choice.move == move_at(4, 6) || choice.move == move_at(9, 6));
        game_free(game);
        player_free(player);
    }
    registry_free(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_boards_get_one_sentence),
        cmocka_unit_test(wrong_specs_get_one_sentence),
        cmocka_unit_test(games_are_legal),
        cmocka_unit_test(they_stop_when_told),
        cmocka_unit_test(fives_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
