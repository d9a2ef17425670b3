/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands and answers that several protocols share. */
#ifndef ALULA_COMMON_H
#define ALULA_COMMON_H

#include "frontend.h"

/* Leave the program. */
void common_quit(Frontend *f, Word arguments);

/* Switch to CECP. */
void common_xboard(Frontend *f, Word arguments);

/* Switch to UCI, and run this line there, or `uci` if it is no command. */
void common_uci(Frontend *f, Word line);

/* Do nothing: for commands that are valid but do not concern the engine. */
void common_ignore(Frontend *f, Word arguments);

/* Show our thinking, or do not. */
void common_post(Frontend *f, Word arguments);
void common_nopost(Frontend *f, Word arguments);

/* True if the line is one word with the form of a move in coordinates or SAN, legal or not. */
bool common_is_move(const Frontend *f, Word line);

/*
 * List the book moves of the position, the best first, or say why there are none. Each line begins
 * with a blank, as CECP wants it; sentences for people in the console do not.
 */
void common_show_book(Frontend *f);

/* Say "what (reason): words"; the words are shortened, and control characters are escaped. */
void common_refuse(Frontend *f, const char *what, const char *reason, Word words);

#endif
