// SPDX-License-Identifier: MIT
#include "hex/ending.h"

#include "hex/path.h"

enum { WINNER_LOOKS = 24, LOSER_LOOKS = 16 }; // moves looked at closely

typedef struct EndingMove {
    int cell;
    int stones; // the winner needs after it, if unhindered
} EndingMove;

typedef struct HexEnding {
    HexVcBuilder *builder;
    const HexGrid *grid;
    HexBoard board;
    Side to_move;
    EndingMove options[BOARD_POINTS];
    int count;
    HexFill fill;
    HexKnowledge after;
} HexEnding;

// The fewest stones with which a side could still join its edges.
static int stones_needed(const HexBoard *board, Side side) {
    Move path[BOARD_POINTS];
    size_t length = hex_path_find(board, side, path);
    int needed = 0;
    for (size_t i = 0; i < length; i++)
        needed += hex_board_at(board, path[i]) == CELL_EMPTY;
    return needed;
}

// Every empty cell that `cells` allows and what it leaves the winner to do, best for the side to
// move first; equals stay in the order of the board.
static void list_options(HexEnding *ending, const HexSet *cells, Side winner) {
    bool wins = winner == ending->to_move;
    ending->count = 0;
    HEXSET_EACH (cell, cells->word, ending->grid->words) {
        Move move = hex_grid_move(ending->grid, cell);
        if (hex_board_at(&ending->board, move) != CELL_EMPTY)
            continue;
        hex_board_play(&ending->board, move, ending->to_move);
        EndingMove option = {
            cell, ending->board.winner != RESULT_NONE ? 0 : stones_needed(&ending->board, winner)};
        hex_board_undo(&ending->board);
        int i = ending->count++;
        for (; i > 0 && (wins ? ending->options[i - 1].stones > option.stones
                              : ending->options[i - 1].stones < option.stones);
             i--)
            ending->options[i] = ending->options[i - 1];
        ending->options[i] = option;
    }
}

// What is known after that move.
static const HexKnowledge *look_after(HexEnding *ending, int cell) {
    HexStones stones = hex_stones_of_board(ending->grid, &ending->board);
    hexset_add(stones.of[ending->to_move].word, cell);
    hex_fill_begin(ending->grid, &stones, &ending->fill);
    hex_knowledge_find(ending->builder, NULL, &ending->fill, side_other(ending->to_move),
                       &ending->after);
    return &ending->after;
}

static void write_move(const HexEnding *ending, int cell, Line *line) {
    line->pv[0] = hex_grid_move(ending->grid, cell);
    line->pv_length = 1;
}

// Every stone of the winner lies in its proof, so the cells there are the moves it needs at most.
static int plies_at_most(const HexEnding *ending, const HexSet *proof) {
    return 2 * hexset_count(proof->word, ending->grid->words) + 1;
}

static void find_winning(HexEnding *ending, const HexKnowledge *known, const StopFlag *stop,
                         Line *line) {
    HexSet cells = known->proof;
    hexset_unite(cells.word, known->fill.empty.word, ending->grid->words);
    list_options(ending, &cells, ending->to_move);
    int move = known->move;
    if (move < 0 || hex_board_at(&ending->board, hex_grid_move(ending->grid, move)) != CELL_EMPTY)
        move = ending->options[0].cell;
    write_move(ending, move, line);
    line->score = score_win_in(plies_at_most(ending, &known->proof));
    int best = -1, best_size = 0, best_stones = 0;
    for (int i = 0; i < ending->count && i < WINNER_LOOKS && !stop_raised(stop); i++) {
        const EndingMove *option = &ending->options[i];
        if (best >= 0 && option->stones > best_stones)
            break;
        if (option->stones == 0) {
            write_move(ending, option->cell, line);
            line->score = score_win_in(1);
            return;
        }
        const HexKnowledge *after = look_after(ending, option->cell);
        int size = hexset_count(after->proof.word, ending->grid->words);
        if (after->winner != side_wins(ending->to_move) || (best >= 0 && size >= best_size))
            continue;
        best = option->cell;
        best_size = size;
        best_stones = option->stones;
        write_move(ending, best, line);
        line->score = score_win_in(plies_at_most(ending, &after->proof));
    }
}

static void find_resisting(HexEnding *ending, const HexKnowledge *known, const StopFlag *stop,
                           Line *line) {
    Side winner = side_other(ending->to_move);
    list_options(ending, &ending->grid->all, winner);
    int best = 0, best_value = -1;
    for (int i = 0; i < ending->count && i < LOSER_LOOKS && !stop_raised(stop); i++) {
        const HexKnowledge *after = look_after(ending, ending->options[i].cell);
        int needs = hexset_count(after->proof.word, ending->grid->words);
        int value = after->winner == side_wins(winner)
                        ? ending->options[i].stones * BOARD_POINTS + needs
                        : BOARD_POINTS * BOARD_POINTS + ending->options[i].stones;
        if (value <= best_value)
            continue;
        best = i;
        best_value = value;
    }
    write_move(ending, ending->options[best].cell, line);
    line->score = score_loss_in(plies_at_most(ending, &known->proof) + 1);
}

void hex_ending_find(HexVcBuilder *builder, const HexBoard *board, Side to_move,
                     const HexKnowledge *known, const StopFlag *stop, Line *line) {
    HexEnding ending = {builder, hex_vc_builder_grid(builder), *board, .to_move = to_move};
    bool wins = known->winner == side_wins(to_move);
    line->drawn = false;
    line->win = wins;
    line->visits = -1;
    hex_vc_builder_set_stop(builder, stop);
    if (wins)
        find_winning(&ending, known, stop, line);
    else
        find_resisting(&ending, known, stop, line);
    hex_vc_builder_set_stop(builder, NULL);
}

// What connections tell of a move: nothing, in a won game, of one that neither keeps nor spoils it.
static int score_of_move(HexEnding *ending, int cell, int best) {
    const HexKnowledge *after = look_after(ending, cell);
    int plies = plies_at_most(ending, &after->proof) + 1;
    if (best < 0 || after->winner == side_wins(side_other(ending->to_move)))
        return best < 0 ? best : score_loss_in(plies);
    int score = after->winner == RESULT_NONE ? 0 : score_win_in(plies);
    return score < best ? score : best;
}

size_t hex_ending_list(HexVcBuilder *builder, const HexBoard *board, Side to_move,
                       const HexKnowledge *known, const StopFlag *stop, Line *lines, size_t room) {
    HexEnding ending = {builder, hex_vc_builder_grid(builder), *board, .to_move = to_move};
    size_t count = 1;
    int best = lines[0].score;
    hex_vc_builder_set_stop(builder, stop);
    list_options(&ending, &ending.grid->all,
                 known->winner == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE);
    for (int i = 0; i < ending.count && (count < room || i < WINNER_LOOKS); i++) {
        int cell = ending.options[i].cell;
        if (hex_grid_move(ending.grid, cell) == lines[0].pv[0])
            continue;
        int score = stop_raised(stop) ? best < 0 ? best : 0 : score_of_move(&ending, cell, best);
        size_t place = count < room ? count++ : room;
        for (; place > 1 && lines[place - 1].score < score; place--)
            if (place < room)
                lines[place] = lines[place - 1];
        if (place == room)
            continue;
        lines[place] = (Line){.score = score,
                              .win = score > 0   ? 1
                                     : score < 0 ? 0
                                                 : 0.5,
                              .visits = -1};
        write_move(&ending, cell, &lines[place]);
    }
    hex_vc_builder_set_stop(builder, NULL);
    return count;
}
