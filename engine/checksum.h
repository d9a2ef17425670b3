/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether bytes are still what they were. */
#ifndef ALULA_CHECKSUM_H
#define ALULA_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as in ISO 3309 and zip, going on from `crc`; 0 to start. */
uint32_t checksum_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
