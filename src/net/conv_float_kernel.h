// SPDX-License-Identifier: MIT
// The innermost loops of conv_float.c, compiled once for every width of vectors: it includes this
// with KERNEL(name), KERNEL_LANES, the floats in a vector, and KERNEL_TARGET. Four cells at a time:
// a weight that was fetched serves four cells. Two vectors of channels of each, so that additions
// need not wait for each other.
//
// The sum of a channel is made in the order tap by tap, number by number, whatever the width of a
// vector: channels are what lies side by side in it.
typedef float KERNEL(Floats)
    __attribute__((vector_size(KERNEL_LANES * sizeof(float)), aligned(4), may_alias));
typedef int32_t KERNEL(Masks)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));

KERNEL_TARGET NET_UNWATCHED static void KERNEL(conv)(const NetGrid *grid, const NetConvFloat *conv,
                                                     const float *in, float *out) {
    typedef KERNEL(Floats) Floats;
    typedef KERNEL(Masks) Masks;
    const int from = conv->from, to = conv->to;
    const Floats zero = {0};
    for (int cell = grid->first; cell < grid->end; cell += NET_CELLS)
        for (int part = 0; part < to; part += 2 * KERNEL_LANES) {
            Floats bias = *(const Floats *)(conv->bias + part), a = bias, b = bias, c = bias,
                   d = bias;
            Floats bias2 = *(const Floats *)(conv->bias + part + KERNEL_LANES), a2 = bias2,
                   b2 = bias2, c2 = bias2, d2 = bias2;
            const float *weights = conv->weights + part;
            for (int tap = 0; tap < grid->taps; tap++) {
                const float *x = in + (cell + grid->offsets[tap]) * from;
                for (int i = 0; i < from; i++, weights += to) {
                    Floats weight = *(const Floats *)weights;
                    Floats weight2 = *(const Floats *)(weights + KERNEL_LANES);
                    a += weight * x[i];
                    a2 += weight2 * x[i];
                    b += weight * x[i + from];
                    b2 += weight2 * x[i + from];
                    c += weight * x[i + 2 * from];
                    c2 += weight2 * x[i + 2 * from];
                    d += weight * x[i + 3 * from];
                    d2 += weight2 * x[i + 3 * from];
                }
            }
            Floats sums[2 * NET_CELLS] = {a, a2, b, b2, c, c2, d, d2};
            for (int k = 0; k < 2 * NET_CELLS; k++) {
                int place = (cell + k / 2) * to + part + k % 2 * KERNEL_LANES;
                Floats sum = sums[k];
                if (conv->more)
                    sum += *(const Floats *)(conv->more + place);
                if (conv->relu)
                    sum = (Floats)((Masks)sum & (sum > zero));
                *(Floats *)(out + place) = sum;
            }
        }
}

// For every weight the sum over all cells of what it was multiplied with times the gradient of what
// it went into. Four inputs at a time.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(gradient)(const NetGrid *grid, int from, int to,
                                                         const float *in, const float *out,
                                                         float *weights) {
    typedef KERNEL(Floats) Floats;
    for (int tap = 0; tap < grid->taps; tap++)
        for (int i = 0; i < from; i += NET_CELLS)
            for (int part = 0; part < to; part += KERNEL_LANES) {
                Floats a = {0}, b = {0}, c = {0}, d = {0};
                const float *x = in + (grid->first + grid->offsets[tap]) * from + i;
                for (int cell = grid->first; cell < grid->end; cell++, x += from) {
                    Floats gradient = *(const Floats *)(out + cell * to + part);
                    a += gradient * x[0];
                    b += gradient * x[1];
                    c += gradient * x[2];
                    d += gradient * x[3];
                }
                float *sums = weights + (tap * from + i) * to + part;
                *(Floats *)sums += a;
                *(Floats *)(sums + to) += b;
                *(Floats *)(sums + 2 * to) += c;
                *(Floats *)(sums + 3 * to) += d;
            }
}

#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
