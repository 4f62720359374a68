// SPDX-License-Identifier: MIT
// Shared by openings.c (the list), openings_read.c (files) and openings_even.c (generated ones).
#ifndef MATCH_OPENINGS_PRIVATE_H
#define MATCH_OPENINGS_PRIVATE_H

#include "engine/engine.h"
#include "match/openings.h"

#include <pthread.h>

enum { EVEN_KEPT = 64 }; // generated openings that are remembered: pairs ask at least twice

typedef struct KeptOpening {
    int64_t index; // valid when game is not NULL
    Game *game;
} KeptOpening;

struct Openings {
    RecordHints board;
    OpeningKind kind;
    Game **games; // of a list; one empty board when there is none
    size_t count, capacity;
    // Of generated ones, guarded by the mutex.
    Engine *engine; // NULL: nothing is generated
    uint64_t seed;
    pthread_mutex_t mutex;
    KeptOpening kept[EVEN_KEPT];
};

Openings *openings_new(OpeningKind kind);
void openings_settle_board(RecordHints *board); // usual values for what is open
// Takes the position as one more opening. False with a sentence; the position is freed then.
bool openings_add(Openings *openings, Position *position, Error *err);
Game *openings_make_even(Openings *openings, int64_t index);

#endif
