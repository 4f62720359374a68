// SPDX-License-Identifier: MIT
// What is learned in Hex: the network, both the results of games and the moves the search thought
// best (net_fit.h).
#include "base/memory.h"
#include "hex/hex.h"
#include "hex/leaf.h"
#include "hex/net_file.h"
#include "train/net_fit.h"
#include "train/trainer.h"

#include <stdlib.h>

_Static_assert((int)SAMPLE_CHOICES <= (int)LESSON_MOVES, "what was tried is told");

struct Fit {
    FitSettings settings;
    // Of the board followed last.
    HexGrid *grid;
    HexFill position;
    NetFit *net;
    HexLeaf leaf;
    Lesson lesson;
};

static Fit *fit_create(int rule, const FitSettings *settings, double positions, Error *err) {
    (void)rule, (void)positions;
    Fit *fit = NULL;
    HexNet *start = mem_new(sizeof *start);
    if (!settings->start || hex_net_read(settings->start, start, err)) {
        fit = mem_new(sizeof *fit);
        fit->settings = *settings;
        fit->net = net_fit_new(settings->start ? start : NULL, (int)settings->batch,
                               (int)settings->waiting, settings->seed);
    }
    free(start);
    return fit;
}

static void fit_destroy(Fit *fit) {
    net_fit_free(fit->net);
    hex_grid_free(fit->grid);
    free(fit);
}

static void begin_board(Fit *fit, const SampleBoard *board) {
    if (!fit->grid || fit->grid->width != board->width || fit->grid->height != board->height) {
        hex_grid_free(fit->grid);
        fit->grid = hex_grid_new(board->width, board->height);
    }
    hex_fill_begin(fit->grid, &(HexStones){0}, &fit->position);
}

// --- a game ---

// The moves the search thought good, as shares of one, but for those on cells that are filled in.
static void tell_moves(const Fit *fit, const SampleMove *move, Lesson *lesson) {
    SampleChoice only = {move->move, 100};
    const SampleChoice *choices = move->choice_count ? move->choices : &only;
    int count = move->choice_count ? move->choice_count : move->best, sum = 0;
    lesson->move_count = 0;
    for (int i = 0; i < count; i++) {
        if (!hexset_has(fit->leaf.fill.empty.word, hex_grid_cell(fit->grid, choices[i].move)))
            continue;
        lesson->moves[lesson->move_count++] =
            (LessonMove){view_index(&fit->leaf.view, choices[i].move), choices[i].percent};
        sum += choices[i].percent;
    }
    for (int i = 0; i < lesson->move_count; i++)
        lesson->moves[i].share /= (float)sum;
}

// What the network should think of the position; false when there is nothing to think about.
static bool make_lesson(Fit *fit, Side side, const SampleMove *move, double came) {
    Lesson *lesson = &fit->lesson;
    if (!hex_leaf_see(&fit->leaf, fit->grid, &fit->position, side))
        return false;
    lesson_pack(&fit->leaf.view, lesson);
    tell_moves(fit, move, lesson);
    lesson->target = (float)fit_target(&fit->settings, came, move->score);
    lesson->came = (float)came;
    return true;
}

// Follows the game; studies it, or judges it when there is a score to add to.
static void follow(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed,
                   Score *score) {
    HexBoard now;
    Side side = SIDE_BLACK;
    hex_board_init(&now, board->width, board->height);
    begin_board(fit, board);
    for (size_t i = 0; i < game->count && now.winner == RESULT_NONE; i++) {
        const SampleMove *move = &game->moves[i];
        if (move->judged && make_lesson(fit, side, move, sample_came(game, side))) {
            if (score)
                net_fit_judge(fit->net, &fit->lesson, score);
            else
                net_fit_add(fit->net, &fit->lesson, speed);
        }
        hex_board_play(&now, move->move, side);
        hex_fill_play(fit->grid, &fit->position, hex_grid_cell(fit->grid, move->move), side);
        side = side_other(side);
    }
}

static void fit_settle(Fit *fit) {
    net_fit_settle(fit->net);
}

static void fit_write(const Fit *fit, const char *note, Text *out) {
    hex_net_write(net_fit_net(fit->net), note, out);
}

static Score fit_learned(Fit *fit) {
    return net_fit_learned(fit->net);
}

static void fit_keep(Fit *fit, Checkpoint *checkpoint) {
    net_fit_keep(fit->net, checkpoint);
}

const Trainer hex_trainer = {
    .game = &hex_game,
    .network = true,
    .create = fit_create,
    .destroy = fit_destroy,
    .follow = follow,
    .learned = fit_learned,
    .settle = fit_settle,
    .write = fit_write,
    .keep = fit_keep,
};
