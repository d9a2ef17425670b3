/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixed positions searched to a fixed depth by one thread: speed, and a signature of the search. */
#ifndef ALULA_BENCH_H
#define ALULA_BENCH_H

#include <stdbool.h>

enum { BENCH_DEPTH = 14 };

/* Takes a line, without its end. */
typedef void BenchListener(void *context, const char *line);

/* Asked several times a second: is it to end? */
typedef bool BenchEnd(void *context);

/*
 * Run it and tell a line for each position; the last line is "N nodes M nps". The nodes are the
 * same on every machine and with every compiler. It goes on to the end where `end` is NULL; else
 * the last line may tell how far it came. False when memory is refused.
 */
bool bench_run(int depth, BenchListener *tell, BenchEnd *end, void *context);

#endif
