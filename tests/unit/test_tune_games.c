// SPDX-License-Identifier: MIT
// The games of a tuning: who has which numbers in which seat, and what is no player to be tuned. The
// player is a pupil of its own, which resigns when its number is 0 and plays on when it is not.
#include "support.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "gomoku/gomoku.h"
#include "match/tune_games.h"

#include <stdlib.h>
#include <string.h>

typedef struct Pupil {
    Player player;
    int64_t skill, moves;
} Pupil;

static const Option pupil_options[] = {
    {"tune.SKILL", OPTION_INT, offsetof(Pupil, skill), "N", 0, 9, ""},
    {"moves", OPTION_INT, offsetof(Pupil, moves), "N", 0, 9, ""},
    {0},
};

static Player *create(const PlayerType *type, const Registry *registry, const char *rest,
                      const PlayerDefaults *defaults, Error *err) {
    (void)registry, (void)defaults;
    Pupil *pupil = mem_new(sizeof *pupil);
    pupil->player.type = type;
    if (options_parse_spec(pupil_options, pupil, rest, err))
        return &pupil->player;
    free(pupil);
    return NULL;
}

static void destroy(Player *player) {
    free(player);
}

static bool begin(Player *player, const Game *game, Error *err) {
    (void)game;
    return ((Pupil *)player)->skill < 9 || error_set(err, "the pupil is ill");
}

static bool choose(Player *player, const Ask *ask, Choice *choice, Error *err) {
    (void)err;
    const Position *position = game_position(ask->game);
    *choice = (Choice){.move = MOVE_RESIGN};
    assert_int_equal(ask->limits.nodes, 123);
    for (int cell = 0; cell < 25 && ((Pupil *)player)->skill; cell++) {
        Move move = move_at(cell % 5, cell / 5);
        if (position_check(position, move, NULL) == VERDICT_LEGAL) {
            choice->move = move;
            break;
        }
    }
    return true;
}

static const PlayerType pupil = {.name = "pupil",
                                 .summary = "",
                                 .options = pupil_options,
                                 .create = create,
                                 .destroy = destroy,
                                 .begin = begin,
                                 .choose = choose};

static TuneHead make_head(const char *player, bool tuned) {
    TuneHead head = {.player = mem_copy_text(player), .nodes = 123, .games = 20};
    head.spsa = (Spsa){.count = tuned, .steps = 10, .rate = 0.01};
    head.spsa.params[0] =
        (SpsaParam){.name = "SKILL", .start = 1.4, .least = 0, .most = 2, .step = 1, .whole = true};
    return head;
}

typedef struct School {
    Registry *registry;
    TuneHead head;
    TuneGames games;
} School;

static School open_school(const char *player, bool tuned) {
    School school = {.registry = registry_new(), .head = make_head(player, tuned)};
    RecordHints board = {NULL, &gomoku_game, "freestyle", 5, 5};
    Error err;
    registry_add_game(school.registry, &gomoku_game, &gomoku_searcher);
    registry_add_player(school.registry, &engine_player);
    registry_add_player(school.registry, &random_player);
    registry_add_player(school.registry, &pupil);
    school.games = (TuneGames){.registry = school.registry,
                               .defaults = PLAYER_DEFAULTS,
                               .openings = openings_empty(&board, OPENING_FREE, &err)};
    school.games.defaults.hash_bytes = 1 << 20;
    return school;
}

static void close_school(School *school) {
    openings_free(school->games.openings);
    tune_head_free(&school->head);
    registry_free(school->registry);
}

static bool play(School *school, double plus, double minus, char letters[3], Error *err) {
    TuneTask task = {.pair = 3, .plus = &plus, .minus = &minus};
    TunePair pair = {"??"};
    school->games.head = &school->head;
    bool ok = tune_games_play(&task, &pair, &school->games, err);
    memcpy(letters, pair.games, 2);
    letters[2] = 0;
    return ok;
}

static void who_is_better_wins_in_both_seats(void **state) {
    (void)state;
    static const char *const specs[] = {"pupil", "pupil:", "pupil:moves=3"};
    for (int i = 0; i < 3; i++) {
        School school = open_school(specs[i], true);
        char letters[3];
        Error err = {""};
        assert_true(play(&school, 1, 0, letters, &err));
        assert_string_equal(letters, "ww");
        assert_true(play(&school, 0, 1, letters, &err));
        assert_string_equal(letters, "ll");
        assert_true(play(&school, 0, 0, letters, &err)); // the first to move resigns
        assert_string_equal(letters, "lw");
        assert_false(play(&school, 1, 9, letters, &err));
        assert_non_null(strstr(err.text, "the pupil is ill"));
        close_school(&school);
    }
}

// Two of ours that play alike: what the one does in a seat, the other does there, too.
static void equal_players_share_a_pair(void **state) {
    (void)state;
    School school = open_school("tengen", false);
    char letters[3];
    Error err = {""};
    assert_true(play(&school, 0, 0, letters, &err));
    assert_int_equal(tune_pair_result((TunePair){{letters[0], letters[1]}}), 0);
    close_school(&school);
}

static void who_cannot_be_tuned_is_told(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"random", "no option 'tune.SKILL' here"}, {"human", "for people"},
        {"tengen:speed=3", "no option"},           {"pupil:moves=10", "moves takes a whole number"},
        {"nobody", "no player 'nobody'"},          {"pupil", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        School school = open_school(rows[i][0], true);
        Error err = {""};
        school.games.head = &school.head;
        Game *game = openings_game(school.games.openings, 0);
        assert_int_equal(tune_games_check(&school.games, game, &err), !rows[i][1][0]);
        assert_non_null(strstr(err.text, rows[i][1]));
        game_free(game);
        close_school(&school);
    }
}

static void a_spec_says_every_number(void **state) {
    (void)state;
    TuneHead head = make_head("tengen:weights=a.net", true);
    Text spec = {0};
    head.spsa.count = 2;
    head.spsa.params[1] = (SpsaParam){.name = "c_puct"};
    tune_games_spec(&head, (const double[]){17, 0.8125}, &spec);
    assert_string_equal(spec.chars, "tengen:weights=a.net,tune.SKILL=17,tune.c_puct=0.8125");
    text_free(&spec);
    tune_head_free(&head);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_better_wins_in_both_seats),
        cmocka_unit_test(equal_players_share_a_pair),
        cmocka_unit_test(who_cannot_be_tuned_is_told),
        cmocka_unit_test(a_spec_says_every_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
