/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only evaluation the search sees. */
#ifndef ALULA_EVAL_H
#define ALULA_EVAL_H

#include "position.h"

/* No evaluation leaves [-EVAL_MAX, EVAL_MAX]; scores beyond are mates. */
enum { EVAL_MAX = 20000 };

/* Fill the tables; calling it again changes nothing. */
void eval_init(void);

/*
 * What a quiet position is worth to the side to move, in centipawns. Mirroring the board and
 * changing colors does not change it.
 */
int eval_position(const Position *p);

#endif
