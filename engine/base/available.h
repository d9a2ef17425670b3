/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that the system has left. */
#ifndef ALULA_AVAILABLE_H
#define ALULA_AVAILABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Bytes that can be touched before the system has to end a program for want of memory: what Linux
 * has free or in caches, or less if a control group of this process leaves less. SIZE_MAX where
 * that is not known, as on systems that refuse at once what they do not have.
 */
size_t available_memory(void);

/*
 * For programs with several large tables that are touched later: reserve this many bytes. False if
 * that is more than what was available at the first call, with what is reserved already. Any
 * thread may call these.
 */
bool available_reserve(size_t bytes);
void available_release(size_t bytes);

#endif
