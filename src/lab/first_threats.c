// SPDX-License-Identifier: MIT
#include "lab/first_threats.h"

#include <string.h>

// The opponent's stone, then each link as attacked and defended.
static void play_out(Move stone, const FirstChain *chain, FirstThreats *threats) {
    FirstLine *line = &threats->longest;
    memset(threats->in_longest, false, sizeof threats->in_longest);
    threats->in_longest[hex_node(stone)] = true;
    line->moves[0] = stone;
    line->length = 1;
    for (int i = 0; i < chain->links; i++) {
        threats->in_longest[hex_node(chain->link[i].one)] = true;
        threats->in_longest[hex_node(chain->link[i].other)] = true;
        if (line->length + 2 > PV_MAX)
            continue;
        line->moves[line->length++] = chain->link[i].one;
        line->moves[line->length++] = chain->link[i].other;
    }
    threats->longest_plies = 1 + 2 * chain->links;
}

static void add_threat(FirstThreats *threats, Move stone, const FirstChain *chain) {
    bool common[HEX_CELLS] = {false};
    common[hex_node(stone)] = threats->answers[hex_node(stone)];
    for (int i = 0; i < chain->links; i++) {
        HexNode one = hex_node(chain->link[i].one), other = hex_node(chain->link[i].other);
        common[one] = threats->answers[one];
        common[other] = threats->answers[other];
    }
    memcpy(threats->answers, common, sizeof common);
    if (!threats->count++ || 1 + 2 * chain->links > threats->longest_plies)
        play_out(stone, chain, threats);
}

// The cells where one stone brings the opponent furthest, nearest first.
static size_t likely_cells(const FirstWorker *worker, Move cells[FIRST_THREAT_TRIES]) {
    const HexDistance *distance = &worker->evaluation.distance[side_other(worker->to_move)];
    int sums[FIRST_THREAT_TRIES];
    size_t count = 0;
    for (int y = 0; y < worker->board.height; y++)
        for (int x = 0; x < worker->board.width; x++) {
            Move move = move_at(x, y);
            int sum = distance->near[hex_node(move)] + distance->far[hex_node(move)];
            if (hex_board_at(&worker->board, move) != CELL_EMPTY || sum > distance->shortest + 1 ||
                (count == FIRST_THREAT_TRIES && sum >= sums[count - 1]))
                continue;
            size_t i = count < FIRST_THREAT_TRIES ? count++ : count - 1;
            for (; i > 0 && sums[i - 1] > sum; i--) {
                cells[i] = cells[i - 1];
                sums[i] = sums[i - 1];
            }
            cells[i] = move;
            sums[i] = sum;
        }
    return count;
}

void first_threats_find(FirstWorker *worker, FirstThreats *threats) {
    Move cells[FIRST_THREAT_TRIES];
    size_t count = likely_cells(worker, cells);
    Side opponent = side_other(worker->to_move);
    threats->count = 0;
    memset(threats->answers, true, sizeof threats->answers);
    worker->to_move = opponent;
    for (size_t i = 0; i < count && first_worker_play(worker, cells[i]); i++) {
        bool won = worker->board.winner != RESULT_NONE;
        worker->chain.links = 0;
        if (won || first_chain_find(&worker->board, opponent, &worker->chain))
            add_threat(threats, cells[i], &worker->chain);
        first_worker_undo(worker);
    }
    worker->to_move = side_other(opponent);
}
