/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE
#include "huge.h"

#include <stdint.h>
#include <string.h>

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

void huge_clear(void *memory, size_t bytes) {
    memset(memory, 0, bytes);
}

#else
#include <sys/mman.h>

/* Allocations from this size on ask for huge pages, which have 2 MB on most machines. */
enum { HUGE_BYTES = 8 << 20 };

/*
 * From this size on zeros take too long to write. Smaller memory keeps its pages, as getting new
 * ones would take time of the first moves.
 */
enum { RENEW_BYTES = 256 << 20 };

void *huge_alloc(size_t bytes) {
    void *memory = bytes > SIZE_MAX / 2 ? MAP_FAILED
                                        : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    /* huge pages spare TLB misses; a system without them refuses, which does no harm */
    if (bytes >= HUGE_BYTES)
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void huge_clear(void *memory, size_t bytes) {
#ifdef __linux__ /* elsewhere the old contents may come back; locked memory is refused */
    if (bytes >= RENEW_BYTES && !madvise(memory, bytes, MADV_DONTNEED))
        return;
#endif
    memset(memory, 0, bytes);
}

void huge_free(void *memory, size_t bytes) {
    if (memory)
        munmap(memory, bytes);
}
#endif
