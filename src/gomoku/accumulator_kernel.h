// SPDX-License-Identifier: MIT
// A stone comes to the cells near it, and goes again, compiled for every NetLevel; accumulator.c defines before
// including this:
//
//     KERNEL(name)         the name for this level
//     KERNEL_LANES         numbers of sixteen bits in a vector
//     KERNEL_TARGET        what the compiler may use
//     KERNEL_WIDEN(bytes)  so many bytes as a vector
//     KERNEL_RELU(wide)    what is negative becomes 0
typedef int16_t KERNEL(Wide)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int16_t)), aligned(2), may_alias));
typedef int32_t KERNEL(Totals)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));

// What the stone of a ply adds to the sums, a vector's width of channels at a time for all cells: what is added up
// stays in a register. It fits sixteen bits: at most 33 cells of at most 508 each. `keep`: the cells change, too.
KERNEL_TARGET NET_UNWATCHED static inline void
KERNEL(add)(Accumulator *accumulator, AccumulatorPly *ply, int32_t *sums, bool keep) {
    typedef KERNEL(Wide) Wide;
    typedef KERNEL(Totals) Totals;
    for (int part = 0; part < LINE_SUMS; part += KERNEL_LANES) {
        const int8_t *rows = accumulator->net->rows + part;
        Wide *own = (Wide *)(accumulator->cells[ply->cell].channels + part), was = *own, now = was;
        for (int d = 0; d < DIRECTIONS; d++)
            now += KERNEL_WIDEN(rows + (size_t)ply->own[d].now * LINE_SUMS) -
                   KERNEL_WIDEN(rows + (size_t)ply->own[d].was * LINE_SUMS);
        Wide change = KERNEL_RELU(now) - KERNEL_RELU(was);
        if (keep) {
            *(Wide *)(ply->own_before.channels + part) = was;
            *own = now;
        }
        for (int i = 0; i < ply->count; i++) {
            const AccumulatorStep *step = &ply->steps[i];
            Wide *channels = (Wide *)(accumulator->cells[step->cell].channels + part);
            was = *channels;
            now = was + KERNEL_WIDEN(rows + (size_t)step->now * LINE_SUMS) -
                  KERNEL_WIDEN(rows + (size_t)step->was * LINE_SUMS);
            change += KERNEL_RELU(now) - KERNEL_RELU(was);
            if (keep) {
                *(Wide *)(ply->before[i].channels + part) = was;
                *channels = now;
            }
        }
        *(Totals *)(sums + part) += __builtin_convertvector(change, Totals);
    }
}

KERNEL_TARGET NET_UNWATCHED static void KERNEL(put)(Accumulator *accumulator, AccumulatorPly *ply) {
    KERNEL(add)(accumulator, ply, accumulator->sums, true);
}

KERNEL_TARGET NET_UNWATCHED static void KERNEL(look)(Accumulator *accumulator, AccumulatorPly *ply,
                                                     int32_t *sums) {
    KERNEL(add)(accumulator, ply, sums, false);
}

KERNEL_TARGET NET_UNWATCHED static void KERNEL(take)(Accumulator *accumulator,
                                                     const AccumulatorPly *ply) {
    typedef KERNEL(Wide) Wide;
    for (int i = 0; i < ply->count; i++)
        for (int part = 0; part < LINE_SUMS; part += KERNEL_LANES)
            *(Wide *)(accumulator->cells[ply->steps[i].cell].channels + part) =
                *(const Wide *)(ply->before[i].channels + part);
}

// Cells' channels after the ReLU, times weights of the same order.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(urges)(const Accumulator *accumulator,
                                                      const int16_t *weights, int32_t plain,
                                                      const Move *moves, int count,
                                                      int32_t *urges) {
    for (int i = 0; i < count; i++) {
        const int16_t *channels = accumulator->cells[moves[i]].channels;
        int32_t sum = urges[i] * plain;
        for (int k = 0; k < LINE_SUMS; k++) {
            int16_t channel = channels[k] > 0 ? channels[k] : 0;
            sum += channel * weights[k];
        }
        urges[i] = sum >> LINE_URGE_BITS;
    }
}

#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#undef KERNEL_WIDEN
#undef KERNEL_RELU
