// SPDX-License-Identifier: MIT
// nthu: a C++ program of 2022 with ideas of threat-space search, always ready with a move.
//
// A line is worth what its moves score, each less nine tenths of what the reply is worth: the value
// depends on the path, and the decay ignores the window, so this is no exact algorithm and the
// lab's law does not hold it. The author tried to cache the score of every point in a hash map and
// lost time by it. Here one entry holds a whole node, its ten best moves with their scores: one
// look-up saves the scoring of a hundred points for both sides, and that pays.
//
// Ours, where the document is silent: "near" is within two points of a stone; a five ends a line;
// equal scores keep the order of the board, row by row; a point is tried once.
#include "base/memory.h"
#include "game/zobrist.h"
#include "gomoku/gomoku.h"
#include "lab/nthu_eval.h"
#include "lab/seed.h"

#include <stdlib.h>

enum {
    NEAR = 2,
    WIDTH = 10,         // the document does not say how many it keeps
    ANSWERS = 2,        // of the opponent's best points, when they are threats
    INFINITE = 1 << 26, // beyond every value; nine times it is still an int
    ENTRIES = 1 << 15,
    PATH_MAX_PLIES = 64,
};

typedef struct NthuMove {
    Move cell;
    int16_t score; // for the side to move
} NthuMove;

// What one node of the search looks at.
typedef struct NthuMoves {
    NthuMove moves[WIDTH];
    int16_t count;
    int16_t evaluations; // points scored to find them
} NthuMoves;

typedef struct NthuEntry {
    uint64_t key;
    NthuMoves moves;
} NthuEntry;

// The line being searched. Its stones are put on the board only where moves must be scored: a node
// found in the table costs no board at all.
typedef struct Step {
    Move cell;
    Side side;
} Step;

typedef struct NthuSearch {
    SeedSearch base;
    uint64_t key;
    Step path[PATH_MAX_PLIES];
    int path_length;
    NthuBoard board;
    Step placed[PATH_MAX_PLIES]; // the part of some path that is on the board
    NthuUndo undo[PATH_MAX_PLIES];
    int placed_length;
    NthuEntry *table; // NULL: evaluate everything anew
} NthuSearch;

static void bring_board_up(NthuSearch *self) {
    int same = 0;
    while (same < self->placed_length && same < self->path_length &&
           self->placed[same].cell == self->path[same].cell)
        same++;
    for (int i = self->placed_length - 1; i >= same; i--)
        nthu_board_undo(&self->board, self->placed[i].cell, self->placed[i].side, &self->undo[i]);
    for (int i = same; i < self->path_length; i++) {
        self->placed[i] = self->path[i];
        nthu_board_play(&self->board, self->path[i].cell, self->path[i].side, &self->undo[i]);
    }
    self->placed_length = self->path_length;
}

// --- candidates ---

// Keeps the best `room` of the moves offered so far, best first, earlier ones before equals.
static void keep_best(NthuMove *best, int *count, int room, NthuMove move) {
    if (*count == room && move.score <= best[room - 1].score)
        return;
    int at = *count < room ? (*count)++ : room - 1;
    for (; at > 0 && best[at - 1].score < move.score; at--)
        best[at] = best[at - 1];
    best[at] = move;
}

static bool holds(const NthuMove *moves, int count, Move cell) {
    for (int i = 0; i < count; i++)
        if (moves[i].cell == cell)
            return true;
    return false;
}

