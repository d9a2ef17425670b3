/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long to think. Limits go in, a budget comes out: arithmetic without a clock. */
#ifndef ALULA_TIMEMAN_H
#define ALULA_TIMEMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "chess.h"

/* What a search may use. Zero means no limit, so that initialisers read like speech. */
typedef struct {
    int depth;                         /* plies */
    uint64_t nodes;                    /* of all threads together; exact with one thread */
    int64_t move_ms;                   /* at most this long for this move */
    int64_t clock_ms[COLOR_COUNT];     /* what is left; at least 1 where there is a clock */
    int64_t increment_ms[COLOR_COUNT]; /* added after each move */
    int moves_to_go;                   /* until the next time control; 0: none comes */
    int64_t overhead_ms;               /* lost between the clock and us at each move */
    uint64_t nodes_per_second;         /* not 0: this many nodes pass for a second */
    bool cpu_time;                     /* time is what the first thread uses of the processor */
} Limits;

/* No limit on time. */
#define TIME_UNLIMITED INT64_MAX

/* Start no new iteration after soft_ms, stop at hard_ms; 1 <= soft_ms <= hard_ms. */
typedef struct {
    int64_t soft_ms, hard_ms;
} Budget;

/* The budget of a move of `us`. Any numbers are allowed, negative and huge ones too. */
Budget timeman_budget(const Limits *l, Color us);

#endif
