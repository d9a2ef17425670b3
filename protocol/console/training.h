/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands train and puzzles: the user's mistakes as exercises. */
#ifndef ALULA_TRAINING_H
#define ALULA_TRAINING_H

#include "protocol/frontend.h"

/*
 * Takes a move as the answer to the exercise on the board. Returns false if there is no exercise,
 * so the move belongs to a game.
 */
bool training_takes(Frontend *f, Move m);

/*
 * Ends the training, and says how it went; if the training has just ended by itself, says so.
 * Returns false if neither was the case.
 */
bool training_ends(Frontend *f);

/* Refuses a command that would let us move, and returns true, if an exercise is on the board. */
bool training_refuses(Frontend *f);

/* Ends the training if another game has replaced the exercise, and says so. */
void training_notice(Frontend *f);

/* Ends the training without a message, before the program ends. */
void training_leave(Frontend *f);

#endif
