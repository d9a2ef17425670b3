/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Large allocations straight from the system, with huge pages where possible: zeroed, untouched
 * until used, and returned to the system when freed.
 */
#ifndef ALULA_HUGE_H
#define ALULA_HUGE_H

#include <stdatomic.h>
#include <stddef.h>

/* Returns zeroed memory, aligned to a cache line; NULL if refused. */
void *huge_alloc(size_t bytes);

/* Frees what huge_alloc() returned for the same number of bytes; NULL is allowed. */
void huge_free(void *memory, size_t bytes);

/* Memory that is being touched (prefaulted), so that a search has no page faults. */
typedef struct {
    void *memory;
    size_t bytes;
    _Atomic size_t limit; /* touch up to this byte */
    _Atomic size_t next;  /* byte where the next part begins */
    atomic_bool cut;      /* set by any thread to stop early ... */
    atomic_bool paused;   /* ... or to suspend it */
} HugeTouch;

/* Bytes of the parts in which memory is touched. */
enum { HUGE_TOUCH_PART = 2 << 20 };

/*
 * Touches the untouched pages up to byte `limit`, by at most `threads` threads, 1 or more,
 * including the caller. Contents stay; other threads may use the memory with atomics meanwhile.
 */
void huge_touch(HugeTouch *touch, size_t limit, int threads);

/* Returns the bytes at the start of the memory that are touched by now, but for a few pages. */
size_t huge_touched(const HugeTouch *touch, int threads);

#endif
