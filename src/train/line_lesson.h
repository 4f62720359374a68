// SPDX-License-Identifier: MIT
// A position as a lesson for a line network, and what it teaches: the gradients of the loss by the rows of its
// windows and by the layers behind them.
#ifndef TRAIN_LINE_LESSON_H
#define TRAIN_LINE_LESSON_H

#include "gomoku/field.h"
#include "train/line_rows.h"

typedef struct LineCandidate {
    uint16_t cell; // by row, without gaps
    int16_t urge;  // what the weights say of it, in URGE_UNITs
} LineCandidate;

typedef struct LineStone {
    Move cell;
    uint8_t side;
} LineStone;

typedef struct LineLesson {
    uint8_t width, height, side;
    uint16_t stone_count, candidate_count;
    int16_t chosen;  // of the candidates, -1: nothing to learn about moves
    int16_t threats; // field_threats()
    float plain;     // the logit of the plain evaluation
    float target, came;
    LineStone stones[FIELD_POINTS];
    LineCandidate candidates[FIELD_POINTS];
} LineLesson;

// A network as it is learned; shared rules have one of each.
typedef struct LineModel {
    bool shared;
    LineRows *rows[2]; // by viewer
    LineHead heads[2]; // by side to move
} LineModel;

typedef struct LineResult {
    float logit;
    double move_loss; // of the chosen candidate, which had this place; only where one is chosen
    int place;
} LineResult;

// A thread's part of a batch: the rows of its windows, fetched once, and what it found out.
typedef struct LineShard LineShard;

LineShard *line_shard_new(const LineImages *images);
void line_shard_free(LineShard *shard);
void line_shard_begin(LineShard *shard); // the model has changed, or a batch begins
// Adds the gradients of the lesson's loss.
LineResult line_shard_study(LineShard *shard, const LineModel *model, const LineLesson *lesson);
LineResult line_shard_judge(LineShard *shard, const LineModel *model, const LineLesson *lesson);
// What was added for the row of this window, which is no larger than its mirror image; NULL: nothing.
const float *line_shard_row_gradient(const LineShard *shard, int viewer, int window);
// Hands over what was added: the gradients of one group of rows, those of the layers behind.
void line_shard_hand_over_rows(const LineShard *shard, LineModel *model, int part);
void line_shard_hand_over_heads(const LineShard *shard, LineHead gradients[2]);

#endif
