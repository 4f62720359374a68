// SPDX-License-Identifier: MIT
#include "train/line_packed.h"

#include "base/memory.h"

#include <stddef.h>
#include <string.h>

enum { HEAD = offsetof(LineLesson, stones) };

struct LinePacked {
    uint16_t stone_count, candidate_count;
    unsigned char bytes[]; // the head, the stones, the candidates
};

static size_t stone_bytes(const LinePacked *packed) {
    return packed->stone_count * sizeof(LineStone);
}

static size_t candidate_bytes(const LinePacked *packed) {
    return packed->candidate_count * sizeof(LineCandidate);
}

static LinePacked *packed_of(size_t stones, size_t candidates) {
    LinePacked counts = {.stone_count = (uint16_t)stones, .candidate_count = (uint16_t)candidates};
    LinePacked *packed =
        mem_new(sizeof *packed + HEAD + stone_bytes(&counts) + candidate_bytes(&counts));
    *packed = counts;
    return packed;
}

LinePacked *line_packed_new(const LineLesson *lesson) {
    LinePacked *packed = packed_of(lesson->stone_count, lesson->candidate_count);
    unsigned char *stones = packed->bytes + HEAD;
    memcpy(packed->bytes, lesson, HEAD);
    memcpy(stones, lesson->stones, stone_bytes(packed));
    memcpy(stones + stone_bytes(packed), lesson->candidates, candidate_bytes(packed));
    return packed;
}

void line_packed_open(const LinePacked *packed, LineLesson *lesson) {
    const unsigned char *stones = packed->bytes + HEAD;
    memcpy(lesson, packed->bytes, HEAD);
    memcpy(lesson->stones, stones, stone_bytes(packed));
    memcpy(lesson->candidates, stones + stone_bytes(packed), candidate_bytes(packed));
}

static void keep_one(LinePacked **lesson, Checkpoint *checkpoint) {
    bool back = checkpoint_brings_back(checkpoint);
    uint64_t stones =
        checkpoint_number(checkpoint, back ? 0 : (*lesson)->stone_count, FIELD_POINTS);
    uint64_t candidates =
        checkpoint_number(checkpoint, back ? 0 : (*lesson)->candidate_count, FIELD_POINTS);
    if (back)
        *lesson = packed_of(stones, candidates);
    checkpoint_keep(checkpoint, (*lesson)->bytes,
                    HEAD + stone_bytes(*lesson) + candidate_bytes(*lesson));
}

void line_packed_keep(LinePacked **lessons, size_t *count, size_t room, Checkpoint *checkpoint) {
    checkpoint_expect(checkpoint, HEAD);
    *count = checkpoint_number(checkpoint, *count, room);
    for (size_t i = 0; i < *count; i++)
        keep_one(&lessons[i], checkpoint);
}
