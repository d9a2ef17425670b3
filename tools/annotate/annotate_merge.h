/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a file with notes from several runs, each of which annotated some of them. */
#ifndef ALULA_ANNOTATE_MERGE_H
#define ALULA_ANNOTATE_MERGE_H

#include "annotate_run.h"

/*
 * Take the games with notes from the parts, up to NULL, which slices wrote, and the others from the
 * source. Equal notes of a game that is in several parts are one. A game that was changed or cut
 * short is told and passed over. Refused, with messages, are different notes of a game, notes with
 * different settings, games that are not in the source, and parts in which games are missing.
 * Returns the exit status; anything is in the file only if it was not refused.
 */
int merge_run(NotesFile *file, char *const *parts, AnnotateDone *out);

#endif
