// SPDX-License-Identifier: MIT
#include "lab/first_evaluation.h"

#include <stdlib.h>
#include <string.h>

static int side_value(const HexDistance *distance) {
    int ways = distance->ways < FIRST_WAYS_MOST ? distance->ways : FIRST_WAYS_MOST;
    return ways - distance->shortest * FIRST_STEP;
}

void first_evaluate(const HexBoard *board, Side to_move, FirstEvaluation *evaluation) {
    hex_distance_measure(board, SIDE_BLACK, &evaluation->distance[SIDE_BLACK]);
    hex_distance_measure(board, SIDE_WHITE, &evaluation->distance[SIDE_WHITE]);
    int score = side_value(&evaluation->distance[to_move]) -
                side_value(&evaluation->distance[side_other(to_move)]) + FIRST_TEMPO;
    evaluation->score = score > FIRST_SCORE_MOST    ? FIRST_SCORE_MOST
                        : score < -FIRST_SCORE_MOST ? -FIRST_SCORE_MOST
                                                    : score;
}

static int through(const HexDistance *distance, HexNode cell) {
    int sum = distance->near[cell] + distance->far[cell];
    return sum < HEX_UNREACHED ? sum : HEX_UNREACHED;
}

// Steps from the centre, doubled so that boards with an even side have one too.
static int from_centre(const HexBoard *board, int x, int y) {
    int dx = 2 * x - (board->width - 1), dy = 2 * y - (board->height - 1);
    return (abs(dx) + abs(dy) + abs(dx + dy)) / 2;
}

size_t first_candidates(const HexBoard *board, const FirstEvaluation *evaluation,
                        FirstCandidate *candidates) {
    size_t count = 0;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            Move move = move_at(x, y);
            if (hex_board_at(board, move) != CELL_EMPTY)
                continue;
            int sum = through(&evaluation->distance[SIDE_BLACK], hex_node(move)) +
                      through(&evaluation->distance[SIDE_WHITE], hex_node(move));
            candidates[count++] =
                (FirstCandidate){move, sum * FIRST_ORDER_STEP + from_centre(board, x, y)};
        }
    return count;
}

static void merge(const FirstCandidate *from, size_t middle, size_t end, FirstCandidate *to) {
    size_t left = 0, right = middle;
    for (size_t i = 0; i < end; i++) {
        bool take_left = left < middle && (right == end || from[left].order <= from[right].order);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

void first_candidates_sort(FirstCandidate *candidates, size_t count) {
    FirstCandidate scratch[BOARD_POINTS];
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            size_t end = start + 2 * run < count ? 2 * run : count - start;
            merge(candidates + start, run < end ? run : end, end, scratch + start);
        }
        memcpy(candidates, scratch, count * sizeof *candidates);
    }
}
