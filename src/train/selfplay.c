// SPDX-License-Identifier: MIT
#include "train/selfplay.h"

#include "base/memory.h"
#include "base/rng.h"
#include "base/thread.h"

#include <stdlib.h>

enum {
    STONES_LEAST = 3, // of a Gomoku opening
    STONES_MOST = 8,
    STONES_MOST_HEX = 4,
    WINDOW_LEAST =
        5, // Gomoku: they lie within a square of this side in the middle, or a larger one
    WINDOW_MOST = 9,
    TRIES = 30,      // then the game begins on the empty board
    CANDIDATES = 4,  // chance chooses among
    QUICK_SHARE = 6, // a quick move gets so small a part of the nodes
};
static const double DECIDED = 0.35; // a winning chance so far from one half is not worth playing on
static const double NEARLY = 0.05;  // a winning chance so little below the best is nearly as good

typedef struct Selfplay {
    const SelfplaySetup *setup;
    SampleWriter *writer;
    SelfplayFn on_game;
    void *user;
    pthread_mutex_t mutex; // guards what follows
    Text *lines;           // one a game from `first` on; done when not empty
    Result *results;
    int64_t next, kept; // numbers
    SelfplayTally tally;
    bool over, failed;
    Error failure;
} Selfplay;

typedef struct Candidate {
    Move move;
    double win;
    int64_t visits;
    bool proven;
} Candidate;

// What one thread has. `lines` are those of the last iteration of the search.
typedef struct Desk {
    Selfplay *play;
    pthread_t thread;
    Player *player;
    Rng rng;
    StopFlag stop;
    bool counts; // its search says how often it tried a move
    int line_count;
    Candidate lines[SAMPLE_CHOICES];
    SampleGame sample;
} Desk;

// --- one move ---

static void hear(const Info *info, void *user) {
    Desk *desk = user;
    if (info->multipv == 1)
        desk->line_count = 0;
    if (info->multipv != desk->line_count + 1 || desk->line_count == SAMPLE_CHOICES)
        return;
    const Line *line = &info->line;
    desk->lines[desk->line_count++] =
        (Candidate){line->pv[0], line->win, line->visits, score_is_proven(line->score)};
}

