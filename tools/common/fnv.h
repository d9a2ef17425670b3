/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FNV-1a, 32 bits (G. Fowler, L. C. Noll, K.-P. Vo): no defence against attackers. */
#ifndef ALULA_COMMON_FNV_H
#define ALULA_COMMON_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV1A_START UINT32_C(2166136261)

/* `hash` is the result for the bytes before these, FNV1A_START at the start. */
static inline uint32_t fnv1a(uint32_t hash, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    return hash;
}

#endif
