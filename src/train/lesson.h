// SPDX-License-Identifier: MIT
// How a Hex network learns: a position with what should have been thought of it, and the gradients
// of the loss back through the layers (backpropagation: Rumelhart, Hinton, Williams 1986).
#ifndef TRAIN_LESSON_H
#define TRAIN_LESSON_H

#include "train/layers.h"

enum { LESSON_MOVES = 8 };

typedef struct LessonMove {
    int cell;    // an index of the view
    float share; // all together 1
} LessonMove;

// A position as a network sees it, packed.
typedef struct Lesson {
    int8_t width, height, lead;     // as seen; lead in VIEW_LEAD_UNITs
    float target;                   // how often the side to move should win, 0 to 1
    float came;                     // what became of the game
    uint16_t cells[BOARD_POINTS];   // row by row, a bit for each plane
    int move_count;                 // 0: not told
    LessonMove moves[LESSON_MOVES]; // what the search thought good, the best first
} Lesson;

void lesson_pack(const HexView *view, Lesson *lesson);
// `turned`: rotated by a half turn, which is equivalent.
void lesson_unpack(const Lesson *lesson, bool turned, HexView *view);

// What one thread needs.
typedef struct LessonRoom LessonRoom;
LessonRoom *lesson_room_new(void);
void lesson_room_free(LessonRoom *room);

typedef struct LessonResult {
    float value;          // logit
    int place, choices;   // of the best move among all; choices 0: not told
    float move_logarithm; // of the chances the moves were given, on average
} LessonResult;

// What the network thinks of the lesson.
LessonResult lesson_judge(LessonRoom *room, const HexNet *net, const Lesson *lesson);
// The same, and adds the gradients of the loss to `gradients`. `back`: lesson_mirror() of the net.
LessonResult lesson_study(LessonRoom *room, const HexNet *net, const HexNet *back,
                          const Lesson *lesson, bool turned, HexNet *gradients);
// The layers of a network seen from behind: [opposite tap][to][from].
void lesson_mirror(const HexNet *net, HexNet *back);

#endif
