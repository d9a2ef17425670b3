/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in test positions, and the names of positions. */
#ifndef ALULA_LAB_POSITIONS_H
#define ALULA_LAB_POSITIONS_H

#include "tools/common/epdsuite.h"

/* Fills a zeroed EpdSuite with ten positions: openings, middlegames and endings. */
void positions_builtin(EpdSuite *suite);

/* Writes "3  rook ending": the number from 1 and the id, or else the FEN. */
void positions_name(Text *out, const EpdSuite *suite, size_t index);

#endif