static bool ask(Desk *desk, const Game *game, bool noisy, bool quick, Choice *choice, Error *err) {
    Turn turn = {.game = game,
                 .limits = desk->play->setup->limits,
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

// How often the search tried which moves. Where one is won it is all that counts, and how often those
// that are lost were tried does not count.
static void keep_choices(const Desk *desk, SampleMove *move) {
    const Candidate *lines = desk->lines;
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
static Move nearly_best(Desk *desk, Move best) {
    int count = 0;
    Move moves[CANDIDATES];
    for (int i = 0; i < desk->line_count && count < CANDIDATES; i++)
        if (desk->lines[i].win >= desk->lines[0].win - NEARLY)
            moves[count++] = desk->lines[i].move;
    return count > 1 ? moves[rng_below(&desk->rng, (uint32_t)count)] : best;
}

// --- the opening ---

static bool in_window(const Position *position, Move move, int window) {
    return position->type->hexagonal || (abs(2 * move_x(move) - (position->width - 1)) < window &&
                                         abs(2 * move_y(move) - (position->height - 1)) < window);
}

// Stones by chance; false when they ended the game or found no room.
static bool scatter(Desk *desk, Game *game) {
    const Position *position = game_position(game);
    bool hex = position->type->hexagonal;
    int least = hex ? 1 : STONES_LEAST, most = hex ? STONES_MOST_HEX : STONES_MOST;
    int stones = least + (int)rng_below(&desk->rng, (uint32_t)(most - least + 1));
    int window =
        WINDOW_LEAST + (int)rng_below(&desk->rng, (uint32_t)(WINDOW_MOST - WINDOW_LEAST + 1));
    desk->sample.count = 0;
    for (int i = 0; i < stones; i++) {
        Move moves[MOVES_MAX];
        size_t legal = position_moves(position, moves), count = 0;
        for (size_t k = 0; k < legal; k++)
            if (in_window(position, moves[k], window))
                moves[count++] = moves[k];
        if (!count)
            return false;
        Move move = moves[rng_below(&desk->rng, (uint32_t)count)];
        if (!game_play(game, move, false, NULL) || game_over(game))
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
static Game *open_game(Desk *desk, Error *err) {
    for (int i = 0; i < TRIES; i++) {
        Game *game = new_game(desk->play->setup, err);
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
    return new_game(desk->play->setup, err);
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

static bool play_on(Desk *desk, Game *game, Error *err) {
    SampleGame *sample = &desk->sample;
    sample->result = RESULT_NONE;
    for (int64_t moves = 0; sample->result == RESULT_NONE; moves++) {
        bool noisy = moves < desk->play->setup->noisy;
        int64_t share = desk->play->setup->quick;
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

static bool play_game(Desk *desk, int64_t number, Error *err) {
    const SelfplaySetup *setup = desk->play->setup;
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

// Keeps the games that are next in line. The mutex is held.
static void keep(Selfplay *play) {
    const SelfplaySetup *setup = play->setup;
    while (play->kept < setup->games && play->lines[play->kept - setup->first].length) {
        int64_t index = play->kept++ - setup->first;
        Text *line = &play->lines[index];
        if (!samples_add(play->writer, line->chars, line->length, &play->failure))
            play->failed = play->over = true;
        text_free(line);
        play->tally.games++;
        play->tally.results[play->results[index]]++;
        if (!play->on_game(&play->tally, play->user))
            play->over = true;
        if (play->over)
            return;
    }
}

static void *work(void *argument) {
    Desk *desk = argument;
    Selfplay *play = desk->play;
    const SelfplaySetup *setup = play->setup;
    pthread_mutex_lock(&play->mutex);
    while (!play->over && play->next < setup->games) {
        int64_t number = play->next++;
        pthread_mutex_unlock(&play->mutex);
        Error err = {""};
        bool ok = play_game(desk, number, &err);
        pthread_mutex_lock(&play->mutex);
        if (play->over)
            break;
        if (!ok) {
            play->failed = play->over = true;
            play->failure = err;
            break;
        }
        sample_print(&setup->board, &desk->sample, &play->lines[number - setup->first]);
        play->results[number - setup->first] = desk->sample.result;
        for (size_t i = 0; i < desk->sample.count; i++)
            play->tally.moves += desk->sample.moves[i].judged;
        keep(play);
    }
    pthread_mutex_unlock(&play->mutex);
    return NULL;
}

static Player *new_player(const SelfplaySetup *setup, Error *err) {
    Player *player = registry_player(setup->registry, setup->spec, &setup->defaults, err);
    if (!player || !player->type->is_human)
        return player;
    player_free(player);
    error_set(err, "'%.60s' cannot play against himself; `tengen play` is for people", setup->spec);
    return NULL;
}

bool selfplay_check(const SelfplaySetup *setup, Error *err) {
    Game *game = new_game(setup, err);
    Player *player = game ? new_player(setup, err) : NULL;
    bool ok = player && player_begin(player, game, err);
    player_free(player);
    game_free(game);
    return ok;
}

bool selfplay_run(const SelfplaySetup *setup, SampleWriter *writer, SelfplayFn on_game, void *user,
                  SelfplayTally *tally, Error *err) {
    Selfplay play = {.setup = setup, .writer = writer, .on_game = on_game, .user = user};
    size_t games = setup->games > setup->first ? (size_t)(setup->games - setup->first) : 0;
    play.next = play.kept = setup->first;
    play.lines = mem_new_array(games + 1, sizeof *play.lines);
    play.results = mem_new_array(games + 1, sizeof *play.results);
    pthread_mutex_init(&play.mutex, NULL);
    Desk *desks = mem_new_array((size_t)setup->threads, sizeof *desks);
    bool seated = true;
    for (int i = 0; i < setup->threads && seated; i++) {
        desks[i].play = &play;
        desks[i].player = new_player(setup, &play.failure);
        seated = desks[i].player != NULL;
    }
    play.failed = !seated;
    for (int i = 0; i < setup->threads && seated; i++)
        desks[i].thread = thread_start(work, &desks[i]);
    for (int i = 0; i < setup->threads; i++) {
        if (seated)
            thread_join(desks[i].thread);
        player_free(desks[i].player);
        sample_free(&desks[i].sample);
    }
    for (size_t i = 0; i < games; i++)
        text_free(&play.lines[i]);
    free(play.lines);
    free(play.results);
    free(desks);
    pthread_mutex_destroy(&play.mutex);
    *tally = play.tally;
    return !play.failed || error_set(err, "%s", play.failure.text);
}
