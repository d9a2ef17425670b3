/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 (FIPS 180-4), for the hashes of scripts in HTML pages. */
#ifndef ALULA_SHA256_H
#define ALULA_SHA256_H

#include <math.h>

#include "tests.h"

static inline uint32_t rotate(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

/* Returns the first 32 bits of the fractional part of a root. */
static inline uint32_t root_bits(double root) {
    return (uint32_t)((root - floor(root)) * 4294967296.0);
}

static inline bool is_prime(unsigned n) {
    for (unsigned i = 2; i * i <= n; i++)
        if (n % i == 0)
            return false;
    return n > 1;
}

static inline void sha256_block(uint32_t h[8], const unsigned char block[64],
                                const uint32_t k[64]) {
    uint32_t w[64], v[8];

    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s0, s1, first, second;

        if (i < 16) {
            w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
        } else {
            s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
            s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        first = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        second = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

static inline void sha256(unsigned char out[33], Word text) {
    uint32_t h[8], k[64];
    const size_t blocks = (text.length + 8) / 64 + 1;
    unsigned char *padded = calloc(blocks, 64);
    int found = 0;

    ck_assert_ptr_nonnull(padded);
    for (unsigned n = 2; found < 64; n++)
        if (is_prime(n)) {
            if (found < 8)
                h[found] = root_bits(sqrt(n));
            k[found++] = root_bits(cbrt(n));
        }
    memcpy(padded, text.at, text.length);
    padded[text.length] = 0x80;
    for (int i = 0; i < 8; i++)
        padded[64 * blocks - 1 - (size_t)i] = (unsigned char)((uint64_t)text.length * 8 >> 8 * i);
    for (size_t i = 0; i < blocks; i++)
        sha256_block(h, padded + 64 * i, k);
    for (int i = 0; i < 32; i++)
        out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
    out[32] = 0;
    free(padded);
}

static inline void base64(char out[45], const unsigned char digest[33]) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (int i = 0; i < 11; i++) {
        const unsigned bits =
            (unsigned)digest[3 * i] << 16 | (unsigned)digest[3 * i + 1] << 8 | digest[3 * i + 2];
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = letters[bits >> (18 - 6 * j) & 63];
    }
    out[43] = '=';
    out[44] = '\0';
}

#endif
