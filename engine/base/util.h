/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minimum, maximum and clamping, growing arrays, and prefetching. Header only. */
#ifndef ALULA_UTIL_H
#define ALULA_UTIL_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline int min(int a, int b) {
    return a < b ? a : b;
}
static inline int max(int a, int b) {
    return a > b ? a : b;
}
/* Returns n, clamped to [low, high]; low <= high. */
static inline int clamp(int n, int low, int high) {
    return n < low ? low : n > high ? high : n;
}

static inline size_t min_size(size_t a, size_t b) {
    return a < b ? a : b;
}

/* 64-bit versions. */
static inline int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}
static inline int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}
static inline int64_t clamp64(int64_t n, int64_t low, int64_t high) {
    return n < low ? low : n > high ? high : n;
}

/*
 * Makes room for `count` elements of `size` bytes, 1 or more, in an array, which may move; a
 * growing array at least doubles. Returns NULL, with nothing changed, if memory is refused or the
 * size would exceed SIZE_MAX.
 */
static inline void *array_grow(void *array, size_t *room, size_t count, size_t size) {
    const size_t wanted = count <= *room ? *room : count > 2 * *room ? count : 2 * *room;
    void *grown = wanted == *room            ? array
                  : wanted > SIZE_MAX / size ? NULL
                                             : realloc(array, wanted * size);

    *room = grown ? wanted : *room;
    return grown;
}

/* Loads this address into the cache in the background. */
static inline void prefetch(const void *address) {
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
