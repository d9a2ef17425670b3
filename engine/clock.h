/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time, from a clock that nobody can set. */
#ifndef ALULA_CLOCK_H
#define ALULA_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment in the past; never goes back. */
int64_t clock_ms(void);

/* The same in microseconds, for benchmarks. */
int64_t clock_us(void);

#endif
