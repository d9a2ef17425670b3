/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output for users, shared by UCI and the console. */
#ifndef ALULA_SHOW_H
#define ALULA_SHOW_H

#include "frontend.h"

/*
 * Shows the static evaluation: the contribution of each piece, the value of each output bucket, and
 * the steps to the final value.
 */
void show_eval(Frontend *f);

/* Shows the name, size and checksum of the network in use. */
void show_network(Frontend *f);

/*
 * Computes the static evaluation for the side to move with the network in use. Returns false if out
 * of memory.
 */
bool show_static_eval(const Frontend *f, const Position *p, int *value);

/*
 * Returns the contribution of the piece on this square, not a king: the evaluation with the piece
 * minus the evaluation without it, in centipawns for White.
 */
int show_piece_value(const NnueNet *net, const Position *p, Square s);

/* Shows the position's Zobrist key. */
void show_key(Frontend *f);

/* The largest count; larger ones would take more than a few seconds, and are refused. */
#define SHOW_PERFT_MAX 4e9

/*
 * Shows the perft count of the position, and before it the count of each move unless `write` is
 * NULL. If the user interrupts, shows the count so far. Counts above SHOW_PERFT_MAX are refused.
 * `command` is the name that the user typed. Returns false for an invalid or excessive depth.
 */
bool show_perft(Frontend *f, const char *command, Word depth, MoveWriter *write);

#endif
