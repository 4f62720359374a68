// SPDX-License-Identifier: MIT
#include "gomoku/root.h"

#include "gomoku/chance.h"
#include "gomoku/picks.h"
#include "gomoku/tunables.h"

#include <assert.h>
#include <string.h>

// --- the moves ---

static void bring_forward(Root *root, int from, int to) {
    Move move = root->moves[from];
    memmove(root->moves + to + 1, root->moves + to, (size_t)(from - to) * sizeof *root->moves);
    root->moves[to] = move;
}

static void add_allowed(Root *root, const Field *field, const Picks *picks) {
    for (int i = 0; i < picks->count; i++)
        if (field_allowed(field, picks->moves[i]))
            root->moves[root->count++] = picks->moves[i];
}

static void add_cells(Root *root, const Field *field, const CellSet *cells) {
    Picks picks;
    picks_list(&picks, cells);
    add_allowed(root, field, &picks);
}

static void add_near(Root *root, Worker *worker) {
    const Field *field = &worker->field;
    Picks picks;
    Hints hints = {.killers = {MOVE_NONE, MOVE_NONE},
                   .counter = MOVE_NONE,
                   .history = worker->history[field_to_move(field)],
                   .policy = worker_policy(worker)};
    root->complete = picks_near(&picks, field);
    picks_score(&picks, field, &hints);
    for (int i = 0; i < picks.count; i++)
        picks_next(&picks, i);
    add_allowed(root, field, &picks);
}

// The first move is the answer when there is no time to search at all: `timeout_turn 0`, or a
// machine so busy that the clock has run out before the first node. It makes an open four or
// prevents one all the same.
static void begin_with_fours(Root *root, const Field *field) {
    Side side = field_to_move(field);
    Move own = field_open_four(field, side);
    CellSet defences = {{0}};
    if (own != MOVE_NONE)
        cellset_add(&defences, own);
    else if (field_count(field, side_other(side), KIND_OPEN_FOUR))
        field_open_four_defences(field, &defences);
    for (int i = 0; i < root->count; i++)
        if (cellset_has(&defences, root->moves[i])) {
            bring_forward(root, i, 0);
            return;
        }
}

void root_begin(Root *root, Worker *worker) {
    const Field *field = &worker->field;
    Side side = field_to_move(field), other = side_other(side);
    *root = (Root){.complete = true};
    root->forced = field_count(field, side, KIND_FIVE) || field_count(field, other, KIND_FIVE);
    if (field_count(field, side, KIND_FIVE)) {
        add_cells(root, field, field_cells(field, side, KIND_FIVE));
    } else if (root->forced) {
        CellSet defences;
        field_five_defences(field, &defences);
        add_cells(root, field, &defences);
        if (!root->count) // nothing helps: stand in the way all the same
            add_cells(root, field, field_cells(field, other, KIND_FIVE));
    } else {
        add_near(root, worker);
        if (worker->level.fours)
            begin_with_fours(root, field);
    }
    if (!root->count) // the rare case that no near point is allowed
        add_cells(root, field, &field->empty);
    assert(root->count >= 0 && root->count <= FIELD_POINTS);
}

// --- an iteration ---

static void line_write(Line *line, const Worker *worker, int score, const Move *moves, int length) {
    bool dead = field_dead(&worker->field);
    size_t kept = length < PV_MAX ? (size_t)length : PV_MAX;
    *line = (Line){
        .score = score,
        .drawn = dead,
        .win = chance_of_score(score, (GomokuRule)worker->field.board.rule),
        .visits = -1,
        .pv_length = kept,
    };
    memcpy(line->pv, moves, kept * sizeof *moves);
}

bool root_fours(Root *root, Worker *worker, int depth, Line *line) {
    assert(depth >= 1);
    if (root->fours_exhausted || root->forced || !worker->level.fours)
        return false;
    uint64_t nodes = (uint64_t)FOURS_ROOT_NODES * (uint64_t)depth * (uint64_t)depth;
    Fours fours = fours_of(&worker->field, &worker->effort, worker->vcf_cache, nodes);
    FourLine found;
    FoursVerdict verdict = fours_win(&fours, &found);
    root->fours_exhausted = verdict == FOURS_NONE;
    if (verdict != FOURS_WIN)
        return false;
    line_write(line, worker, score_win_in(found.length), found.moves, found.length);
    return true;
}

