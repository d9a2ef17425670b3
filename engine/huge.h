/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Large allocations straight from the system, with huge pages where possible: zeroed, untouched
 * until they are used, and returned to the system when freed.
 */
#ifndef ALULA_HUGE_H
#define ALULA_HUGE_H

#include <stddef.h>

/* Zeroed memory, aligned to a cache line; NULL when it is refused. */
void *huge_alloc(size_t bytes);

/*
 * Fill it with zeros. Large ones are given back to the system, which hands out zeroed pages when
 * they are used again, so that this takes no time for what was never used.
 */
void huge_clear(void *memory, size_t bytes);

/* Free what huge_alloc() returned for the same number of bytes; NULL is allowed. */
void huge_free(void *memory, size_t bytes);

#endif