// The opponent's two best points first if the best is a threat, then one's own best.
static void nthu_moves(const NthuBoard *board, Side side, NthuMoves *moves) {
    Move cells[LINES_POINTS];
    size_t near = lines_near(&board->lines, NEAR, cells);
    NthuMove own[WIDTH], theirs[ANSWERS];
    int own_count = 0, their_count = 0;
    const NthuScore *ours = board->scores[side], *others = board->scores[side_other(side)];
    for (size_t i = 0; i < near; i++) {
        Move cell = cells[i];
        keep_best(own, &own_count, WIDTH, (NthuMove){cell, (int16_t)ours[cell].score});
        keep_best(theirs, &their_count, ANSWERS, (NthuMove){cell, (int16_t)others[cell].score});
    }
    moves->count = 0;
    moves->evaluations = (int16_t)(2 * near);
    if (their_count && theirs[0].score >= NTHU_THREAT)
        for (int i = 0; i < their_count; i++)
            moves->moves[moves->count++] =
                (NthuMove){theirs[i].cell, (int16_t)ours[theirs[i].cell].score};
    int answers = moves->count;
    for (int i = 0; i < own_count && moves->count < WIDTH; i++)
        if (!holds(moves->moves, answers, own[i].cell))
            moves->moves[moves->count++] = own[i];
}

static void moves_of(NthuSearch *self, Side side, NthuMoves *moves) {
    NthuEntry *entry = self->table ? &self->table[self->key % ENTRIES] : NULL;
    bool hit = entry && entry->key == self->key;
    if (hit) {
        *moves = entry->moves;
    } else {
        bring_board_up(self);
        nthu_moves(&self->board, side, moves);
    }
    self->base.evaluations += (uint64_t)moves->evaluations;
    if (hit)
        self->base.hits += (uint64_t)moves->evaluations;
    else if (entry)
        *entry = (NthuEntry){self->key, *moves};
}

// --- the search ---

// Only the root asks for the move. A five ends the line.
static int search(NthuSearch *self, int depth, int alpha, int beta, Side side, Move *choice) {
    self->base.nodes++;
    if (seed_must_stop(&self->base))
        return 0;
    NthuMoves moves;
    moves_of(self, side, &moves);
    int best = -INFINITE;
    for (int i = 0; i < moves.count; i++) {
        NthuMove move = moves.moves[i];
        int value = move.score;
        if (depth > 1 && move.score < NTHU_FIVE) {
            uint64_t key = self->key;
            self->path[self->path_length++] = (Step){move.cell, side};
            self->key ^= zobrist_stone(side, move.cell) ^ zobrist_white_to_move();
            value -= search(self, depth - 1, -beta, -alpha, side_other(side), NULL) * 9 / 10;
            self->key = key;
            self->path_length--;
            if (self->base.stopped)
                break;
        }
        if (value > best) {
            best = value;
            if (choice)
                *choice = move.cell;
        }
        alpha = best > alpha ? best : alpha;
        if (alpha >= beta)
            break;
    }
    return moves.count ? best : 0;
}

static bool search_root(SeedSearch *base, SeedAnswer *answer) {
    answer->value = search((NthuSearch *)base, answer->depth, -INFINITE, INFINITE,
                           base->order->ask.position->to_move, &answer->move);
    return true;
}

static void nthu_think(const SeedOrder *order, SeedAnswer *answer) {
    const Position *position = order->ask.position;
    *answer = (SeedAnswer){.move = move_at(position->width / 2, position->height / 2)};
    NthuSearch *self = mem_new(sizeof *self);
    self->base.order = order;
    self->key = position->key;
    if (position->stones) {
        NthuMoves moves;
        nthu_board_set(&self->board, position);
        nthu_moves(&self->board, position->to_move, &moves);
        answer->move = moves.moves[0].cell;
        answer->root_children = moves.count;
        if (!order->settings.without_hash)
            self->table = mem_new_array(ENTRIES, sizeof *self->table);
    }
    seed_deepen(&self->base, search_root, position->stones ? order->settings.depth : 0, INT64_MAX,
                answer);
    free(self->table);
    free(self);
}

const SeedType nthu_seed = {
    .player =
        SEED_PLAYER("nthu", "threats and decayed values (2022): freestyle, 15x15", seed_options),
    .game = &gomoku_game,
    .rule = "freestyle",
    .sizes = {15},
    .depth = 40,
    .time_ms = 10000,
    .think = nthu_think,
};
