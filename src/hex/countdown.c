// SPDX-License-Identifier: MIT
#include "hex/countdown.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <stdlib.h>

enum { ENTRIES = 1 << 12, FAR = BOARD_POINTS + 1 };

// What was found out about a position; stones are the winner's.
typedef struct CountdownTally {
    uint64_t key;
    int16_t wins, wins_by; // enough stones, and the winner's move if it is its turn
    int16_t fails, spoils; // too few, and the loser's move if it is its turn
    HexSet carrier;        // the cells that win relies on
} CountdownTally;

struct HexCountdown {
    const HexGrid *grid;
    HexCount *count;
    HexStones stones;
    uint64_t key, placed;
    bool is_over;
    CountdownTally tallies[ENTRIES];
};

HexCountdown *hex_countdown_new(void) {
    return mem_new(sizeof(HexCountdown));
}

void hex_countdown_free(HexCountdown *countdown) {
    free(countdown);
}

// --- ways ---

// Cells reached with n stones, and with n + 1.
typedef struct CountdownWave {
    int16_t steps[BOARD_POINTS]; // stones it takes to reach a cell, its own included
    int16_t now[BOARD_POINTS], next[BOARD_POINTS];
    int now_count, next_count, step;
} CountdownWave;

static void reach(const HexCountdown *countdown, CountdownWave *wave, int cell) {
    if (wave->steps[cell] != FAR)
        return;
    Cell value = hex_stones_at(&countdown->stones, cell);
    if (value == CELL_EMPTY) {
        wave->steps[cell] = (int16_t)(wave->step + 1);
        wave->next[wave->next_count++] = (int16_t)cell;
    } else if (value == side_cell(countdown->count->winner)) {
        wave->steps[cell] = (int16_t)wave->step;
        wave->now[wave->now_count++] = (int16_t)cell;
    }
}

// From one of the winner's edges.
static void flow(const HexCountdown *countdown, bool far, CountdownWave *wave) {
    const HexGrid *grid = countdown->grid;
    bool down = countdown->count->winner == SIDE_BLACK;
    int length = down ? grid->width : grid->height, stride = down ? 1 : grid->width;
    int start = !far ? 0 : down ? grid->count - grid->width : grid->width - 1;
    for (int cell = 0; cell < grid->count; cell++)
        wave->steps[cell] = FAR;
    wave->now_count = wave->next_count = wave->step = 0;
    for (int i = 0; i < length; i++)
        reach(countdown, wave, start + i * stride);
    for (;;) {
        for (int i = 0; i < wave->now_count; i++)
            for (int k = 0; k < HEX_RING; k++)
                if (grid->ring[wave->now[i]][k] < grid->count)
                    reach(countdown, wave, grid->ring[wave->now[i]][k]);
        if (!wave->next_count)
            return;
        wave->step++;
        wave->now_count = wave->next_count;
        wave->next_count = 0;
        memcpy(wave->now, wave->next, (size_t)wave->now_count * sizeof *wave->now);
    }
}

// The empty cells on ways within the limit of stones, those on the shortest first.
typedef struct Usable {
    int16_t cells[BOARD_POINTS];
    int count;
    int shortest; // way there is; FAR when it takes more stones
} Usable;

static void list_usable(const HexCountdown *countdown, int stones, Usable *usable) {
    CountdownWave near, far;
    int16_t ways[BOARD_POINTS] = {FAR};
    flow(countdown, false, &near);
    flow(countdown, true, &far);
    usable->count = 0;
    for (int cell = 0; cell < countdown->grid->count; cell++) {
        int way = near.steps[cell] + far.steps[cell] - 1;
        if (way > stones || hex_stones_at(&countdown->stones, cell) != CELL_EMPTY)
            continue;
        int i = usable->count++;
        for (; i > 0 && ways[i - 1] > way; i--) {
            ways[i] = ways[i - 1];
            usable->cells[i] = usable->cells[i - 1];
        }
        ways[i] = (int16_t)way;
        usable->cells[i] = (int16_t)cell;
    }
    usable->shortest = ways[0];
}

// --- memory ---

static CountdownTally *tally_of(HexCountdown *countdown, Side to_move) {
    uint64_t key = countdown->key ^ (to_move == SIDE_WHITE ? zobrist_white_to_move() : 0);
    CountdownTally *tally = &countdown->tallies[key % ENTRIES];
    if (tally->key != key)
        *tally = (CountdownTally){.key = key, .wins = FAR, .wins_by = -1, .spoils = -1};
    return tally;
}

static void note_win(HexCountdown *countdown, Side to_move, int stones, int cell,
                     const HexSet *carrier) {
    CountdownTally *tally = tally_of(countdown, to_move);
    tally->wins = (int16_t)stones;
    tally->wins_by = (int16_t)cell;
    tally->carrier = *carrier;
}

static void note_failure(HexCountdown *countdown, Side to_move, int stones, int cell) {
    CountdownTally *tally = tally_of(countdown, to_move);
    tally->fails = (int16_t)stones;
    tally->spoils = (int16_t)cell;
}

// --- the search ---

static bool place(HexCountdown *countdown, Side side, int cell) {
    countdown->is_over = countdown->is_over || countdown->placed >= countdown->count->nodes ||
                         stop_raised(countdown->count->stop);
    if (countdown->is_over)
        return false;
    countdown->placed++;
    countdown->key ^= countdown->grid->cell_key[side][cell];
    hexset_add(countdown->stones.of[side].word, cell);
    return true;
}

