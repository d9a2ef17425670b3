/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A one-line summary of a game: players, marks, accuracy. */
#ifndef ALULA_ANNOTATE_SUMMARY_H
#define ALULA_ANNOTATE_SUMMARY_H

#include "report/notes.h"

/* Writes "game 3: Anderssen - Kieseritzky, 1-0". */
void summary_write_players(Text *out, int number, const PgnGame *game);

/*
 * Writes the players with ", 23 moves; White 81 %, 1 ??, 0 ?, 2 ?!; Black 64 %, 2 ??, 1 ?, 0 ?!",
 * where the percentages are accuracies. Returns false when out of memory.
 */
bool summary_write(Text *out, int number, const PgnGame *game, const Note *note);

#endif
