/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The embedded network; validated at each start, as builds may use any file. */
#include "nnue.h"

/* Set by nnue_init(). */
static NnueNet *net;

const char *nnue_init(const char *simd) {
    const char *error;

    if (simd && !nnue_simd_kernel(simd))
        return "this machine does not support these instructions";
    if (net)
        return NULL;
    if ((error = nnue_decode(&net, nnue_bytes, (size_t)(nnue_bytes_end - nnue_bytes))))
        return error;
    net->kernel = simd ? nnue_simd_kernel(simd) : NULL;
    return NULL;
}

void nnue_release(void) {
    nnue_free(net);
    net = NULL;
}

const NnueNet *nnue_embedded(void) {
    return net;
}
