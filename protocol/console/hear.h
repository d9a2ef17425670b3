/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of the engine: what the console shows and does. */
#ifndef ALULA_HEAR_H
#define ALULA_HEAR_H

#include "protocol/frontend.h"

/* Show a line of the search: depth, score, time, nodes and moves. */
void console_hear_thought(Frontend *f, const Thought *t);

/* The search is over: make our move, or use its result for what it was started for. */
void console_hear_move(Frontend *f, const Thought *t);

/* "I would play 12. Nf3." */
void console_say_hint(Frontend *f, const Thought *t);

#endif
