/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pass.h"

#include <math.h>
#include <stdlib.h>

#include "base/huge.h"

/* A fixed loop length and restrict pointers let the compiler vectorize. */
typedef float Block[NET_BLOCK];

/* a * b + c, fused where the processor has a fast FMA. */
static inline float multiply_add(float a, float b, float c) {
#ifdef FP_FAST_FMAF
    return fmaf(a, b, c);
#else
    return a * b + c;
#endif
}

size_t pass_bytes(const NetShape *shape) {
    return (size_t)shape->hidden * 2 * PASS_GROUP * sizeof(float);
}

Pass *pass_new(const NetShape *shape) {
    Pass *pass = calloc(1, sizeof *pass);

    if (!pass)
        return NULL;
    pass->bytes = pass_bytes(shape);
    if (!(pass->accumulators = huge_alloc(pass->bytes))) {
        free(pass);
        return NULL;
    }
    return pass;
}

void pass_free(Pass *pass) {
    if (pass)
        huge_free(pass->accumulators, pass->bytes);
    free(pass);
}

/* --- forward --------------------------------------------------------------------------------- */

/* As many numbers as a register of this build holds: wider ones would be kept in memory. */
#if defined __AVX512F__
enum { VECTOR = 16 };
#elif defined __AVX__
enum { VECTOR = 8 };
#else
enum { VECTOR = 4 };
#endif
enum { BLOCK_VECTORS = NET_BLOCK / VECTOR };

typedef float Vector __attribute__((vector_size(4 * VECTOR)));
/* The same anywhere in an array of numbers. */
typedef float LooseVector __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));

static inline const LooseVector *vectors_at(const float *x) {
    return (const LooseVector *)(const void *)x;
}

/*
 * One block of both accumulators of a position. With explicit vectors the sums stay in registers;
 * arrays go through memory at the end, which takes a third longer.
 */
static void refresh_block(const Features *in, const float *restrict weight,
                          const float *restrict bias, float *restrict acc) {
    LooseVector *out = (LooseVector *)(void *)acc;
    Vector us[BLOCK_VECTORS], them[BLOCK_VECTORS];

    for (int i = 0; i < BLOCK_VECTORS; i++)
        us[i] = them[i] = vectors_at(bias)[i];
    for (int k = 0; k < in->pieces; k++) {
        const LooseVector *a = vectors_at(weight + (size_t)in->us[k] * NET_BLOCK);
        const LooseVector *b = vectors_at(weight + (size_t)in->them[k] * NET_BLOCK);

        for (int i = 0; i < BLOCK_VECTORS; i++)
            us[i] += a[i];
        for (int i = 0; i < BLOCK_VECTORS; i++)
            them[i] += b[i];
    }
    for (int i = 0; i < BLOCK_VECTORS; i++)
        out[i] = us[i];
    for (int i = 0; i < BLOCK_VECTORS; i++)
        out[BLOCK_VECTORS + i] = them[i];
}

static inline float clipped_relu(float x) {
    const float above = x > 0 ? x : 0;

    return above < 1 ? above : 1;
}

/* The sum of a block, pairwise. */
static inline float sum_block(const float part[NET_BLOCK]) {
    float eight[8], four[4];

    _Static_assert(NET_BLOCK == 32, "four times eight");
    for (int i = 0; i < 8; i++)
        eight[i] = (part[i] + part[i + 8]) + (part[i + 16] + part[i + 24]);
    for (int i = 0; i < 4; i++)
        four[i] = eight[i] + eight[i + 4];
    return (four[0] + four[2]) + (four[1] + four[3]);
}

/* The contribution of a block of both accumulators to the logit (SCReLU). */
static float output_block(const float *restrict acc, const float *restrict us,
                          const float *restrict them) {
    Block part;

    for (int i = 0; i < NET_BLOCK; i++) {
        const float a = clipped_relu(acc[i]), b = clipped_relu(acc[NET_BLOCK + i]);
        part[i] = multiply_add(a * a, us[i], b * b * them[i]);
    }
    return sum_block(part);
}

