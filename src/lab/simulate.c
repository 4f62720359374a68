// SPDX-License-Identifier: MIT
#include "lab/simulate.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WORKERS_MAX = 1024, SPLIT_DEPTH_MIN = 2 };

// A node that is being searched.
typedef struct SimulatedLevel {
    uint64_t begun;            // nodes before it
    uint64_t children;         // finished so far
    uint64_t eldest, brothers; // critical paths: of the first child, and the longest of the others
    bool leftmost;             // on the principal variation's side of the tree
    int depth;
} SimulatedLevel;

typedef struct Piece {
    int ply;
    bool eldest;
    uint64_t nodes;
} Piece;

struct Recording {
    uint64_t nodes;
    SimulatedLevel levels[LAB_DEPTH_MAX + 1];
    Piece *pieces; // the root's children, and the brothers along the leftmost line
    size_t count, capacity;
};

Recording *recording_new(void) {
    Recording *recording = mem_new(sizeof *recording);
    recording->levels[0] = (SimulatedLevel){.leftmost = true, .depth = LAB_DEPTH_MAX};
    return recording;
}

void recording_free(Recording *recording) {
    free(recording->pieces);
    free(recording);
}

static void finish(Recording *recording, int ply) {
    const SimulatedLevel *level = &recording->levels[ply];
    SimulatedLevel *parent = &recording->levels[ply - 1];
    uint64_t work = recording->nodes - level->begun;
    uint64_t path = level->depth < SPLIT_DEPTH_MIN ? work : 1 + level->eldest + level->brothers;
    bool eldest = parent->children++ == 0;
    if (eldest)
        parent->eldest = path;
    else if (path > parent->brothers)
        parent->brothers = path;
    if (ply > 1 && (eldest || !parent->leftmost))
        return;
    *MEM_MORE(recording->pieces, recording->count, recording->capacity) =
        (Piece){.ply = ply, .eldest = eldest, .nodes = work};
}

void recording_event(const WalkEvent *event, void *user) {
    Recording *recording = user;
    int ply = event->ply;
    if (ply == 0)
        return;
    const SimulatedLevel *parent = &recording->levels[ply - 1];
    switch (event->kind) {
    case WALK_ENTER:
        recording->levels[ply] =
            (SimulatedLevel){.begun = recording->nodes++,
                             .leftmost = parent->leftmost && parent->children == 0,
                             .depth = event->depth};
        break;
    case WALK_LEAF:
    case WALK_KNOWN:
    case WALK_LEAVE:
        finish(recording, ply);
        break;
    case WALK_CUT:
        break;
    }
}

double recording_nodes(const Recording *recording) {
    return (double)recording->nodes;
}

// List scheduling: each piece to the first idle worker, in the order they come.
typedef struct Shift {
    double busy[WORKERS_MAX];
    int workers;
} Shift;

static void shift_take(Shift *shift, double nodes) {
    int first = 0;
    for (int i = 1; i < shift->workers; i++)
        if (shift->busy[i] < shift->busy[first])
            first = i;
    shift->busy[first] += nodes;
}

static double shift_length(const Shift *shift) {
    double longest = 0;
    for (int i = 0; i < shift->workers; i++)
        longest = shift->busy[i] > longest ? shift->busy[i] : longest;
    return longest;
}

double simulate_root_split(const Recording *recording, int workers) {
    Shift shift = {.workers = workers < WORKERS_MAX ? workers : WORKERS_MAX};
    for (size_t i = 0; i < recording->count; i++)
        if (recording->pieces[i].ply == 1)
            shift_take(&shift, (double)recording->pieces[i].nodes);
    return shift_length(&shift);
}

double simulate_pv_split(const Recording *recording, int workers) {
    double sum = 0, shared = 0;
    for (int ply = 1; ply <= LAB_DEPTH_MAX; ply++) {
        Shift shift = {.workers = workers < WORKERS_MAX ? workers : WORKERS_MAX};
        for (size_t i = 0; i < recording->count; i++) {
            const Piece *piece = &recording->pieces[i];
            if (piece->ply != ply || piece->eldest)
                continue;
            shift_take(&shift, (double)piece->nodes);
            shared += (double)piece->nodes;
        }
        sum += shift_length(&shift);
    }
    return sum + recording_nodes(recording) - shared;
}

double simulate_ybw(const Recording *recording, int workers) {
    const SimulatedLevel *root = &recording->levels[0];
    double path = (double)(root->eldest + root->brothers), all = recording_nodes(recording);
    double bound = path + (all - path) / workers;
    return bound < all ? bound : all;
}
