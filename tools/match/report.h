/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a match has to tell: a line on the way, a table at the end, a picture. */
#ifndef ALULA_MATCH_REPORT_H
#define ALULA_MATCH_REPORT_H

#include <stdio.h>

#include "tournament.h"

/* One line on how it stands, without a line end. */
void report_line(FILE *out, const Match *m);

/* "Elo +12.3 ± 8.9", or "Elo +590.8 [+430, +inf]" where results are lopsided. */
void report_elo(Text *out, const Figures *f);

/* Everything, at the end. */
void report_all(FILE *out, const Match *m);

/* The curves of score and LLR as SVG. False with a sentence if it could not be written. */
bool report_svg(const char *file, const Match *m, Text *fault);

#endif
