// SPDX-License-Identifier: MIT
// sustech: a student's Python program of 2018, negamax with alpha-beta over a numpy board.
//
// Candidates are the empty neighbours of stones, row by row, in no better order; it looks at no end
// of the game but evaluates at its depth whatever stands there. In the pseudocode of the document
// the window handed down is never narrowed by what was found, so that nothing below the root is
// ever cut: that is what --faithful does, and likely why depth 4 took it half an hour.
#include "gomoku/gomoku.h"
#include "lab/run_worth.h"
#include "lab/seed.h"

static const int64_t INFINITE = INT64_MAX;

typedef struct SustechSearch {
    SeedSearch base;
    RunBoard board;
} SustechSearch;

// Fail-hard, as written: nothing below alpha is told apart. Equal moves: the first stays.
static int64_t search(SustechSearch *self, int depth, int64_t alpha, int64_t beta, Side side,
                      SeedAnswer *answer) {
    Move cells[LINES_POINTS];
    size_t count = lines_near(&self->board.lines, 1, cells);
    int64_t best = alpha;
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        self->base.nodes++;
        if (depth == 1) {
            value = run_board_value_after(&self->board, &self->board.outlook[side][cells[i]], side);
        } else {
            int64_t floor = self->base.order->settings.faithful ? alpha : best;
            RunUndo undo;
            run_board_play(&self->board, cells[i], side, &undo);
            value = -search(self, depth - 1, -beta, -floor, side_other(side), NULL);
            run_board_undo(&self->board, cells[i], side, &undo);
            if (seed_must_stop(&self->base))
                return best;
        }
        if (value > best) {
            best = value;
            if (answer) {
                answer->move = cells[i];
                answer->value = value;
                answer->nodes = self->base.nodes;
                seed_report(self->base.order, answer);
            }
            if (best >= beta)
                break;
        }
    }
    // A full board has no candidates: what stands there is what it is worth.
    return count ? best : run_board_value(&self->board, side);
}

static void sustech_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->ask.position;
    *answer =
        (SeedAnswer){.move = move_at(position->width / 2, position->height / 2), .complete = true};
    if (position->stones) {
        RunTable table;
        SustechSearch self = {.base = {.order = order}};
        Move cells[LINES_POINTS];
        run_table_init(&table, sustech_worth, sustech_worth);
        run_board_set(&self.board, &table, position);
        answer->root_children = (int)lines_near(&self.board.lines, 1, cells);
        answer->move = cells[0];
        answer->depth = (int)order->settings.depth;
        search(&self, answer->depth, -INFINITE, INFINITE, position->to_move, answer);
        answer->nodes = answer->evaluations = self.base.nodes;
        answer->complete = !self.base.stopped;
    }
    seed_report(order, answer);
}

const SeedType sustech_seed = {
    .player =
        SEED_PLAYER("sustech", "negamax with alpha-beta (Mo 2018): freestyle, 15x15", seed_options),
    .game = &gomoku_game,
    .rule = "freestyle",
    .sizes = {15},
    .depth = 2,
    .time_ms = LIMIT_NONE,
    .think = sustech_think,
};
