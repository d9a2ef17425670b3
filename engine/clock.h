/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time, from a clock that nobody can set. */
#ifndef ALULA_CLOCK_H
#define ALULA_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment in the past; never goes back. */
int64_t clock_ms(void);

/* The same in microseconds, for benchmarks. */
int64_t clock_us(void);

/* Milliseconds of the processor that the calling thread has used. */
int64_t clock_thread_ms(void);

/* Let so many milliseconds go by, or a few more, without using the processor. */
void clock_sleep_ms(int ms);

#endif
