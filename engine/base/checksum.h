/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checksums that detect damaged files; they do not protect against attackers. */
#ifndef ALULA_CHECKSUM_H
#define ALULA_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the CRC-32 of ISO 3309 and zip. `crc` is the result for the preceding bytes, 0 at the
 * start.
 */
uint32_t checksum_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

/*
 * Returns the 32-bit FNV-1a hash. `hash` is the result for the preceding bytes, CHECKSUM_FNV at the
 * start.
 */
#define CHECKSUM_FNV UINT32_C(2166136261)
uint32_t checksum_fnv(uint32_t hash, const void *bytes, size_t count);

#endif
