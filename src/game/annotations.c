// SPDX-License-Identifier: MIT
#include "game/annotations.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void annotations_add(Annotations *annotations, Mark mark) {
    *MEM_MORE(annotations->marks, annotations->count, annotations->capacity) = mark;
}

static bool has_group(const Annotations *annotations, const Group *group, const Move *cells) {
    for (size_t i = 0; i < annotations->group_count; i++) {
        const Group *other = &annotations->groups[i];
        if (other->kind == group->kind && other->side == group->side &&
            other->count == group->count &&
            memcmp(annotations->cells + other->first, cells, group->count * sizeof *cells) == 0)
            return true;
    }
    return false;
}

void annotations_add_group(Annotations *annotations, MarkKind kind, Side side, const Move *cells,
                           size_t count) {
    assert(cells || !count);
    Group group = {.kind = kind, .side = side, .first = annotations->cell_count, .count = count};
    if (!count || has_group(annotations, &group, cells))
        return;
    for (size_t i = 0; i < count; i++)
        *MEM_MORE(annotations->cells, annotations->cell_count, annotations->cell_capacity) =
            cells[i];
    *MEM_MORE(annotations->groups, annotations->group_count, annotations->group_capacity) = group;
}

void annotations_clear(Annotations *annotations) {
    annotations->count = annotations->group_count = annotations->cell_count = 0;
}

void annotations_free(Annotations *annotations) {
    free(annotations->marks);
    free(annotations->groups);
    free(annotations->cells);
    *annotations = (Annotations){0};
}
