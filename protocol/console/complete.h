/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a typed line. */
#ifndef ALULA_COMPLETE_H
#define ALULA_COMPLETE_H

#include "chess/notation.h"
#include "lineedit.h"

/* Room for complete_write_moves(). */
enum { COMPLETE_MOVES_SIZE = MAX_MOVES * 16 };

/* Writes the legal moves as the context of console_complete(): in SAN, then in coordinates. */
void complete_write_moves(Text *out, const Position *p);

/* Returns the name of the ith listed command; NULL at the end. */
const char *console_command_name(size_t i);

/* Returns true if a word begins with the typed text, with `any_case` ignoring case. */
bool complete_begins(const char *word, Word typed, bool any_case);

/* Completes commands, moves, options and their values, and file names; a LineeditComplete. */
void console_complete(LineeditWords *words, const char *typed, size_t length);

#endif
