/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output for a person that UCI and the console share. */
#ifndef ALULA_SHOW_H
#define ALULA_SHOW_H

#include "frontend.h"

/*
 * Show the static evaluation: the contribution of each piece, the value by each output bucket,
 * and the steps from there to the final value.
 */
void show_eval(Frontend *f);

/* Show which network is in use, its size and checksum. */
void show_network(Frontend *f);

/*
 * The static evaluation for the side to move, by the network in use. False if there is not enough
 * memory.
 */
bool show_static_eval(const Frontend *f, const Position *p, int *value);

/* Show the position's Zobrist key. */
void show_key(Frontend *f);

/* Larger counts take more than a few seconds, and are refused. */
#define SHOW_PERFT_MAX 4e9

/*
 * Show the perft of the position, and before it that of each move, written so; NULL: without. If
 * the user interrupts it, show how far it came. Counts above SHOW_PERFT_MAX are refused. `command`
 * is what the user typed. False for a wrong number or one that is too large.
 */
bool show_perft(Frontend *f, const char *command, Word depth, MoveWriter *write);

#endif
