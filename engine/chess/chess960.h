/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chess960 (R. Fischer 1996): its 960 start positions. */
#ifndef ALULA_CHESS960_H
#define ALULA_CHESS960_H

#include "position.h"

/*
 * Sets up start position `number`, 0 to 959, in R. Scharnagl's numbering; 518 is that of standard
 * chess.
 */
void chess960_start(Position *out, int number);

#endif
