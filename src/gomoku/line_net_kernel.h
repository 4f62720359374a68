// SPDX-License-Identifier: MIT
// The layers behind the sums, compiled for every NetLevel; line_net.c defines before including this:
//
//     KERNEL(name)    the name for this level
//     KERNEL_LANES    floats in a vector
//     KERNEL_TARGET   what the compiler may use
//
// Each of a layer's numbers has a lane of its own and is added up over the inputs in the same order, whatever the
// width of the vectors is: that makes the result the same. The last sum is folded in halves, for the same reason.
typedef float KERNEL(Lanes)
    __attribute__((vector_size(KERNEL_LANES * sizeof(float)), aligned(4), may_alias));
typedef int32_t KERNEL(Masks)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));

// A layer with its ReLU: out[k] = bias[k] + the sum over inputs i of inputs[i] * weights[i][k]. Four sums side by
// side, so that additions need not wait for each other.
KERNEL_TARGET NET_UNWATCHED static inline void KERNEL(layer)(const float *inputs, int count,
                                                             const float (*weights)[LINE_HIDDEN],
                                                             const float *bias, float *out) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    const Lanes zero = {0};
    for (int k = 0; k < LINE_HIDDEN; k += KERNEL_LANES) {
        Lanes a = *(const Lanes *)(bias + k), b = zero, c = zero, d = zero;
        for (int i = 0; i < count; i += 4) {
            a += *(const Lanes *)(weights[i] + k) * inputs[i];
            b += *(const Lanes *)(weights[i + 1] + k) * inputs[i + 1];
            c += *(const Lanes *)(weights[i + 2] + k) * inputs[i + 2];
            d += *(const Lanes *)(weights[i + 3] + k) * inputs[i + 3];
        }
        a = (a + b) + (c + d);
        *(Lanes *)(out + k) = (Lanes)((Masks)a & (a > zero));
    }
}

KERNEL_TARGET NET_UNWATCHED static float KERNEL(value)(const LineHead *head, const int32_t *own,
                                                       const int32_t *other, int threats) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    const float scale = 1.0f / (LINE_ROW_UNIT * LINE_SUM_UNIT);
    float inputs[LINE_SUMS], first[LINE_HIDDEN], second[LINE_HIDDEN];
    for (int k = 0; k < LINE_CHANNELS; k += KERNEL_LANES) {
        *(Lanes *)(inputs + k) = __builtin_convertvector(*(const Masks *)(own + k), Lanes) * scale;
        *(Lanes *)(inputs + LINE_CHANNELS + k) =
            __builtin_convertvector(*(const Masks *)(other + k), Lanes) * scale;
    }
    KERNEL(layer)(inputs, LINE_SUMS, head->sums, head->threats[threats], first);
    KERNEL(layer)(first, LINE_HIDDEN, head->hidden, head->hidden_bias, second);
    for (int k = 0; k < LINE_HIDDEN; k++)
        second[k] *= head->value[k];
    for (int width = LINE_HIDDEN / 2; width; width /= 2)
        for (int i = 0; i < width; i++)
            second[i] += second[i + width];
    return second[0];
}

#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
