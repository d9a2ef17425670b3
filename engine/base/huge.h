/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Large allocations straight from the system, with huge pages where possible: zeroed, untouched
 * until they are used, and returned to the system when freed.
 */
#ifndef ALULA_HUGE_H
#define ALULA_HUGE_H

#include <stdatomic.h>
#include <stddef.h>

/* Zeroed memory, aligned to a cache line; NULL when it is refused. */
void *huge_alloc(size_t bytes);

/* Free what huge_alloc() returned for the same number of bytes; NULL is allowed. */
void huge_free(void *memory, size_t bytes);

/* Memory that is being touched, so that page faults do not fall into a search. */
typedef struct {
    void *memory;
    size_t bytes;
    _Atomic size_t limit; /* touch up to this byte */
    _Atomic size_t next;  /* byte where the next part begins */
    atomic_bool cut;      /* set by any thread to end it early ... */
    atomic_bool paused;   /* ... or to suspend it */
} HugeTouch;

/* Parts in which it is touched, in bytes. */
enum { HUGE_TOUCH_PART = 2 << 20 };

/*
 * Touch the pages up to byte `limit` that were not touched before, by at most `threads` threads, 1
 * or more, of which the caller is one. Contents stay; other threads may use the memory by atomics
 * meanwhile.
 */
void huge_touch(HugeTouch *touch, size_t limit, int threads);

/* Bytes at the beginning of the memory that are touched by now, but for a few pages. */
size_t huge_touched(const HugeTouch *touch, int threads);

#endif
