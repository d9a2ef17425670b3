/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person at a terminal wants to see, of whatever protocol. */
#ifndef ALULA_SHOW_H
#define ALULA_SHOW_H

#include "frontend.h"

/*
 * The static evaluation of the position, and where it comes from: what each man is worth to the
 * network, and what each of its outputs says.
 */
void show_eval(Frontend *f);

/* Which network judges positions now, its shape and its checksum. */
void show_network(Frontend *f);

/*
 * What a quiet position is worth to its side to move, by the network that judges now. False
 * when memory is refused.
 */
bool show_judge(const Frontend *f, const Position *p, int *value);

/* The position's key, in hexadecimal. */
void show_key(Frontend *f);

/* Larger counts would keep everybody waiting for more than some seconds. */
#define SHOW_PERFT_MOST 4e9

/*
 * Count the leaves so many plies from here, with `divide` for each move too; how far it came where
 * the person ends it; a sentence instead where it would take more than some seconds.
 */
void show_perft(Frontend *f, Word depth, bool divide);

#endif
