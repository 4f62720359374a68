// SPDX-License-Identifier: MIT
// A Hex network that learns: lessons in random order, in batches, on all cores.
#ifndef TRAIN_NET_FIT_H
#define TRAIN_NET_FIT_H

#include "train/checkpoint.h"
#include "train/lesson.h"
#include "train/score.h"

typedef struct NetFit NetFit;

// `start` is what learning goes on from; NULL: random weights. `waiting` lessons lie about; 0: as many as usual.
NetFit *net_fit_new(const HexNet *start, int batch, int waiting, uint64_t seed);
void net_fit_free(NetFit *fit);
// Puts a lesson into a shuffle buffer of thousands, from which batches are drawn at random, as
// positions of one game are too much alike to be learned together. `speed`: learning rate, 0 .. 1.
void net_fit_add(NetFit *fit, const Lesson *lesson, double speed);
// Learns from all that are left in the buffer.
void net_fit_study_all(NetFit *fit, double speed);
// ... slowly, and rounds the weights to what a file can hold.
void net_fit_settle(NetFit *fit);
void net_fit_judge(NetFit *fit, const Lesson *lesson, Score *score);
const HexNet *net_fit_net(const NetFit *fit);
Score net_fit_learned(
    NetFit *fit); // what it expected of what it learned, since this was asked last
void net_fit_keep(NetFit *fit, Checkpoint *checkpoint);

#endif
