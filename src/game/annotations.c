// SPDX-License-Identifier: MIT
#include "game/annotations.h"

#include "base/memory.h"

#include <stdlib.h>

void annotations_add(Annotations *annotations, Mark mark) {
    annotations->marks = mem_grow(annotations->marks, annotations->count, &annotations->capacity,
                                  sizeof *annotations->marks);
    annotations->marks[annotations->count++] = mark;
}

void annotations_free(Annotations *annotations) {
    free(annotations->marks);
    *annotations = (Annotations){0};
}
