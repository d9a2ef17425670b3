/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/huge.h"

/* Vectors with the register width of this build, as wider ones would be spilled to memory. */
#if defined __AVX512F__
enum { VECTOR = 16 };
#elif defined __AVX__
enum { VECTOR = 8 };
#else
enum { VECTOR = 4 };
#endif
enum { BLOCK_VECTORS = NET_BLOCK / VECTOR, ALL_INPUTS = NNUE_INPUTS + TERM_INPUTS };

typedef float Vector __attribute__((vector_size(4 * VECTOR)));
/* A vector without alignment within an array of numbers. */
typedef float LooseVector __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));
typedef int32_t VectorMask __attribute__((vector_size(4 * VECTOR)));

static inline const LooseVector *vectors_at(const float *x) {
    return (const LooseVector *)(const void *)x;
}

static inline LooseVector *vectors_in(float *x) {
    return (LooseVector *)(void *)x;
}

size_t pass_bytes(const NetShape *shape) {
    return (size_t)shape->hidden * 2 * PASS_GROUP * sizeof(float);
}

Pass *pass_new(const NetShape *shape) {
    Pass *pass = huge_alloc(sizeof *pass); /* aligned to cache lines, zero */

    if (!pass)
        return NULL;
    pass->bytes = pass_bytes(shape);
    pass->end = calloc(ALL_INPUTS + 1, sizeof *pass->end);
    pass->activations = huge_alloc(pass->bytes);
    if (pass->end && pass->activations)
        return pass;
    pass_free(pass);
    return NULL;
}

void pass_free(Pass *pass) {
    if (!pass)
        return;
    huge_free(pass->activations, pass->bytes);
    free(pass->end);
    huge_free(pass, sizeof *pass);
}

/* --- forward --------------------------------------------------------------------------------- */

static inline Vector clipped_relu(Vector x) {
    const Vector zero = {0}, one = zero + 1;
    const Vector above = (Vector)((VectorMask)x & (x > zero));
    const VectorMask inside = above < one;

    return (Vector)(((VectorMask)above & inside) | ((VectorMask)one & ~inside));
}

static inline void add_row(Vector sum[BLOCK_VECTORS], const LooseVector *row) {
    for (int i = 0; i < BLOCK_VECTORS; i++)
        sum[i] += row[i];
}

/*
 * Computes both accumulators of a block of neurons for all positions, SCReLU, and the contribution
 * to the logits, as NET_BLOCK sums for each position, which are added up at the end to save time.
 */
static void forward_block(Pass *pass, const NetShape *shape, const float *params, int neuron,
                          int count) {
    const float *weight = params + net_input_weight(neuron, 0);
    const bool has_terms = neuron < shape->term_hidden;
    const float *term_weight = has_terms ? params + net_term_weight(shape, neuron, 0) : NULL;
    const LooseVector *bias = vectors_at(params + shape->input_bias + neuron);
    LooseVector *out = vectors_in(pass->activations + (size_t)neuron * 2 * PASS_GROUP);

    for (int n = 0; n < count; n++, out += 2 * BLOCK_VECTORS) {
        const Features *in = &pass->features[n];
        const LooseVector *ours =
            vectors_at(params + net_output_weight(shape, pass->bucket[n], 0, neuron));
        const LooseVector *theirs =
            vectors_at(params + net_output_weight(shape, pass->bucket[n], 1, neuron));
        LooseVector *sum = vectors_in(pass->sum[n]);
        Vector us[BLOCK_VECTORS], them[BLOCK_VECTORS];

        for (int i = 0; i < BLOCK_VECTORS; i++)
            us[i] = them[i] = bias[i];
        for (int k = 0; k < in->pieces; k++) {
            const LooseVector *a = vectors_at(weight + (size_t)in->us[k] * NET_BLOCK);
            const LooseVector *b = vectors_at(weight + (size_t)in->them[k] * NET_BLOCK);

            add_row(us, a);
            add_row(them, b);
        }
        for (int k = in->pieces; k < in->count && has_terms; k++) {
            const size_t a = in->us[k] - NNUE_INPUTS, b = in->them[k] - NNUE_INPUTS;

            add_row(us, vectors_at(term_weight + a * NET_BLOCK));
            add_row(them, vectors_at(term_weight + b * NET_BLOCK));
        }
        for (int i = 0; i < BLOCK_VECTORS; i++) {
            const Vector a = clipped_relu(us[i]), b = clipped_relu(them[i]);

            out[i] = a;
            out[BLOCK_VECTORS + i] = b;
            sum[i] += a * a * ours[i] + b * b * theirs[i];
        }
    }
}

/* Returns the sum of a block, pairwise. */
static inline float sum_block(const float part[NET_BLOCK]) {
    float eight[8], four[4];

    _Static_assert(NET_BLOCK == 32, "four times eight");
    for (int i = 0; i < 8; i++)
        eight[i] = (part[i] + part[i + 8]) + (part[i + 16] + part[i + 24]);
    for (int i = 0; i < 4; i++)
        four[i] = eight[i] + eight[i + 4];
    return (four[0] + four[2]) + (four[1] + four[3]);
}

void pass_forward(Pass *pass, const NetShape *shape, const float *params, int count) {
    for (int n = 0; n < count; n++) {
        sample_features(&pass->sample[n], shape->term_hidden > 0, &pass->features[n]);
        pass->bucket[n] = nnue_output_bucket(pass->features[n].pieces, shape->outputs);
    }
    memset(pass->sum, 0, (size_t)count * sizeof *pass->sum);
    for (int neuron = 0; neuron < shape->hidden; neuron += NET_BLOCK)
        forward_block(pass, shape, params, neuron, count);
    for (int n = 0; n < count; n++)
        pass->logit[n] =
            params[shape->output_bias + (size_t)pass->bucket[n]] + sum_block(pass->sum[n]);
}

