/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every fuzz target defines: it runs one input, and aborts if a promise is not kept. */
#ifndef ALULA_FUZZ_H
#define ALULA_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Called by libFuzzer and by replay.c; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assertion that stays in release builds. */
#define PROMISE(is_true)                                                                           \
    do {                                                                                           \
        if (!(is_true)) {                                                                          \
            fprintf(stderr, "%s:%d: not kept: %s\n", __FILE__, __LINE__, #is_true);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
