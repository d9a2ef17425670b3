/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging the notes of several runs, each of which annotated some games of a file. */
#ifndef ALULA_ANNOTATE_MERGE_H
#define ALULA_ANNOTATE_MERGE_H

#include "annotate_run.h"

/*
 * Takes the games with notes from the parts (NULL-terminated, written by slices), and the others
 * from the source. Equal notes of a game in several parts count once. A changed or truncated game
 * is reported and skipped. Refuses, with messages, different notes of a game, notes with different
 * settings, games that are not in the source, and parts with missing games. Returns the exit
 * status; the file is written only if nothing was refused.
 */
int merge_run(NotesFile *file, char *const *parts, AnnotateDone *out);

#endif