bool root_threes(Root *root, Worker *worker, Threes *threes, int share, Line *line) {
    uint64_t before = effort_nodes(&worker->effort);
    uint64_t due = (uint64_t)THREES_ROOT_NODES + (uint64_t)share * (before - root->threes_nodes);
    if (root->threes_exhausted || !worker->level.fours || due <= root->threes_nodes)
        return false;
    FourLine found;
    FoursVerdict verdict =
        threes_search(threes, &worker->field, &worker->effort, due - root->threes_nodes, &found);
    root->threes_nodes += effort_nodes(&worker->effort) - before;
    root->threes_exhausted = verdict == FOURS_NONE;
    if (verdict != FOURS_WIN)
        return false;
    line_write(line, worker, score_win_in(found.length), found.moves, found.length);
    return true;
}

static int root_value(Worker *worker, Move move, int index, int alpha, int beta, int depth) {
    const Field *field = &worker->field;
    if (field_kind(field, field_to_move(field), move) == KIND_FIVE) {
        worker->pv[1].length = 0;
        return effort_spend(&worker->effort) ? score_win_in(1) : 0;
    }
    worker->frames[0].played = move;
    int reduction = worker_late_move_reduction(depth, index) / 2;
    return worker_try_next(worker, move, index, alpha, beta, depth - 1, reduction, 0);
}

// Who claims a proof shows its line. A null window that fails high by what the table knows has none; the next one,
// with an open window, finds it, if there is time.
static int score_shown(const Root *root, const Worker *worker, int score) {
    if (score >= SCORE_PROVEN && worker->pv[0].length < score_plies(score))
        return -score_likely_loss_in(score_plies(score));
    return root->complete ? score : worker_demote(score);
}

// The best of the moves from `first` on, brought to `first`. Scores at or beyond the window are
// bounds, and their line is written all the same: it is the best known when time runs out.
static int search_window(Root *root, Worker *worker, int depth, int first, int alpha, int beta,
                         Line *line) {
    int best = -SCORE_INFINITE;
    worker->frames[0].eval = worker_evaluate(worker);
    for (int i = first; i < root->count && best < beta; i++) {
        int value =
            root_value(worker, root->moves[i], i - first, best > alpha ? best : alpha, beta, depth);
        if (worker->effort.over)
            break;
        if (value <= best)
            continue;
        best = value;
        if (value <= alpha)
            continue; // only the first move has a meaning then, and it stays first
        worker_keep_line(worker, 0, root->moves[i]);
        bring_forward(root, i, first);
        line_write(line, worker, score_shown(root, worker, best), worker->pv[0].moves,
                   worker->pv[0].length);
    }
    return best;
}

// The last iteration's score is a good guess: a narrow window around it, widened where it fails.
static bool search_line(Root *root, Worker *worker, int depth, int first, Line *line) {
    bool guess = depth > ASPIRATION_DEPTH && first == 0 && root->searched;
    int margin = ASPIRATION, written = false;
    int alpha = guess ? root->score - margin : -SCORE_INFINITE;
    int beta = guess ? root->score + margin : SCORE_INFINITE;
    line->pv_length = 0;
    for (;;) {
        int best = search_window(root, worker, depth, first, alpha, beta, line);
        written |= line->pv_length > 0;
        if (worker->effort.over || (best > alpha && best < beta)) {
            if (first == 0 && !worker->effort.over) {
                root->score = best;
                root->searched = true;
            }
            return written;
        }
        margin *= ASPIRATION_GROWTH;
        if (best <= alpha)
            alpha = margin > SCORE_UNIT * 4 ? -SCORE_INFINITE : best - margin;
        else
            beta = margin > SCORE_UNIT * 4 ? SCORE_INFINITE : best + margin;
    }
}

// Each line was the best of the moves left, but what the table learnt on the way may have made a
// later one better. The moves follow, so that the next iteration begins with the best.
static void sort_lines(Root *root, Line *lines, size_t count) {
    for (size_t i = 1; i < count; i++) {
        size_t to = i;
        while (to > 0 && lines[to - 1].score < lines[i].score)
            to--;
        if (to == i)
            continue;
        Line line = lines[i];
        memmove(lines + to + 1, lines + to, (i - to) * sizeof *lines);
        lines[to] = line;
        bring_forward(root, (int)i, (int)to);
    }
    if (root->searched)
        root->score = lines[0].score;
}

bool root_search(Root *root, Worker *worker, int depth, Line *lines, size_t room, size_t *count) {
    assert(depth >= 1 && room >= 1);
    *count = 0;
    while (*count < room && *count < (size_t)root->count &&
           search_line(root, worker, depth, (int)*count, &lines[*count]))
        ++*count;
    if (*count > 1)
        sort_lines(root, lines, *count);
    return *count > 0;
}
