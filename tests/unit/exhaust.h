/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates all memory for a moment, down to the last free bytes of the heap. */
#ifndef ALULA_EXHAUST_H
#define ALULA_EXHAUST_H

#include <sys/resource.h>

#include "tests.h"

enum { MEMORY_CAN_RUN_OUT = !SANITIZED }; /* a sanitizer needs memory itself */

/* Allocates all memory; exhaust_end() frees the result. No test may fail in between. */
static inline void *exhaust_begin(void) {
    const struct rlimit none = {0, RLIM_INFINITY};
    void *all = NULL, **piece;

    if (!MEMORY_CAN_RUN_OUT || setrlimit(RLIMIT_AS, &none))
        return NULL;
    for (size_t size = 1 << 20; size >= sizeof all; size /= 2)
        while ((piece = malloc(size))) {
            *piece = all;
            all = piece;
        }
    return all;
}

static inline void exhaust_end(void *all) {
    const struct rlimit usual = {RLIM_INFINITY, RLIM_INFINITY};
    void **piece;

    while ((piece = all)) {
        all = *piece;
        free(piece);
    }
    setrlimit(RLIMIT_AS, &usual);
}

#endif
