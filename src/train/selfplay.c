// SPDX-License-Identifier: MIT
#include "train/selfplay.h"

#include "base/memory.h"
#include "base/ordered.h"
#include "base/rng.h"
#include "game/scatter.h"

#include <stdlib.h>

enum {
    TRIES = 30,      // then the game begins on the empty board
    CANDIDATES = 4,  // to choose among at random
    QUICK_SHARE = 6, // a quick move gets this part of the nodes
    WINDOW = 1024,   // games that may wait for the slowest
};
static const double DECIDED = 0.35; // this far from one half a game is not worth playing on
static const double NEARLY = 0.05;  // this little below the best chance is nearly as good

typedef struct Selfplay {
    const SelfplaySetup *setup;
    SampleWriter *writer;
    SelfplayFn on_game;
    void *user;
    SelfplayTally tally;
} Selfplay;

// A game as it is kept, and what it adds to the tally.
typedef struct SelfplayGame {
    Text line;
    Result result;
    int64_t moves;
} SelfplayGame;

typedef struct PlayedCandidate {
    Move move;
    double win;
    int64_t visits;
    bool proven;
} PlayedCandidate;

// What one thread has. `lines` are those of the last iteration of the search.
typedef struct SelfplaySeat {
    const SelfplaySetup *setup;
    Player *player;
    Rng rng;
    StopFlag stop;
    bool counts; // its search says how often it tried a move
    int line_count;
    PlayedCandidate lines[SAMPLE_CHOICES];
    SampleGame sample;
} SelfplaySeat;

// --- one move ---

static void hear(const Info *info, void *user) {
    SelfplaySeat *desk = user;
    if (info->multipv == 1)
        desk->line_count = 0;
    if (info->multipv != desk->line_count + 1 || desk->line_count == SAMPLE_CHOICES)
        return;
    const Line *line = &info->line;
    desk->lines[desk->line_count++] =
        (PlayedCandidate){line->pv[0], line->win, line->visits, score_is_proven(line->score)};
}

static bool ask(SelfplaySeat *desk, const Game *game, bool noisy, bool quick, Choice *choice,
                Error *err) {
    Ask turn = {.game = game,
                .limits = desk->setup->limits,
                .stop = &desk->stop,
                .on_info = hear,
                .user = desk};
    turn.limits.multipv = desk->counts && !quick ? SAMPLE_CHOICES : noisy ? CANDIDATES : 1;
    if (quick)
        turn.limits.nodes = turn.limits.nodes / QUICK_SHARE + 1;
    desk->line_count = 0;
    *choice = (Choice){.move = MOVE_NONE};
    bool ok = player_choose(desk->player, &turn, choice, err);
    desk->counts = ok && choice->has_info && choice->info.line.visits >= 0;
    return ok;
}

// How often the search tried which moves. Where one is won it is all that counts, and how often
// those that are lost were tried does not count.
static void keep_choices(const SelfplaySeat *desk, SampleMove *move) {
    const PlayedCandidate *lines = desk->lines;
    bool won = desk->line_count && lines[0].proven && lines[0].win > 0.5;
    int count = won ? 1 : desk->line_count;
    int64_t tries[SAMPLE_CHOICES], sum = 0;
    for (int i = 0; i < count; i++)
        sum += tries[i] = won ? 1 : lines[i].proven ? 0 : lines[i].visits;
    for (int i = 0; i < count; i++) {
        int64_t percent = sum > 0 ? 100 * tries[i] / sum : 0;
        if (percent > 0)
            move->choices[move->choice_count++] = (SampleChoice){lines[i].move, (uint8_t)percent};
    }
}

// One of the candidates that are nearly as good as the best.
static Move nearly_best(SelfplaySeat *desk, Move best) {
    int count = 0;
    Move moves[CANDIDATES];
    for (int i = 0; i < desk->line_count && count < CANDIDATES; i++)
        if (desk->lines[i].win >= desk->lines[0].win - NEARLY)
            moves[count++] = desk->lines[i].move;
    return count > 1 ? moves[rng_below(&desk->rng, (uint32_t)count)] : best;
}

// --- the opening ---

