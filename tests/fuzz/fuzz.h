/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all fuzz targets share. Each defines LLVMFuzzerTestOneInput(): it runs one input, and aborts
 * if a promise is not kept.
 */
#ifndef ALULA_FUZZ_H
#define ALULA_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

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

/* Fill the engine's tables, once. */
void fuzz_init(void);

/*
 * Split an input of two parts: the first line, without its line feed, and what follows it. An input
 * without line feed has only the first.
 */
void fuzz_split(const uint8_t *data, size_t size, Word *line, Word *rest);

/*
 * The path of a file of this name in a temporary folder that is removed at the end, if nothing
 * else lies in it. Valid until the next call but three.
 */
const char *fuzz_path(const char *name);

/* The temporary folder; and the removal of all files in it. */
const char *fuzz_folder(void);
void fuzz_clean(void);

/* The path of such a file with these bytes. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

/* The contents of a file; the caller frees them. */
uint8_t *fuzz_read(const char *path, size_t *size);

#endif
