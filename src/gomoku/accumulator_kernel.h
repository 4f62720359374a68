// SPDX-License-Identifier: MIT
// A stone comes to the cells near it, and goes again, compiled for every NetLevel; accumulator.c defines before
// including this:
//
//     KERNEL(name)         the name for this level
//     KERNEL_LANES         numbers of sixteen bits in a vector
//     KERNEL_TARGET        what the compiler may use
//     KERNEL_WIDEN(bytes)  so many bytes as a vector
//     KERNEL_RELU(wide)    what is negative becomes 0
//     KERNEL_PAIRS(a, b)   their products, added up in pairs
//     KERNEL_TOTALS(a, b, c, to)  the sum of each, side by side
typedef int16_t KERNEL(Wide)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int16_t)), aligned(2), may_alias));
typedef int32_t KERNEL(Totals)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));

typedef int32_t KERNEL(Pairs)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int16_t)), aligned(4), may_alias));

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

// Cells' channels after the ReLU, times the reader of each ring.
KERNEL_TARGET NET_UNWATCHED static void
KERNEL(read)(Accumulator *accumulator, const LineReaders *readers, const CellSet *cells) {
    typedef KERNEL(Wide) Wide;
    typedef KERNEL(Pairs) Pairs;
    CELLSET_EACH (cell, cells) {
        const int16_t *channels = accumulator->cells[cell].channels;
        Pairs own = {0}, beside = {0}, across = {0};
        for (int part = 0; part < LINE_SUMS; part += KERNEL_LANES) {
            Wide channel = KERNEL_RELU(*(const Wide *)(channels + part));
            own += KERNEL_PAIRS(channel, *(const Wide *)(readers->of[0] + part));
            beside += KERNEL_PAIRS(channel, *(const Wide *)(readers->of[1] + part));
            across += KERNEL_PAIRS(channel, *(const Wide *)(readers->of[2] + part));
        }
        KERNEL_TOTALS(own, beside, across, accumulator->readings[cell + ACCUMULATOR_MARGIN]);
    }
}

#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#undef KERNEL_WIDEN
#undef KERNEL_RELU
#undef KERNEL_PAIRS
#undef KERNEL_TOTALS
