/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocation that ends the program with an error message on failure. Tools need little memory, and
 * keep their results in a file or on the screen. Header only.
 */
#ifndef ALULA_COMMON_MEMORY_H
#define ALULA_COMMON_MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program after an allocation failed elsewhere. */
static inline void memory_fail(void) {
    fputs("there is not enough memory\n", stderr);
    exit(EXIT_FAILURE);
}

/* Acts like realloc() for `count` elements of `size` bytes; never returns NULL. */
static inline void *memory_grow(void *old, size_t count, size_t size) {
    void *new = count < SIZE_MAX / size ? realloc(old, (count ? count : 1) * size) : NULL;

    if (!new)
        memory_fail();
    return new;
}

/* Acts like calloc(); never returns NULL. */
static inline void *memory_new(size_t count, size_t size) {
    void *new = memory_grow(NULL, count, size);

    memset(new, 0, (count ? count : 1) * size);
    return new;
}

/* Returns a NUL-terminated copy of `length` bytes. */
static inline char *memory_text(const char *at, size_t length) {
    char *copy = memory_grow(NULL, length + 1, 1);

    memcpy(copy, at, length);
    copy[length] = '\0';
    return copy;
}

#endif
