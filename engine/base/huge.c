/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE
#include "huge.h"

#include <stdint.h>

#include "clock.h"
#include "thread.h"
#include "util.h"

/* No current machine has smaller pages. */
enum { PAGE_BYTES = 4096 };

#ifdef _WIN32
#include <windows.h>

void *huge_alloc(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void huge_free(void *memory, size_t bytes) {
    (void)bytes;
    if (memory)
        VirtualFree(memory, 0, MEM_RELEASE);
}

#else
#include <sys/mman.h>

/* Allocations of this size or more request huge pages, which have 2 MB on most machines. */
enum { HUGE_BYTES = 8 << 20 };

void *huge_alloc(size_t bytes) {
    void *memory = bytes > SIZE_MAX / 2 ? MAP_FAILED
                                        : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    /* huge pages save TLB misses; a system without them returns an error, which is harmless */
    if (bytes >= HUGE_BYTES)
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void huge_free(void *memory, size_t bytes) {
    if (memory)
        munmap(memory, bytes);
}
#endif

/* Prefaults these pages in one call. Returns false if the system cannot. */
static bool populate(char *at, size_t bytes) {
#ifdef MADV_POPULATE_WRITE /* Linux 5.14 */
    return !madvise(at, bytes, MADV_POPULATE_WRITE);
#else
    (void)at;
    (void)bytes;
    return false;
#endif
}

/* Touches pages without changing them, even while other threads write to them. */
static void touch_part(char *at, size_t bytes) {
    if (populate(at, bytes))
        return;
    for (size_t i = 0; i < bytes; i += PAGE_BYTES)
        atomic_fetch_or_explicit((_Atomic uint64_t *)(void *)(at + i), 0, memory_order_relaxed);
}

static void *touch_parts(void *context) {
    enum { PAUSE_MS = 2 };
    HugeTouch *t = context;
    size_t at = atomic_load(&t->next);

    while (!atomic_load(&t->cut) && at < atomic_load(&t->limit)) {
        const size_t part = min_size(HUGE_TOUCH_PART, t->bytes - at);

        if (atomic_load(&t->paused))
            clock_sleep_ms(PAUSE_MS);
        else if (atomic_compare_exchange_weak(&t->next, &at, at + part))
            touch_part((char *)t->memory + at, part);
        at = atomic_load(&t->next);
    }
    return NULL;
}

enum { MAX_TOUCHERS = 8 };

void huge_touch(HugeTouch *touch, size_t limit, int threads) {
    pthread_t helper[MAX_TOUCHERS - 1];
    int started = 0;

    atomic_store(&touch->limit, min_size(limit, touch->bytes));
    while (started < min(threads, MAX_TOUCHERS) - 1 &&
           thread_start(&helper[started], touch_parts, touch))
        started++;
    touch_parts(touch);
    for (int i = 0; i < started; i++)
        pthread_join(helper[i], NULL);
}

/* Each thread may still be working on the part it took last. */
size_t huge_touched(const HugeTouch *touch, int threads) {
    const size_t next = atomic_load(&touch->next);
    const size_t unsure = (size_t)min(threads, MAX_TOUCHERS) * HUGE_TOUCH_PART;

    return next > unsure ? next - unsure : 0;
}
