/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Available memory of the system. */
#ifndef ALULA_AVAILABLE_H
#define ALULA_AVAILABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the number of bytes that can be touched before the system has to kill a process for lack
 * of memory: on Linux, free memory, caches and swap, or less if a control group of this process has
 * a lower limit. Returns SIZE_MAX if unknown, e.g. on systems that refuse excessive allocations.
 */
size_t available_memory(void);

/*
 * Reserves memory for programs with several large tables that are touched later. Returns false if
 * the sum of all reservations would exceed the memory that was available at the first call.
 * Thread-safe.
 */
bool available_reserve(size_t bytes);
/* Releases part of the reserved memory. Thread-safe. */
void available_release(size_t bytes);

#endif
