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

/* Frees memory of huge_alloc(), given the same number of bytes; NULL is allowed. */
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

/* Number of bytes that a thread touches at a time. */
enum { HUGE_TOUCH_PART = 2 << 20 };

/*
 * Touches the untouched pages up to byte `limit`, with at most `threads` threads, 1 or more,
 * including the caller. The contents are kept; other threads may meanwhile use the memory through
 * atomics.
 */
void huge_touch(HugeTouch *touch, size_t limit, int threads);

/* Returns how many bytes from the start have been touched so far, except for a few pages. */
size_t huge_touched(const HugeTouch *touch, int threads);

#endif
