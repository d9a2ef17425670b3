/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text files read line by line, and error messages about their lines. */
#ifndef ALULA_COMMON_LINEFILE_H
#define ALULA_COMMON_LINEFILE_H

#include <stdio.h>

#include "base/text.h"

enum { LINEFILE_ERRORS = 40 }; /* kinds of errors that are counted separately */

/* A text file read line by line. */
typedef struct {
    FILE *file;       /* read with read() on its descriptor, without the buffer of stdio */
    const char *name; /* borrowed: must outlive the LineFile */
    char *buffer;
    size_t from, to;    /* the unused part of the buffer */
    Word raw;           /* the current line with surrounding blanks */
    long number;        /* number of the current line, from 1 */
    int64_t start, end; /* file offsets of the current line, with its end */
    bool whole;         /* the current line has a line end */
    bool failed;
    struct {
        const char *text; /* borrowed: the kind of error; NULL: unused */
        long lines;       /* number of lines with this error */
    } error[LINEFILE_ERRORS];
} LineFile;

/* Opens a file, or standard input for "-". Returns false after a message on stderr. */
bool linefile_open(LineFile *l, const char *name);

/* Closes the file and reports how many messages were omitted. The name stays valid. */
void linefile_close(LineFile *l);

/*
 * Returns the next line that is neither empty nor a comment, trimmed; valid until the next call.
 * Returns false at the end of the file, and, with `failed` set after a message, for a line of more
 * than 64 KB or a read error.
 */
bool linefile_next(LineFile *l, Word *line);

/*
 * Seeks to the line at an offset from where reading began (0: the first line), and restarts the
 * line numbers at 1. Returns false if the file cannot seek, such as a pipe.
 */
bool linefile_seek(LineFile *l, int64_t start);

/* Strips a UTF-8 byte order mark from the beginning of a text. */
Word linefile_without_mark(Word text);

/*
 * Reports an error in the current line, at most ten lines per error. The error text must outlive
 * the file.
 */
void linefile_complain(LineFile *l, const char *error);

/* Reports an error whose text need not stay valid; `kind` identifies it for counting. */
void linefile_complain_as(LineFile *l, const char *kind, const char *error);

#endif
