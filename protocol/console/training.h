/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command train: the user's mistakes as exercises. */
#ifndef ALULA_TRAINING_H
#define ALULA_TRAINING_H

#include "protocol/frontend.h"

typedef struct Training Training;

/*
 * Takes a move as the answer to the exercise on the board. Returns false if there is none, and the
 * move is one of a game.
 */
bool training_takes(Frontend *f, Move m);

/* Ends the training, and says how it went. Returns false if no exercise is on the board. */
bool training_ends(Frontend *f);

/* Ends the training without a word, before the program ends. */
void training_free(Training *t);

#endif
