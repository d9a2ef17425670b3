/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of an annotation run: the source, and the output with the finished games followed by the
 * rest of the source, with LF for each CRLF. The output is always complete, so the work can be
 * resumed. If another program changes the output meanwhile, a new file is written.
 */
#ifndef ALULA_NOTES_FILE_H
#define ALULA_NOTES_FILE_H

#include "base/file.h"
#include "chess/pgn.h"

enum { NOTES_PATH_SIZE = 1024, NOTES_NAME_SIZE = 256 };

typedef struct {
    char from[NOTES_PATH_SIZE], to[NOTES_PATH_SIZE];
    FILE *source;       /* open; a PgnReader may read it meanwhile */
    uint64_t upto;      /* number of bytes of the source that are finished */
    FileMark mark;      /* of `to`, as found or last written */
    int64_t written_ms; /* time of the last writing, or of the start */
    PgnText games;      /* the finished ones */
    FILE *stream; /* set by the caller: not a regular file; the output is written at the end only */
    bool a_part;  /* set by the caller: a part of the games, some of them perhaps without notes */
    bool resumed; /* the source is the output of an earlier run */
    int differs;  /* first game of the output that differs from the source; 0: none */
} NotesFile;

/* Reason why notes_file_open() fails. */
typedef enum {
    NOTES_OPEN,
    NOTES_EXISTS,   /* the output exists and is not this source with notes */
    NOTES_LONG,     /* the name of the output is too long */
    NOTES_READONLY, /* the output cannot be written; see errno */
} NotesOpening;

/*
 * Selects and checks the output; an empty `to` means FROM-annotated.pgn. The caller has set `from`,
 * `to`, and `stream` or `a_part`, has opened the source, and has set all else to zero. If the
 * output exists and has the same games, some of them with our notes, it becomes the source, and the
 * work is resumed.
 */
NotesOpening notes_file_open(NotesFile *n);

/* Adds "games-annotated" for games.pgn in any folder. */
void notes_file_add_stem(Text *out, const char *path);
/* Closes the source and frees the finished games. */
void notes_file_close(NotesFile *n);

/* Ends a game with an empty line. */
void notes_file_end(NotesFile *n);

/*
 * Adds the next game of the source, which ends at byte `to`, unchanged, and ends it with an empty
 * line. Returns false, with nothing added, if it cannot be read or memory is refused.
 */
bool notes_file_copy(NotesFile *n, uint64_t to);

/*
 * Copies the source from byte `from` up to `to` to a sink, with LF for CRLF. Returns false on
 * failure.
 */
bool notes_file_read(NotesFile *n, uint64_t from, uint64_t to, PgnSink *sink, void *context);

/* Marks the source as finished up to byte `to`, and the blanks after it. */
void notes_file_done(NotesFile *n, uint64_t to);

/*
 * Returns true if the output was last written at least half a minute ago. To be called between
 * games.
 */
bool notes_file_is_due(const NotesFile *n);

typedef enum {
    NOTES_WRITTEN,
    NOTES_ASIDE,  /* written to another file, as another program had changed this one */
    NOTES_FAILED, /* see errno */
} NotesWriting;

/*
 * Writes the output. After a call with `last`, which may be set once, the source is no longer
 * needed.
 */
NotesWriting notes_file_write(NotesFile *n, bool last);

/*
 * Last resort: writes to this new file, or one of a similar name. Returns false if that fails, too.
 */
bool notes_file_write_to(NotesFile *n, const char *path);

/* Returns the name of the output for a message, in the buffer. */
const char *notes_file_name(char buffer[NOTES_NAME_SIZE], const NotesFile *n);

#endif
