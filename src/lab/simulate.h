// SPDX-License-Identifier: MIT
// What more workers would do: a recorded tree replayed on paper. The unit is the node, not the
// second, so that the answer does not depend on the machine it was recorded on. Extra nodes that
// parallel work would search are not foreseen: predictions err on the bright side.
#ifndef LAB_SIMULATE_H
#define LAB_SIMULATE_H

#include "lab/walk.h"

typedef struct Recording Recording;

Recording *recording_new(void);
void recording_free(Recording *recording);
// A spectator (walk.h) of a search on one thread that visits every node once.
void recording_event(const WalkEvent *event, void *recording);

// Nodes that pass, from beginning to end, on `workers` workers:
double recording_nodes(const Recording *recording);                  // one worker, any scheme
double simulate_root_split(const Recording *recording, int workers); // list scheduling
double simulate_pv_split(const Recording *recording, int workers);   // ... level by level
double simulate_ybw(const Recording *recording,
                    int workers); // Brent's bound: path + rest / workers

#endif