double pass_loss(Pass *pass, int count, double exponent) {
    const float power = (float)exponent;
    double sum = 0;

    for (int n = 0; n < count; n++) {
        const float expected = 1 / (1 + expf(-pass->logit[n]));
        const float error = expected - pass->sample[n].target;

        /* the derivative of the error, without the exponent: error for squares */
        const float slope = power == 2 ? error : copysignf(powf(fabsf(error), power - 1), error);

        const float weight = (float)pass->sample[n].weight / 100;

        pass->logit_gradient[n] = weight * power * slope * expected * (1 - expected);
        sum += (double)weight * (double)error * (double)slope;
    }
    return sum;
}

/* --- backward -------------------------------------------------------------------------------- */

/*
 * Lists for each feature the accumulators that contain it, as 2 * position + side. Each list starts
 * at the end of the previous one and ends at end[feature]; a counting sort.
 */
static void list_features(Pass *pass, int count) {
    uint32_t *end = pass->end + 1;

    memset(pass->end, 0, (ALL_INPUTS + 1) * sizeof *pass->end);
    for (int n = 0; n < count; n++)
        for (int k = 0; k < pass->features[n].count; k++) {
            end[pass->features[n].us[k]]++;
            end[pass->features[n].them[k]]++;
        }
    for (int i = 1; i < ALL_INPUTS; i++)
        end[i] += end[i - 1];
    end = pass->end; /* first the starts of the lists */
    for (int n = 0; n < count; n++)
        for (int k = 0; k < pass->features[n].count; k++) {
            pass->user[end[pass->features[n].us[k]]++] = (uint16_t)(2 * n);
            pass->user[end[pass->features[n].them[k]]++] = (uint16_t)(2 * n + 1);
        }
}

/*
 * Computes the gradients of a block of accumulators in pass->block_gradient; adds those of the
 * output weights and feature biases to gradient[shape->count].
 */
static void backward_outputs(Pass *pass, const NetShape *shape, const float *params,
                             float *gradient, int neuron, int count) {
    const LooseVector *active = vectors_at(pass->activations + (size_t)neuron * 2 * PASS_GROUP);
    LooseVector *bias = vectors_in(gradient + shape->input_bias + neuron);
    LooseVector *out = vectors_in(pass->block_gradient[0]);
    const Vector zero = {0}, one = zero + 1;
    Vector sum[BLOCK_VECTORS];

    for (int i = 0; i < BLOCK_VECTORS; i++)
        sum[i] = zero;
    for (int n = 0; n < 2 * count; n++, active += BLOCK_VECTORS, out += BLOCK_VECTORS) {
        const size_t at = net_output_weight(shape, pass->bucket[n / 2], n % 2, neuron);
        const LooseVector *weight = vectors_at(params + at);
        LooseVector *to = vectors_in(gradient + at);
        Vector g = zero;

        for (int i = 0; i < VECTOR; i++) /* a scalar may be double here (FLT_EVAL_METHOD) */
            g[i] = pass->logit_gradient[n / 2];
        for (int i = 0; i < BLOCK_VECTORS; i++) {
            const Vector c = active[i], slope = g * c;

            to[i] += slope * c;
            /* the derivative of SCReLU is 2 c, and 0 where SCReLU is 1 */
            out[i] = (Vector)((VectorMask)(slope * weight[i] * 2) & (VectorMask)(c < one));
            sum[i] += out[i];
        }
    }
    for (int i = 0; i < BLOCK_VECTORS; i++)
        bias[i] += sum[i];
}

/*
 * Adds the gradients of the weights of features `from` to `to` - 1 of a block. Sums over the lists
 * stay in registers, while adding the gradients of each position to its features would go through
 * memory.
 */
static void backward_inputs(const Pass *pass, int from, int to, float *gradient) {
    LooseVector *row = vectors_in(gradient);
    uint32_t i = from ? pass->end[from - 1] : 0;

    for (int feature = from; feature < to; feature++, row += BLOCK_VECTORS) {
        const uint32_t end = pass->end[feature];
        Vector sum[BLOCK_VECTORS];

        if (i == end)
            continue;
        for (int k = 0; k < BLOCK_VECTORS; k++)
            sum[k] = row[k];
        for (; i < end; i++) {
            add_row(sum, vectors_at(pass->block_gradient[pass->user[i]]));
        }
        for (int k = 0; k < BLOCK_VECTORS; k++)
            row[k] = sum[k];
    }
}

void pass_backward(Pass *pass, const NetShape *shape, const float *params, float *gradient,
                   int count) {
    list_features(pass, count);
    for (int n = 0; n < count; n++)
        gradient[shape->output_bias + (size_t)pass->bucket[n]] += pass->logit_gradient[n];
    for (int neuron = 0; neuron < shape->hidden; neuron += NET_BLOCK) {
        backward_outputs(pass, shape, params, gradient, neuron, count);
        backward_inputs(pass, 0, NNUE_INPUTS, gradient + net_input_weight(neuron, 0));
        if (neuron < shape->term_hidden)
            backward_inputs(pass, NNUE_INPUTS, ALL_INPUTS,
                            gradient + net_term_weight(shape, neuron, 0));
    }
}
