/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE
#include "huge.h"

#include <stdint.h>

#ifdef _WIN32
#include <windows.h>

void *huge_alloc(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void huge_free(void *pages, size_t bytes) {
    (void)bytes;
    if (pages)
        VirtualFree(pages, 0, MEM_RELEASE);
}

#else
#include <sys/mman.h>

/* From here on huge pages are asked for: 2 MB is one of them on most machines. */
enum { HUGE_BYTES = 8 << 20 };

void *huge_alloc(size_t bytes) {
    void *pages = bytes > SIZE_MAX / 2 ? MAP_FAILED
                                       : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    /* fewer and larger pages spare most of the address lookups; a system without them says no */
    if (bytes >= HUGE_BYTES)
        madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
}

void huge_free(void *pages, size_t bytes) {
    if (pages)
        munmap(pages, bytes);
}
#endif
