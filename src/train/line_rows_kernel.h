// SPDX-License-Identifier: MIT
// What is done to single rows of a line network while it is learned, compiled for every NetLevel; line_rows.c
// defines before including this:
//
//     KERNEL(name)    the name for this level
//     KERNEL_TARGET   what the compiler may use
//
// Plain loops, each number by itself: the same numbers come out at every level.

// The sum of three parts, as the engine will have it. Adding and taking away `large` rounds to the nearest.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(get)(const LineRow *a, const LineRow *b,
                                                    const LineRow *c, int8_t *row) {
    const float large = 1.5f * (1 << 23), most = LINE_ROW_MOST;
    for (int k = 0; k < LINE_CHANNELS; k++) {
        float sum = a->values[k] + b->values[k] + c->values[k];
        float whole = (sum * LINE_ROW_UNIT + large) - large;
        whole = whole > most ? most : whole;
        whole = whole < -most ? -most : whole;
        row[k] = (int8_t)whole;
    }
}

KERNEL_TARGET NET_UNWATCHED static void KERNEL(add)(LineRow *row, const float *gradient) {
    for (int k = 0; k < LINE_CHANNELS; k++)
        row->gradients[k] += gradient[k];
}

KERNEL_TARGET NET_UNWATCHED static void KERNEL(step)(LineRow *row, float scale, float rate,
                                                     float decay, float root) {
    for (int k = 0; k < LINE_CHANNELS; k++) {
        float gradient = row->gradients[k] * scale;
        row->gradients[k] = 0;
        row->means[k] = BETA1 * row->means[k] + (1 - BETA1) * gradient;
        row->squares[k] = BETA2 * row->squares[k] + (1 - BETA2) * gradient * gradient;
        row->values[k] -= rate * row->means[k] / (sqrtf(row->squares[k]) * root + EPSILON) +
                          decay * row->values[k];
    }
}

#undef KERNEL
#undef KERNEL_TARGET
