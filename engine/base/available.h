/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Available memory of the system. */
#ifndef ALULA_AVAILABLE_H
#define ALULA_AVAILABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the bytes that can be touched before the system has to kill a process for lack of memory:
 * on Linux, free memory and caches, or less if a control group of this process has a lower limit.
 * SIZE_MAX if unknown, as on systems that refuse such allocations at once.
 */
size_t available_memory(void);

/*
 * Reserves bytes, for programs with several large tables that are touched later. Returns false if
 * the sum of all reservations exceeds what was available at the first call. Any thread may call it.
 */
bool available_reserve(size_t bytes);
void available_release(size_t bytes);

#endif
