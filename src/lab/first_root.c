// SPDX-License-Identifier: MIT
#include "lab/first_root.h"

#include <string.h>

static void bring_forward(FirstRoot *root, size_t from, size_t to) {
    FirstCandidate moved = root->moves[from];
    memmove(&root->moves[to + 1], &root->moves[to], (from - to) * sizeof moved);
    root->moves[to] = moved;
}

// The first of moves[from ..] that would win at once for `side`; root->count when there is none.
static size_t find_closing(const FirstRoot *root, Side side, size_t from) {
    while (from < root->count &&
           !hex_board_wins_at(&root->worker.board, root->moves[from].move, side))
        from++;
    return from;
}

// A win comes first. The one cell that stops the opponent's is the only move there is: all others
// lose at once, and no level may misjudge that.
static void begin_with_endings(FirstRoot *root) {
    Side side = root->worker.to_move;
    size_t own = find_closing(root, side, 0), theirs = find_closing(root, side_other(side), 0);
    if (own < root->count) {
        bring_forward(root, own, 0);
    } else if (theirs < root->count) {
        bool only = find_closing(root, side_other(side), theirs + 1) == root->count;
        bring_forward(root, theirs, 0);
        root->count = only ? 1 : root->count;
    }
}

void first_root_begin(FirstRoot *root, FirstShared *shared, const HexBoard *board, Side to_move) {
    FirstWorker *worker = &root->worker;
    first_worker_begin(worker, shared, board, to_move);
    first_evaluate(board, to_move, &worker->evaluation);
    root->count = first_candidates(board, &worker->evaluation, root->moves);
    first_candidates_sort(root->moves, root->count);
    begin_with_endings(root);
}

Move first_root_first_move(const FirstRoot *root) {
    return root->moves[0].move;
}

static void write_line(const FirstLine *from, int score, int scale, Line *to) {
    *to = (Line){.score = score,
                 .win = score_win_rate(score, scale),
                 .visits = -1,
                 .pv_length = from->length};
    memcpy(to->pv, from->moves, from->length * sizeof *from->moves);
}

// The best of moves[first ..], brought to the front of them. False when not even one was done.
static bool search_line(FirstRoot *root, size_t first, int depth, Line *line) {
    FirstWorker *worker = &root->worker;
    int best = -SCORE_INFINITE, searched = 0, width = first_worker_width(worker, FIRST_WIDTH_ROOT);
    for (size_t i = first; i < root->count; i++) {
        FirstLine rest, whole;
        if (searched >= width && best > -SCORE_PROVEN)
            break;
        Move move = root->moves[i].move;
        int score = first_worker_try(worker, move, searched, depth, 0, best, SCORE_INFINITE, &rest);
        if (worker->stopped)
            break;
        searched++;
        if (score <= best)
            continue;
        best = score;
        first_line_set(&whole, move, &rest);
        write_line(&whole, score, FIRST_SCALE, line);
        bring_forward(root, i, first);
    }
    return searched > 0;
}

bool first_root_search(FirstRoot *root, int depth, Line *lines, size_t room, size_t *line_count) {
    root->worker.stopped = false;
    *line_count = 0;
    while (*line_count < room && *line_count < root->count && !root->worker.stopped) {
        if (!search_line(root, *line_count, depth, &lines[*line_count]))
            break;
        // A later line that was cut short may not hold the best of the rest: leave it out.
        if (root->worker.stopped && *line_count > 0)
            break;
        ++*line_count;
    }
    return *line_count > 0;
}