void pass_forward(Pass *pass, const NetShape *shape, const float *params, int count) {
    for (int n = 0; n < count; n++) {
        sample_features(&pass->sample[n], &shape->kings, &pass->features[n]);
        pass->bucket[n] = nnue_output_bucket(pass->features[n].pieces, shape->outputs);
        pass->logit[n] = params[shape->output_bias + (size_t)pass->bucket[n]];
    }
    for (int h = 0; h < shape->hidden; h += NET_BLOCK) {
        const float *weight = params + net_input_weight(shape, h, 0);
        const float *bias = params + shape->input_bias + h;
        float *acc = pass->accumulators + (size_t)h * 2 * PASS_GROUP;

        for (int n = 0; n < count; n++, acc += 2 * NET_BLOCK) {
            refresh_block(&pass->features[n], weight, bias, acc);
            pass->logit[n] +=
                output_block(acc, params + net_output_weight(shape, pass->bucket[n], 0, h),
                             params + net_output_weight(shape, pass->bucket[n], 1, h));
        }
    }
}

double pass_loss(Pass *pass, int count, double exponent) {
    const float power = (float)exponent;
    double sum = 0;

    for (int n = 0; n < count; n++) {
        const float expected = 1 / (1 + expf(-pass->logit[n]));
        const float error = expected - pass->sample[n].target;

        /* the derivative by the error, without the exponent: error for squares */
        const float slope = power == 2 ? error : copysignf(powf(fabsf(error), power - 1), error);

        const float weight = (float)pass->sample[n].weight / 100;

        pass->logit_gradient[n] = weight * power * slope * expected * (1 - expected);
        sum += (double)weight * (double)error * (double)slope;
    }
    return sum;
}

/* --- backward -------------------------------------------------------------------------------- */

/*
 * The gradients of a block of both accumulators, in out[2 * NET_BLOCK]; those of the output weights
 * are added to us_gradient and them_gradient.
 */
static void backward_block(const float *restrict acc, float logit_gradient,
                           const float *restrict us, const float *restrict them,
                           float *restrict us_gradient, float *restrict them_gradient,
                           float *restrict out) {
    for (int half = 0; half < 2; half++) {
        const float *restrict x = acc + half * NET_BLOCK;
        const float *restrict weight = half ? them : us;
        float *restrict gradient = half ? them_gradient : us_gradient;
        float *restrict to = out + half * NET_BLOCK;

        for (int i = 0; i < NET_BLOCK; i++) {
            const float c = clipped_relu(x[i]), derivative = x[i] < 1 ? 2 * c : 0;

            to[i] = logit_gradient * weight[i] * derivative;
            gradient[i] = multiply_add(logit_gradient * c, c, gradient[i]);
        }
    }
}

static inline void add_block(float *restrict to, const float *restrict from) {
    for (int i = 0; i < NET_BLOCK; i++)
        to[i] += from[i];
}

void pass_backward(Pass *pass, const NetShape *shape, const float *params, float *gradient,
                   int count) {
    for (int n = 0; n < count; n++)
        gradient[shape->output_bias + (size_t)pass->bucket[n]] += pass->logit_gradient[n];
    for (int h = 0; h < shape->hidden; h += NET_BLOCK) {
        float *weight = gradient + net_input_weight(shape, h, 0);
        float *bias = gradient + shape->input_bias + h;
        const float *acc = pass->accumulators + (size_t)h * 2 * PASS_GROUP;

        for (int n = 0; n < count; n++, acc += 2 * NET_BLOCK) {
            const Features *in = &pass->features[n];
            const size_t us = net_output_weight(shape, pass->bucket[n], 0, h);
            const size_t them = net_output_weight(shape, pass->bucket[n], 1, h);
            float acc_gradient[2 * NET_BLOCK];

            backward_block(acc, pass->logit_gradient[n], params + us, params + them, gradient + us,
                           gradient + them, acc_gradient);
            add_block(bias, acc_gradient);
            add_block(bias, acc_gradient + NET_BLOCK);
            for (int k = 0; k < in->pieces; k++) {
                add_block(weight + (size_t)in->us[k] * NET_BLOCK, acc_gradient);
                add_block(weight + (size_t)in->them[k] * NET_BLOCK, acc_gradient + NET_BLOCK);
            }
        }
    }
}
