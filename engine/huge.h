/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Large pieces of memory straight from the system: clear when they come, untouched until they are
 * used, and really gone when they are given back (a heap may keep what is freed).
 */
#ifndef ALULA_HUGE_H
#define ALULA_HUGE_H

#include <stddef.h>

/* So many bytes, all zero, at the start of a cache line; NULL when they are refused. */
void *huge_alloc(size_t bytes);

/* Give back what huge_alloc() gave for so many bytes; NULL is fine. */
void huge_free(void *pages, size_t bytes);

#endif
