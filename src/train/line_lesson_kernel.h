// SPDX-License-Identifier: MIT
// The first layer of a line network in floats, forwards and backwards, compiled for every NetLevel; line_lesson.c
// defines before including this:
//
//     KERNEL(name)    the name for this level
//     KERNEL_TARGET   what the compiler may use
typedef float KERNEL(Lanes)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(float)), aligned(4), may_alias));
typedef int32_t KERNEL(Masks)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int32_t)), aligned(4), may_alias));

// Adds up the four rows of every cell and view, and over the board what is positive of that.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(gather)(const float *rows, const LineCell *cells,
                                                       int count, float (*channels)[LINE_SUMS],
                                                       float *sums) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    const Lanes zero = {0};
    Lanes totals[2] = {zero, zero};
    for (int c = 0; c < count; c++)
        for (int view = 0; view < 2; view++) {
            const uint32_t *slots = cells[c].slots[view];
            Lanes sum = *(const Lanes *)(rows + (size_t)slots[0] * LINE_CHANNELS);
            for (int d = 1; d < DIRECTIONS; d++)
                sum += *(const Lanes *)(rows + (size_t)slots[d] * LINE_CHANNELS);
            sum = (Lanes)((Masks)sum & (sum > zero));
            *(Lanes *)(channels[c] + view * LINE_CHANNELS) = sum;
            totals[view] += sum;
        }
    *(Lanes *)sums = totals[0];
    *(Lanes *)(sums + LINE_CHANNELS) = totals[1];
}

// Where a cell's channel was positive, the gradient of its sum is the gradient of each of the four rows; `extra`
// holds what a cell's own move adds to that.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(spread)(float *gradients, const LineCell *cells,
                                                       int count, float (*channels)[LINE_SUMS],
                                                       const float *slopes, const float *extra,
                                                       const float *policy) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    const Lanes zero = {0};
    for (int c = 0; c < count; c++)
        for (int view = 0; view < 2; view++) {
            const uint32_t *slots = cells[c].slots[view];
            Lanes active = *(const Lanes *)(channels[c] + view * LINE_CHANNELS);
            Lanes slope = *(const Lanes *)(slopes + view * LINE_CHANNELS);
            if (extra[c] != 0)
                slope += *(const Lanes *)(policy + view * LINE_CHANNELS) * extra[c];
            slope = (Lanes)((Masks)slope & (active > zero));
            for (int d = 0; d < DIRECTIONS; d++)
                *(Lanes *)(gradients + (size_t)slots[d] * LINE_CHANNELS) += slope;
        }
}

#undef KERNEL
#undef KERNEL_TARGET