static void lift(HexCountdown *countdown, Side side, int cell) {
    countdown->key ^= countdown->grid->cell_key[side][cell];
    hexset_drop(countdown->stones.of[side].word, cell);
}

static bool wins_within(HexCountdown *countdown, Side to_move, int stones, HexSet *carrier);

static bool winner_moves(HexCountdown *countdown, int stones, const Usable *usable,
                         HexSet *carrier) {
    Side winner = countdown->count->winner;
    for (int i = 0; i < usable->count; i++) {
        int cell = usable->cells[i];
        bool wins = usable->shortest == 1;
        memset(carrier, 0, sizeof *carrier);
        if (!wins && stones > 1) {
            if (!place(countdown, winner, cell))
                return false;
            wins = wins_within(countdown, side_other(winner), stones - 1, carrier);
            lift(countdown, winner, cell);
        }
        if (countdown->is_over)
            return false;
        if (wins) {
            hexset_add(carrier->word, cell);
            note_win(countdown, winner, usable->shortest == 1 ? 1 : stones, cell, carrier);
            return true;
        }
    }
    note_failure(countdown, winner, stones, -1);
    return false;
}

// It tries whatever lies on a way, and in all that won so far.
static bool loser_moves(HexCountdown *countdown, int stones, const Usable *usable,
                        HexSet *carrier) {
    Side winner = countdown->count->winner, loser = side_other(winner);
    HexSet open = countdown->grid->all, replies;
    memset(carrier, 0, sizeof *carrier);
    for (int i = 0; i < usable->count; i++) {
        int cell = usable->cells[i];
        if (!hexset_has(open.word, cell))
            continue;
        if (!place(countdown, loser, cell))
            return false;
        bool wins = wins_within(countdown, winner, stones, &replies);
        lift(countdown, loser, cell);
        if (countdown->is_over)
            return false;
        if (!wins) {
            note_failure(countdown, loser, stones, cell);
            return false;
        }
        hexset_unite(carrier->word, replies.word, HEXSET_WORDS);
        hexset_keep(open.word, replies.word, HEXSET_WORDS);
    }
    if (!usable->count)
        note_failure(countdown, loser, stones, -1);
    else
        note_win(countdown, loser, stones, -1, carrier);
    return usable->count > 0;
}

// Does the winner join its edges with `stones` stones? What it relies on goes into the carrier.
// Meaningless once is_over.
static bool wins_within(HexCountdown *countdown, Side to_move, int stones, HexSet *carrier) {
    const CountdownTally *tally = tally_of(countdown, to_move);
    if (tally->fails >= stones)
        return false;
    if (tally->wins <= stones) {
        *carrier = tally->carrier;
        return true;
    }
    Usable usable;
    list_usable(countdown, stones, &usable);
    return to_move == countdown->count->winner ? winner_moves(countdown, stones, &usable, carrier)
                                               : loser_moves(countdown, stones, &usable, carrier);
}

// --- the line ---

// The best move of a position won with `stones` stones and no fewer; -1 when it was forgotten.
static int best_cell(HexCountdown *countdown, Side to_move, int stones) {
    HexSet carrier;
    if (to_move == countdown->count->winner)
        return wins_within(countdown, to_move, stones, &carrier)
                   ? tally_of(countdown, to_move)->wins_by
                   : -1;
    bool spoiled = stones > 1 && !wins_within(countdown, to_move, stones - 1, &carrier);
    int cell = spoiled && !countdown->is_over ? tally_of(countdown, to_move)->spoils : -1;
    if (cell >= 0 || countdown->is_over)
        return cell;
    Usable usable; // no reply takes longer than another
    list_usable(countdown, stones, &usable);
    return usable.count ? usable.cells[0] : -1;
}

static void write_line(HexCountdown *countdown, int stones, Line *line) {
    Side to_move = countdown->count->to_move, winner = countdown->count->winner;
    int plies = 2 * stones - (to_move == winner);
    line->score = to_move == winner ? score_win_in(plies) : score_loss_in(plies);
    line->win = to_move == winner;
    line->drawn = false;
    line->visits = -1;
    line->pv_length = 0;
    while (stones > 0) {
        int cell = best_cell(countdown, to_move, stones);
        if (cell < 0)
            return;
        line->pv[line->pv_length++] = hex_grid_move(countdown->grid, cell);
        countdown->key ^= countdown->grid->cell_key[to_move][cell];
        hexset_add(countdown->stones.of[to_move].word, cell);
        stones -= to_move == winner;
        to_move = side_other(to_move);
    }
}

bool hex_countdown_find(HexCountdown *countdown, const HexGrid *grid, HexCount *count, Line *line) {
    countdown->grid = grid;
    countdown->count = count;
    countdown->stones = count->stones;
    countdown->placed = 0;
    countdown->is_over = false;
    countdown->key = zobrist_start(12, (int)count->winner, grid->width, grid->height);
    for (int side = 0; side < 2; side++)
        HEXSET_EACH (cell, count->stones.of[side].word, grid->words)
            countdown->key ^= grid->cell_key[side][cell];
    Usable usable;
    list_usable(countdown, FAR, &usable);
    HexSet carrier;
    Line found;
    bool is_found = false;
    for (int stones = usable.shortest; stones <= usable.count && !countdown->is_over; stones++)
        if (wins_within(countdown, count->to_move, stones, &carrier)) {
            write_line(countdown, stones, &found);
            is_found = found.pv_length > 0;
            break;
        }
    count->nodes = countdown->placed;
    if (is_found)
        *line = found;
    return is_found;
}
