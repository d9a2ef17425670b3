/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A monotonic clock. */
#ifndef ALULA_CLOCK_H
#define ALULA_CLOCK_H

#include <stdint.h>

/* Returns milliseconds since an arbitrary fixed moment; never goes back. */
int64_t clock_ms(void);

/* Returns microseconds since that moment. */
int64_t clock_us(void);

/* Returns the processor time of the calling thread in milliseconds. */
int64_t clock_thread_ms(void);

/* Sleeps for at least this time. */
void clock_sleep_ms(int ms);

#endif
