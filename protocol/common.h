/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands and answers shared by several protocols. */
#ifndef ALULA_COMMON_H
#define ALULA_COMMON_H

#include "frontend.h"

/* Quits the program. */
void common_quit(Frontend *f, Word arguments);

/* Switches to CECP. */
void common_xboard(Frontend *f, Word arguments);

/* Switches to UCI and runs this line there, or `uci` if the line is not a UCI command. */
void common_uci(Frontend *f, Word line);

/* Ignores a valid command that does not concern the engine. */
void common_ignore(Frontend *f, Word arguments);

/* Turn the display of thinking output on and off. */
void common_post(Frontend *f, Word arguments);
void common_nopost(Frontend *f, Word arguments);

/* Returns true if the line is one word in the form of a coordinate or SAN move, legal or not. */
bool common_is_move(const Frontend *f, Word line);

/*
 * Lists the book moves of the position, best first, or the reason if there are none. Each line
 * begins with a blank, as CECP requires; the sentences shown in the console do not.
 */
void common_show_book(Frontend *f);

/* Reports "what (reason): words"; the words are shortened, and control characters escaped. */
void common_refuse(Frontend *f, const char *what, const char *reason, Word words);

#endif
