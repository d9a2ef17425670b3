/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a match goes, as a picture: the first engine's score, and what the SPRT makes of it. */
#ifndef ALULA_MATCH_PICTURE_H
#define ALULA_MATCH_PICTURE_H

#include "match_state.h"

/*
 * Write it as SVG. The score has a band of 95 % and is scaled to what came after the first fifth of
 * the games. False with a sentence if it could not be written.
 */
bool picture_write(const char *file, const Match *m, Text *fault);

/*
 * Write the picture that was asked for once more, if there are new games and the last one is ten
 * seconds old. Pipes and devices have to wait for picture_write(), which also tells of failures.
 */
void picture_update(Match *m);

#endif
