/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command warn: before a move of the person that gives much away, a question. Two short
 * searches, of the position and after the move, find such moves; nothing changes until the answer.
 */
#ifndef ALULA_WARNING_H
#define ALULA_WARNING_H

#include "protocol/frontend.h"

/*
 * Returns true if a person's legal move must be checked before it is made: after the check it is
 * made, or the person is asked. Returns false if moves are not checked now.
 */
bool console_checks_move(Frontend *f, Move m);

/* Notes, as the option Warn was set, whether a script did so. */
void console_note_warn(Frontend *f);

/* Drops the move that waits for an answer, and says so; returns false if there is none. */
bool console_drop_asked(Frontend *f);

#endif
