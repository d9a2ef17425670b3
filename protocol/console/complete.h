/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a typed line. */
#ifndef ALULA_COMPLETE_H
#define ALULA_COMPLETE_H

#include "chess/notation.h"
#include "lineedit.h"

/* From here on, the moves of this position complete a line. */
void complete_set_moves(const Position *p);

/* A LineeditComplete: commands, moves, options and their values, files. */
void console_complete(LineeditWords *words, const char *typed, size_t length);

#endif
