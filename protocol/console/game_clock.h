/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks of both sides. */
#ifndef ALULA_GAME_CLOCK_H
#define ALULA_GAME_CLOCK_H

#include "protocol/frontend.h"

/* Are there clocks? Otherwise we have a fixed time for each move. */
bool console_has_clocks(const Frontend *f);

/* What a side has left now, in milliseconds. */
int64_t console_clock_left(const Frontend *f, Color c);

/* Set both clocks as at the start of a game. */
void console_reset_clocks(Frontend *f);

/* Take the time of a move from a side's clock, after the move was made on the board. */
void console_charge(Frontend *f, Color mover, int64_t spent_ms);

/* "4:32", or "0:09.5" below ten seconds. */
void console_add_time(Text *text, int64_t ms);

#endif
