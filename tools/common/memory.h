/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory that is there or the program ends: what these tools need is small, and what they have done
 * is in a file or on the screen already. Header only.
 */
#ifndef ALULA_COMMON_MEMORY_H
#define ALULA_COMMON_MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As realloc(), for count things of this size; never NULL. */
static inline void *memory_grow(void *old, size_t count, size_t size) {
    void *new = count < SIZE_MAX / size ? realloc(old, (count ? count : 1) * size) : NULL;

    if (!new) {
        fputs("there is not enough memory\n", stderr);
        exit(2);
    }
    return new;
}

/* Zeroed memory for count things of this size; never NULL. */
static inline void *memory_new(size_t count, size_t size) {
    void *new = memory_grow(NULL, count, size);

    memset(new, 0, (count ? count : 1) * size);
    return new;
}

/* A copy of some text, with a NUL behind it. */
static inline char *memory_text(const char *at, size_t length) {
    char *copy = memory_grow(NULL, length + 1, 1);

    memcpy(copy, at, length);
    copy[length] = '\0';
    return copy;
}

#endif
