/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "checksum.h"

/* Slicing by eight nibbles, each with its own table, so that the lookups are independent. */
enum { NIBBLES = 8, NIBBLE_VALUES = 16 };
typedef uint32_t Tables[NIBBLES][NIBBLE_VALUES];

/* Fills t[k][n] with the remainder of nibble n followed by k zero nibbles. */
static void fill(Tables t) {
    /* by the polynomial 0xedb88320 */
    static const uint32_t nibble[NIBBLE_VALUES] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                                   0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                                   0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                                   0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

    for (int n = 0; n < NIBBLE_VALUES; n++)
        t[0][n] = nibble[n];
    for (int k = 1; k < NIBBLES; k++)
        for (int n = 0; n < NIBBLE_VALUES; n++)
            t[k][n] = t[k - 1][n] >> 4 ^ nibble[t[k - 1][n] & 15];
}

uint32_t checksum_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    Tables t;

    fill(t);
    crc = ~crc;
    for (; count >= 4; bytes += 4, count -= 4) {
        const uint32_t four = crc ^ ((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                                     (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);

        crc = t[7][four & 15] ^ t[6][four >> 4 & 15] ^ t[5][four >> 8 & 15] ^
              t[4][four >> 12 & 15] ^ t[3][four >> 16 & 15] ^ t[2][four >> 20 & 15] ^
              t[1][four >> 24 & 15] ^ t[0][four >> 28];
    }
    for (; count; bytes++, count--) {
        crc ^= *bytes;
        crc = crc >> 4 ^ t[0][crc & 15];
        crc = crc >> 4 ^ t[0][crc & 15];
    }
    return ~crc;
}

uint32_t checksum_fnv(uint32_t hash, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    return hash;
}
