/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command warn: asks before the person plays a move that gives much away. Two short searches,
 * before and after the move, find such moves; nothing changes until the answer.
 */
#ifndef ALULA_WARNING_H
#define ALULA_WARNING_H

#include "protocol/frontend.h"

/*
 * Starts to check a person's legal move, and returns true; after the check, the move is made or the
 * person is asked. Returns false if moves are not checked now.
 */
bool console_checks_move(Frontend *f, Move m);

/* Records whether a script set the option Warn; call this after each change of the option. */
void console_note_warn(Frontend *f);

/* Drops the move that awaits a yes or no, and says so. Returns false without such a move. */
bool console_drop_asked(Frontend *f);

#endif
