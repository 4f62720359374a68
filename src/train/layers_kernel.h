// SPDX-License-Identifier: MIT
// The heart of a layer, compiled once for every width of vectors: layers.c includes this with KERNEL(name)
// and KERNEL_LANES, the floats in a vector, and KERNEL_TARGET. Four cells at a time: a weight that
// was fetched serves four cells. Two vectors of channels of each, so that additions need not wait for
// each other.
//
// The sum of a channel is made in the order tap by tap, number by number, whatever the width of a
// vector: channels are what lies side by side in it.
typedef float KERNEL(Floats)
    __attribute__((vector_size(KERNEL_LANES * sizeof(float)), aligned(4), may_alias));
typedef int32_t KERNEL(Masks)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));

KERNEL_TARGET NET_UNWATCHED static void KERNEL(layer)(const LayerView *view, const Layer *layer,
                                                      const float *in, LayerSheet *out) {
    typedef KERNEL(Floats) Floats;
    typedef KERNEL(Masks) Masks;
    int offsets[NET_TAPS] = NET_OFFSETS(view->stride), from = layer->from;
    const Floats zero = {0};
    for (int cell = layer_first(view); cell < layer_end(view); cell += VIEW_BLOCK)
        for (int part = 0; part < NET_CHANNELS; part += 2 * KERNEL_LANES) {
            Floats bias = *(const Floats *)(layer->bias + part), a = bias, b = bias, c = bias,
                   d = bias;
            Floats bias2 = *(const Floats *)(layer->bias + part + KERNEL_LANES), a2 = bias2,
                   b2 = bias2, c2 = bias2, d2 = bias2;
            const float *weights = layer->weights + part;
            for (int tap = 0; tap < NET_TAPS; tap++) {
                const float *x = in + (cell + offsets[tap]) * from;
                for (int i = 0; i < from; i++, weights += NET_CHANNELS) {
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
            Floats sums[2 * VIEW_BLOCK] = {a, a2, b, b2, c, c2, d, d2};
            for (int k = 0; k < 2 * VIEW_BLOCK; k++) {
                int place = part + k % 2 * KERNEL_LANES;
                Floats sum = sums[k];
                if (layer->more)
                    sum += *(const Floats *)(layer->more->at[cell + k / 2] + place);
                if (layer->clip)
                    sum = (Floats)((Masks)sum & (sum > zero));
                *(Floats *)(out->at[cell + k / 2] + place) = sum;
            }
        }
}

// How a change of each weight would change what the slopes are of: for every weight the sum over all
// cells of what it was multiplied with times the slope of what it went into. Four inputs at a time.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(weight_slopes)(const LayerView *view, int from,
                                                              const float *in,
                                                              const LayerSheet *slopes,
                                                              float *weight_slopes) {
    typedef KERNEL(Floats) Floats;
    int offsets[NET_TAPS] = NET_OFFSETS(view->stride);
    for (int tap = 0; tap < NET_TAPS; tap++)
        for (int i = 0; i < from; i += VIEW_BLOCK)
            for (int part = 0; part < NET_CHANNELS; part += KERNEL_LANES) {
                Floats a = {0}, b = {0}, c = {0}, d = {0};
                const float *x = in + (layer_first(view) + offsets[tap]) * from + i;
                for (int cell = layer_first(view); cell < layer_end(view); cell++, x += from) {
                    Floats slope = *(const Floats *)(slopes->at[cell] + part);
                    a += slope * x[0];
                    b += slope * x[1];
                    c += slope * x[2];
                    d += slope * x[3];
                }
                float *to = weight_slopes + (tap * from + i) * NET_CHANNELS + part;
                *(Floats *)to += a;
                *(Floats *)(to + NET_CHANNELS) += b;
                *(Floats *)(to + 2 * NET_CHANNELS) += c;
                *(Floats *)(to + 3 * NET_CHANNELS) += d;
            }
}
