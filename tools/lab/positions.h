/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions of the laboratory: ten of its own, or those of files. */
#ifndef ALULA_LAB_POSITIONS_H
#define ALULA_LAB_POSITIONS_H

#include "../common/epdsuite.h"

/* Three openings, four middlegames, three endgames. Start with a zeroed EpdSuite. */
void positions_own(EpdSuite *suite);

/* "3  rook ending" or "3  8/2p5/... w - - 0 1": the number from 1, and its id or else its FEN. */
void positions_name(Text *out, const EpdSuite *suite, size_t index);

#endif
