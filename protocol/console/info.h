/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about the position and the game. */
#ifndef ALULA_INFO_H
#define ALULA_INFO_H

#include "chess/position.h"

/* The position with colors swapped. */
void console_mirrored(Position *out, const Position *p);

#endif