static int between(Rng *rng, int least, int most) {
    return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

// Random stones; false when they ended the game or found no room.
static bool scatter(SelfplaySeat *desk, Game *game) {
    const Position *position = game_position(game);
    const Scatter *scatter = &position->type->scatter;
    int stones = between(&desk->rng, scatter->train_least, scatter->train_most);
    int window = between(&desk->rng, scatter->window_least, scatter->window_most);
    desk->sample.count = 0;
    for (int i = 0; i < stones; i++) {
        Move move = scatter_stone(position, window, &desk->rng);
        if (move == MOVE_NONE || !game_play(game, move, false, NULL) || game_over(game))
            return false;
        sample_add(&desk->sample, (SampleMove){.move = move});
    }
    return true;
}

static Game *new_game(const SelfplaySetup *setup, Error *err) {
    const SampleBoard *board = &setup->board;
    return game_new(board->game, board->game->rules[board->rule].name, board->width, board->height,
                    OPENING_FREE, err);
}

// NULL with a sentence when the player cannot play.
static Game *open_game(SelfplaySeat *desk, Error *err) {
    for (int i = 0; i < TRIES; i++) {
        Game *game = new_game(desk->setup, err);
        Choice choice;
        bool good = scatter(desk, game);
        if (good) {
            if (!player_begin(desk->player, game, err) ||
                !ask(desk, game, false, false, &choice, err)) {
                game_free(game);
                return NULL;
            }
            double off = choice.has_info ? choice.info.line.win - 0.5 : 0;
            good = off < DECIDED && off > -DECIDED;
        }
        if (good)
            return game;
        game_free(game);
    }
    desk->sample.count = 0;
    return new_game(desk->setup, err);
}

// --- a game ---

// The result of a score that is proven, for the side to move.
static Result proven_result(const Choice *choice, Side to_move) {
    if (!choice->has_info)
        return RESULT_NONE;
    if (choice->info.line.drawn)
        return RESULT_DRAW;
    if (!score_is_proven(choice->info.line.score))
        return RESULT_NONE;
    return side_wins(choice->info.line.score > 0 ? to_move : side_other(to_move));
}

static bool play_on(SelfplaySeat *desk, Game *game, Error *err) {
    SampleGame *sample = &desk->sample;
    sample->result = RESULT_NONE;
    for (int64_t moves = 0; sample->result == RESULT_NONE; moves++) {
        bool noisy = moves < desk->setup->noisy;
        int64_t share = desk->setup->quick;
        bool quick = share > 0 && (int64_t)rng_below(&desk->rng, 100) < share;
        Choice choice;
        if (!ask(desk, game, noisy, quick, &choice, err))
            return false;
        Side to_move = game_position(game)->to_move;
        Move move = noisy ? nearly_best(desk, choice.move) : choice.move;
        int score = choice.has_info ? choice.info.line.score : 0;
        sample->result = proven_result(&choice, to_move);
        if (!game_play(game, move, false, err))
            return false;
        SampleMove kept = {.move = move,
                           .judged = true,
                           .best = move == choice.move && !quick,
                           .score = (int16_t)score};
        if (desk->counts && !quick)
            keep_choices(desk, &kept);
        sample_add(sample, kept);
        if (game_over(game))
            sample->result = game_result(game);
    }
    return true;
}

static bool play_game(SelfplaySeat *desk, int64_t number, Error *err) {
    const SelfplaySetup *setup = desk->setup;
    desk->rng = rng_seed(setup->seed ^ rng_mix((uint64_t)number + 1));
    player_reseed(desk->player, rng_next(&desk->rng));
    desk->counts = false; // nothing of another game may matter
    Game *game = open_game(desk, err);
    bool ok = game && player_begin(desk->player, game, err) && play_on(desk, game, err);
    if (ok)
        player_end(desk->player);
    game_free(game);
    return ok;
}

// --- many games ---

bool selfplay_check(const SelfplaySetup *setup, Error *err) {
    Game *game = new_game(setup, err);
    Player *player =
        game ? registry_player(setup->registry, setup->spec, &setup->defaults, err) : NULL;
    bool ok = player && player_begin(player, game, err);
    player_free(player);
    game_free(game);
    return ok;
}

static void drop(void *result) {
    SelfplayGame *game = result;
    text_free(&game->line);
    free(game);
}

static bool take(Ordered *ordered, int64_t number, void *result, void *user) {
    (void)number;
    Selfplay *play = user;
    SelfplayGame *game = result;
    Error err;
    bool kept = samples_add(play->writer, game->line.chars, game->line.length, &err);
    if (kept) {
        play->tally.games++;
        play->tally.results[game->result]++;
        play->tally.moves += game->moves;
    } else {
        ordered_fail(ordered, &err);
    }
    drop(game);
    return kept && play->on_game(&play->tally, play->user);
}

static SelfplayGame *game_of(const SelfplaySeat *desk) {
    SelfplayGame *game = mem_new(sizeof *game);
    sample_print(&desk->setup->board, &desk->sample, &game->line);
    game->result = desk->sample.result;
    for (size_t i = 0; i < desk->sample.count; i++)
        game->moves += desk->sample.moves[i].judged;
    return game;
}

static void work(Ordered *ordered, int worker, void *user) {
    (void)worker;
    const SelfplaySetup *setup = ((Selfplay *)user)->setup;
    Error err = {""};
    SelfplaySeat desk = {.setup = setup};
    desk.player = registry_player(setup->registry, setup->spec, &setup->defaults, &err);
    if (!desk.player)
        ordered_fail(ordered, &err);
    for (int64_t number; ordered_claim(ordered, &number);) {
        if (play_game(&desk, number, &err)) {
            ordered_put(ordered, number, game_of(&desk));
        } else {
            ordered_fail(ordered, &err);
            ordered_return(ordered, number);
        }
    }
    player_free(desk.player);
    sample_free(&desk.sample);
}

bool selfplay_run(const SelfplaySetup *setup, SampleWriter *writer, SelfplayFn on_game, void *user,
                  SelfplayTally *tally, Error *err) {
    Selfplay play = {.setup = setup, .writer = writer, .on_game = on_game, .user = user};
    OrderedCrew crew = {.threads = setup->threads, .work = work, .take = take, .user = &play};
    int64_t end = setup->games > setup->first ? setup->games : setup->first;
    Ordered *ordered = ordered_new(setup->first, end, WINDOW);
    bool ok = ordered_run(ordered, &crew, err);
    ordered_free(ordered, drop);
    *tally = play.tally;
    return ok;
}
