/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks in PGN: the time control and clock comments. Times are milliseconds. */
#ifndef ALULA_CLOCKS_H
#define ALULA_CLOCKS_H

#include <stdint.h>

#include "base/text.h"

enum { CLOCK_UNKNOWN = -1, CLOCK_PERIODS = 6 };

/* A period: a number of moves (0: all that follow) in a time, with an increment for each move. */
typedef struct {
    size_t moves;
    int64_t base_ms, increment_ms;
} ClockPeriod;

typedef struct {
    ClockPeriod period[CLOCK_PERIODS];
    size_t periods; /* 0: unknown, or untimed */
} ClockControl;

/*
 * Reads the tag TimeControl: "300+3", "40/7200:3600", "40/5400+30:1800+30". Returns false, with no
 * periods, for other values.
 */
bool clocks_read_control(ClockControl *out, Word value);

/* Returns what a side's clock gains with its nth move, from 1: the increment, and a new period. */
int64_t clocks_gain(const ClockControl *c, size_t n);

/*
 * Reads the clock commands of a comment: [%clk H:MM:SS], the clock after the move, and [%emt
 * H:MM:SS], the time used for the move; or "+0.34/12 1.5s", as cutechess and alula-match write it.
 * Values missing in the comment are unchanged.
 */
void clocks_read_comment(Word comment, int64_t *used, int64_t *left);

#endif
