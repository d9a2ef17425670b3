/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The benchmark: fixed positions are searched to a fixed depth by one thread. It measures speed,
 * and its node count is the signature of the search.
 */
#ifndef ALULA_BENCH_H
#define ALULA_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_DEPTH = 14 };

/* Receives a line of the report, without its line feed. */
typedef void BenchListener(void *context, const char *line);

/* Polled several times a second; returns true to end the benchmark. */
typedef bool BenchEnd(void *context);

/* Totals of a benchmark. */
typedef struct {
    int positions;
    uint64_t nodes, nps; /* nodes per second */
    int64_t us;
} BenchTotal;

/*
 * Runs the benchmark and reports a line for each position; the last line is "N nodes M nps". The
 * node count is the same on every machine and with every compiler. `end` may be NULL; if it ends
 * the benchmark early, the last line reports the positions done so far. Sets *total to the totals
 * of the last line; `listener` and `total` may be NULL. Returns false when out of memory.
 */
bool bench_run(int depth, BenchListener *listener, BenchEnd *end, void *context, BenchTotal *total);

#endif
