/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of annotate: the source, and the output with the finished games followed by the rest of
 * the source unchanged. The output is always whole, so the work can be resumed. If another program
 * changes it meanwhile, a new file is written.
 */
#ifndef ALULA_ANNOTATE_FILE_H
#define ALULA_ANNOTATE_FILE_H

#include "base/file.h"
#include "chess/pgn.h"
#include "protocol/frontend.h"

typedef struct {
    char from[OPTION_TEXT_SIZE], to[OPTION_TEXT_SIZE];
    FILE *source;       /* open; a PgnReader may read it meanwhile */
    uint64_t upto;      /* bytes of the source that are finished */
    FileMark mark;      /* of `to`, as we found it or left it */
    int64_t written_ms; /* when it was written, or the work began */
    char *text;         /* the finished games */
    size_t length, room;
    bool refused; /* out of memory */
} NotesFile;

/*
 * Open the source, and choose and check the output; an empty `to` means FROM-annotated.pgn. *n is
 * all zero before. False, and refused, if either makes no sense; close it in any case.
 */
bool notes_file_open(Frontend *f, NotesFile *n, Word from, Word to);
void notes_file_close(NotesFile *n);

/* Add text of a finished game; a PgnSink. Sets `refused` if there is not enough memory. */
void notes_file_add(void *notes_file, const char *at, size_t length);

/*
 * Add the next game of the source, which ends at byte `to`, unchanged, and end it with an empty
 * line. False, with nothing added, if it cannot be read or memory is refused.
 */
bool notes_file_copy(NotesFile *n, uint64_t to);

/* The source is finished up to byte `to`, and the blanks after it. */
void notes_file_done(NotesFile *n, uint64_t to);

/* Between two games: write the output every half minute. */
void notes_file_checkpoint(Frontend *f, NotesFile *n);

/* Write the output, to another file if need be. False, and refused, if nothing could be written. */
bool notes_file_save(Frontend *f, NotesFile *n);

enum { NOTES_NAME_SIZE = 256 };

/* The name of the output for a message; returns the buffer. */
const char *notes_file_name(char buffer[NOTES_NAME_SIZE], const NotesFile *n);

#endif
