/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a typed line. */
#ifndef ALULA_COMPLETE_H
#define ALULA_COMPLETE_H

#include "chess/notation.h"
#include "lineedit.h"

/* Room for complete_write_moves(). */
enum { COMPLETE_MOVES_SIZE = MAX_MOVES * 16 };

/* Write the legal moves as the context of console_complete(): in SAN, then in coordinates. */
void complete_write_moves(Text *out, const Position *p);

/* A LineeditComplete: commands, moves, options and their values, files. */
void console_complete(LineeditWords *words, const char *typed, size_t length);

#endif
